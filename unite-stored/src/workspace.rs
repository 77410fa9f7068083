//! Sums of one row of a storage, whose terms come in any order.

use std::mem;
use std::ops::Add;

use crate::fibre::Fibre;

/// How many marks a word has.
const WORD: usize = u64::BITS as usize;
/// Fibres that have so many coordinates a word, one with another, are marked word by word: with fewer, a processor has those of the next
/// word at hand while marks of one wait for each other.
const NEIGHBOURS: usize = 16;
/// In rows of so many words all of these are looked at. More of them cost more than to know which ones are not zero.
const SHORT: usize = 64;

/// Sums by coordinate: terms are added in any order, and the sums are taken out in the order of their coordinates. Memory is that
/// of a dense row, which is made once; what a row costs after that are its terms and its sums.
///
/// ```
/// use unite_stored::Workspace;
/// let mut row = Workspace::<f64>::new(100);
/// row.add(70, 1.0);
/// row.add(3, 5.0);
/// row.add(70, 2.0);
/// let mut sums = Vec::new();
/// row.take_each(|coordinate, sum| sums.push((coordinate, sum)));
/// assert_eq!(sums, [(3, 5.0), (70, 3.0)]);
/// row.take_each(|_, _| unreachable!("all of them were taken"));
/// ```
#[derive(Clone, Debug)]
pub struct Workspace<T> {
    /// By coordinate. What is not marked is zero.
    sums: Vec<T>,
    /// A bit for each coordinate to which something was added; and if they are more than `SHORT` words, for each word of these that is
    /// not zero, and for each of those. There is none behind the last coordinate, or the last word.
    marks: [Vec<u64>; 3],
    /// Not fewer than coordinates are marked.
    most: usize,
    /// How fibres of the row are marked after its first one.
    marking: Marking,
    /// Whether all coordinates have a term, of fibres that have all of them: these are not marked.
    is_full: bool,
}

/// How the coordinates of a fibre are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marking {
    /// Each by itself: there are few in a word, and nothing is asked.
    Each,
    /// All that follow one another in a word at once, as the mark of a neighbour would wait for the one before.
    Words,
}

impl Marking {
    /// What does for fibres like one of so many terms, of which so many times some followed one another in a word.
    #[inline(always)]
    fn of(terms: usize, runs: usize) -> Self {
        if terms >= runs.saturating_mul(NEIGHBOURS) { Marking::Words } else { Marking::Each }
    }
}

/// The arrays of a workspace, where a loop has them at hand.
struct Arrays<'w, T> {
    sums: &'w mut [T],
    marks: [&'w mut [u64]; 3],
}

impl<T: Copy + Add<Output = T>> Arrays<'_, T> {
    /// Whether there are marks of coordinates only.
    #[inline(always)]
    fn is_short(&self) -> bool {
        self.marks[0].len() <= SHORT
    }

    /// One term more.
    ///
    /// # Safety
    /// There is a sum of this coordinate, and `IS_SHORT` says whether the row is short.
    #[inline(always)]
    unsafe fn add<const IS_SHORT: bool>(&mut self, coordinate: usize, term: T) {
        // SAFETY: so the caller says, and there is a mark for each sum.
        unsafe {
            let sum = self.sums.get_unchecked_mut(coordinate);
            *sum = *sum + term;
            self.mark::<IS_SHORT>(coordinate / WORD, 1 << (coordinate % WORD));
        }
    }

    /// Marks coordinates of one word.
    ///
    /// # Safety
    /// There is such a word, a mark of it for each sum at most, and `IS_SHORT` says whether the row is short.
    #[inline(always)]
    unsafe fn mark<const IS_SHORT: bool>(&mut self, word: usize, bits: u64) {
        let next = word / WORD;
        let [marks, above, top] = &mut self.marks;
        // SAFETY: so the caller says; in rows that are not short there is a mark for each word of marks, and so on.
        unsafe {
            let marked = marks.get_unchecked_mut(word);
            let before = mem::replace(marked, *marked | bits);
            if !IS_SHORT && before == 0 {
                *above.get_unchecked_mut(next) |= 1 << (word % WORD);
                *top.get_unchecked_mut(next / WORD) |= 1 << (next % WORD);
            }
        }
    }

    /// A term more for each coordinate of a fibre. Marked word by word, it tells how many times some followed one another in a word.
    ///
    /// # Safety
    /// There is a sum of each coordinate, and `IS_SHORT` says whether the row is short.
    #[inline(always)]
    unsafe fn add_each<const IS_SHORT: bool, F: Fibre>(
        &mut self,
        fibre: F,
        marking: Marking,
        mut take: impl FnMut(usize, F::Below) -> T,
    ) -> usize {
        if marking == Marking::Each {
            for (coordinate, below) in fibre.walk() {
                let term = take(coordinate, below);
                // SAFETY: so the caller says.
                unsafe { self.add::<IS_SHORT>(coordinate, term) }
            }
            return 0;
        }
        let mut marked = Marked::<T, IS_SHORT> { arrays: self, word: usize::MAX, bits: 0, runs: 0 };
        for (coordinate, below) in fibre.walk() {
            let term = take(coordinate, below);
            // SAFETY: so the caller says.
            unsafe { marked.add(coordinate, term) }
        }
        marked.runs
    }
}

