//! Loops of kernels that may be run part by part, as constants; and the rows of a block between two kernels that are run so in turns.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::local::zeros;
use super::{Carrier, Derivation, Derived, RowMajor, Space};
use crate::ptr::Ptr;
use crate::{Elem, Shape};

/// How a loop of a kernel goes along a tensor: pass `i` touches indices from `i - before` to `i + after` of an axis alone. The kernel with
/// that part of each such tensor, and all of the others, does these passes, and nothing else depends on which they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The axis.
    pub axis: usize,
    /// How many indices before its own a pass touches at most.
    pub before: isize,
    /// How many indices after its own a pass touches at most.
    pub after: isize,
    /// Whether a pass writes, at its own index alone.
    pub is_written: bool,
    /// Whether the loop goes as far as the axis.
    pub is_counted: bool,
    /// Whether a pass writes all that the tensor has at its index, and nothing is read of it.
    pub is_overwritten: bool,
}

impl Sweep {
    /// Of a tensor that is only read.
    #[must_use]
    pub const fn read(axis: usize, before: isize, after: isize) -> Self {
        Sweep { axis, before, after, is_written: false, is_counted: false, is_overwritten: false }
    }

    /// Of a tensor that is written.
    #[must_use]
    pub const fn written(
        axis: usize,
        before: isize,
        after: isize,
        is_counted: bool,
        is_overwritten: bool,
    ) -> Self {
        Sweep { axis, before, after, is_written: true, is_counted, is_overwritten }
    }
}

/// A kernel that is called in turns with others.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its loops that may be run part by part.
    pub sweeps: &'static [&'static [Option<Sweep>]],
    /// Its tensors.
    pub tensors: &'static [Swept],
}

/// A tensor that a stage is given.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// The stage whose rows it has, and its axis along which they lie, if it has any.
    pub made: Option<(usize, Option<usize>)>,
    /// The axes whose extents are no constants.
    pub dynamic: &'static [usize],
}

/// Whether a number is among some.
const fn has(all: &[usize], one: usize) -> bool {
    let mut k = 0;
    while k < all.len() {
        if all[k] == one {
            return true;
        }
        k += 1;
    }
    false
}

impl Stage {
    /// Whether a loop of stage `number` goes along the rows of all that the stages make, and may be run part by part.
    const fn goes_along(&self, sweeps: &[Option<Sweep>], number: usize, is_last: bool) -> bool {
        let (mut k, mut is_counted) = (0, false);
        while k < self.tensors.len() {
            let Swept { made, dynamic } = self.tensors[k];
            match (sweeps[k], made) {
                (None, Some(_)) => return false,
                (None, None) => {}
                (Some(sweep), Some((by, axis))) => {
                    let Some(axis) = axis else { return false };
                    if axis != sweep.axis || sweep.is_written != (by == number) || !has(dynamic, axis) {
                        return false;
                    }
                    is_counted |= sweep.is_counted;
                }
                (Some(sweep), None) => {
                    // What another stage makes is all that one may make.
                    if !has(dynamic, sweep.axis) || (sweep.is_written && !is_last) {
                        return false;
                    }
                    is_counted |= sweep.is_counted;
                }
            }
            k += 1;
        }
        is_counted
    }

