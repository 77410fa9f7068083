//! Memory that C points to, as tensors. What is known of them when a function is compiled is written down once, so that
//! making one costs nothing.
// The types of tensors say their shapes.
#![allow(clippy::type_complexity)]

use core::marker::PhantomData;
use core::slice;

use unite::staged::{Carrier, Exclusive, Geometry, Pitched, RowMajor, Space, Tensor, TensorMut};
use unite::{Dyn, Dynamic, Elem, Shape};

/// The memory `M` as a tensor in the space `L`.
pub struct Rows<M, L, const N: usize> {
    memory: M,
    geometry: Geometry<N>,
    space: PhantomData<L>,
}

/// `H` rows of `W` elements that are read.
pub type Read<'a, T, const H: usize, const W: usize> = Rows<&'a [T], Pitched<[[T; W]; H]>, 2>;

/// `H` rows of `W` elements that are written.
pub type Written<'a, T, const H: usize, const W: usize> = Rows<&'a mut [T], Pitched<[[T; W]; H]>, 2>;

/// `H` rows of `W` elements without gaps that are read.
pub type Tight<'a, T, const H: usize, const W: usize> = Rows<&'a [T], RowMajor<[[T; W]; H]>, 2>;

/// `H` rows of `W` elements without gaps that are written.
pub type TightMut<'a, T, const H: usize, const W: usize> = Rows<&'a mut [T], RowMajor<[[T; W]; H]>, 2>;

/// `COUNT` square blocks without gaps.
pub type Blocks<M, T, const COUNT: usize, const N: usize> = Rows<M, RowMajor<[[[T; N]; N]; COUNT]>, 3>;

// SAFETY: the functions below, which alone make one, take as much memory as the extents and strides need, and these are
// those of the space.
unsafe impl<T: Elem, L: Space<N, Elem = T>, const N: usize> Tensor<N> for Rows<&[T], L, N> {
    type Elem = T;
    type Shape = L::Shape;
    type Space = L;

    #[inline(always)]
    fn geometry(&self) -> &Geometry<N> {
        &self.geometry
    }

    #[inline(always)]
    fn memory(&self) -> &[T] {
        self.memory
    }
}

// SAFETY: as for memory that is read.
unsafe impl<T: Elem, L: Space<N, Elem = T>, const N: usize> Tensor<N> for Rows<&mut [T], L, N> {
    type Elem = T;
    type Shape = L::Shape;
    type Space = L;

    #[inline(always)]
    fn geometry(&self) -> &Geometry<N> {
        &self.geometry
    }

    #[inline(always)]
    fn memory(&self) -> &[T] {
        self.memory
    }
}

// SAFETY: there are no other memory and geometry.
unsafe impl<T: Elem, L: Space<N, Elem = T>, const N: usize> TensorMut<N> for Rows<&mut [T], L, N> {
    #[inline(always)]
    fn parts_mut(&mut self) -> (&mut [T], &Geometry<N>) {
        (self.memory, &self.geometry)
    }
}

impl<'a, T: Elem, L: Space<N, Elem = T>, const N: usize> Rows<&'a [T], L, N> {
    /// The tensor on its way into a kernel, at the level of the caller.
    #[inline(always)]
    pub fn shared(&self) -> Carrier<'a, L, N> {
        // SAFETY: memory and geometry belong together.
        unsafe { Carrier::shared(self.memory, &self.geometry, self.space) }
    }
}

impl<'a, T: Elem, L: Space<N, Elem = T>, const N: usize> Rows<&'a mut [T], L, N> {
    /// The tensor on its way into a kernel that writes it, at the level of the caller.
    ///
    /// # Safety
    /// It is not used otherwise as long as the result is.
    #[inline(always)]
    pub unsafe fn exclusive(self) -> Exclusive<'a, L, N> {
        // SAFETY: memory and geometry belong together, and the caller vouches for nobody else using them.
        unsafe { Carrier::exclusive(self.memory, &self.geometry, self.space).writable() }
    }
}

/// The space of rows whose distance is a constant, `P` elements.
pub struct Apart<S, const P: isize>(PhantomData<fn() -> S>);

impl<S, const P: isize> Clone for Apart<S, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const P: isize> Copy for Apart<S, P> {}

// SAFETY: the functions below, which alone carry tensors in this space, make their geometry with the same distance.
unsafe impl<S: Shape<2>, const P: isize> Space<2> for Apart<S, P> {
    type Elem = S::Elem;
    type Shape = S;
    const STRIDE: [Option<isize>; 2] = [Some(P), Some(1)];
    const STEP: [Option<isize>; 2] = [Some(1); 2];
    const AXES: [Option<usize>; 2] = [Some(0), Some(1)];
    const REFINE: [Option<isize>; 2] = [Some(1); 2];
    const IS_SOMEWHERE: bool = true;
    const IS_THIN: bool = true;
    const IS_WHOLE: bool = true;
    const ROOT_RANK: Option<usize> = Some(2);
}

