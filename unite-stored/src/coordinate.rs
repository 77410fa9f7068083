//! The integers of index arrays.

use std::fmt;

/// Integers that coordinates and positions are kept as: `u8` to `u64`, and `usize`.
///
/// Small ones save memory, and with it time. Numbers that do not fit are refused when a block is made.
///
/// ```
/// use unite_stored::Coordinate;
/// assert_eq!((u8::of(255), u8::of(256)), (Some(255), None));
/// ```
pub trait Coordinate: Copy + Ord + fmt::Debug + Send + Sync + sealed::Sealed + 'static {
    /// This number as an index. One that is too large for this machine is the largest there is.
    fn index(self) -> usize;

    /// The number that is `index`, if there is one.
    fn of(index: usize) -> Option<Self>;

    /// The lowest digits of `index`.
    fn wrapped(index: usize) -> Self;
}

/// Numbers as they are drawn.
pub(crate) fn numbers<I: Coordinate>(of: &[I]) -> Vec<String> {
    of.iter().map(|number| number.index().to_string()).collect()
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! coordinates {
    ($($integer:ty)*) => {$(
        impl sealed::Sealed for $integer {}

        impl Coordinate for $integer {
            #[inline(always)]
            fn index(self) -> usize {
                usize::try_from(self).unwrap_or(usize::MAX)
            }

            #[inline(always)]
            fn of(index: usize) -> Option<Self> {
                Self::try_from(index).ok()
            }

            #[inline(always)]
            fn wrapped(index: usize) -> Self {
                index as Self
            }
        }
    )*};
}

coordinates!(u8 u16 u32 u64 usize);
