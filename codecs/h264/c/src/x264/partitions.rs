//! Partitions of luminance in the layout of x264, of samples of any depth: where the samples of a quarter are, their average, and weights.

use core::ffi::c_void;

use unite::staged::lanes::Simd;

/// `x264_weight_t`: weights of a reference picture (8.4.2.3.2).
#[repr(C)]
pub struct Weight {
    /// What x264's own functions keep.
    pub cached: [[i16; 8]; 2],
    /// `logWD`.
    pub log_wd: i32,
    /// `w`.
    pub scale: i32,
    /// `o`.
    pub offset: i32,
    /// The functions for it; null where nothing is weighted.
    pub functions: *const c_void,
}

/// Any number of rows, averaged.
pub type AverageRows<T> = unsafe extern "C" fn(
    pred: *mut T,
    pred_stride: isize,
    a: *const T,
    b: *const T,
    stride: isize,
    height: i32,
);

/// Any number of rows, weighted.
pub type WeighRows<T> = unsafe extern "C" fn(
    pred: *mut T,
    pred_stride: isize,
    p: *mut T,
    stride: isize,
    weight: *const Weight,
    height: i32,
);

/// A depth of samples: what is done to rows of them.
pub trait Depth {
    /// What samples are kept in.
    type Sample: Copy;

    /// The average of two partitions of `H` rows of `W` samples, at the level of the caller.
    ///
    /// # Safety
    /// There are these of all three.
    unsafe fn average<S: Simd, const H: usize, const W: usize>(
        level: S,
        pred: *mut Self::Sample,
        pred_stride: isize,
        of: [*const Self::Sample; 2],
        stride: isize,
    );

    /// Rows of `W` samples, averaged at the level in force.
    fn average_rows<const W: usize>() -> AverageRows<Self::Sample>;

    /// Rows of `W` samples, weighted at the level in force.
    fn weigh_rows<const W: usize>() -> WeighRows<Self::Sample>;
}

/// A plane of half samples, and how many rows and columns further a sample of it is.
type Sample = (usize, [isize; 2]);

/// Of which samples a quarter is the average (8.4.2.2.1), by its quarters downwards and to the right: `G`, `b`, `h` and `j` are those
/// of the planes. What is one of these is there once.
const QUARTERS: [[(Sample, Option<Sample>); 4]; 4] = {
    const G: Sample = (0, [0, 0]);
    const B: Sample = (1, [0, 0]);
    const H: Sample = (2, [0, 0]);
    const J: Sample = (3, [0, 0]);
    // The full samples to the right and below, the half ones to the right and below.
    const TO_THE_RIGHT: Sample = (0, [0, 1]);
    const BELOW: Sample = (0, [1, 0]);
    const M: Sample = (2, [0, 1]);
    const S: Sample = (1, [1, 0]);
    [
        [(G, None), (G, Some(B)), (B, None), (TO_THE_RIGHT, Some(B))],
        [(G, Some(H)), (B, Some(H)), (B, Some(J)), (B, Some(M))],
        [(H, None), (H, Some(J)), (J, None), (J, Some(M))],
        [(BELOW, Some(H)), (S, Some(H)), (S, Some(J)), (S, Some(M))],
    ]
};

/// Samples of a plane, and others that they are the average with, if there are two.
type Samples<T> = (*const T, Option<*const T>);

/// Where the samples of a quarter are.
///
/// # Safety
/// There are four planes, with samples where the vector leads to.
#[inline(always)]
pub unsafe fn samples_of<T>(planes: *const *mut T, stride: isize, [mv_x, mv_y]: [i32; 2]) -> Samples<T> {
    let (first, second) = QUARTERS[(mv_y & 3) as usize][(mv_x & 3) as usize];
    let [y, x] = [mv_y >> 2, mv_x >> 2].map(|full| full as isize);
    let at = |(plane, [down, right]): Sample| {
        // SAFETY: the caller vouches for the planes.
        unsafe { (*planes.add(plane)).offset((y + down) * stride + x + right).cast_const() }
    };
    (at(first), second.map(at))
}

/// The average of two partitions of a plane, at the level of the caller.
///
/// # Safety
/// There are `height` rows of `width` samples of all three.
#[inline(always)]
unsafe fn average_of<D: Depth, S: Simd>(
    level: S,
    pred: *mut D::Sample,
    pred_stride: isize,
    of: [*const D::Sample; 2],
    stride: isize,
    [width, height]: [i32; 2],
) {
    // SAFETY: the caller vouches for all three.
    unsafe {
        match (width, height) {
            (16, 16) => D::average::<S, 16, 16>(level, pred, pred_stride, of, stride),
            (16, 8) => D::average::<S, 8, 16>(level, pred, pred_stride, of, stride),
            (8, 16) => D::average::<S, 16, 8>(level, pred, pred_stride, of, stride),
            (8, 8) => D::average::<S, 8, 8>(level, pred, pred_stride, of, stride),
            (8, 4) => D::average::<S, 4, 8>(level, pred, pred_stride, of, stride),
            (4, 8) => D::average::<S, 8, 4>(level, pred, pred_stride, of, stride),
            (4, 4) => D::average::<S, 4, 4>(level, pred, pred_stride, of, stride),
            _ => average_in_parts::<D>(pred, pred_stride, of, stride, width, height),
        }
    }
}

