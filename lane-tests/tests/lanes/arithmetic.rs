//! What is computed lane by lane.

use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::lanes::{self, *};

/// The result of a scalar operation on each lane, where all of them fit.
fn expected<L: Lane, const N: usize>(
    a: [i32; N],
    b: [i32; N],
    f: impl Fn(i64, i64) -> i64,
) -> Option<[i32; N]> {
    let results: [i64; N] = core::array::from_fn(|lane| f(i64::from(a[lane]), i64::from(b[lane])));
    let fit = |&x: &i64| L::RANGE.first <= i128::from(x) && i128::from(x) <= L::RANGE.last;
    results.iter().all(fit).then(|| results.map(|x| x as i32))
}

fn one<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S) {
    let mut random = Random(0xA076_1D64_78BD_642F);
    for round in 0..60 {
        let (mut a, mut b) = (random.lanes::<L, N>(), random.lanes::<L, N>());
        // Smaller and smaller numbers, so that results fit; and pairs that are equal.
        let by = round % 16;
        a = a.map(|x| x >> by);
        b = b.map(|x| x >> by);
        b[0] = a[0];
        let (va, vb) = (vector::<S, L, N>(simd, a), vector::<S, L, N>(simd, b));
        macro_rules! binary {
            ($($name:ident $f:expr;)*) => {$(
                if let Some(expected) = expected::<L, N>(a, b, $f) {
                    let is = values::<S, L, N>($name::<S, L, N>(simd, va, vb));
                    assert_eq!(is, expected, "{} of {a:?} and {b:?}", stringify!($name));
                }
            )*};
        }
        binary! {
            add |a, b| a + b;
            sub |a, b| a - b;
            mul |a, b| a * b;
            min |a, b| a.min(b);
            max |a, b| a.max(b);
            and |a, b| a & b;
            or |a, b| a | b;
            xor |a, b| a ^ b;
            average |a, b| (a + b + 1) >> 1;
            abs_diff |a, b| (a - b).abs();
            butterfly_abs |a, b| (a + b).abs() + (a - b).abs();
            neg1 |a, _| -a;
            not1 |a, _| !a;
            abs1 |a, _| a.abs();
        }
        let c = random.lanes::<L, N>().map(|x| x >> by);
        let is = values::<S, L, N>(weighted::<S, L, N>(simd, va, vb, vector::<S, L, N>(simd, c)));
        let mean = |lane: usize| (i64::from(a[lane]) + 2 * i64::from(b[lane]) + i64::from(c[lane]) + 2) >> 2;
        assert_eq!(is, core::array::from_fn(|lane| mean(lane) as i32), "{a:?}, {b:?}, {c:?}");
        for by in [0, 1, 3, 7, 8, 15, 16, 31] {
            let is = values::<S, L, N>(shr::<S, L, N>(simd, va, by));
            assert_eq!(is, a.map(|x| x >> by), "{a:?} >> {by}");
            if let Some(expected) = expected::<L, N>(a, b, |a, _| a << by) {
                assert_eq!(values::<S, L, N>(shl::<S, L, N>(simd, va, by)), expected, "{a:?} << {by}");
            }
        }
        macro_rules! compare {
            ($($name:ident $operator:tt;)*) => {$({
                let mask = $name::<S, L, N>(simd, va, vb);
                let expected: [bool; N] = core::array::from_fn(|lane| a[lane] $operator b[lane]);
                assert_eq!(truths::<S, L, N>(simd, mask), expected, "{a:?} {} {b:?}", stringify!($operator));
                let selected = values::<S, L, N>(select::<S, L, N>(simd, mask, va, vb));
                let choice: [i32; N] =
                    core::array::from_fn(|lane| if expected[lane] { a[lane] } else { b[lane] });
                assert_eq!(selected, choice);
            })*};
        }
        compare!(eq ==; ne !=; lt <; le <=; gt >; ge >=;);
        let bits = random.next();
        let mask = mask_of::<S, L, N>(simd, bits);
        let bit = |lane: usize| bits >> lane & 1 == 1;
        assert_eq!(truths::<S, L, N>(simd, mask), core::array::from_fn::<_, N, _>(bit));
        assert_eq!(lanes::bits::<S, L, N>(simd, mask), bits as u32 & (u32::MAX >> (32 - N)));
        let (less, not) = (lt::<S, L, N>(simd, va, vb), mask_not::<S, L, N>(simd, mask));
        let (both, any) = (mask_and::<S, L, N>(simd, mask, less), mask_or::<S, L, N>(simd, not, less));
        let both_are: [bool; N] = core::array::from_fn(|lane| bit(lane) && a[lane] < b[lane]);
        let any_is: [bool; N] = core::array::from_fn(|lane| !bit(lane) || a[lane] < b[lane]);
        assert_eq!(truths::<S, L, N>(simd, both), both_are);
        assert_eq!(truths::<S, L, N>(simd, any), any_is);

        assert_eq!(reduce_min::<S, L, N>(simd, va), a.into_iter().min().unwrap());
        assert_eq!(reduce_max::<S, L, N>(simd, va), a.into_iter().max().unwrap());
        if let Ok(sum) = i32::try_from(a.into_iter().map(i64::from).sum::<i64>()) {
            assert_eq!(reduce_add::<S, L, N>(simd, va), sum, "{a:?}");
        }
        assert_eq!(values::<S, L, N>(splat::<S, L, N>(simd, a[N - 1])), [a[N - 1]; N]);
    }
}

