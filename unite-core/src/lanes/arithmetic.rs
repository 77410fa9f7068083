//! Arithmetic on lanes.

use super::Simd;
use super::check::{self, Operation};
use super::count::Count;
use super::lane::{I16, Lane, Lanes, U16, Vector};
use super::vector::Arithmetic;

/// `value` in each lane.
///
/// # Panics
/// With debug assertions on, if the lanes do not hold `value`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn splat<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, value: i32) -> L::Vector {
    if cfg!(debug_assertions) {
        check::fit(Operation::Splat, &[value], &[value], L::RANGE);
    }
    L::Vector::splat(simd, value)
}

macro_rules! checked {
    ($($name:ident, $operation:ident, $what:literal;)*) => {$(
        #[doc = $what]
        ///
        /// # Panics
        /// With debug assertions on, if a result does not fit its lane; otherwise it wraps.
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[track_caller]
        pub fn $name<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
            let _ = simd;
            check::results::<S, L, N>(Operation::$operation, &a, &b);
            a.$name(b)
        }
    )*};
}

checked! {
    add, Add, "`a + b`";
    sub, Subtract, "`a - b`";
    mul, Multiply, "`a * b`";
    abs_diff, Distance, "The distance of `a` and `b`.";
}

macro_rules! free {
    ($($name:ident, $what:literal;)*) => {$(
        #[doc = $what]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
            let _ = simd;
            a.$name(b)
        }
    )*};
}

free! {
    min, "The smaller of `a` and `b`.";
    max, "The larger of `a` and `b`.";
    and, "`a & b`";
    or, "`a | b`";
    xor, "`a ^ b`";
    average, "`(a + b + 1) >> 1`, of which no part overflows.";
}

/// `(a + 2 * b + c + 2) >> 2`, of which no part overflows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn weighted<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
    c: L::Vector,
) -> L::Vector {
    // The mean of two, rounded down, and then that of it and the third, rounded up.
    let odd = a.xor(c).and(L::Vector::splat(simd, 1));
    a.average(c).sub(odd).average(b)
}

/// `(a - b).max(0)`, of numbers that are not negative; no part overflows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sub_capped<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
    let _ = simd;
    // One instruction, which the compiler finds.
    a.max(b).sub(b)
}

/// `(a + b).abs() + (a - b).abs()`, where neither `a + b` nor `a - b` overflows: twice the greater of `a.abs()` and `b.abs()`.
///
/// # Panics
/// With debug assertions on, if a result does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn butterfly_abs<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    let greater = abs::<S, L, N>(simd, a).max(abs::<S, L, N>(simd, b));
    add::<S, L, N>(simd, greater, greater)
}

/// `-a`
///
/// # Panics
/// With debug assertions on, if a result does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn neg<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector) -> L::Vector {
    check::results::<S, L, N>(Operation::Negate, &a, &a);
    L::Vector::splat(simd, 0).sub(a)
}

/// `a + b`, which wraps around in the lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wrapping_add<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    let _ = simd;
    a.add(b)
}

/// `a - b`, which wraps around in the lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wrapping_sub<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    let _ = simd;
    a.sub(b)
}

/// `a * b`, which wraps around in lanes of 16 bits or more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wrapping_mul<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    let _ = simd;
    a.mul(b)
}

/// `-a`, which wraps around in the lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wrapping_neg<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector) -> L::Vector {
    L::Vector::splat(simd, 0).sub(a)
}

/// `!a`, which is `-1 - a`.
///
/// # Panics
/// With debug assertions on, if a result does not fit its lane, as in lanes without sign; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn not<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector) -> L::Vector {
    let _ = simd;
    check::results::<S, L, N>(Operation::Complement, &a, &a);
    a.not()
}

/// The absolute value of `a`.
///
/// # Panics
/// With debug assertions on, if a result does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn abs<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector) -> L::Vector {
    let _ = simd;
    check::results::<S, L, N>(Operation::Magnitude, &a, &a);
    a.abs()
}

/// `a << by`
///
/// # Panics
/// With debug assertions on, if `by` is more than 31, or a result does not fit its lane. As in Rust, bits that
/// lanes of 32 bits lose are no overflow.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn shl<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, by: u32) -> L::Vector {
    debug_assert!(by < 32, "attempt to shift left with overflow: by {by}");
    if cfg!(debug_assertions) && L::BITS < 32 {
        let factors = [1 << by.min(30); N];
        check::fit(Operation::ShiftLeft, &check::values::<S, L, N>(&a), &factors, L::RANGE);
    }
    let by = by % 32;
    if by < L::BITS { a.shl(by) } else { L::Vector::splat(simd, 0) }
}

/// `a >> by`, which keeps the sign.
///
/// # Panics
/// With debug assertions on, if `by` is more than 31.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn shr<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, by: u32) -> L::Vector {
    debug_assert!(by < 32, "attempt to shift right with overflow: by {by}");
    let by = by % 32;
    if by < L::BITS {
        a.shr(by)
    } else if L::RANGE.first < 0 {
        a.shr(L::BITS - 1)
    } else {
        L::Vector::splat(simd, 0)
    }
}

/// The absolute values of numbers with a sign, which are numbers without.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn magnitude<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: Vector<S, I16, N>) -> L::Vector
where
    I16: Lanes<S, N, Count = L::Count>,
{
    let _ = simd;
    L::of_u16(L::Count::unsigned(<I16 as Lanes<S, N>>::to_i16(a).abs()))
}

/// `(a + b).min(0xFFFF)`
///
/// # Panics
/// With debug assertions on, if a result does not fit its lane; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn add_capped<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, b: L::Vector) -> L::Vector {
    check::results::<S, L, N>(Operation::AddCapped, &a, &b);
    if L::KEY == U16::KEY {
        // One instruction, which the compiler finds.
        return a.min(b.not()).add(b);
    }
    let sum = a.add(b);
    if L::BITS == 32 { sum.min(L::Vector::splat(simd, 0xFFFF)) } else { sum }
}

/// `(a + b).min(255)`, of bytes; no part overflows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn add_capped_to_byte<S: Simd, L: Lanes<S, N>, const N: usize>(
    simd: S,
    a: L::Vector,
    b: L::Vector,
) -> L::Vector {
    if L::BITS == 8 {
        // One instruction, which the compiler finds.
        return a.min(b.not()).add(b);
    }
    a.add(b).min(L::Vector::splat(simd, 255))
}
