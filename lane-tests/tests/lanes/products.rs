//! Upper halves of products, and casts, against integers.

use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::lanes::*;

fn upper_halves<S: Simd, const N: usize>(simd: S)
where
    I16: Lanes<S, N>,
    U16: Lanes<S, N, Count = <I16 as Lanes<S, N>>::Count>,
    I32: Lanes<S, N, Count = <I16 as Lanes<S, N>>::Count>,
{
    let mut random = Random(0x8EBC_6AF0_9C88_C6E3);
    for _ in 0..60 {
        let (a, b) = (random.lanes::<I16, N>(), random.lanes::<I16, N>());
        let (va, vb) = (vector::<S, I16, N>(simd, a), vector::<S, I16, N>(simd, b));
        let product = |lane: usize| a[lane] * b[lane];
        let high = mul_high_signed::<S, I32, N>(simd, va, vb);
        let expected: [i32; N] = core::array::from_fn(|lane| product(lane) >> 16);
        assert_eq!(values::<S, I32, N>(high), expected, "{a:?} * {b:?}");
        let rounded = mul_rounded::<S, I16, N>(simd, va, vb);
        let expected: [i32; N] =
            core::array::from_fn(|lane| i32::from(((product(lane) + (1 << 14)) >> 15) as i16));
        assert_eq!(values::<S, I16, N>(rounded), expected, "{a:?} * {b:?}");
        for by in 1..=14 {
            let shifted = shr_rounded::<S, I16, N>(simd, va, vector::<S, I16, N>(simd, [by; N]));
            let expected = a.map(|x| (x + (1 << (by - 1))) >> by);
            assert_eq!(values::<S, I16, N>(shifted), expected, "{a:?} >> {by}");
        }

        // With one factor less than the others no sum wraps.
        let (c, d) = (random.lanes::<I16, N>().map(|x| x.max(-0x7FFF)), random.lanes::<I16, N>());
        let [vc, vd] = [c, d].map(|values| vector::<S, I16, N>(simd, values));
        let expected: [i32; N] = core::array::from_fn(|lane| a[lane] * b[lane] + c[lane] * d[lane]);
        assert_eq!(values::<S, I32, N>(two_products::<S, I32, N>(simd, va, vb, vc, vd)), expected);

        let a = a.map(|x| x.max(-0x7FFF));
        for b in [b, b.map(|x| x.signum())] {
            let (va, vb) = (vector::<S, I16, N>(simd, a), vector::<S, I16, N>(simd, b));
            let expected: [i32; N] =
                core::array::from_fn(|lane| if b[lane] < 0 { -a[lane] } else { a[lane] });
            assert_eq!(values::<S, I16, N>(with_sign::<S, I16, N>(simd, va, vb)), expected, "{a:?}, {b:?}");
            assert_eq!(values::<S, I32, N>(with_sign::<S, I32, N>(simd, va, vb)), expected, "{a:?}, {b:?}");
        }

        let (a, b) = (random.lanes::<U16, N>(), random.lanes::<U16, N>());
        let (va, vb) = (vector::<S, U16, N>(simd, a), vector::<S, U16, N>(simd, b));
        let high = mul_high::<S, U16, N>(simd, va, vb);
        let expected: [i32; N] =
            core::array::from_fn(|lane| ((a[lane] as u32 * b[lane] as u32) >> 16) as i32);
        assert_eq!(values::<S, U16, N>(high), expected, "{a:?} * {b:?}");
    }
}

/// Whether any lane is not 0, which lanes above the last one do not say.
fn any<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S) {
    let nothing = vector::<S, L, N>(simd, [0; N]);
    assert!(!any_nonzero::<S, L, N>(simd, nothing));
    assert!(!any_nonzero::<S, L, N>(simd, splat::<S, L, N>(simd, 0)));
    let is_one = eq::<S, L, N>(simd, nothing, splat::<S, L, N>(simd, 1));
    assert!(!anywhere::<S, L, N>(simd, is_one));
    assert!(anywhere::<S, L, N>(simd, mask_not::<S, L, N>(simd, is_one)));
    for at in 0..N {
        let mut values = [0; N];
        values[at] = 1;
        let v = vector::<S, L, N>(simd, values);
        assert!(any_nonzero::<S, L, N>(simd, v), "lane {at} of {N}");
        let is_one = eq::<S, L, N>(simd, v, splat::<S, L, N>(simd, 1));
        assert!(anywhere::<S, L, N>(simd, is_one), "lane {at} of {N}");
    }
}

