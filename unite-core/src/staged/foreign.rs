//! Tensors that foreign code points to.

use core::marker::PhantomData;
use core::slice;

use super::{Carrier, Exclusive, Pitched, RowMajor, Space};
use crate::geometry::{Geometry, LIMIT};
use crate::{Elem, Shape};

/// How a tensor lies around the element that foreign code points to, in the space `S`.
///
/// What is known of it when a function is compiled is a constant of the space, so that making one costs nothing. Memory comes of it
/// in two steps: first what is borrowed, which a function may take as a reference of its own, then the tensor in it.
///
/// ```
/// use unite_core::staged::{Foreign, Pitched};
///
/// let picture = [1u8, 2, 3, 0, 4, 5, 6, 0]; // two rows of three, four apart
/// // From the last row up, and with a pointer to its second element.
/// let lies = Foreign::<Pitched<[[u8; 3]; 2]>, 2>::pitched([0, 0], [-4], [0, 1]);
/// // SAFETY: six elements around the pointer are those of the rows.
/// let memory = unsafe { lies.memory(&picture[5]) };
/// assert_eq!(memory, &picture[..7]);
/// // SAFETY: that is the memory of these rows.
/// let rows = unsafe { lies.shared(memory) };
/// assert_eq!((rows.extent(0), rows.stride(0)), (2, -4));
/// ```
pub struct Foreign<S, const N: usize> {
    /// From the element that is pointed to, to the one that comes first in memory.
    before: isize,
    /// From that one to behind the last one.
    len: usize,
    /// Whether there are no elements: a constant where all extents are, of which `len` is none.
    is_empty: bool,
    geometry: Geometry<N>,
    space: PhantomData<S>,
}

impl<S, const N: usize> Clone for Foreign<S, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const N: usize> Copy for Foreign<S, N> {}

impl<S: Shape<N>, const N: usize> Foreign<Pitched<S>, N> {
    /// A tensor whose neighbours along all axes but the last lie `strides` elements apart, and along the last one side by side;
    /// pointed to is its element `at`. An extent that is a constant of the shape is not looked at in `extents`.
    ///
    /// # Panics
    /// With debug assertions on, if an extent or a stride is beyond what tensors have, or there are not `N - 1` strides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn pitched<const K: usize>(extents: [usize; N], strides: [isize; K], at: [isize; N]) -> Self {
        const { assert!(K + 1 == N, "a stride for each axis but the last") };
        let mut stride = [1; N];
        let mut axis = 0;
        while axis < K {
            stride[axis] = strides[axis];
            axis += 1;
        }
        Self::over(constant_or::<S, N>(extents), stride, at)
    }
}

impl<S: Shape<N>, const N: usize> Foreign<RowMajor<S>, N> {
    /// A tensor without gaps, of which the element `at` is pointed to. An extent that is a constant of the shape is not looked at in
    /// `extents`.
    ///
    /// # Panics
    /// With debug assertions on, if an extent is beyond what tensors have.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn tight(extents: [usize; N], at: [isize; N]) -> Self {
        let extent = constant_or::<S, N>(extents);
        Self::over(extent, Geometry::row_major(extent).stride, at)
    }
}

/// The extents of a shape, where they are constants, and these where they are not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn constant_or<S: Shape<N>, const N: usize>(extents: [usize; N]) -> [isize; N] {
    let mut extent = [0; N];
    let mut axis = 0;
    while axis < N {
        extent[axis] = match S::EXTENT[axis] {
            Some(constant) => constant,
            None => extents[axis] as isize,
        };
        axis += 1;
    }
    extent
}

impl<S: Space<N>, const N: usize> Foreign<S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn over(extent: [isize; N], stride: [isize; N], at: [isize; N]) -> Self {
        let (mut before, mut first, mut last, mut is_empty) = (0isize, 0isize, 0isize, false);
        let mut axis = 0;
        while axis < N {
            debug_assert!(
                (0..=LIMIT).contains(&extent[axis]) && (-LIMIT..=LIMIT).contains(&stride[axis]),
                "axis {axis} of a tensor has {} elements that lie {} apart: neither is more than {LIMIT}",
                extent[axis],
                stride[axis],
            );
            is_empty |= extent[axis] == 0;
            let run = (extent[axis] - 1) * stride[axis];
            first += run.min(0);
            last += run.max(0);
            before -= at[axis] * stride[axis];
            axis += 1;
        }
        let len = if is_empty { 0 } else { (last - first + 1) as usize };
        let geometry = Geometry { stride, offset: -first, ..Geometry::row_major(extent) };
        Foreign { before: before + first, len, is_empty, geometry, space: PhantomData }
    }

    /// The memory to read, from the element that comes first in it to the one that comes last.
    ///
    /// # Safety
    /// Extents and strides are at most `i32::MAX`. If no extent is 0, `pointer` is aligned and points to the element of the tensor that it
    /// is said to; from the first to the last element in memory, what lies between rows included, there are initialised elements of
    /// one allocation, which nobody writes for as long as the result lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn memory<'a>(&self, pointer: *const S::Elem) -> &'a [S::Elem] {
        if self.is_empty {
            return &[];
        }
        // SAFETY: the caller vouches for all elements from the first to the last one.
        unsafe { slice::from_raw_parts(pointer.offset(self.before), self.len) }
    }

    /// The memory to write, from the element that comes first in it to the one that comes last.
    ///
    /// # Safety
    /// As for [`memory`](Foreign::memory), and nobody else uses the memory for as long as the result lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn memory_mut<'a>(&self, pointer: *mut S::Elem) -> &'a mut [S::Elem] {
        if self.is_empty {
            return &mut [];
        }
        // SAFETY: the caller vouches for all elements from the first to the last one.
        unsafe { slice::from_raw_parts_mut(pointer.offset(self.before), self.len) }
    }

    /// The tensor in its memory, for a kernel that reads it.
    ///
    /// # Safety
    /// `memory` is what [`memory`](Foreign::memory) gave for the same extents and strides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn shared<'a>(&self, memory: &'a [S::Elem]) -> Carrier<'a, S, N>
    where
        S::Elem: Elem,
    {
        debug_assert_eq!(memory.len(), self.len, "the memory of another tensor");
        // SAFETY: memory and geometry are those of the tensor.
        unsafe { Carrier::shared(memory, &self.geometry, self.space) }
    }

    /// The tensor in its memory, for a kernel that writes it.
    ///
    /// # Safety
    /// `memory` is what [`memory_mut`](Foreign::memory_mut) gave for the same extents and strides. The result goes to one parameter of
    /// one kernel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn exclusive<'a>(&self, memory: &'a mut [S::Elem]) -> Exclusive<'a, S, N>
    where
        S::Elem: Elem,
    {
        debug_assert_eq!(memory.len(), self.len, "the memory of another tensor");
        debug_assert!(self.is_apart(), "elements that are written share memory: {:?}", self.geometry);
        // SAFETY: memory and geometry are those of the tensor, which is borrowed for as long as the result is used.
        unsafe { Carrier::exclusive(memory, &self.geometry, self.space).writable() }
    }

    /// Whether no two elements share memory, where each axis lies outside of the next one.
    fn is_apart(&self) -> bool {
        let Geometry { extent, stride, .. } = self.geometry;
        let mut reach = 0;
        (0..N).rev().filter(|&axis| extent[axis] > 1).all(|axis| {
            let is_outside = stride[axis].abs() > reach;
            reach += (extent[axis] - 1) * stride[axis].abs();
            is_outside
        })
    }
}
