//! Elements of several values: a pixel whose samples are always used together.

use crate::Elem;

/// `N` values as one element, so that a read takes them all at once.
///
/// A picture of interleaved pixels is a tensor of rank 3 over its samples, or of rank 2 over packed pixels. The first
/// can be permuted into planes; the second loads whole pixels.
///
/// ```
/// use unite_core::{Block, Packed};
/// let rgba = [1u8, 2, 3, 255, 4, 5, 6, 255];
/// let picture = Block::external_ref(Packed::slice(&rgba), [1, 2])?;
/// let Packed([r, g, b, a]) = picture.read([0, 1]);
/// assert_eq!([r, g, b, a], [4, 5, 6, 255]);
/// # Ok::<(), unite_core::BlockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Packed<T, const N: usize>(pub [T; N]);

impl<T: Elem, const N: usize> Default for Packed<T, N> {
    fn default() -> Self {
        Packed([T::default(); N])
    }
}

impl<T: Elem, const N: usize> Elem for Packed<T, N> {
    type Wide = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn widen(self) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn narrow(wide: Self) -> Self {
        wide
    }
}

impl<T, const N: usize> Packed<T, N> {
    /// Memory as packed elements; what is left over at its end is dropped.
    pub const fn slice(memory: &[T]) -> &[Self] {
        let (whole, _) = memory.as_chunks::<N>();
        // SAFETY: `Packed` is a transparent wrapper of the array.
        unsafe { core::slice::from_raw_parts(whole.as_ptr().cast(), whole.len()) }
    }

    /// As [`slice`](Self::slice), to be written.
    pub const fn slice_mut(memory: &mut [T]) -> &mut [Self] {
        let (whole, _) = memory.as_chunks_mut::<N>();
        // SAFETY: `Packed` is a transparent wrapper of the array.
        unsafe { core::slice::from_raw_parts_mut(whole.as_mut_ptr().cast(), whole.len()) }
    }
}
