//! What a kernel accepts: blocks and views alike.

use super::Space;
use crate::geometry::Geometry;
use crate::{Elem, Shape};

/// A tensor of rank `N` that a kernel can read: a block or a view.
///
/// In the signature of a kernel it is written with its shape, `&Tensor<[[u8]]>`; see the `kernel` attribute.
///
/// # Safety
/// Every index between `lo` and `hi` of the geometry addresses an element of [`memory`](Tensor::memory), and the
/// geometry agrees with the constants of the space.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of rank {N}",
    note = "kernels take blocks, `&block`, and views as tensors, `&view.tensor()?`"
)]
pub unsafe trait Tensor<const N: usize> {
    /// What the tensor holds.
    type Elem: Elem;
    /// Which extents are constants.
    type Shape: Shape<N, Elem = Self::Elem>;
    /// All that is static about the tensor.
    type Space: Space<N, Elem = Self::Elem, Shape = Self::Shape>;

    /// Where the tensor is.
    fn geometry(&self) -> &Geometry<N>;

    /// The memory of the nearest block, whole.
    fn memory(&self) -> &[Self::Elem];
}

/// A tensor that a kernel can also write. Exclusive access reaches over the whole nearest block, as locality
/// access does.
///
/// # Safety
/// [`parts_mut`](TensorMut::parts_mut) are what [`memory`](Tensor::memory) and [`geometry`](Tensor::geometry) are.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of rank {N} that can be written",
    note = "pass a block, `&mut block`, or a view as a tensor, `&mut view.tensor_mut()?`"
)]
pub unsafe trait TensorMut<const N: usize>: Tensor<N> {
    /// The memory of the nearest block, whole, and where the tensor is.
    fn parts_mut(&mut self) -> (&mut [Self::Elem], &Geometry<N>);
}