/// From the first element of a rectangle to the one that comes first in memory, the number of elements between that and the
/// last one, and where they lie. Rows may go up, be one and the same, or share elements.
#[inline(always)]
fn rectangle(h: usize, w: usize, stride: isize) -> (isize, usize, Geometry<2>) {
    let rows = (h - 1) as isize * stride;
    let before = rows.min(0);
    let tight = Geometry::row_major([h as isize, w as isize]);
    (before, rows.unsigned_abs() + w, Geometry { offset: -before, stride: [stride, 1], ..tight })
}

/// Rows that are written and share elements: what comes out depends on the order of rows. Nothing outside of them is touched, so
/// that only builds with debug assertions stop.
#[inline(always)]
#[track_caller]
fn written_apart(h: usize, w: usize, stride: isize) {
    debug_assert!(
        h == 1 || stride.unsigned_abs() >= w,
        "rows of {w} elements are written {stride} elements apart, so that they share some: at least {w} are needed"
    );
}

/// A rectangle to read at any distance of rows, also where others write it before or after.
///
/// # Safety
/// Its elements exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn at<'a, T: Elem, const H: usize, const W: usize>(
    at: *const T,
    stride: isize,
) -> Carrier<'a, Pitched<[[T; W]; H]>, 2> {
    let (before, len, geometry) = rectangle(H, W, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.cast_mut().wrapping_offset(before), len, &geometry, PhantomData) }
}

/// A rectangle to read, rows `P` elements apart.
///
/// # Safety
/// Its elements exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn at_pitch<'a, T: Elem, const H: usize, const W: usize, const P: isize>(
    at: *const T,
) -> Carrier<'a, Apart<[[T; W]; H], P>, 2> {
    let (before, len, geometry) = rectangle(H, W, P);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.cast_mut().wrapping_offset(before), len, &geometry, PhantomData) }
}

/// A rectangle to write where it may be what is read, too.
///
/// # Safety
/// Its elements exist, and nobody else writes them while the result is used.
#[inline(always)]
pub unsafe fn at_mut<'a, T: Elem, const H: usize, const W: usize>(
    at: *mut T,
    stride: isize,
) -> Exclusive<'a, Pitched<[[T; W]; H]>, 2> {
    written_apart(H, W, stride);
    let (before, len, geometry) = rectangle(H, W, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.wrapping_offset(before), len, &geometry, PhantomData).writable() }
}

/// A rectangle to write where it may be what is read, too, rows `P` elements apart.
///
/// # Safety
/// Its elements exist, and nobody else writes them while the result is used.
#[inline(always)]
pub unsafe fn at_pitch_mut<'a, T: Elem, const H: usize, const W: usize, const P: isize>(
    at: *mut T,
) -> Exclusive<'a, Apart<[[T; W]; H], P>, 2> {
    const { assert!(P >= W as isize, "rows share elements") };
    let (before, len, geometry) = rectangle(H, W, P);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.wrapping_offset(before), len, &geometry, PhantomData).writable() }
}

/// The memory of a rectangle that is written, rows `stride` apart, from the element of it that comes first.
///
/// # Safety
/// From its first to its last element it exists, and nobody else uses it for as long as the result lives.
#[inline(always)]
pub unsafe fn span_mut<'a, T, const H: usize, const W: usize>(at: *mut T, stride: isize) -> &'a mut [T] {
    let (before, len, _) = rectangle(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    unsafe { slice::from_raw_parts_mut(at.offset(before), len) }
}

/// The rectangle whose memory this is.
///
/// # Safety
/// `memory` is that which [`span_mut`] makes for this rectangle.
#[inline(always)]
pub unsafe fn rows_mut<T: Elem, const H: usize, const W: usize>(
    memory: &mut [T],
    stride: isize,
) -> Written<'_, T, H, W> {
    written_apart(H, W, stride);
    let (_, len, geometry) = rectangle(H, W, stride);
    debug_assert_eq!(memory.len(), len, "the memory of another rectangle");
    Rows { memory, geometry, space: PhantomData }
}

/// Copies rows, of which each has its own place; what is copied may lie where it goes to.
///
/// # Safety
/// The elements of both rectangles exist, and nobody else writes them meanwhile.
#[inline(always)]
pub unsafe fn copy_rows<T: Copy, const H: usize, const W: usize>(
    to: *mut T,
    to_stride: isize,
    from: *const T,
    from_stride: isize,
) {
    for y in 0..H as isize {
        // SAFETY: the caller vouches for the rows of both.
        unsafe {
            let row: [T; W] = from.offset(y * from_stride).cast::<[T; W]>().read_unaligned();
            to.offset(y * to_stride).cast::<[T; W]>().write_unaligned(row);
        }
    }
}

