//! What sums and extremes are made of. Their type is that of their terms, which only the compiler knows.

use core::ops::{Add, BitAnd, BitOr, Mul};

use crate::elem::Elem;

/// The sum of nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn zero<T: Default>() -> T {
    T::default()
}

/// One term more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sum<T: Add<Output = T>>(total: T, term: T) -> T {
    total + term
}

/// One factor more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn product<T: Mul<Output = T>>(total: T, factor: T) -> T {
    total * factor
}

/// Whether all of them hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn both<T: BitAnd<Output = T>>(total: T, term: T) -> T {
    total & term
}

/// Whether one of them holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn either<T: BitOr<Output = T>>(total: T, term: T) -> T {
    total | term
}

/// The larger of two. What is no number is passed over.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn larger<T: PartialOrd>(total: T, term: T) -> T {
    if term > total { term } else { total }
}

/// The smaller of two. What is no number is passed over.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn smaller<T: PartialOrd>(total: T, term: T) -> T {
    if term < total { term } else { total }
}

/// One of several totals: the first half and the second half, until one is left.
///
/// ```
/// use unite_core::staged::{folded, sum};
/// assert_eq!(folded([1, 20, 300, 4000], sum), 4321);
/// assert_eq!(folded([1e30f32, 1.0, -1e30, 1.0], sum), 2.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn folded<T: Copy, const N: usize>(mut totals: [T; N], fold: impl Fn(T, T) -> T) -> T {
    let mut half = N / 2;
    while half > 0 {
        for k in 0..half {
            totals[k] = fold(totals[k], totals[k + half]);
        }
        half /= 2;
    }
    totals[0]
}

/// A type with a value that changes nothing as a factor.
#[diagnostic::on_unimplemented(message = "there is no `{Self}` that is one")]
pub trait Unit: Copy {
    /// One; `true` of truth values.
    const UNIT: Self;
}

macro_rules! units {
    ($($number:ty: $unit:literal;)*) => {$(
        impl Unit for $number {
            const UNIT: Self = $unit;
        }
    )*};
}

units! {
    u8: 1; i8: 1; u16: 1; i16: 1; u32: 1; i32: 1; u64: 1; i64: 1; u128: 1; i128: 1; usize: 1; isize: 1;
    f32: 1.0; f64: 1.0; bool: true;
}

/// The product of nothing; that of conditions holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn one<T: Unit>() -> T {
    T::UNIT
}

/// One of a type of elements, as it is computed with.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn one_element<T: Elem + Unit>() -> T::Wide {
    T::UNIT.widen()
}

/// A type of numbers with a least and a largest one, infinities included.
#[diagnostic::on_unimplemented(message = "there is no least and no largest `{Self}`")]
pub trait Extremes: Copy {
    /// The least one.
    const LEAST: Self;
    /// The largest one.
    const MOST: Self;
}

macro_rules! extremes {
    ($($number:ty: $least:ident $most:ident;)*) => {$(
        impl Extremes for $number {
            const LEAST: Self = <$number>::$least;
            const MOST: Self = <$number>::$most;
        }
    )*};
}

extremes! {
    u8: MIN MAX; i8: MIN MAX; u16: MIN MAX; i16: MIN MAX; u32: MIN MAX; i32: MIN MAX; u64: MIN MAX; i64: MIN MAX;
    u128: MIN MAX; i128: MIN MAX; usize: MIN MAX; isize: MIN MAX;
    f32: NEG_INFINITY INFINITY; f64: NEG_INFINITY INFINITY;
}

/// The least number, which is what the largest of nothing is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn least<T: Extremes>() -> T {
    T::LEAST
}

/// The largest number, which is what the smallest of nothing is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn most<T: Extremes>() -> T {
    T::MOST
}

/// The least element of a type, as it is computed with.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn least_element<T: Elem + Extremes>() -> T::Wide {
    T::LEAST.widen()
}

/// The largest element of a type, as it is computed with.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn most_element<T: Elem + Extremes>() -> T::Wide {
    T::MOST.widen()
}
