//! Numbers with a fraction as integers: what `as` makes of them, but without a branch, so that the compiler converts several at once.

/// A number with a fraction that becomes an integer, toward 0. Past the ends of the type it becomes these, and what is no number becomes 0.
pub trait Saturate<I>: Copy {
    /// The integer.
    fn saturate(self) -> I;
}

/// The integer that a number with a fraction becomes, as by `number as I`.
///
/// ```
/// use unite_core::staged::saturated;
/// assert_eq!([-3.7f32, 3.7, 300.0, f32::NAN].map(saturated::<_, u8>), [0, 3, 255, 0]);
/// assert_eq!([-3.7f64, 3e9, f64::NAN].map(saturated::<_, i32>), [-3, i32::MAX, 0]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn saturated<F: Saturate<I>, I>(number: F) -> I {
    number.saturate()
}

macro_rules! saturate {
    ($($float:ty => $integer:ty, up to $most:expr;)*) => {$(
        impl Saturate<$integer> for $float {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn saturate(self) -> $integer {
                const LEAST: $float = <$integer>::MIN as $float;
                /// The greatest number whose integer the type holds.
                const MOST: $float = $most;
                // What is no number is not at least anything.
                let inside = if self >= LEAST { self } else { LEAST };
                let inside = if inside <= MOST { inside } else { MOST };
                // SAFETY: it is a number from the least to the greatest of the integers of a type that has no more of them than `i32`.
                let integer = unsafe { inside.to_int_unchecked::<i32>() } as $integer;
                let integer = if self > MOST { <$integer>::MAX } else { integer };
                if self.is_nan() { 0 } else { integer }
            }
        }
    )*};
}

saturate! {
    f32 => u8, up to u8::MAX as f32;
    f32 => i8, up to i8::MAX as f32;
    f32 => u16, up to u16::MAX as f32;
    f32 => i16, up to i16::MAX as f32;
    // The last one before 2^31.
    f32 => i32, up to 2_147_483_520.0;
    f64 => u8, up to u8::MAX as f64;
    f64 => i8, up to i8::MAX as f64;
    f64 => u16, up to u16::MAX as f64;
    f64 => i16, up to i16::MAX as f64;
    f64 => i32, up to i32::MAX as f64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Around all ends of types and all powers of two, and what is no number.
    #[test]
    fn integers_are_those_of_the_conversion() {
        let ends = [0u32, 0x8000_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC0_0001];
        let near = (0..=32).flat_map(|power| {
            let number = (power as f32).exp2();
            [number, -number].map(f32::to_bits)
        });
        for bits in ends
            .into_iter()
            .chain(near)
            .flat_map(|bits| (-70i32..70).map(move |d| bits.wrapping_add_signed(d)))
        {
            let number = f32::from_bits(bits);
            assert_eq!(saturated::<_, u8>(number), number as u8, "{number}");
            assert_eq!(saturated::<_, i8>(number), number as i8, "{number}");
            assert_eq!(saturated::<_, u16>(number), number as u16, "{number}");
            assert_eq!(saturated::<_, i16>(number), number as i16, "{number}");
            assert_eq!(saturated::<_, i32>(number), number as i32, "{number}");
            for number in [f64::from(number), f64::from(number).next_up(), f64::from(number).next_down()] {
                assert_eq!(saturated::<_, u8>(number), number as u8, "{number}");
                assert_eq!(saturated::<_, i8>(number), number as i8, "{number}");
                assert_eq!(saturated::<_, u16>(number), number as u16, "{number}");
                assert_eq!(saturated::<_, i16>(number), number as i16, "{number}");
                assert_eq!(saturated::<_, i32>(number), number as i32, "{number}");
            }
        }
    }
}