/// `N` elements that are read.
///
/// # Safety
/// All of them exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn array<'a, T, const N: usize>(at: *const T) -> &'a [T; N] {
    // SAFETY: the caller vouches for all elements.
    unsafe { &*at.cast() }
}

/// `N` elements that are written.
///
/// # Safety
/// All of them exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn array_mut<'a, T, const N: usize>(at: *mut T) -> &'a mut [T; N] {
    // SAFETY: the caller vouches for all elements.
    unsafe { &mut *at.cast() }
}

/// A rectangle to read, rows `stride` apart, which nobody writes.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody writes it for as long as the result lives.
#[inline(always)]
pub unsafe fn read<'a, T: Elem, const H: usize, const W: usize>(
    at: *const T,
    stride: isize,
) -> Read<'a, T, H, W> {
    let (before, len, geometry) = rectangle(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts(at.offset(before), len) };
    Rows { memory, geometry, space: PhantomData }
}

/// A rectangle to write, rows `stride` apart, which nobody else uses.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody else uses it for as long as the result lives.
#[inline(always)]
pub unsafe fn write<'a, T: Elem, const H: usize, const W: usize>(
    at: *mut T,
    stride: isize,
) -> Written<'a, T, H, W> {
    written_apart(H, W, stride);
    let (before, len, geometry) = rectangle(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts_mut(at.offset(before), len) };
    Rows { memory, geometry, space: PhantomData }
}

/// A rectangle without gaps to read.
///
/// # Safety
/// All its elements exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn tight<'a, T: Elem, const H: usize, const W: usize>(at: *const T) -> Tight<'a, T, H, W> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, H * W) };
    Rows { memory, geometry: Geometry::row_major([H as isize, W as isize]), space: PhantomData }
}

/// A rectangle without gaps to write.
///
/// # Safety
/// All its elements exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn tight_mut<'a, T: Elem, const H: usize, const W: usize>(at: *mut T) -> TightMut<'a, T, H, W> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, H * W) };
    Rows { memory, geometry: Geometry::row_major([H as isize, W as isize]), space: PhantomData }
}

/// `N` elements that are read.
///
/// # Safety
/// All of them exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn line<'a, T: Elem, const N: usize>(at: *const T) -> Rows<&'a [T], RowMajor<[T; N]>, 1> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, N) };
    Rows { memory, geometry: Geometry::row_major([N as isize]), space: PhantomData }
}

/// `N` elements to read, also where others write them before or after.
///
/// # Safety
/// All of them exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn line_at<'a, T: Elem, const N: usize>(at: *const T) -> Carrier<'a, RowMajor<[T; N]>, 1> {
    // SAFETY: memory and geometry are those of the elements, and the caller vouches for them.
    unsafe { Carrier::raw(at.cast_mut(), N, &Geometry::row_major([N as isize]), PhantomData) }
}

/// `N` elements that are written.
///
/// # Safety
/// All of them exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn line_mut<'a, T: Elem, const N: usize>(at: *mut T) -> Rows<&'a mut [T], RowMajor<[T; N]>, 1> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, N) };
    Rows { memory, geometry: Geometry::row_major([N as isize]), space: PhantomData }
}

/// `COUNT` square blocks that are read, without gaps.
///
/// # Safety
/// All their elements exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn blocks<'a, T: Elem, const COUNT: usize, const N: usize>(
    at: *const T,
) -> Blocks<&'a [T], T, COUNT, N> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, COUNT * N * N) };
    Rows {
        memory,
        geometry: Geometry::row_major([COUNT as isize, N as isize, N as isize]),
        space: PhantomData,
    }
}

/// `COUNT` square blocks that are written, without gaps.
///
/// # Safety
/// All their elements exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn blocks_mut<'a, T: Elem, const COUNT: usize, const N: usize>(
    at: *mut T,
) -> Blocks<&'a mut [T], T, COUNT, N> {
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, COUNT * N * N) };
    Rows {
        memory,
        geometry: Geometry::row_major([COUNT as isize, N as isize, N as isize]),
        space: PhantomData,
    }
}

/// A rectangle of any extents to read, at any distance of rows.
///
/// # Safety
/// Neither extent is 0. Its elements exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn area<'a, T: Dynamic<2>>(
    at: *const T,
    [h, w]: [usize; 2],
    stride: isize,
) -> Carrier<'a, Pitched<<T as Dynamic<2>>::Shape>, 2> {
    let (before, len, geometry) = rectangle(h, w, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.cast_mut().wrapping_offset(before), len, &geometry, PhantomData) }
}

