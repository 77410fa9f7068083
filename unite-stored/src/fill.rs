//! The values of what is not stored.

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

macro_rules! integer_fills {
    ($($elem:ty)*) => {$(
        fills! { Zero { $elem: 0 } One { $elem: 1 } Most { $elem: <$elem>::MAX } Least { $elem: <$elem>::MIN } }
    )*};
}

integer_fills!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
fills! {
    Zero { f32: 0.0, f64: 0.0, bool: false }
    One { f32: 1.0, f64: 1.0, bool: true }
    Most { f32: f32::INFINITY, f64: f64::INFINITY, bool: true }
    Least { f32: f32::NEG_INFINITY, f64: f64::NEG_INFINITY, bool: false }
}