/// The average of two partitions of any size, which no encoder asks for.
///
/// # Safety
/// As for [`average_of`].
#[cold]
unsafe fn average_in_parts<D: Depth>(
    pred: *mut D::Sample,
    pred_stride: isize,
    [a, b]: [*const D::Sample; 2],
    stride: isize,
    width: i32,
    height: i32,
) {
    let mut x = 0;
    while x < width.max(0) as usize && height > 0 {
        let (columns, rows) = match width as usize - x {
            16.. => (16, D::average_rows::<16>()),
            8.. => (8, D::average_rows::<8>()),
            4.. => (4, D::average_rows::<4>()),
            _ => (1, D::average_rows::<1>()),
        };
        // SAFETY: the caller vouches for all three, of which these are columns.
        unsafe { rows(pred.add(x), pred_stride, a.add(x), b.add(x), stride, height) }
        x += columns;
    }
}

/// A partition as it is.
///
/// # Safety
/// There are `height` rows of `width` samples of both.
#[inline(always)]
unsafe fn copy_of<T: Copy>(
    pred: *mut T,
    pred_stride: isize,
    p: *const T,
    stride: isize,
    [width, height]: [i32; 2],
) {
    /// Rows of so many samples.
    unsafe fn rows<T: Copy, const W: usize>(
        pred: *mut T,
        pred_stride: isize,
        p: *const T,
        stride: isize,
        height: i32,
    ) {
        for y in 0..height as isize {
            // SAFETY: the caller vouches for the rows of both.
            unsafe {
                let row = p.offset(y * stride).cast::<[T; W]>().read_unaligned();
                pred.offset(y * pred_stride).cast::<[T; W]>().write_unaligned(row);
            }
        }
    }
    // SAFETY: as above.
    unsafe {
        match width {
            16 => rows::<T, 16>(pred, pred_stride, p, stride, height),
            8 => rows::<T, 8>(pred, pred_stride, p, stride, height),
            4 => rows::<T, 4>(pred, pred_stride, p, stride, height),
            _ => {
                for y in 0..height as isize {
                    pred.offset(y * pred_stride).copy_from(p.offset(y * stride), width.max(0) as usize);
                }
            }
        }
    }
}

/// A weighted partition, which may be weighted where it lies: its columns by powers of two, so that no vector of a row ends over
/// samples that were weighted before.
///
/// # Safety
/// There are `height` rows of `width` samples of both.
unsafe fn weigh_all<D: Depth>(
    pred: *mut D::Sample,
    pred_stride: isize,
    p: *const D::Sample,
    stride: isize,
    weight: *const Weight,
    width: i32,
    height: i32,
) {
    let mut x = 0;
    while x < width.max(0) as usize {
        let (columns, weigh) = match width as usize - x {
            16.. => (16, D::weigh_rows::<16>()),
            8.. => (8, D::weigh_rows::<8>()),
            4.. => (4, D::weigh_rows::<4>()),
            2.. => (2, D::weigh_rows::<2>()),
            _ => (1, D::weigh_rows::<1>()),
        };
        // SAFETY: the caller vouches for both, of which these are columns.
        unsafe { weigh(pred.add(x), pred_stride, p.add(x).cast_mut(), stride, weight, height) }
        x += columns;
    }
}

/// Rows of `W` samples, of which no power of two is as many: weighted part by part.
///
/// # Safety
/// There are `height` rows of `W` samples of both.
pub unsafe extern "C" fn weigh_in_parts<D: Depth, const W: i32>(
    pred: *mut D::Sample,
    pred_stride: isize,
    p: *mut D::Sample,
    stride: isize,
    weight: *const Weight,
    height: i32,
) {
    // SAFETY: the caller vouches for as many rows of `W` samples of both.
    unsafe { weigh_all::<D>(pred, pred_stride, p, stride, weight, W, height) }
}

/// `mc_luma`, at the level of the caller: a partition, of [`samples_of()`] planes.
///
/// # Safety
/// There are the samples of the partition and those that it is made of, and a weight.
#[inline(always)]
pub unsafe fn luma<D: Depth, S: Simd>(
    level: S,
    pred: *mut D::Sample,
    pred_stride: isize,
    samples: Samples<D::Sample>,
    stride: isize,
    [width, height]: [i32; 2],
    weight: *const Weight,
) {
    // SAFETY: the caller vouches for all of them.
    unsafe {
        let weighted = !(*weight).functions.is_null();
        match samples {
            (a, Some(b)) => {
                average_of::<D, S>(level, pred, pred_stride, [a, b], stride, [width, height]);
                if weighted {
                    weigh_all::<D>(pred, pred_stride, pred, pred_stride, weight, width, height);
                }
            }
            (p, None) if weighted => weigh_all::<D>(pred, pred_stride, p, stride, weight, width, height),
            (p, None) => copy_of(pred, pred_stride, p, stride, [width, height]),
        }
    }
}

/// `get_ref`, at the level of the caller: the same, or where it is in a plane already, with the distance of rows there.
///
/// # Safety
/// As for [`luma`].
#[inline(always)]
pub unsafe fn reference<D: Depth, S: Simd>(
    level: S,
    pred: *mut D::Sample,
    pred_stride: *mut isize,
    samples: Samples<D::Sample>,
    stride: isize,
    [width, height]: [i32; 2],
    weight: *const Weight,
) -> *mut D::Sample {
    // SAFETY: the caller vouches for all of them.
    unsafe {
        let weighted = !(*weight).functions.is_null();
        match samples {
            (a, Some(b)) => {
                average_of::<D, S>(level, pred, *pred_stride, [a, b], stride, [width, height]);
                if weighted {
                    weigh_all::<D>(pred, *pred_stride, pred, *pred_stride, weight, width, height);
                }
                pred
            }
            (p, None) if weighted => {
                weigh_all::<D>(pred, *pred_stride, p, stride, weight, width, height);
                pred
            }
            (p, None) => {
                *pred_stride = stride;
                p.cast_mut()
            }
        }
    }
}