/// Coordinates of one word that have sums, and are not marked yet: they are in the end, and if a panic is that.
struct Marked<'a, 'w, T: Copy + Add<Output = T>, const IS_SHORT: bool> {
    arrays: &'a mut Arrays<'w, T>,
    word: usize,
    /// If there are any, then the word is one of the marks.
    bits: u64,
    /// How many words there were so far, one after another.
    runs: usize,
}

impl<T: Copy + Add<Output = T>, const IS_SHORT: bool> Marked<'_, '_, T, IS_SHORT> {
    /// One term more.
    ///
    /// # Safety
    /// As [`Arrays::add`].
    #[inline(always)]
    unsafe fn add(&mut self, coordinate: usize, term: T) {
        // SAFETY: so the caller says.
        let sum = unsafe { self.arrays.sums.get_unchecked_mut(coordinate) };
        *sum = *sum + term;
        let word = coordinate / WORD;
        if word != self.word {
            self.flush();
            self.word = word;
            self.runs += 1;
        }
        self.bits |= 1 << (coordinate % WORD);
    }

    /// Marks them.
    #[inline(always)]
    fn flush(&mut self) {
        if self.bits != 0 {
            // SAFETY: the word is one of the marks; who made this says whether the row is short.
            unsafe { self.arrays.mark::<IS_SHORT>(self.word, self.bits) }
            self.bits = 0;
        }
    }
}

impl<T: Copy + Add<Output = T>, const IS_SHORT: bool> Drop for Marked<'_, '_, T, IS_SHORT> {
    #[inline(always)]
    fn drop(&mut self) {
        self.flush();
    }
}

impl<T: Copy + Default + Add<Output = T>> Workspace<T> {
    /// For coordinates that are less than `extent`.
    pub fn new(extent: usize) -> Self {
        let words = |bits: usize| vec![0; bits.div_ceil(WORD)];
        let marks = words(extent);
        let above = words(if marks.len() <= SHORT { 0 } else { marks.len() });
        let top = words(above.len());
        let sums = vec![T::default(); extent];
        Workspace { sums, marks: [marks, above, top], most: 0, marking: Marking::Words, is_full: false }
    }

    /// Coordinates are less than this.
    #[inline(always)]
    pub fn extent(&self) -> usize {
        self.sums.len()
    }

    /// There are not more sums than this.
    #[inline(always)]
    pub fn room(&self) -> usize {
        if self.is_full { self.extent() } else { self.most.min(self.extent()) }
    }

