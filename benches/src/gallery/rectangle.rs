//! Rectangles inside larger ones: what forms of a kernel read and write.

use super::memory::Memory;
use super::random::Numbers;
use super::window::{Window, WindowMut};
use unite::library::Place;
use unite::staged::Pitched;
use unite::{Block, Dyn};

/// Rows and columns around a rectangle.
pub const MARGIN: usize = 16;

/// A kernel's argument that is read: a rectangle of a larger one.
pub type Part<'a, T> = Block<Dyn<Dyn<T>>, &'a [T], Pitched<Dyn<Dyn<T>>>>;
/// The same where the type knows the extents.
pub type PartOf<'a, S> = Block<S, &'a [<S as unite::Ranked>::Item], Pitched<S>>;
/// A kernel's argument that is written.
pub type PartMut<'a, T> = Block<Dyn<Dyn<T>>, &'a mut [T], Pitched<Dyn<Dyn<T>>>>;
/// The same where the type knows the extents.
pub type PartOfMut<'a, S> = Block<S, &'a mut [<S as unite::Ranked>::Item], Pitched<S>>;
/// Types of elements.
pub trait Element: unite::Elem + unite::Dynamic<2, Shape = Dyn<Dyn<Self>>> {
    /// All numbers of the type.
    const RANGE: [i32; 2];
    /// From a number that fits.
    fn from_number(number: i32) -> Self;
    /// As a number.
    fn number(self) -> i64;
}

macro_rules! elements {
    ($($t:ty),*) => {$(
        impl Element for $t {
            const RANGE: [i32; 2] = [<$t>::MIN as i32, <$t>::MAX as i32];
            fn from_number(number: i32) -> Self {
                number as $t
            }
            fn number(self) -> i64 {
                i64::from(self)
            }
        }
    )*};
}
elements!(u8, i16, u16, i32);

/// Memory of a picture, of which a part in the middle is meant.
pub struct Rectangle<T> {
    memory: Memory<T>,
    pitch: usize,
    extents: [usize; 2],
}

impl<T: Element> Rectangle<T> {
    /// A rectangle of these extents, its numbers from a range; what is around it has any numbers.
    pub fn new(extents: [usize; 2], range: [i32; 2], numbers: &mut Numbers) -> Self {
        Self::filled(extents, T::RANGE, range, numbers)
    }

    /// The same, where what is around it is of the same range and kind: to be read.
    pub fn neighborhood(extents: [usize; 2], range: [i32; 2], numbers: &mut Numbers) -> Self {
        let mut this = Self::filled(extents, range, range, numbers);
        this.memory.iter_mut().for_each(|element| *element = T::from_number(numbers.number(range)));
        this
    }

    fn filled(extents: [usize; 2], around: [i32; 2], range: [i32; 2], numbers: &mut Numbers) -> Self {
        let place = numbers.place();
        let tight = extents[1] + 2 * MARGIN;
        let pitch = if place.is_some() { tight.next_multiple_of(64) } else { tight + 3 };
        let length = pitch * (extents[0] + 2 * MARGIN);
        let memory = (0..length).map(|_| T::from_number(numbers.any(around))).collect();
        let memory = Memory::new(memory, MARGIN * pitch + MARGIN, place);
        let mut this = Rectangle { memory, pitch, extents };
        for y in 0..extents[0] {
            for x in 0..extents[1] {
                let at = this.first() + y * pitch + x;
                this.memory[at] = T::from_number(numbers.number(range));
            }
        }
        this
    }

    /// Where the rectangle begins in memory.
    fn first(&self) -> usize {
        MARGIN * self.pitch + MARGIN
    }

    /// Everything, what is around included.
    pub fn all(&self) -> Vec<i64> {
        self.memory.iter().map(|&element| element.number()).collect()
    }

    /// What is around.
    pub fn around(&self) -> Vec<i64> {
        let inside = |at: usize| {
            let [y, x] = [at / self.pitch, at % self.pitch];
            let along = |i: usize, extent: usize| (MARGIN..MARGIN + extent).contains(&i);
            along(y, self.extents[0]) && along(x, self.extents[1])
        };
        let outside = (0..self.memory.len()).filter(|&at| !inside(at));
        outside.map(|at| self.memory[at].number()).collect()
    }

