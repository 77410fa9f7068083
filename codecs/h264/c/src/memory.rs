//! Memory that C points to, as tensors. What is known of them when a function is compiled is written down once, so that
//! making one costs nothing.

use core::marker::PhantomData;
use core::slice;

use unite::Elem;
use unite::staged::{Carrier, Exclusive, Geometry, Pitched, RowMajor, Space, Tensor, TensorMut};

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

impl<T: Elem, L: Space<N, Elem = T>, const N: usize> Rows<&[T], L, N> {
    /// The tensor on its way into a kernel, at the level of the caller.
    #[inline(always)]
    pub fn shared(&self) -> Carrier<L, N> {
        // SAFETY: memory and geometry belong together.
        unsafe { Carrier::shared(self.memory, &self.geometry, self.space) }
    }
}

impl<T: Elem, L: Space<N, Elem = T>, const N: usize> Rows<&mut [T], L, N> {
    /// The tensor on its way into a kernel that writes it, at the level of the caller.
    ///
    /// # Safety
    /// It is not used otherwise as long as the result is.
    #[inline(always)]
    pub unsafe fn exclusive(self) -> Exclusive<L, N> {
        // SAFETY: memory and geometry belong together, and the caller vouches for nobody else using them.
        unsafe { Carrier::exclusive(self.memory, &self.geometry, self.space).writable() }
    }
}

/// Rows that share elements, or that lie one before the other, cannot be: the process ends, as panics must not enter C. What
/// is said of them is away from the functions that ask, so that these keep nothing in memory for it.
#[cold]
#[inline(never)]
fn refuse(w: usize, stride: isize) -> ! {
    panic!("rows of {w} elements cannot be {stride} apart")
}

/// The number of elements from the first to the last one of a rectangle, and where they lie.
#[inline(always)]
fn rectangle(h: usize, w: usize, stride: isize) -> (usize, Geometry<2>) {
    if stride < w as isize {
        refuse(w, stride);
    }
    let tight = Geometry::row_major([h as isize, w as isize]);
    ((h - 1) * stride as usize + w, Geometry { stride: [stride, 1], ..tight })
}

/// The memory of a rectangle that is read, rows `stride` apart.
///
/// # Safety
/// From its first to its last element it exists, and nobody writes it for as long as the result lives.
#[inline(always)]
pub unsafe fn span<'a, T, const H: usize, const W: usize>(at: *const T, stride: isize) -> &'a [T] {
    // SAFETY: the caller vouches for all memory from the first to the last element.
    unsafe { slice::from_raw_parts(at, rectangle(H, W, stride).0) }
}

/// The memory of a rectangle that is written, rows `stride` apart.
///
/// # Safety
/// From its first to its last element it exists, and nobody else uses it for as long as the result lives.
#[inline(always)]
pub unsafe fn span_mut<'a, T, const H: usize, const W: usize>(at: *mut T, stride: isize) -> &'a mut [T] {
    // SAFETY: the caller vouches for all memory from the first to the last element.
    unsafe { slice::from_raw_parts_mut(at, rectangle(H, W, stride).0) }
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

/// A rectangle to read, rows `stride` apart.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody writes it for as long as the result lives.
#[inline(always)]
pub unsafe fn read<'a, T: Elem, const H: usize, const W: usize>(
    at: *const T,
    stride: isize,
) -> Read<'a, T, H, W> {
    let (len, geometry) = rectangle(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts(at, len) };
    Rows { memory, geometry, space: PhantomData }
}

/// A rectangle to write, rows `stride` apart.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody else uses it for as long as the result lives.
#[inline(always)]
pub unsafe fn write<'a, T: Elem, const H: usize, const W: usize>(
    at: *mut T,
    stride: isize,
) -> Written<'a, T, H, W> {
    let (len, geometry) = rectangle(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts_mut(at, len) };
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