    #[inline(always)]
    fn arrays(&mut self) -> Arrays<'_, T> {
        Arrays { sums: &mut self.sums, marks: self.marks.each_mut().map(Vec::as_mut_slice) }
    }

    /// Adds a term to the sum of a coordinate.
    ///
    /// # Panics
    /// If the coordinate is not less than the extent.
    #[inline(always)]
    pub fn add(&mut self, coordinate: usize, term: T) {
        assert!(coordinate < self.extent(), "a coordinate is beyond the row that is summed");
        self.most = self.most.saturating_add(1);
        let mut arrays = self.arrays();
        // SAFETY: the coordinate is less than the extent.
        unsafe {
            match arrays.is_short() {
                true => arrays.add::<true>(coordinate, term),
                false => arrays.add::<false>(coordinate, term),
            }
        }
    }

    /// Adds what `take` makes of each coordinate of a fibre.
    ///
    /// # Panics
    /// If the fibre is longer than the row.
    #[inline(always)]
    pub fn add_each<F: Fibre>(&mut self, fibre: F, take: impl FnMut(usize, F::Below) -> T) {
        assert!(fibre.extent() <= self.extent(), "a fibre is longer than the row that is summed");
        if F::FULL && fibre.extent() == self.extent() {
            self.is_full = true;
            return self.add_all(fibre, take);
        }
        let (is_first, room) = (self.most == 0, fibre.room());
        // The first fibre of a row tells what the others are like.
        let marking = if is_first { Marking::Words } else { self.marking };
        self.most = self.most.saturating_add(room);
        let mut arrays = self.arrays();
        // SAFETY: coordinates of a fibre are less than its extent.
        let runs = unsafe {
            if arrays.is_short() {
                arrays.add_each::<true, F>(fibre, marking, take)
            } else {
                arrays.add_each::<false, F>(fibre, marking, take)
            }
        };
        if is_first {
            self.marking = Marking::of(room, runs);
        }
    }

    /// The same of a fibre that has all coordinates.
    #[inline(always)]
    fn add_all<F: Fibre>(&mut self, fibre: F, mut take: impl FnMut(usize, F::Below) -> T) {
        for (sum, (coordinate, below)) in self.sums.iter_mut().zip(fibre.walk()) {
            *sum = *sum + take(coordinate, below);
        }
    }

    /// The sums of all coordinates, if each has a term. Whoever asks takes them out.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> Option<&mut [T]> {
        if !self.is_full {
            return None;
        }
        if self.most > 0 {
            self.marks.iter_mut().for_each(|marks| marks.fill(0));
        }
        (self.is_full, self.most) = (false, 0);
        Some(&mut self.sums)
    }

    /// Takes each sum out, in the order of coordinates, each of which is less than the extent and comes once. They are not more than
    /// [`room`](Self::room) says. If `put` panics, then those that it did not get are left.
    #[inline(always)]
    pub fn take_each(&mut self, mut put: impl FnMut(usize, T)) {
        if let Some(sums) = self.all() {
            return sums.iter_mut().enumerate().for_each(|(at, sum)| put(at, mem::take(sum)));
        }
        let arrays = self.arrays();
        let is_short = arrays.is_short();
        let Arrays { sums, marks: [marks, above, top] } = arrays;
        let mut of_word = |number: usize, word: &mut u64| {
            let mut left = *word;
            while let Some(coordinate) = first(number, left) {
                // SAFETY: only coordinates are marked.
                let sum = mem::take(unsafe { sums.get_unchecked_mut(coordinate) });
                left &= left - 1;
                // Before `put`, which may panic: what is not marked is zero, and what is left is marked.
                *word = left;
                put(coordinate, sum);
            }
        };
        if is_short {
            marks.iter_mut().enumerate().for_each(|(number, word)| of_word(number, word));
        } else {
            // A word is marked until all of it was taken.
            for (number, highest) in top.iter_mut().enumerate() {
                while let Some(next) = first(number, *highest) {
                    let words = &mut above[next];
                    while let Some(word) = first(next, *words) {
                        of_word(word, &mut marks[word]);
                        *words &= *words - 1;
                    }
                    *highest &= *highest - 1;
                }
            }
        }
        self.most = 0;
    }
}

/// The number of the first bit that is left of the word of this number.
#[inline(always)]
fn first(number: usize, left: u64) -> Option<usize> {
    (left != 0).then(|| number * WORD + left.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Csr;
    use crate::stored::Stored;
    use crate::{StorageError, StoredBlock};

    /// Rows of neighbours are marked word by word and others are not, and both give their sums.
    #[test]
    fn the_first_fibre_says_how_the_others_are_marked() -> Result<(), StorageError> {
        let neighbours = (0..40).map(|j| ([0, 300 + j], 1));
        let scattered = (0..40).map(|j| ([1, 100 * j], 1));
        let a = StoredBlock::<i32, Csr, 2>::from_entries([2, 5000], neighbours.chain(scattered))?;
        let mut row = Workspace::<i32>::new(5000);
        for first in [0, 1] {
            let rows = || (&a).root().walk();
            for (_, fibre) in rows().skip(first).chain(rows()) {
                row.add_each(fibre, |_, element| element);
            }
            assert_eq!(row.marking, [Marking::Words, Marking::Each][first]);
            let mut sums = Vec::new();
            row.take_each(|at, sum| sums.push((at, sum)));
            let of = |at: usize| {
                let is_near = (300..340).contains(&at);
                let is_far = at.is_multiple_of(100) && at < 4000;
                (2 - first as i32) * i32::from(is_near) + 2 * i32::from(is_far)
            };
            let expected: Vec<_> = (0..5000).map(|at| (at, of(at))).filter(|(_, sum)| *sum > 0).collect();
            assert_eq!(sums, expected);
        }
        Ok(())
    }
}
