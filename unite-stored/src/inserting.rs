//! Storages on their way into which elements are put: what appends row by row needs not know that they lie elsewhere.

use crate::assembly::{Assembly, Leaf, LevelAssembly};
use crate::error::{Fault, StorageError};
use crate::format::{AppendFormat, Format, InsertFormat};
use crate::formats::Dok;
use crate::level::Insert;
use crate::levels::{Dense, Hashed};

/// A storage into which elements are put, as its last level: it knows the coordinates of those above.
#[derive(Debug)]
pub struct Inserting<T, F: Format<N>, const N: usize> {
    extents: [usize; N],
    fill: T,
    arrays: F::Arrays,
    values: Vec<T>,
    index: [usize; N],
    /// The axes of which levels have the coordinates.
    order: [usize; N],
}

impl<T: Copy, F: InsertFormat<N>, const N: usize> Inserting<T, F, N> {
    #[inline(always)]
    fn new(extents: [usize; N], fill: T, room: usize, order: [usize; N]) -> Self {
        let (arrays, values) = F::cleared(extents, fill, room);
        Inserting { extents, fill, arrays, values, index: [0; N], order }
    }

    /// The element at the index.
    #[inline(always)]
    fn element(&mut self) -> &mut T {
        let Self { extents, fill, arrays, values, index, .. } = self;
        assert!(
            index.iter().zip(&*extents).all(|(at, extent)| at < extent),
            "an element outside of the tensor"
        );
        // SAFETY: `cleared` and `insert` make arrays that pass `check`, with a value for each position, and the index is inside.
        unsafe {
            let position = F::insert(arrays, values, *extents, *fill, *index);
            values.get_unchecked_mut(position.expect("elements are put into the format"))
        }
    }

    fn finish(self, extents: [usize; N]) -> Result<(F::Arrays, Vec<T>), StorageError> {
        match (0..N).find(|axis| extents[*axis] != self.extents[*axis]) {
            Some(axis) => {
                let fault = Fault::Extent { expected: extents[axis], found: self.extents[axis] };
                Err(StorageError::Level { axis, level: "", fault })
            }
            None => Ok((self.arrays, self.values)),
        }
    }
}

/// What is told the coordinates of levels above.
pub trait Told {
    /// The coordinate of a level.
    fn tell(&mut self, level: usize, coordinate: usize);
}

impl<T, F: Format<N>, const N: usize> Told for Inserting<T, F, N> {
    #[inline(always)]
    fn tell(&mut self, level: usize, coordinate: usize) {
        self.index[self.order[level]] = coordinate;
    }
}

impl<T: Copy, F: InsertFormat<N>, const N: usize> Assembly for Inserting<T, F, N> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.values.len()
    }

    #[inline(always)]
    fn complete(&mut self) {}

    #[inline(always)]
    fn skip(&mut self) {}
}

impl<T: Copy, F: InsertFormat<N>, const N: usize> LevelAssembly for Inserting<T, F, N> {
    type Below = Self;

    #[inline(always)]
    fn open(&mut self, coordinate: usize) -> &mut Self {
        self.tell(N - 1, coordinate);
        self.element();
        self
    }

    #[inline(always)]
    fn close(&mut self) {}
}

// SAFETY: what is given is called by merges, with coordinates of the fibres, and with what lies below them.
unsafe impl<T: Copy, F: InsertFormat<N>, const N: usize> Leaf for Inserting<T, F, N> {
    type Element = T;

    #[inline(always)]
    fn push(&mut self, coordinate: usize, element: T) {
        self.tell(N - 1, coordinate);
        *self.element() = element;
    }
}

/// A level of it above others.
#[derive(Debug)]
pub struct Above<B, const LEVEL: usize>(B);

impl<B: Told, const LEVEL: usize> Told for Above<B, LEVEL> {
    #[inline(always)]
    fn tell(&mut self, level: usize, coordinate: usize) {
        self.0.tell(level, coordinate);
    }
}

impl<B: Assembly, const LEVEL: usize> Assembly for Above<B, LEVEL> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.count()
    }

    #[inline(always)]
    fn complete(&mut self) {}

    #[inline(always)]
    fn skip(&mut self) {}
}

impl<B: Assembly + Told, const LEVEL: usize> LevelAssembly for Above<B, LEVEL> {
    type Below = B;

    #[inline(always)]
    fn open(&mut self, coordinate: usize) -> &mut B {
        self.0.tell(LEVEL, coordinate);
        &mut self.0
    }

    #[inline(always)]
    fn close(&mut self) {}
}

macro_rules! inserting {
    (@type $element:ident $format:ty, $rank:literal;) => { Inserting<$element, $format, $rank> };
    (@type $element:ident $format:ty, $rank:literal; $above:literal $($rest:literal)*) => {
        Above<inserting!(@type $element $format, $rank; $($rest)*), $above>
    };
    (@make $made:expr;) => { $made };
    (@make $made:expr; $above:literal $($rest:literal)*) => { Above(inserting!(@make $made; $($rest)*)) };
    (@leaf $assembly:expr;) => { $assembly };
    (@leaf $assembly:expr; $above:literal $($rest:literal)*) => { inserting!(@leaf $assembly.0; $($rest)*) };
    ($rank:literal, [$($above:literal)*]: $format:ty $(, $level:ident)*) => {
        // SAFETY: see `InsertFormat`: elements were put into what was empty.
        unsafe impl<$($level: Insert),*> AppendFormat<$rank> for $format {
            type Assembly<Element: Copy> = inserting!(@type Element Self, $rank; $($above)*);
            const IN_ORDER: bool = false;

            #[inline(always)]
            fn assemble<Element: Copy>(
                extents: [usize; $rank],
                fill: Element,
                room: usize,
            ) -> Self::Assembly<Element> {
                Self::assemble_by(extents, fill, room, <Self as Format<$rank>>::ORDER)
            }

            #[inline(always)]
            fn assemble_by<Element: Copy>(
                extents: [usize; $rank],
                fill: Element,
                room: usize,
                order: [usize; $rank],
            ) -> Self::Assembly<Element> {
                inserting!(@make Inserting::new(extents, fill, room, order); $($above)*)
            }

            fn finish<Element: Copy>(
                assembly: Self::Assembly<Element>,
                extents: [usize; $rank],
            ) -> Result<(Self::Arrays, Vec<Element>), StorageError> {
                inserting!(@leaf assembly; $($above)*).finish(extents)
            }

            fn verify(arrays: &Self::Arrays, extents: [usize; $rank]) -> Result<usize, StorageError> {
                <Self as InsertFormat<$rank>>::size(arrays, extents)
            }
        }
    };
}

inserting!(1, []: (Hashed,));
inserting!(2, [0]: (A, Hashed), A);
inserting!(2, [0]: (Hashed, Dense));
inserting!(3, [0 1]: (A, B, Hashed), A, B);
inserting!(3, [0 1]: (A, Hashed, Dense), A);
inserting!(3, [0 1]: (Hashed, Dense, Dense));
inserting!(4, [0 1 2]: (A, B, C, Hashed), A, B, C);
inserting!(4, [0 1 2]: (A, B, Hashed, Dense), A, B);
inserting!(4, [0 1 2]: (A, Hashed, Dense, Dense), A);
inserting!(4, [0 1 2]: (Hashed, Dense, Dense, Dense));
inserting!(1, []: Dok);
inserting!(2, [0]: Dok);
inserting!(3, [0 1]: Dok);
inserting!(4, [0 1 2]: Dok);