/// Bytes: capped sums, and sums of which others are taken away.
fn bytes<S: Simd, const N: usize>(simd: S)
where
    U8: Lanes<S, N>,
    I16: Lanes<S, N, Count = <U8 as Lanes<S, N>>::Count>,
{
    let mut random = Random(0x94D0_49BB_1331_11EB);
    for _ in 0..60 {
        let (a, b) = (random.lanes::<U8, N>(), random.lanes::<U8, N>());
        let (va, vb) = (vector::<S, U8, N>(simd, a), vector::<S, U8, N>(simd, b));
        let expected: [i32; N] = core::array::from_fn(|lane| (a[lane] + b[lane]).min(255));
        let capped = add_capped_to_byte::<S, U8, N>(simd, va, vb);
        assert_eq!(values::<S, U8, N>(capped), expected, "{a:?} + {b:?}");
        let (wa, wb) = (vector::<S, I16, N>(simd, a), vector::<S, I16, N>(simd, b));
        let capped = add_capped_to_byte::<S, I16, N>(simd, wa, wb);
        assert_eq!(values::<S, I16, N>(capped), expected, "{a:?} + {b:?}");

        // Lanes above the last one hold anything.
        let (nothing, all) = (splat::<S, U8, N>(simd, 0), splat::<S, U8, N>(simd, 255));
        let above =
            |of: [i32; N]| xor::<S, U8, N>(simd, vector::<S, U8, N>(simd, of.map(|value| 255 - value)), all);
        let sums = add_distances::<S, N>(simd, Distances::none(simd), above(a), nothing);
        let sums = sub_distances::<S, N>(simd, sums, above(b), nothing);
        let expected = a.iter().sum::<i32>() - b.iter().sum::<i32>();
        assert_eq!(sum_of_distances::<S, N>(simd, sums), expected, "{a:?} - {b:?}");
    }
}

/// Sums of two bytes with weights of every size that has no sign.
fn weighted_bytes<S: Simd, const N: usize>(simd: S)
where
    U8: Lanes<S, N>,
    I16: Lanes<S, N, Count = <U8 as Lanes<S, N>>::Count>,
    I32: Lanes<S, N, Count = <U8 as Lanes<S, N>>::Count>,
{
    let mut random = Random(0xA54F_F53A_5F1D_36F1);
    for [v, w, by] in [[0, 127, 1], [127, 0, 1], [64, 64, 1], [3, 5, 8], [8, 0, 8], [11, 11, 11], [1, 126, 1]]
    {
        let (a, b) = (random.lanes::<U8, N>(), random.lanes::<U8, N>());
        // Lanes above the last one hold anything.
        let (va, vb) = (vector::<S, U8, N>(simd, a), vector::<S, U8, N>(simd, b));
        let [sv, sw, sby] = [v, w, by].map(|weight| splat::<S, U8, N>(simd, weight));
        let sum = |lane: usize| a[lane] * v + b[lane] * w;
        if by == 1 {
            let sums = byte_products::<S, I16, N>(simd, va, vb, sv, sw);
            assert_eq!(values::<S, I16, N>(sums), core::array::from_fn(sum), "{a:?} * {v} + {b:?} * {w}");
        }
        if v * by + w * by < 129 {
            let products = byte_products_times::<S, I32, N>(simd, va, vb, sv, sw, sby);
            let expected: [i32; N] = core::array::from_fn(|lane| sum(lane) * by);
            assert_eq!(values::<S, I32, N>(products), expected, "({a:?} * {v} + {b:?} * {w}) * {by}");
        }
    }
}

