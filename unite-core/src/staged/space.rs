//! The static part of a tensor, as a type.

use core::marker::PhantomData;

use crate::{Elem, Shape};

/// What the compiler knows of a tensor of rank `N`. Parameters that are known only at run time are `None` here
/// and fields of the tensor's [`Geometry`](super::Geometry).
///
/// # Safety
/// Every tensor carried with this space has a geometry that agrees with the constants that are `Some`.
pub unsafe trait Space<const N: usize>: Copy + 'static {
    /// What the tensor holds.
    type Elem: Elem;
    /// Which extents are constants.
    type Shape: Shape<N, Elem = Self::Elem>;
    /// Distance in memory between neighbours along each axis, in elements.
    const STRIDE: [Option<isize>; N] = [None; N];
    /// Distance in the root between neighbours along each axis.
    const STEP: [Option<isize>; N] = [None; N];
    /// The axis of the root that each axis runs along.
    const AXES: [Option<usize>; N] = [None; N];
    /// How many points share one location of the root along each axis.
    const REFINE: [Option<isize>; N] = [None; N];
    /// Whether no tensor with this space is nowhere: it is no tensor seen from another one, and no view of such.
    const IS_SOMEWHERE: bool = false;
    /// Whether every tensor with this space is all of one location on each axis of the root that it does not run along: it is no slice of
    /// what is refined or coarse there.
    const IS_THIN: bool = false;
    /// Whether the nearest block has an element for each index from 0 to before the extent, along each axis, and no others: the tensor is
    /// a block, and no view of one.
    const IS_WHOLE: bool = false;
    /// The rank of the root.
    const ROOT_RANK: Option<usize> = None;
}

/// The axes `0..N` in order.
const fn identity<const N: usize>() -> [Option<usize>; N] {
    let mut axes = [None; N];
    let mut j = 0;
    while j < N {
        axes[j] = Some(j);
        j += 1;
    }
    axes
}

/// The space of a block whose rows follow each other without gaps, last axis fastest.
pub struct RowMajor<S>(PhantomData<fn() -> S>);

impl<S> Clone for RowMajor<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for RowMajor<S> {}

// SAFETY: blocks carried as `RowMajor` are laid out by `Geometry::row_major` over the extents of their shape.
unsafe impl<S: Shape<N>, const N: usize> Space<N> for RowMajor<S> {
    type Elem = S::Elem;
    type Shape = S;
    const STRIDE: [Option<isize>; N] = {
        let mut stride = [None; N];
        let mut size = Some(1);
        let mut j = N;
        while j > 0 {
            j -= 1;
            stride[j] = size;
            size = match (size, S::EXTENT[j]) {
                (Some(size), Some(extent)) => Some(size * extent),
                _ => None,
            };
        }
        stride
    };
    const STEP: [Option<isize>; N] = [Some(1); N];
    const AXES: [Option<usize>; N] = identity();
    const REFINE: [Option<isize>; N] = [Some(1); N];
    const IS_SOMEWHERE: bool = true;
    const IS_THIN: bool = true;
    const IS_WHOLE: bool = true;
    const ROOT_RANK: Option<usize> = Some(N);
}

/// The space of a block whose elements along the last axis are neighbours in memory, while the other strides are
/// known only at run time: an image with padded rows, say.
pub struct Pitched<S>(PhantomData<fn() -> S>);

impl<S> Clone for Pitched<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Pitched<S> {}

// SAFETY: blocks carried as `Pitched` were checked to have a stride of 1 along their last axis.
unsafe impl<S: Shape<N>, const N: usize> Space<N> for Pitched<S> {
    type Elem = S::Elem;
    type Shape = S;
    const STRIDE: [Option<isize>; N] = {
        let mut stride = [None; N];
        if N > 0 {
            stride[N - 1] = Some(1);
        }
        stride
    };
    const STEP: [Option<isize>; N] = [Some(1); N];
    const AXES: [Option<usize>; N] = identity();
    const REFINE: [Option<isize>; N] = [Some(1); N];
    const IS_SOMEWHERE: bool = true;
    const IS_THIN: bool = true;
    const IS_WHOLE: bool = true;
    const ROOT_RANK: Option<usize> = Some(N);
}

/// The space of a run-time view: only the extents that `S` fixes are constants.
pub struct Strided<S>(PhantomData<fn() -> S>);

impl<S> Clone for Strided<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Strided<S> {}

// SAFETY: it claims nothing beyond the extents of the shape, which were checked when the view was made.
unsafe impl<S: Shape<N>, const N: usize> Space<N> for Strided<S> {
    type Elem = S::Elem;
    type Shape = S;
}

/// The space of a block laid out as in the space `P`, at a location known only at run time: permuted, refined or
/// coarsened with respect to its universe.
pub struct Located<P>(PhantomData<fn() -> P>);

impl<P> Clone for Located<P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P> Copy for Located<P> {}

// SAFETY: it claims the layout of `P` only, which does not change when a block is located elsewhere.
unsafe impl<P: Space<N>, const N: usize> Space<N> for Located<P> {
    type Elem = P::Elem;
    type Shape = P::Shape;
    const STRIDE: [Option<isize>; N] = P::STRIDE;
}

/// The space of a block laid out as in the space `P`, whose neighbours lie `STEP` points of the universe apart along each axis.
pub struct Coarsened<P, const STEP: usize>(PhantomData<fn() -> P>);

impl<P, const STEP: usize> Clone for Coarsened<P, STEP> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P, const STEP: usize> Copy for Coarsened<P, STEP> {}

// SAFETY: blocks become this by `Block::coarsened`, which sets the step of each axis and leaves the rest as `P` claims it.
unsafe impl<P: Space<N>, const N: usize, const STEP: usize> Space<N> for Coarsened<P, STEP> {
    type Elem = P::Elem;
    type Shape = P::Shape;
    const STRIDE: [Option<isize>; N] = P::STRIDE;
    const STEP: [Option<isize>; N] = [Some(STEP as isize); N];
    const AXES: [Option<usize>; N] = P::AXES;
    const REFINE: [Option<isize>; N] = P::REFINE;
    const IS_SOMEWHERE: bool = P::IS_SOMEWHERE;
    const IS_THIN: bool = P::IS_THIN;
    const IS_WHOLE: bool = P::IS_WHOLE;
    const ROOT_RANK: Option<usize> = P::ROOT_RANK;
}