fn neg1<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, _: L::Vector) -> L::Vector {
    neg::<S, L, N>(simd, a)
}

fn not1<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, _: L::Vector) -> L::Vector {
    not::<S, L, N>(simd, a)
}

fn abs1<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, a: L::Vector, _: L::Vector) -> L::Vector {
    abs::<S, L, N>(simd, a)
}

/// The lanes of a mask.
fn truths<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, mask: L::Mask) -> [bool; N] {
    let (one, zero) = (splat::<S, L, N>(simd, 1), splat::<S, L, N>(simd, 0));
    values::<S, L, N>(select::<S, L, N>(simd, mask, one, zero)).map(|x| x == 1)
}

fn two<S: Simd, A: Lanes<S, N>, B: Lanes<S, N, Count = A::Count>, const N: usize>(simd: S) {
    let mut random = Random(0xE703_7ED1_A0B4_28DB);
    let (first, last) = (A::RANGE.first.max(B::RANGE.first) as i64, A::RANGE.last.min(B::RANGE.last) as i64);
    for _ in 0..30 {
        let shared: [i32; N] = core::array::from_fn(|_| random.within(first, last));
        let converted = convert::<S, A, B, N>(simd, vector::<S, A, N>(simd, shared));
        assert_eq!(values::<S, B, N>(converted), shared);
        let bits = random.next();
        let mask = mask_convert::<S, A, B, N>(simd, mask_of::<S, A, N>(simd, bits));
        assert_eq!(
            truths::<S, B, N>(simd, mask),
            core::array::from_fn::<_, N, _>(|lane| bits >> lane & 1 == 1)
        );

        let (a, b) = (random.lanes::<A, N>(), random.lanes::<B, N>());
        let (va, vb) = (vector::<S, A, N>(simd, a), vector::<S, B, N>(simd, b));
        for (ca, cb) in [(1, 1), (181, -473), (-32768, 32767), (40000, -3), (-32768, -32768), (0, 70000)] {
            let sum = |lane: usize| i64::from(a[lane]) * i64::from(ca) + i64::from(b[lane]) * i64::from(cb);
            let sums: [i64; N] = core::array::from_fn(sum);
            if sums.iter().all(|&sum| i32::try_from(sum).is_ok()) {
                let dot = dot2::<S, A, B, N>(simd, va, ca, vb, cb);
                let is: [i32; N] = core::array::from_fn(|lane| dot.lane(lane));
                assert_eq!(is, sums.map(|sum| sum as i32), "{a:?} * {ca} + {b:?} * {cb}");
            }
        }
    }
}

