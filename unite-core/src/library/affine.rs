//! Views on their way to kernels.

use core::fmt;
use core::marker::PhantomData;

use super::block::fits;
use super::{BaseView, Layout, Memory, MemoryMut, ViewError};
use crate::staged::{Geometry, Located, Pitched, Space, Strided, Tensor, TensorMut};
use crate::{Dynamic, Ranked, Shape};

/// A view with a stride for every axis: what a kernel takes. The shape `S` says which extents are constants, and
/// the space `L` what is known of the strides.
pub struct Affine<S: Ranked, M, L = Strided<S>> {
    memory: M,
    geometry: S::Geometry,
    space: PhantomData<fn() -> L>,
}

/// A view of elements `T` over the memory `M` as the argument of a kernel, all extents dynamic.
pub type Argument<M, T, const N: usize> = Affine<<T as Dynamic<N>>::Shape, M>;

impl<M: Memory, const N: usize> BaseView<M, N> {
    /// This view as the argument of a kernel.
    ///
    /// ```
    /// use unite_core::{Block, staged::Tensor};
    /// let frame = Block::<u8>::zeros([8, 8]);
    /// let part = frame.view().partition([4..8, 0..4])?;
    /// let argument = part.tensor()?.fixed::<[[u8; 4]; 4]>()?;
    /// assert_eq!(argument.geometry().stride, [8, 1]);
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If, because of refinement, no stride leads from one element to the next ([`ViewError::NotAffine`]).
    pub fn tensor(&self) -> Result<Argument<&[M::Elem], M::Elem, N>, ViewError>
    where
        M::Elem: Dynamic<N>,
    {
        let geometry = self.placement.geometry()?;
        Ok(Affine { memory: self.memory.elements(), geometry, space: PhantomData })
    }

    /// This view as an argument that a kernel writes.
    ///
    /// # Errors
    /// As [`tensor`](Self::tensor).
    pub fn tensor_mut(&mut self) -> Result<Argument<&mut [M::Elem], M::Elem, N>, ViewError>
    where
        M: MemoryMut,
        M::Elem: Dynamic<N>,
    {
        let geometry = self.placement.geometry()?;
        Ok(Affine { memory: self.memory.elements_mut(), geometry, space: PhantomData })
    }
}

impl<S, M, L, const N: usize> Affine<S, M, L>
where
    S: Shape<N> + Ranked<Geometry = Geometry<N>>,
    L: Layout<N, Elem = S::Elem, Shape = S>,
{
    /// The same view, whose extents are constants of its type where the shape `R` says so.
    ///
    /// # Errors
    /// If an extent is not the constant of the shape.
    pub fn fixed<R>(self) -> Result<Affine<R, M, L::Reshaped<R>>, ViewError>
    where
        R: Shape<N, Elem = S::Elem> + Ranked<Geometry = Geometry<N>>,
    {
        fits::<R, N>(&self.geometry.extent)?;
        Ok(Affine { memory: self.memory, geometry: self.geometry, space: PhantomData })
    }

    /// The same view, whose type knows that neighbours along the last axis are neighbours in memory.
    ///
    /// ```
    /// use unite_core::Block;
    /// let frame = Block::<u8>::zeros([8, 8]);
    /// assert!(frame.view().tensor()?.pitched().is_ok());
    /// assert!(frame.view().permute([1, 0])?.tensor()?.pitched().is_err());
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Errors
    /// If they are not.
    pub fn pitched(self) -> Result<Affine<S, M, Located<Pitched<S>>>, ViewError> {
        match self.geometry.stride.last() {
            Some(1) => Ok(Affine { memory: self.memory, geometry: self.geometry, space: PhantomData }),
            stride => {
                Err(ViewError::Stride { axis: N.saturating_sub(1), stride: stride.copied().unwrap_or(0) })
            }
        }
    }
}

// SAFETY: the placement of the view keeps `lo` and `hi` within the extents of the nearest block, whose strides stay
// within the memory; `fixed` and `pitched` check what `L` claims.
unsafe impl<S, M, L, const N: usize> Tensor<N> for Affine<S, M, L>
where
    S: Shape<N>,
    M: Memory<Elem = S::Elem>,
    L: Space<N, Elem = S::Elem, Shape = S>,
{
    type Elem = S::Elem;
    type Shape = S;
    type Space = L;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn geometry(&self) -> &Geometry<N> {
        &self.geometry
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn memory(&self) -> &[S::Elem] {
        self.memory.elements()
    }
}

// SAFETY: the memory is that of the nearest block, and the geometry the same.
unsafe impl<S, M, L, const N: usize> TensorMut<N> for Affine<S, M, L>
where
    S: Shape<N>,
    M: MemoryMut<Elem = S::Elem>,
    L: Space<N, Elem = S::Elem, Shape = S>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts_mut(&mut self) -> (&mut [S::Elem], &Geometry<N>) {
        (self.memory.elements_mut(), &self.geometry)
    }
}

impl<S: Ranked, M, L> fmt::Debug for Affine<S, M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Affine").field("geometry", &self.geometry).finish()
    }
}
