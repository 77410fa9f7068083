//! The mean of several elements.

use crate::Elem;

/// An element type that has means: what a coarse point is worth that stands for several.
///
/// Integers round to the nearest, halves up: `floor((sum + n / 2) / n)`, with `n / 2` rounded down, as codecs average.
/// The sum does not overflow.
///
/// ```
/// use unite_core::Mean;
/// assert_eq!(u8::mean([250, 253].into_iter()), Some(252));        // 251.5
/// assert_eq!(i16::mean([-3, -2].into_iter()), Some(-2));          // -2.5
/// assert_eq!(f32::mean([1.0, 2.0].into_iter()), Some(1.5));
/// assert_eq!(u8::mean([].into_iter()), None);
/// ```
pub trait Mean: Elem + PartialOrd {
    /// The mean of all elements; `None` if there are none.
    fn mean(elements: impl Iterator<Item = Self>) -> Option<Self>;
}

macro_rules! integers {
    ($($elem:ty),*) => {$(
        impl Mean for $elem {
            fn mean(elements: impl Iterator<Item = Self>) -> Option<Self> {
                let (sum, n) = elements.fold((0i128, 0i128), |(sum, n), x| (sum + x as i128, n + 1));
                // It lies between two elements, so it is one.
                (n > 0).then(|| (sum + n / 2).div_euclid(n) as $elem)
            }
        }
    )*};
}

macro_rules! floats {
    ($($elem:ty),*) => {$(
        impl Mean for $elem {
            fn mean(elements: impl Iterator<Item = Self>) -> Option<Self> {
                let (sum, n) = elements.fold((0.0, 0usize), |(sum, n), x| (sum + x, n + 1));
                (n > 0).then(|| sum / n as $elem)
            }
        }
    )*};
}

integers!(u8, i8, u16, i16, u32, i32, u64, i64, usize, isize);
floats!(f32, f64);