macro_rules! counts {
    ($($module:ident $count:literal $rows:literal $columns:literal;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            fn one_lane_type() {
                struct Run;
                impl Test for Run {
                    fn run<S: Simd>(&self, simd: S) {
                        super::one::<S, U8, $count>(simd);
                        super::one::<S, I16, $count>(simd);
                        super::one::<S, U16, $count>(simd);
                        super::one::<S, I32, $count>(simd);
                    }
                }
                at_each_level(Run);
            }

            #[test]
            fn two_lane_types() {
                struct Run;
                impl Test for Run {
                    fn run<S: Simd>(&self, simd: S) {
                        super::two::<S, U8, I16, $count>(simd);
                        super::two::<S, I16, U8, $count>(simd);
                        super::two::<S, U16, I32, $count>(simd);
                        super::two::<S, I32, U8, $count>(simd);
                        super::two::<S, I32, I16, $count>(simd);
                    }
                }
                at_each_level(Run);
            }

            #[test]
            fn ramps() {
                struct Run;
                impl Test for Run {
                    fn run<S: Simd>(&self, simd: S) {
                        let at = |lane: usize| ((lane / $columns) as i32, (lane % $columns) as i32);
                        let is = ramp::<S, I16, $rows, $columns, $count>(simd, -9, [100, -7]);
                        let expected: [i32; $count] =
                            core::array::from_fn(|lane| -9 + 100 * at(lane).0 - 7 * at(lane).1);
                        assert_eq!(values::<S, I16, $count>(is), expected);
                        let is = ramp::<S, I32, $rows, $columns, $count>(simd, 1 << 20, [-100_000, 3]);
                        let expected: [i32; $count] =
                            core::array::from_fn(|lane| (1 << 20) - 100_000 * at(lane).0 + 3 * at(lane).1);
                        assert_eq!(values::<S, I32, $count>(is), expected);
                        let is = ramp::<S, U8, $rows, $columns, $count>(simd, 200, [1, -2]);
                        let expected: [i32; $count] =
                            core::array::from_fn(|lane| 200 + at(lane).0 - 2 * at(lane).1);
                        assert_eq!(values::<S, U8, $count>(is), expected);
                    }
                }
                at_each_level(Run);
            }

            #[test]
            fn bits_of_numbers() {
                struct Run;
                impl Run {
                    fn each<S: Simd, L: Lanes<S, $count>>(simd: S) {
                        for first in [0, 1, 2, 3, 5, 8, 15, 17, 30, 31, 32, 100, -1, -7, i32::MIN, i32::MAX] {
                            let check = |is, bits: i32| {
                                let expected: [i32; $count] =
                                    core::array::from_fn(|lane| first.wrapping_add(lane as i32) & bits);
                                assert_eq!(values::<S, L, $count>(is), expected, "{first} & {bits}");
                            };
                            check(low_bits::<S, L, 1, $count>(simd, first), 1);
                            check(low_bits::<S, L, 2, $count>(simd, first), 2);
                            check(low_bits::<S, L, 7, $count>(simd, first), 7);
                            check(low_bits::<S, L, 21, $count>(simd, first), 21);
                            check(low_bits::<S, L, 31, $count>(simd, first), 31);
                        }
                    }
                }
                impl Test for Run {
                    fn run<S: Simd>(&self, simd: S) {
                        Run::each::<S, U8>(simd);
                        Run::each::<S, I16>(simd);
                        Run::each::<S, U16>(simd);
                        Run::each::<S, I32>(simd);
                    }
                }
                at_each_level(Run);
            }
        }
    )*};
}

counts! {
    four 4 2 2;
    eight 8 2 4;
    sixteen 16 4 4;
    thirty_two 32 4 8;
}

#[test]
#[cfg(debug_assertions)]
fn overflow_panics() {
    use std::panic::catch_unwind;
    let simd = baseline();
    let byte = |value| splat::<_, U8, 16>(simd, value);
    let half = |value| splat::<_, I16, 8>(simd, value);
    let word = |value| splat::<_, I32, 32>(simd, value);
    assert!(catch_unwind(|| add::<_, U8, 16>(simd, byte(200), byte(56))).is_err());
    assert!(catch_unwind(|| sub::<_, U8, 16>(simd, byte(1), byte(2))).is_err());
    assert!(catch_unwind(|| mul::<_, I16, 8>(simd, half(256), half(128))).is_err());
    assert!(catch_unwind(|| neg::<_, I16, 8>(simd, half(-32768))).is_err());
    assert!(catch_unwind(|| abs::<_, I16, 8>(simd, half(-32768))).is_err());
    assert!(catch_unwind(|| not::<_, U8, 16>(simd, byte(3))).is_err());
    assert!(catch_unwind(|| shl::<_, I16, 8>(simd, half(1), 15)).is_err());
    assert!(catch_unwind(|| add::<_, I32, 32>(simd, word(i32::MAX), word(1))).is_err());
    assert!(catch_unwind(|| convert::<_, I32, I16, 32>(simd, word(32768))).is_err());
    assert!(catch_unwind(|| reduce_add::<_, I32, 32>(simd, word(1 << 30))).is_err());
    assert!(catch_unwind(|| splat::<_, U8, 16>(simd, 256)).is_err());
    assert!(
        catch_unwind(|| dot2::<_, I16, I16, 8>(simd, half(-32768), -32768, half(-32768), -32768)).is_err()
    );
}
