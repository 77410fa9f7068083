//! From lanes of one type to lanes of another.

use super::check;
use super::count::Count;
use super::lane::Lanes;
use super::vector::Arithmetic;
use super::{Range, Simd};

/// The same values in lanes of another type.
///
/// # Panics
/// With debug assertions on, if a value does not fit; otherwise the lane holds anything.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn convert<S: Simd, From: Lanes<S, N>, To: Lanes<S, N, Count = From::Count>, const N: usize>(
    simd: S,
    v: From::Vector,
) -> To::Vector {
    let _ = simd;
    check::converted::<S, From, To, N>(&v);
    From::into::<To>(v)
}

/// `a * ca + b * cb`, in lanes of 32 bits.
///
/// # Panics
/// With debug assertions on, if a sum does not fit; otherwise it wraps.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn dot2<S: Simd, A: Lanes<S, N>, B: Lanes<S, N, Count = A::Count>, const N: usize>(
    simd: S,
    a: A::Vector,
    ca: i32,
    b: B::Vector,
    cb: i32,
) -> <A::Count as Count<S, N>>::I32 {
    if cfg!(debug_assertions) {
        let (a, b) = (check::values::<S, A, N>(&a), check::values::<S, B, N>(&b));
        let term = |a: i32, c: i32| i64::from(a) * i64::from(c);
        for lane in 0..N {
            let sum = term(a[lane], ca).saturating_add(term(b[lane], cb));
            assert!(
                i32::try_from(sum).is_ok(),
                "attempt to add with overflow: {} * {ca} + {} * {cb} in lane {lane}",
                a[lane],
                b[lane],
            );
        }
    }
    let fits = |range: Range| range.fits(Range::I16);
    if fits(A::RANGE) && fits(B::RANGE) && fits_i16(ca) && fits_i16(cb) {
        A::Count::dot2(simd, A::to_i16(a), ca as i16, B::to_i16(b), cb as i16)
    } else {
        let (a, b) = (A::to_i32(a), B::to_i32(b));
        a.mul(Arithmetic::splat(simd, ca)).add(b.mul(Arithmetic::splat(simd, cb)))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn fits_i16(constant: i32) -> bool {
    i16::try_from(constant).is_ok()
}