    /// The loop of stage `number`.
    const fn sweeps(&self, number: usize, is_last: bool) -> Option<&'static [Option<Sweep>]> {
        let mut k = 0;
        while k < self.sweeps.len() {
            if self.sweeps[k].len() == self.tensors.len() && self.goes_along(self.sweeps[k], number, is_last)
            {
                return Some(self.sweeps[k]);
            }
            k += 1;
        }
        None
    }

    /// Whether stages, each of which makes the rows of one block for those after it, may be run in turns.
    #[must_use]
    pub const fn are_fused<const K: usize>(stages: &[Stage; K]) -> bool {
        let mut number = 0;
        while number < K {
            if stages[number].sweeps(number, number + 1 == K).is_none() {
                return false;
            }
            number += 1;
        }
        true
    }

    /// How stage `number` goes along its tensor `tensor`; nothing if it has all of it.
    #[must_use]
    pub const fn sweep<const K: usize>(stages: &[Stage; K], number: usize, tensor: usize) -> Option<Sweep> {
        match stages[number].sweeps(number, number + 1 == K) {
            Some(sweeps) => sweeps[tensor],
            None => None,
        }
    }

    /// Whether stage `number` writes all of the rows that it makes.
    #[must_use]
    pub const fn overwrites<const K: usize>(stages: &[Stage; K], number: usize) -> bool {
        let mut tensor = 0;
        while tensor < stages[number].tensors.len() {
            if let Some(Sweep { is_written: true, is_overwritten, .. }) = Stage::sweep(stages, number, tensor)
            {
                return is_overwritten;
            }
            tensor += 1;
        }
        false
    }

    /// How many rows before and after its own a stage, the second number, reads of what another one makes, the first.
    #[must_use]
    pub const fn reads<const K: usize>(stages: &[Stage; K]) -> [[Option<[isize; 2]>; K]; K] {
        let mut reads = [[None; K]; K];
        let mut by = 0;
        while by < K {
            let mut tensor = 0;
            while tensor < stages[by].tensors.len() {
                if let (Some((of, _)), Some(Sweep { before, after, is_written: false, .. })) =
                    (stages[by].tensors[tensor].made, Stage::sweep(stages, by, tensor))
                {
                    let [mut most_before, mut most_after] = match reads[of][by] {
                        Some(most) => most,
                        None => [before, after],
                    };
                    if before > most_before {
                        most_before = before;
                    }
                    if after > most_after {
                        most_after = after;
                    }
                    reads[of][by] = Some([most_before, most_after]);
                }
                tensor += 1;
            }
            by += 1;
        }
        reads
    }
}

/// How much memory the rows of blocks may have that are made at a time: a good part of what is near a processor. Where all of the blocks
/// have no more than twice as much, turns are no better. Miri has turns of small pictures, too.
const NEAR: isize = if cfg!(miri) { 1 << 9 } else { 1 << 17 };

/// Who runs when: of each stage some rows, and no more than the next ones need.
#[derive(Clone, Debug)]
pub struct Turns<const K: usize> {
    reads: [[Option<[isize; 2]>; K]; K],
    /// How many rows each stage makes.
    rows: [isize; K],
    /// How many rows the last stage makes in a turn.
    at_a_time: isize,
    /// How many rows of what each makes are kept at most.
    kept: [isize; K],
    /// The rows of this turn.
    from: [isize; K],
    to: [isize; K],
    /// The first row that is kept.
    first: [isize; K],
}

impl<const K: usize> Turns<K> {
    /// Turns of stages that read of each other what [`Stage::reads`] says, make so many rows, and need so many bytes for one of them.
    /// None if they would be no better than one after the other, or if rows are made that nobody reads.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn new(reads: [[Option<[isize; 2]>; K]; K], rows: [isize; K], bytes: [isize; K]) -> Option<Self> {
        let all = (0..K).fold(0isize, |all, k| all.saturating_add(rows[k].saturating_mul(bytes[k])));
        if all <= 2 * NEAR { None } else { Self::of_many(reads, rows, bytes) }
    }

    #[inline(never)]
    fn of_many(reads: [[Option<[isize; 2]>; K]; K], rows: [isize; K], bytes: [isize; K]) -> Option<Self> {
        // How many rows are needed, and how many more than of the last stage.
        let (mut needed, mut lead, mut most_before) = (rows, [0; K], 0);
        for of in (0..K.saturating_sub(1)).rev() {
            needed[of] = 0;
            for by in of + 1..K {
                let Some([before, after]) = reads[of][by] else { continue };
                needed[of] = needed[of].max(needed[by].saturating_add(after));
                lead[of] = lead[of].max(lead[by] + after);
                most_before = most_before.max(before);
            }
        }
        let bytes = bytes.iter().fold(0isize, |all, one| all.saturating_add(*one)).max(1);
        let around = lead.iter().copied().max().unwrap_or_default() + most_before;
        let at_a_time = (NEAR / bytes).max(4 * around).max(16);
        let most = rows.iter().copied().max().unwrap_or_default();
        if most <= 2 * (at_a_time + around) || (0..K).any(|k| rows[k] > needed[k]) {
            return None;
        }
        let kept = core::array::from_fn(|k| at_a_time + lead[k] + most_before);
        Some(Turns { reads, rows, at_a_time, kept, from: [0; K], to: [0; K], first: [0; K] })
    }

    /// How many rows of what a stage makes are kept at most.
    #[must_use]
    pub fn kept(&self, stage: usize) -> isize {
        self.kept[stage]
    }

    /// Goes on to the next turn, if there is one.
    #[must_use]
    pub fn turn(&mut self) -> bool {
        let (made, last) = (self.to, K - 1);
        if made[last] >= self.rows[last] {
            return false;
        }
        self.from = made;
        self.to[last] = self.rows[last].min(made[last] + self.at_a_time);
        for of in (0..last).rev() {
            let readers = || (of + 1..K).filter_map(|by| Some((by, self.reads[of][by]?)));
            let needed = readers().map(|(by, [_, after])| self.to[by] + after).max().unwrap_or_default();
            let first = readers().map(|(by, [before, _])| made[by] - before).min().unwrap_or_default();
            self.to[of] = needed.min(self.rows[of]).max(made[of]);
            if self.to[of] - self.first[of] > self.kept[of] {
                self.first[of] = first.clamp(self.first[of], made[of]);
            }
        }
        true
    }

    /// The rows that a stage makes in this turn: the first, and one past the last.
    #[must_use]
    pub fn rows(&self, stage: usize) -> [isize; 2] {
        [self.from[stage], self.to[stage]]
    }

    /// The first row that is kept of what a stage makes.
    #[must_use]
    pub fn first(&self, stage: usize) -> isize {
        self.first[stage]
    }
}