/// A rectangle of any extents to write.
///
/// # Safety
/// As for [`area`].
#[inline(always)]
pub unsafe fn area_mut<'a, T: Dynamic<2>>(
    at: *mut T,
    [h, w]: [usize; 2],
    stride: isize,
) -> Exclusive<'a, Pitched<<T as Dynamic<2>>::Shape>, 2> {
    written_apart(h, w, stride);
    let (before, len, geometry) = rectangle(h, w, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.wrapping_offset(before), len, &geometry, PhantomData).writable() }
}

/// Any number of rows of `W` elements to read, at any distance of rows.
///
/// # Safety
/// There is a row. The elements exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn rows<'a, T: Elem, const W: usize>(
    at: *const T,
    h: usize,
    stride: isize,
) -> Carrier<'a, Pitched<Dyn<[T; W]>>, 2> {
    let (before, len, geometry) = rectangle(h, W, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.cast_mut().wrapping_offset(before), len, &geometry, PhantomData) }
}

/// Any number of rows of `W` elements to write, where they may be what is read, too.
///
/// # Safety
/// As for [`rows`].
#[inline(always)]
pub unsafe fn rows_at_mut<'a, T: Elem, const W: usize>(
    at: *mut T,
    h: usize,
    stride: isize,
) -> Exclusive<'a, Pitched<Dyn<[T; W]>>, 2> {
    written_apart(h, W, stride);
    let (before, len, geometry) = rectangle(h, W, stride);
    // SAFETY: memory and geometry are those of the rectangle, and the caller vouches for it.
    unsafe { Carrier::raw(at.wrapping_offset(before), len, &geometry, PhantomData).writable() }
}

/// Any number of elements to read.
///
/// # Safety
/// There is one. All exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn list<'a, T: Dynamic<1>>(
    at: *const T,
    len: usize,
) -> Carrier<'a, RowMajor<<T as Dynamic<1>>::Shape>, 1> {
    // SAFETY: memory and geometry are those of the elements, and the caller vouches for them.
    unsafe { Carrier::raw(at.cast_mut(), len, &Geometry::row_major([len as isize]), PhantomData) }
}

/// Any number of elements to write.
///
/// # Safety
/// As for [`list`].
#[inline(always)]
pub unsafe fn list_mut<'a, T: Dynamic<1>>(
    at: *mut T,
    len: usize,
) -> Exclusive<'a, RowMajor<<T as Dynamic<1>>::Shape>, 1> {
    // SAFETY: memory and geometry are those of the elements, and the caller vouches for them.
    unsafe { Carrier::raw(at, len, &Geometry::row_major([len as isize]), PhantomData).writable() }
}

/// Rectangles without gaps, one after the other, to read.
///
/// # Safety
/// All their elements exist, and nobody writes them while the result is used.
#[inline(always)]
pub unsafe fn cube<'a, T: Elem, const A: usize, const B: usize, const C: usize>(
    at: *const T,
) -> Carrier<'a, RowMajor<[[[T; C]; B]; A]>, 3> {
    let geometry = Geometry::row_major([A as isize, B as isize, C as isize]);
    // SAFETY: memory and geometry are those of the elements, and the caller vouches for them.
    unsafe { Carrier::raw(at.cast_mut(), A * B * C, &geometry, PhantomData) }
}

/// Rectangles without gaps, one after the other, to write.
///
/// # Safety
/// As for [`cube`].
#[inline(always)]
pub unsafe fn cube_mut<'a, T: Elem, const A: usize, const B: usize, const C: usize>(
    at: *mut T,
) -> Exclusive<'a, RowMajor<[[[T; C]; B]; A]>, 3> {
    let geometry = Geometry::row_major([A as isize, B as isize, C as isize]);
    // SAFETY: memory and geometry are those of the elements, and the caller vouches for them.
    unsafe { Carrier::raw(at, A * B * C, &geometry, PhantomData).writable() }
}

/// A square without gaps to read.
///
/// # Safety
/// As for [`tight`].
#[inline(always)]
pub unsafe fn square<'a, T: Elem, const N: usize>(at: *const T) -> Tight<'a, T, N, N> {
    // SAFETY: the caller vouches for it.
    unsafe { tight(at) }
}

/// A square without gaps to write.
///
/// # Safety
/// As for [`tight_mut`].
#[inline(always)]
pub unsafe fn square_mut<'a, T: Elem, const N: usize>(at: *mut T) -> TightMut<'a, T, N, N> {
    // SAFETY: the caller vouches for it.
    unsafe { tight_mut(at) }
}
