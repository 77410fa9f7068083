//! Costs of partitions.

use super::scalar;
use unite_h264_c::{Compare, CompareX3, CompareX4};

/// The rows of samples to encode.
const FENC: isize = 16;

/// The differences of `H` rows of `W` samples.
#[inline(always)]
unsafe fn difference<const H: usize, const W: usize>(
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> [[i32; W]; H] {
    let mut d = [[0; W]; H];
    for (y, row) in d.iter_mut().enumerate() {
        // SAFETY: the caller vouches for both rectangles.
        let (a, b): (&[u8; W], &[u8; W]) =
            unsafe { (&*a.offset(y as isize * a_stride).cast(), &*b.offset(y as isize * b_stride).cast()) };
        for x in 0..W {
            row[x] = i32::from(a[x]) - i32::from(b[x]);
        }
    }
    d
}

/// One stage of butterflies of every row: elements `step` apart.
#[inline(always)]
fn butterflies<const N: usize>(d: &mut [[i32; N]; N], step: usize) {
    for row in d {
        for x in (0..N).filter(|x| x & step == 0) {
            (row[x], row[x + step]) = (row[x] + row[x + step], row[x] - row[x + step]);
        }
    }
}

#[inline(always)]
fn transposed<const N: usize>(d: [[i32; N]; N]) -> [[i32; N]; N] {
    std::array::from_fn(|y| std::array::from_fn(|x| d[x][y]))
}

/// The sum of absolute values of the Hadamard transform.
#[inline(always)]
fn hadamard<const N: usize>(mut d: [[i32; N]; N]) -> i32 {
    for _ in 0..2 {
        let mut step = 1;
        while step < N {
            butterflies(&mut d, step);
            step *= 2;
        }
        d = transposed(d);
    }
    d.iter().flatten().map(|coefficient| coefficient.abs()).sum()
}

#[inline(always)]
unsafe fn sum_of_hadamard<const H: usize, const W: usize, const N: usize>(
    a: *const u8,
    a_stride: isize,
    b: *const u8,
    b_stride: isize,
) -> i32 {
    let mut sum = 0;
    for y in (0..H as isize).step_by(N) {
        for x in (0..W as isize).step_by(N) {
            // SAFETY: the caller vouches for both rectangles.
            sum += hadamard(unsafe {
                difference::<N, N>(a.offset(y * a_stride + x), a_stride, b.offset(y * b_stride + x), b_stride)
            });
        }
    }
    sum
}

scalar! {
    fn sad<const H: usize, const W: usize>(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> i32 {
        let mut sum = 0;
        for y in 0..H as isize {
            let (a, b): (&[u8; W], &[u8; W]) = (&*a.offset(y * a_stride).cast(), &*b.offset(y * b_stride).cast());
            sum += a.iter().zip(b).map(|(&a, &b)| i32::from(a.abs_diff(b))).sum::<i32>();
        }
        sum
    }

    fn ssd<const H: usize, const W: usize>(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> i32 {
        let d = difference::<H, W>(a, a_stride, b, b_stride);
        d.iter().flatten().map(|d| d * d).sum()
    }

    fn satd<const H: usize, const W: usize>(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> i32 {
        sum_of_hadamard::<H, W, 4>(a, a_stride, b, b_stride) >> 1
    }

    fn sa8d<const H: usize, const W: usize>(a: *mut u8, a_stride: isize, b: *mut u8, b_stride: isize) -> i32 {
        (sum_of_hadamard::<H, W, 8>(a, a_stride, b, b_stride) + 2) >> 2
    }

    fn sad_x3<const H: usize, const W: usize>(
        s: *mut u8, a: *mut u8, b: *mut u8, c: *mut u8, stride: isize, costs: *mut i32
    ) {
        *costs.cast::<[i32; 3]>() = [a, b, c].map(|p| sad::<H, W>(s, FENC, p, stride));
    }

    fn sad_x4<const H: usize, const W: usize>(
        s: *mut u8, a: *mut u8, b: *mut u8, c: *mut u8, d: *mut u8, stride: isize, costs: *mut i32
    ) {
        *costs.cast::<[i32; 4]>() = [a, b, c, d].map(|p| sad::<H, W>(s, FENC, p, stride));
    }

    fn satd_x3<const H: usize, const W: usize>(
        s: *mut u8, a: *mut u8, b: *mut u8, c: *mut u8, stride: isize, costs: *mut i32
    ) {
        *costs.cast::<[i32; 3]>() = [a, b, c].map(|p| satd::<H, W>(s, FENC, p, stride));
    }

    fn satd_x4<const H: usize, const W: usize>(
        s: *mut u8, a: *mut u8, b: *mut u8, c: *mut u8, d: *mut u8, stride: isize, costs: *mut i32
    ) {
        *costs.cast::<[i32; 4]>() = [a, b, c, d].map(|p| satd::<H, W>(s, FENC, p, stride));
    }
}

/// A function for each of the first sizes in the order of x264.
macro_rules! by_size {
    ($name:ident) => {
        [
            $name::<16, 16>,
            $name::<8, 16>,
            $name::<16, 8>,
            $name::<8, 8>,
            $name::<4, 8>,
            $name::<8, 4>,
            $name::<4, 4>,
        ]
    };
}

/// By the size of a partition.
pub const SAD: [Compare; 7] = by_size!(sad);
/// By the size of a partition.
pub const SSD: [Compare; 7] = by_size!(ssd);
/// By the size of a partition.
pub const SATD: [Compare; 7] = by_size!(satd);
/// Of 16x16 and 8x8.
pub const SA8D: [Compare; 2] = [sa8d::<16, 16>, sa8d::<8, 8>];
/// By the size of a partition.
pub const SAD_X3: [CompareX3; 7] = by_size!(sad_x3);
/// By the size of a partition.
pub const SAD_X4: [CompareX4; 7] = by_size!(sad_x4);
/// By the size of a partition.
pub const SATD_X3: [CompareX3; 7] = by_size!(satd_x3);
/// By the size of a partition.
pub const SATD_X4: [CompareX4; 7] = by_size!(satd_x4);