    /// For functions that take slices.
    pub fn rows(&self) -> Rows<'_, T> {
        Rows { data: &self.memory, first: self.first(), pitch: self.pitch }
    }

    /// The same, to write.
    pub fn rows_mut(&mut self) -> RowsMut<'_, T> {
        let first = self.first();
        RowsMut { data: &mut self.memory, first, pitch: self.pitch, extents: self.extents }
    }

    /// The rectangle as the argument of a kernel.
    pub fn part(&self) -> Part<'_, T> {
        let memory = &self.memory[self.first()..];
        Block::<T>::external_pitched_ref(memory, self.extents, self.pitch).expect("a rectangle")
    }

    /// The same, to write.
    pub fn part_mut(&mut self) -> PartMut<'_, T> {
        let first = self.first();
        let memory = &mut self.memory[first..];
        Block::<T>::external_pitched(memory, self.extents, self.pitch).expect("a rectangle")
    }

    /// The same, where it lies in [`picture`](Self::picture).
    pub fn placed(&mut self) -> PartMut<'_, T> {
        self.part_mut().with_origin([MARGIN as isize; 2]).expect("a place")
    }

    /// The rectangle and what is around it.
    pub fn picture(&self) -> Part<'_, T> {
        let extents = self.extents.map(|extent| extent + 2 * MARGIN);
        debug_assert_eq!(Place::extents(&self.part()), self.extents);
        Block::<T>::external_pitched_ref(&self.memory, extents, self.pitch).expect("a picture")
    }
}

/// A rectangle for functions that take slices: `data[first + y * pitch + x]` is its element `y`, `x`.
#[derive(Clone, Copy)]
pub struct Rows<'a, T> {
    /// The rectangle and what is around it.
    pub data: &'a [T],
    /// Where the rectangle begins.
    pub first: usize,
    /// The distance of rows.
    pub pitch: usize,
}

impl<'a, T> Rows<'a, T> {
    /// `length` elements of row `y` from column `x` on; both may be negative.
    #[inline(always)]
    pub fn row(&self, y: isize, x: isize, length: usize) -> &'a [T] {
        let at = self.first.wrapping_add_signed(y * self.pitch as isize + x);
        &self.data[at..at + length]
    }

    /// The same, where the length is a constant.
    #[inline(always)]
    pub fn array<const N: usize>(&self, y: isize, x: isize) -> &'a [T; N] {
        self.row(y, x, N).try_into().expect("a slice of this length")
    }

    /// A part of constant extents, beginning at row `y` and column `x`: checked here, and then no more.
    #[inline(always)]
    pub fn window<const H: usize, const W: usize>(&self, y: isize, x: isize) -> Window<'a, T, H, W> {
        let at = self.first.wrapping_add_signed(y * self.pitch as isize + x);
        Window::new(self.data, at, self.pitch)
    }
}

/// As [`Rows`], to write.
pub struct RowsMut<'a, T> {
    /// The rectangle and what is around it.
    pub data: &'a mut [T],
    /// Where the rectangle begins.
    pub first: usize,
    /// The distance of rows.
    pub pitch: usize,
    /// Rows and columns.
    pub extents: [usize; 2],
}

impl<T> RowsMut<'_, T> {
    /// `length` elements of row `y` from column `x` on.
    #[inline(always)]
    pub fn row(&mut self, y: usize, x: usize, length: usize) -> &mut [T] {
        let at = self.first + y * self.pitch + x;
        &mut self.data[at..at + length]
    }

    /// A part of constant extents, beginning at row `y` and column `x`: checked here, and then no more.
    #[inline(always)]
    pub fn window<const H: usize, const W: usize>(&mut self, y: usize, x: usize) -> WindowMut<'_, T, H, W> {
        WindowMut::new(self.data, self.first + y * self.pitch + x, self.pitch)
    }
}
