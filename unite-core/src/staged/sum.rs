//! What sums are made of. Their type is that of what is added, which only the compiler knows.

use core::ops::Add;

/// The sum of nothing.
#[inline(always)]
pub fn zero<T: Default>() -> T {
    T::default()
}

/// One term more.
#[inline(always)]
pub fn sum<T: Add<Output = T>>(total: T, term: T) -> T {
    total + term
}
