//! What stands in files as a value.

use std::fmt::Display;
use std::str::FromStr;

/// Numbers that files hold.
pub trait Numeral: Copy + FromStr + Display {
    /// What an entry of a pattern is.
    const ONE: Self;
    /// Whether files call it an integer.
    const IS_INTEGER: bool;

    /// The number with the other sign, if there is one.
    fn negated(self) -> Option<Self>;

    /// Whether it is 0.
    fn is_zero(self) -> bool;
}

macro_rules! numbers {
    ($is_integer:literal, $one:literal, $zero:literal, $negated:expr; $($number:ty)*) => {$(
        impl Numeral for $number {
            const ONE: Self = $one;
            const IS_INTEGER: bool = $is_integer;

            fn negated(self) -> Option<Self> {
                let negated: fn(Self) -> Option<Self> = $negated;
                negated(self)
            }

            fn is_zero(self) -> bool {
                self == $zero
            }
        }
    )*};
}

numbers!(true, 1, 0, |number| number.checked_neg(); u8 u16 u32 u64 i8 i16 i32 i64);
numbers!(false, 1.0, 0.0, |number| Some(-number); f32 f64);
