//! Refined views on their way to kernels that take them.

use core::fmt;
use core::marker::PhantomData;

use super::block::fits;
use super::{BaseView, Memory, MemoryMut, ViewError};
use crate::staged::{RefinedTensor, RefinedTensorMut, Spread, Strided};
use crate::{Dynamic, Shape};

/// A view whose points may share elements, as the argument of a kernel that takes such: `&Tensor<Refined<[[u8]]>>`. The shape
/// `S` of rank `N` says which extents are constants.
pub struct Refined<S, M, const N: usize> {
    memory: M,
    spread: Spread<N>,
    shape: PhantomData<fn() -> S>,
}

/// A refined view of elements `T` over the memory `M` as the argument of a kernel, all extents dynamic.
pub type RefinedArgument<M, T, const N: usize> = Refined<<T as Dynamic<N>>::Shape, M, N>;

impl<M: Memory, const N: usize> BaseView<M, N> {
    /// This view as the argument of a kernel that takes refined ones.
    ///
    /// ```
    /// use unite_core::Block;
    /// let flags = Block::<u8>::zeros([2, 2]);
    /// let samples = flags.view().refine([16, 16])?;
    /// assert!(samples.tensor().is_err());
    /// assert!(samples.refined().is_ok());
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If no one floor leads from its points to elements, as after `refine([2]).coarsen([3]).refine([2])`
    /// ([`ViewError::NotAffine`]).
    pub fn refined(&self) -> Result<RefinedArgument<&[M::Elem], M::Elem, N>, ViewError>
    where
        M::Elem: Dynamic<N>,
    {
        let spread = self.placement.spread()?;
        Ok(Refined { memory: self.memory.elements(), spread, shape: PhantomData })
    }

    /// This view as an argument that a kernel writes which takes refined ones.
    ///
    /// # Errors
    /// As [`refined`](Self::refined).
    pub fn refined_mut(&mut self) -> Result<RefinedArgument<&mut [M::Elem], M::Elem, N>, ViewError>
    where
        M: MemoryMut,
        M::Elem: Dynamic<N>,
    {
        let spread = self.placement.spread()?;
        Ok(Refined { memory: self.memory.elements_mut(), spread, shape: PhantomData })
    }
}

impl<S: Shape<N>, M, const N: usize> Refined<S, M, N> {
    /// The same view, whose extents are constants of its type where the shape `R` says so.
    ///
    /// # Errors
    /// If an extent is not the constant of the shape.
    pub fn fixed<R>(self) -> Result<Refined<R, M, N>, ViewError>
    where
        R: Shape<N, Elem = S::Elem>,
    {
        fits::<R, N>(&self.spread.place.extent)?;
        Ok(Refined { memory: self.memory, spread: self.spread, shape: PhantomData })
    }
}

// SAFETY: the placement of the view keeps `lo` and `hi` of the elements within the extents of the nearest block, whose strides
// stay within the memory; `fixed` checks what the shape claims.
unsafe impl<S, M, const N: usize> RefinedTensor<N> for Refined<S, M, N>
where
    S: Shape<N>,
    M: Memory<Elem = S::Elem>,
{
    type Elem = S::Elem;
    type Shape = S;
    type Space = Strided<S>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spread(&self) -> (&[S::Elem], Spread<N>) {
        (self.memory.elements(), self.spread)
    }
}

// SAFETY: the memory is that of the nearest block, and the rest the same.
unsafe impl<S, M, const N: usize> RefinedTensorMut<N> for Refined<S, M, N>
where
    S: Shape<N>,
    M: MemoryMut<Elem = S::Elem>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spread_mut(&mut self) -> (&mut [S::Elem], Spread<N>) {
        (self.memory.elements_mut(), self.spread)
    }
}

impl<S, M, const N: usize> fmt::Debug for Refined<S, M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refined").field("spread", &self.spread).finish()
    }
}