/// The rows of a block that one stage makes and others read: those that are kept.
#[derive(Debug)]
pub struct Kept<T, const N: usize> {
    memory: Vec<T>,
    /// The extents of the block, of which the first is that of the rows.
    extent: [isize; N],
    /// The first row.
    first: isize,
}

impl<T: Elem, const N: usize> Kept<T, N> {
    /// Rows of a block of these extents, at most so many.
    ///
    /// # Panics
    /// If there can be no such block.
    #[track_caller]
    pub fn new(tensor: &'static str, mut extent: [isize; N], rows: isize) -> Self {
        let whole = extent;
        extent[0] = extent[0].min(rows);
        Kept { memory: zeros(tensor, extent), extent: whole, first: 0 }
    }

    /// How many elements a row has.
    fn row(&self) -> usize {
        self.extent[1..].iter().map(|extent| extent.unsigned_abs()).product()
    }

    /// How many bytes a row of a block of these extents has.
    #[must_use]
    pub fn bytes(extent: [isize; N]) -> isize {
        let row = extent[1..].iter().fold(1isize, |all, extent| all.saturating_mul(*extent));
        row.saturating_mul(size_of::<T>() as isize)
    }

    /// The rows that are kept in a turn, as a block of their own. Those that are made now have the default element, unless all of them is
    /// written.
    ///
    /// # Panics
    /// If they are more than there is memory for.
    pub fn carrier<S: Shape<N, Elem = T>, const K: usize>(
        &mut self,
        turns: &Turns<K>,
        stage: usize,
        is_overwritten: bool,
    ) -> Carrier<'_, RowMajor<S>, N> {
        let row = self.row();
        let ([from, to], first) = (turns.rows(stage), turns.first(stage));
        let place = |at: isize, first: isize| (at - first).unsigned_abs() * row;
        if first > self.first {
            self.memory.copy_within(place(first, self.first)..place(from, self.first), 0);
            self.first = first;
        }
        if from > 0 && !is_overwritten {
            self.memory[place(from, first)..place(to, first)].fill(T::default());
        }
        let mut extent = self.extent;
        extent[0] = to - first;
        let memory = &mut self.memory[..place(to, first)];
        // SAFETY: there are so many elements as rows of these extents have.
        unsafe { Carrier::block(Ptr::heap(memory), extent, [0; N]) }
    }
}

/// A part of a tensor, of the shape `S`, in which the axis is dynamic that it is a part along.
pub struct InPart<S>(PhantomData<fn() -> S>);

impl<S> Clone for InPart<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for InPart<S> {}

// SAFETY: each axis runs along its own.
unsafe impl<S: Shape<N>, const N: usize> Derivation<N, N> for InPart<S> {
    type Shape<E: Elem> = S::With<E>;
    const AXIS: [usize; N] = {
        let mut axes = [0; N];
        let mut axis = 0;
        while axis < N {
            axes[axis] = axis;
            axis += 1;
        }
        axes
    };
    const STEP: [Option<isize>; N] = [Some(1); N];
}

