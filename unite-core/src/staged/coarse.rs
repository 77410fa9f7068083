//! Reads and writes of all points that one point of a coarse tensor stands for.

use crate::Elem;
use crate::ptr::Ptr;

/// Calls `f` with the offset of each of a box of points: how many there are along each axis, and how far apart.
#[cfg_attr(not(debug_assertions), inline(always))]
fn each(points: [isize; 4], strides: [isize; 4], mut f: impl FnMut(isize)) {
    for a in 0..points[0] {
        for b in 0..points[1] {
            for c in 0..points[2] {
                for d in 0..points[3] {
                    f(a * strides[0] + b * strides[1] + c * strides[2] + d * strides[3]);
                }
            }
        }
    }
}

/// What a mean is made of: sums that do not overflow for as many points as memory holds of small elements.
pub trait Averaged: Elem {
    /// The type of sums.
    type Sum: Copy + Default;

    /// One more element.
    fn plus(sum: Self::Sum, value: Self::Wide) -> Self::Sum;

    /// The mean of `points` elements, rounded as [`Mean`](crate::Mean) does.
    fn over(sum: Self::Sum, points: isize) -> Self::Wide;
}

macro_rules! integers {
    ($($elem:ty => $wide:ty, $sum:ty);*) => {$(
        impl Averaged for $elem {
            type Sum = $sum;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus(sum: $sum, value: $wide) -> $sum {
                sum + value as $sum
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over(sum: $sum, points: isize) -> $wide {
                (sum + (points / 2) as $sum).div_euclid(points as $sum) as $wide
            }
        }
    )*};
}

macro_rules! floats {
    ($($elem:ty),*) => {$(
        impl Averaged for $elem {
            type Sum = $elem;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus(sum: $elem, value: $elem) -> $elem {
                sum + value
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn over(sum: $elem, points: isize) -> $elem {
                sum / points as $elem
            }
        }
    )*};
}

integers!(
    u8 => i32, i64; i8 => i32, i64; u16 => i32, i64; i16 => i32, i64; u32 => u32, i128; i32 => i32, i64;
    u64 => u64, i128; i64 => i64, i128; usize => usize, i128; isize => isize, i128
);
floats!(f32, f64);

/// The mean of a box of points, `points` along each axis and `strides` apart, of which the first is at `offset`.
///
/// # Safety
/// All of them lie in the memory of the tensor's nearest block, and there is one.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn mean<T: Averaged>(
    tensor: Ptr<T>,
    offset: isize,
    points: [isize; 4],
    strides: [isize; 4],
) -> T::Wide {
    let mut sum = T::Sum::default();
    each(points, strides, |at| {
        // SAFETY: the caller promises that every point of the box lies in the block.
        sum = T::plus(sum, unsafe { tensor.read(offset + at) });
    });
    T::over(sum, points[0] * points[1] * points[2] * points[3])
}

/// The least element of such a box.
///
/// # Safety
/// As for [`mean`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn least<T: Elem<Wide: PartialOrd>>(
    tensor: Ptr<T>,
    offset: isize,
    points: [isize; 4],
    strides: [isize; 4],
) -> T::Wide {
    // SAFETY: the caller promises that there is a point.
    let mut best = unsafe { tensor.read(offset) };
    each(points, strides, |at| {
        // SAFETY: the caller promises that every point of the box lies in the block.
        let value = unsafe { tensor.read(offset + at) };
        if value < best {
            best = value;
        }
    });
    best
}

/// The greatest element of such a box.
///
/// # Safety
/// As for [`mean`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn greatest<T: Elem<Wide: PartialOrd>>(
    tensor: Ptr<T>,
    offset: isize,
    points: [isize; 4],
    strides: [isize; 4],
) -> T::Wide {
    // SAFETY: the caller promises that there is a point.
    let mut best = unsafe { tensor.read(offset) };
    each(points, strides, |at| {
        // SAFETY: the caller promises that every point of the box lies in the block.
        let value = unsafe { tensor.read(offset + at) };
        if value > best {
            best = value;
        }
    });
    best
}

/// Writes a value to every point of such a box.
///
/// # Safety
/// As for [`mean`]; and the block may be written.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn broadcast<T: Elem>(
    tensor: Ptr<T>,
    offset: isize,
    points: [isize; 4],
    strides: [isize; 4],
    value: T::Wide,
) {
    each(points, strides, |at| {
        // SAFETY: the caller promises that every point of the box lies in the block.
        unsafe { tensor.write(offset + at, value) }
    });
}