/// Numbers from 0 to a last one, by every divisor that a table has.
fn divisions<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S)
where
    U16: Lanes<S, N, Count = L::Count>,
{
    let mut random = Random(0x1E37_79B9_7F4A_7C15);
    for by in [1, 2, 3, 5, 7, 9, 10, 16, 25, 255, 641, 1000, 32767, 65535] {
        for last in [0, 1, 8, 2299, 32767, 65535, 1_000_000] {
            let range = Range::new(0, i128::from(last.min(L::RANGE.last as i32)));
            let division = Division::new(range, Range::exact(by));
            let mut a = random.lanes::<L, N>().map(|x| x.rem_euclid(range.last as i32 + 1));
            (a[0], a[1]) = (range.last as i32, (range.last as i32 / by as i32 * by as i32 - 1).max(0));
            let quotients = divided::<S, L, N>(simd, vector::<S, L, N>(simd, a), division);
            assert_eq!(values::<S, L, N>(quotients), a.map(|x| x / by as i32), "{a:?} / {by}");
        }
    }
    let division = Division::new(Range::new(-9, 9), Range::exact(4));
    assert!(!division.has_reciprocal(), "towards zero");
    assert!(Division::new(Range::new(0, 2299), Range::exact(9)).has_reciprocal());
}

/// Casts of all values of a lane type, to the lanes of the type that is cast to.
fn casts<S: Simd, From: Lanes<S, N>, const N: usize>(simd: S)
where
    U8: Lanes<S, N, Count = From::Count>,
    I16: Lanes<S, N, Count = From::Count>,
    U16: Lanes<S, N, Count = From::Count>,
    I32: Lanes<S, N, Count = From::Count>,
{
    let mut random = Random(0x5896_36B9_0B5D_19A5);
    for _ in 0..30 {
        let a = random.lanes::<From, N>();
        let v = vector::<S, From, N>(simd, a);
        let to_u8 = wrap::<S, From, U8, N>(simd, v, 8, false);
        assert_eq!(values::<S, U8, N>(to_u8), a.map(|x| i32::from(x as u8)), "{a:?} as u8");
        let to_i8 = wrap::<S, From, I16, N>(simd, v, 8, true);
        assert_eq!(values::<S, I16, N>(to_i8), a.map(|x| i32::from(x as i8)), "{a:?} as i8");
        let to_i16 = wrap::<S, From, I16, N>(simd, v, 16, true);
        assert_eq!(values::<S, I16, N>(to_i16), a.map(|x| i32::from(x as i16)), "{a:?} as i16");
        let to_u16 = wrap::<S, From, U16, N>(simd, v, 16, false);
        assert_eq!(values::<S, U16, N>(to_u16), a.map(|x| i32::from(x as u16)), "{a:?} as u16");
        let wide = wrap::<S, From, I32, N>(simd, v, 8, true);
        assert_eq!(values::<S, I32, N>(wide), a.map(|x| i32::from(x as i8)), "{a:?} as i8");
    }
}

macro_rules! counts {
    ($($name:ident $count:literal;)*) => {$(
        #[test]
        fn $name() {
            struct Run;
            impl Test for Run {
                fn run<S: Simd>(&self, simd: S) {
                    upper_halves::<S, $count>(simd);
                    weighted_bytes::<S, $count>(simd);
                    any::<S, U8, $count>(simd);
                    any::<S, I16, $count>(simd);
                    any::<S, I32, $count>(simd);
                    casts::<S, U8, $count>(simd);
                    casts::<S, I16, $count>(simd);
                    casts::<S, U16, $count>(simd);
                    casts::<S, I32, $count>(simd);
                    divisions::<S, I16, $count>(simd);
                    divisions::<S, U16, $count>(simd);
                    divisions::<S, I32, $count>(simd);
                }
            }
            at_each_level(Run);
        }
    )*};
}

counts! {
    four 4;
    eight 8;
    sixteen 16;
    thirty_two 32;
}

#[test]
fn bytes_are_added_up() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            bytes::<S, 4>(simd);
            bytes::<S, 8>(simd);
            bytes::<S, 16>(simd);
            bytes::<S, 32>(simd);
        }
    }
    at_each_level(Run);
}

#[test]
fn sums_of_signed_numbers_are_asked_for_by_range() {
    assert!(are_signed(Range::I16, Range::exact(-0x8000)));
    assert!(!are_signed(Range::I16, Range::exact(0x8000)));
    assert!(!are_signed(Range::U16, Range::I16));
}