impl<'a, S: Space<N>, const N: usize> Carrier<'a, S, N> {
    /// The part of this tensor that some passes have, from the first to before the last, by how the loop goes along it: all of it if it
    /// does not. `P` is its shape; `first` is where index 0 is.
    ///
    /// # Panics
    /// If an extent is not the constant of the shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn swept<P: Shape<N>>(
        self,
        sweep: Option<Sweep>,
        [from, to]: [isize; 2],
        first: isize,
    ) -> Carrier<'a, Derived<S, InPart<P>, N>, N> {
        let (mut offset, mut extent) = ([0; N], [0; N]);
        let mut axis = 0;
        while axis < N {
            extent[axis] = self.extent(axis);
            axis += 1;
        }
        if let Some(Sweep { axis, .. }) = sweep {
            offset[axis] = from - first;
            extent[axis] = to - from;
        }
        self.derive::<InPart<P>, N>(offset, [1; N], extent)
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, Turns};
    use crate::Dyn;

    /// Every row of every stage is made once, in order, and what a stage reads was made and is kept.
    fn check<const K: usize>(reads: [[Option<[isize; 2]>; K]; K], rows: [isize; K], bytes: isize) -> usize {
        let Some(mut turns) = Turns::new(reads, rows, [bytes; K]) else { return 0 };
        let (mut made, mut count) = ([0; K], 0);
        while turns.turn() {
            for by in 0..K {
                let [from, to] = turns.rows(by);
                assert_eq!(from, made[by]);
                for of in 0..by {
                    let Some([before, after]) = reads[of][by] else { continue };
                    let last = (to + after).min(rows[of]);
                    assert!(from == to || (turns.first(of) <= (from - before).max(0) && last <= made[of]));
                }
                made[by] = to;
                assert!(by + 1 == K || to - turns.first(by) <= turns.kept(by));
            }
            count += 1;
        }
        assert_eq!(made, rows);
        count
    }

    #[test]
    fn rows_are_there_when_they_are_read() {
        let many = if cfg!(miri) { 1007 } else { 700_001 };
        for rows in [0, 1, 500, 3000, many] {
            for bytes in [1, 300, 20_000] {
                for [before, after] in [[0, 0], [3, 3], [0, 5], [40, 1]] {
                    let one = Some([before, after]);
                    check([[None, one], [None, None]], [rows; 2], bytes);
                    check([[None, one], [None, None]], [rows + after, rows], bytes);
                    check([[None, one], [None, None]], [rows + 100, rows], bytes);
                    let other = Some([after, before]);
                    check([[None, one, None], [None, None, other], [None; 3]], [rows; 3], bytes);
                    check([[None, one, other], [None, None, one], [None; 3]], [rows; 3], bytes);
                }
            }
        }
        assert!(check([[None, Some([3, 3])], [None, None]], [4000; 2], 4000) > 20);
        assert_eq!(check([[None, Some([3, 3])], [None, None]], [40; 2], 4000), 0);
    }

    #[test]
    fn rows_keep_their_elements() {
        let reads = [[None, Some([2, 1])], [None, None]];
        let (rows, columns) = if cfg!(miri) { (100, 37) } else { (2000, 700) };
        let mut turns = Turns::new(reads, [rows; 2], [columns, 0]).expect("enough rows");
        let mut kept = Kept::<u8, 2>::new("kept", [rows, columns], turns.kept(0));
        let element = |y: isize, x: isize| (y * 7 + x) as u8;
        while turns.turn() {
            let [[from, to], first] = [turns.rows(0), [turns.first(0), 0]];
            let carrier = kept.carrier::<Dyn<Dyn<u8>>, 2>(&turns, 0, false);
            for y in from..to {
                for x in 0..columns {
                    let at = (y - first[0]) * columns + x;
                    // SAFETY: an index of the carrier.
                    unsafe {
                        assert_eq!(carrier.ptr().read(at), 0);
                        carrier.ptr().write(at, i32::from(element(y, x)));
                    }
                }
            }
            let [from, to] = turns.rows(1);
            for y in (from - 2).max(0)..(to + 1).min(rows) {
                // SAFETY: an index of the carrier.
                let found = unsafe { carrier.ptr().read((y - first[0]) * columns + 5) };
                assert_eq!(found, i32::from(element(y, 5)));
            }
        }
    }
}
