//! Memory that C points to, as tensors.

use core::slice;

use unite::staged::Pitched;
use unite::{Block, BlockError, Dynamic, Elem};

/// `H` rows of `W` elements that are read.
pub type Read<'a, T, const H: usize, const W: usize> = Block<[[T; W]; H], &'a [T], Pitched<[[T; W]; H]>>;

/// `H` rows of `W` elements that are written.
pub type Written<'a, T, const H: usize, const W: usize> =
    Block<[[T; W]; H], &'a mut [T], Pitched<[[T; W]; H]>>;

/// `H` rows of `W` elements without gaps that are read.
pub type Tight<'a, T, const H: usize, const W: usize> = Block<[[T; W]; H], &'a [T]>;

/// `H` rows of `W` elements without gaps that are written.
pub type TightMut<'a, T, const H: usize, const W: usize> = Block<[[T; W]; H], &'a mut [T]>;

/// Nothing is left to do about memory that cannot be a rectangle: the process ends, as panics must not enter C.
#[cold]
fn refuse(error: BlockError) -> ! {
    panic!("{error}")
}

/// The number of elements from the first to the last one of a rectangle.
fn length(h: usize, w: usize, stride: isize) -> (usize, usize) {
    match usize::try_from(stride) {
        Ok(stride) if stride >= w => ((h - 1) * stride + w, stride),
        _ => panic!("rows of {w} elements cannot be {stride} apart"),
    }
}

/// A rectangle to read, rows `stride` apart.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody writes it for as long as the result lives.
#[inline(always)]
pub unsafe fn read<'a, T, const H: usize, const W: usize>(at: *const T, stride: isize) -> Read<'a, T, H, W>
where
    T: Elem + Dynamic<2>,
{
    let (len, stride) = length(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts(at, len) };
    match Block::external_pitched_ref(memory, [H, W], stride).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// A rectangle to write, rows `stride` apart.
///
/// # Safety
/// The memory from its first to its last element exists, and nobody else uses it for as long as the result lives.
#[inline(always)]
pub unsafe fn write<'a, T, const H: usize, const W: usize>(at: *mut T, stride: isize) -> Written<'a, T, H, W>
where
    T: Elem + Dynamic<2>,
{
    let (len, stride) = length(H, W, stride);
    // SAFETY: the caller vouches for all memory from the first to the last element.
    let memory = unsafe { slice::from_raw_parts_mut(at, len) };
    match Block::external_pitched(memory, [H, W], stride).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// A rectangle without gaps to read.
///
/// # Safety
/// All its elements exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn tight<'a, T, const H: usize, const W: usize>(at: *const T) -> Tight<'a, T, H, W>
where
    T: Elem + Dynamic<2>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, H * W) };
    match Block::external_ref(memory, [H, W]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// A rectangle without gaps to write.
///
/// # Safety
/// All its elements exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn tight_mut<'a, T, const H: usize, const W: usize>(at: *mut T) -> TightMut<'a, T, H, W>
where
    T: Elem + Dynamic<2>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, H * W) };
    match Block::external(memory, [H, W]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// `N` elements that are read.
///
/// # Safety
/// All of them exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn line<'a, T, const N: usize>(at: *const T) -> Block<[T; N], &'a [T]>
where
    T: Elem + Dynamic<1>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, N) };
    match Block::external_ref(memory, [N]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// `N` elements that are written.
///
/// # Safety
/// All of them exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn line_mut<'a, T, const N: usize>(at: *mut T) -> Block<[T; N], &'a mut [T]>
where
    T: Elem + Dynamic<1>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, N) };
    match Block::external(memory, [N]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// `COUNT` square blocks that are read, without gaps.
///
/// # Safety
/// All their elements exist, and nobody writes them for as long as the result lives.
#[inline(always)]
pub unsafe fn blocks<'a, T, const COUNT: usize, const N: usize>(
    at: *const T,
) -> Block<[[[T; N]; N]; COUNT], &'a [T]>
where
    T: Elem + Dynamic<3>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts(at, COUNT * N * N) };
    match Block::external_ref(memory, [COUNT, N, N]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}

/// `COUNT` square blocks that are written, without gaps.
///
/// # Safety
/// All their elements exist, and nobody else uses them for as long as the result lives.
#[inline(always)]
pub unsafe fn blocks_mut<'a, T, const COUNT: usize, const N: usize>(
    at: *mut T,
) -> Block<[[[T; N]; N]; COUNT], &'a mut [T]>
where
    T: Elem + Dynamic<3>,
{
    // SAFETY: the caller vouches for all elements.
    let memory = unsafe { slice::from_raw_parts_mut(at, COUNT * N * N) };
    match Block::external(memory, [COUNT, N, N]).and_then(Block::fixed) {
        Ok(block) => block,
        Err(error) => refuse(error),
    }
}
