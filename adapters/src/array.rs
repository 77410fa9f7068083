//! Arrays of `ndarray`.

use ndarray::{Array, ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, IntoDimension};
use unite::library::{ExternalStrided, Heap, Strides};
use unite::stored::{Dense, Fill, StoredView, Zero};
use unite::{Block, Dynamic, Elem};

use crate::AdapterError;

/// The strides of an array whose elements lie side by side, and where index 0 is.
fn strides<const N: usize>(extents: [usize; N], found: &[isize]) -> Strides<N> {
    let mut stride = [0; N];
    stride.copy_from_slice(found);
    // Along an axis that goes backwards the first element of memory is the last of the axis.
    let back = |(stride, extent): (&isize, usize)| (-stride).max(0) * (extent.max(1) - 1).cast_signed();
    let offset = stride.iter().zip(extents).map(back).sum();
    Strides { stride, offset }
}

/// The extents of an array.
fn extents<const N: usize>(shape: &[usize]) -> [usize; N] {
    let mut extents = [0; N];
    extents.copy_from_slice(shape);
    extents
}

/// An array as a tensor over its elements, with its axes in any order and direction.
///
/// # Errors
/// [`AdapterError::Apart`] for a part of another array, [`AdapterError::Block`] for one without elements.
pub fn borrow<T, S, const N: usize>(
    array: &ArrayBase<S, Dim<[usize; N]>>,
) -> Result<ExternalStrided<&[T], T, N>, AdapterError>
where
    T: Elem + Dynamic<N>,
    S: Data<Elem = T>,
    Dim<[usize; N]>: Dimension,
{
    let extents = extents(array.shape());
    let strides = strides(extents, array.strides());
    let memory = array.as_slice_memory_order().ok_or(AdapterError::Apart)?;
    Ok(Block::external_strided_ref(memory, extents, strides)?)
}

/// The same to be written.
///
/// # Errors
/// As [`borrow`].
pub fn borrow_mut<T, S, const N: usize>(
    array: &mut ArrayBase<S, Dim<[usize; N]>>,
) -> Result<ExternalStrided<&mut [T], T, N>, AdapterError>
where
    T: Elem + Dynamic<N>,
    S: DataMut<Elem = T>,
    Dim<[usize; N]>: Dimension,
{
    let extents = extents(array.shape());
    let strides = strides(extents, array.strides());
    let memory = array.as_slice_memory_order_mut().ok_or(AdapterError::Apart)?;
    Ok(Block::external_strided(memory, extents, strides)?)
}

/// A matrix whose last axis is the one whose neighbours lie side by side, as a stored tensor of all elements: where a kernel takes
/// `&Tensor<[[f64]], _>`, it takes this too.
///
/// # Errors
/// [`AdapterError::Layout`] for another order, [`AdapterError::Storage`] for a matrix without elements.
pub fn borrow_stored<T: Copy, S: Data<Elem = T>>(
    array: &ArrayBase<S, Dim<[usize; 2]>>,
) -> Result<StoredView<'_, T, (Dense, Dense), 2>, AdapterError>
where
    Zero: Fill<T>,
{
    let elements = array.as_slice().ok_or(AdapterError::Layout)?;
    Ok(StoredView::<T, (Dense, Dense), 2>::dense(extents(array.shape()), elements)?)
}

/// An array as a block of its own, of the same memory.
///
/// # Errors
/// [`AdapterError::Layout`] if its elements are not in the order of indices from the first of its memory on, [`AdapterError::Block`]
/// for one without elements.
pub fn take<T, const N: usize>(array: Array<T, Dim<[usize; N]>>) -> Result<Heap<T, N>, AdapterError>
where
    T: Elem + Dynamic<N>,
    Dim<[usize; N]>: Dimension,
{
    let (extents, is_in_order, count) = (extents(array.shape()), array.is_standard_layout(), array.len());
    let (memory, offset) = array.into_raw_vec_and_offset();
    if !is_in_order || offset.unwrap_or(0) != 0 || memory.len() != count {
        return Err(AdapterError::Layout);
    }
    Ok(Block::<T>::from_vec(memory, extents)?)
}

/// A block as an array over its elements.
///
/// # Errors
/// [`AdapterError::Shape`]: none that is known.
pub fn lend<T, const N: usize>(block: &Heap<T, N>) -> Result<ArrayView<'_, T, Dim<[usize; N]>>, AdapterError>
where
    T: Elem + Dynamic<N>,
    Dim<[usize; N]>: Dimension,
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
{
    Ok(ArrayView::from_shape(block.extents().into_dimension(), block.as_slice())?)
}

/// The same to be written.
///
/// # Errors
/// As [`lend`].
pub fn lend_mut<T, const N: usize>(
    block: &mut Heap<T, N>,
) -> Result<ArrayViewMut<'_, T, Dim<[usize; N]>>, AdapterError>
where
    T: Elem + Dynamic<N>,
    Dim<[usize; N]>: Dimension,
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
{
    let extents = block.extents();
    Ok(ArrayViewMut::from_shape(extents.into_dimension(), block.as_mut_slice())?)
}

/// A block as an array of its own, of the same memory.
///
/// # Errors
/// As [`lend`].
pub fn give<T, const N: usize>(block: Heap<T, N>) -> Result<Array<T, Dim<[usize; N]>>, AdapterError>
where
    T: Elem + Dynamic<N>,
    Dim<[usize; N]>: Dimension,
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
{
    let extents = block.extents();
    Ok(Array::from_shape_vec(extents.into_dimension(), block.into_memory())?)
}
