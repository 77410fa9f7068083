//! What blocks keep their elements in.

use alloc::vec::Vec;

use crate::{Elem, Shape, StaticShape};

pub(super) mod sealed {
    use crate::space::ReferenceSpace;

    pub trait Sealed {
        /// The space of the block, if the memory says where it is.
        fn place(&self) -> Option<&ReferenceSpace> {
            None
        }

        /// Whether it is nowhere.
        fn is_nowhere(&self) -> bool {
            false
        }

        /// Forgets both: the block is placed in the universe.
        fn displace(&mut self) {}
    }
}
pub(super) use sealed::Sealed;

/// Where the elements of a block are kept, as far as single elements are read: [`Memory`], or rows that lie anywhere
/// ([`RowPointers`](super::RowPointers)).
pub trait Storage: Sealed {
    /// What is stored.
    type Elem: Elem;

    /// The element at a position.
    ///
    /// # Panics
    /// If there is no such position.
    fn load(&self, position: usize) -> Self::Elem;
}

/// Storage whose elements can also be set.
pub trait StorageMut: Storage {
    /// Sets the element at a position.
    ///
    /// # Panics
    /// If there is no such position.
    fn store(&mut self, position: usize, value: Self::Elem);
}

impl<M: Memory> Storage for M {
    type Elem = <M as Memory>::Elem;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(&self, position: usize) -> Self::Elem {
        self.elements()[position]
    }
}

impl<M: MemoryMut> StorageMut for M {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(&mut self, position: usize, value: <M as Memory>::Elem) {
        self.elements_mut()[position] = value;
    }
}

/// Memory of a block that can be read: a `Vec`, a borrowed slice, or a nested array in place.
pub trait Memory: Sealed {
    /// What the memory holds.
    type Elem: Elem;

    /// All elements, in the order of memory.
    fn elements(&self) -> &[Self::Elem];
}

/// Memory of a block that can also be written.
pub trait MemoryMut: Memory {
    /// All elements, in the order of memory.
    fn elements_mut(&mut self) -> &mut [Self::Elem];
}

/// A shape whose elements can be held in place, as the nested array that spells it.
pub trait Inline<const N: usize>: StaticShape<N> + MemoryMut<Elem = <Self as Shape<N>>::Elem> + Copy {
    /// The nested array with every element at its default.
    fn zeroed() -> Self;
}

impl<T> Sealed for Vec<T> {}
impl<T: Elem> Memory for Vec<T> {
    type Elem = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements(&self) -> &[T] {
        self
    }
}
impl<T: Elem> MemoryMut for Vec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> Sealed for &[T] {}
impl<T: Elem> Memory for &[T] {
    type Elem = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> Sealed for &mut [T] {}
impl<T: Elem> Memory for &mut [T] {
    type Elem = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements(&self) -> &[T] {
        self
    }
}
impl<T: Elem> MemoryMut for &mut [T] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<S, const LEN: usize> Sealed for [S; LEN] {}

/// Implements the traits for arrays nested to one depth; `$flat` flattens a slice of the outermost elements.
macro_rules! inline {
    ($n:literal, $($len:ident)*: $ty:ty, $zero:expr $(, $flatten:ident, $flatten_mut:ident)*) => {
        impl<T: Elem $(, const $len: usize)*> Memory for $ty {
            type Elem = T;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn elements(&self) -> &[T] {
                self.as_slice()$(.$flatten())*
            }
        }
        impl<T: Elem $(, const $len: usize)*> MemoryMut for $ty {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn elements_mut(&mut self) -> &mut [T] {
                self.as_mut_slice()$(.$flatten_mut())*
            }
        }
        impl<T: Elem $(, const $len: usize)*> Inline<$n> for $ty {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn zeroed() -> Self {
                $zero
            }
        }
    };
}

inline!(1, A: [T; A], [T::default(); A]);
inline!(2, A B: [[T; B]; A], [[T::default(); B]; A], as_flattened, as_flattened_mut);
inline!(3, A B C: [[[T; C]; B]; A], [[[T::default(); C]; B]; A],
    as_flattened, as_flattened_mut, as_flattened, as_flattened_mut);
inline!(4, A B C D: [[[[T; D]; C]; B]; A], [[[[T::default(); D]; C]; B]; A],
    as_flattened, as_flattened_mut, as_flattened, as_flattened_mut, as_flattened, as_flattened_mut);
