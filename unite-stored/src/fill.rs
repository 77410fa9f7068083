//! The values of what is not stored.

use unite_core::staged::Extremes;

/// The value of every element that is not stored, as part of a type.
///
/// ```
/// use unite_stored::{Csr, Fill, Most, StoredBlock};
///
/// // A white picture with one black pixel.
/// let picture = StoredBlock::<u8, Csr, 2, Most>::from_entries([2, 2], [([0, 1], 0)])?;
/// assert_eq!(picture.to_dense(), [255, 0, 255, 255]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub trait Fill<T>: 'static {
    /// The value.
    const VALUE: T;
}

/// The fill is 0, `false` of truth values.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

/// The fill is 1, `true` of truth values.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// The fill is the greatest value: infinity of floating-point numbers. It changes nothing in a minimum.
#[derive(Clone, Copy, Debug)]
pub struct Most;

/// The fill is the least value: minus infinity of floating-point numbers. It changes nothing in a maximum.
#[derive(Clone, Copy, Debug)]
pub struct Least;

macro_rules! fills {
    ($($fill:ty { $($elem:ty: $value:expr),* })*) => {$($(
        impl Fill<$elem> for $fill {
            const VALUE: $elem = $value;
        }
    )*)*};
}

macro_rules! number_fills {
    ($($elem:ty)*) => {$(
        fills! {
            Zero { $elem: 0 as $elem }
            One { $elem: 1 as $elem }
            Most { $elem: <$elem as Extremes>::MOST }
            Least { $elem: <$elem as Extremes>::LEAST }
        }
    )*};
}

number_fills!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize f32 f64);
fills! {
    Zero { bool: false }
    One { bool: true }
    Most { bool: true }
    Least { bool: false }
}
