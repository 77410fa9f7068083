//! Sums of products with constants, against integers.

use super::{Random, Test, at_each_level, values, vector};
use unite_core::staged::lanes::*;

/// Constants of two to six terms: some of 16 bits, some of 17, and 32768, which has no 16 bits with a sign.
macro_rules! weights {
    ($($name:ident: [$($constant:literal),*], $count:literal;)*) => {$(
        struct $name;

        impl Weights<$count> for $name {
            const TERMS: Terms<$count> = terms([$($constant),*]);
        }

        impl $name {
            const CONSTANTS: [i32; $count] = [$($constant),*];
        }
    )*};
}

weights! {
    Two: [77, -5], 2;
    Green: [19595, 38470, 7471], 3;
    First: [40000, -3, 12], 3;
    Last: [1, 2, -65534], 3;
    Blue: [-11059, -21709, 32768], 3;
    Four: [32768, -27439, -5329, 65535], 4;
    Five: [4433, 6270, -15137, 33000, -2446], 5;
    Taps: [1, -5, 20, 20, -5, 1], 6;
}

/// All lanes of all sums whose terms are of a lane type, with pairs and without.
fn sums<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S)
where
    I32: Lanes<S, N, Count = L::Count, Vector = Sum<S, L, N>>,
{
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    /// One of these sums.
    macro_rules! check {
        ($($name:ident $count:literal $pairs:literal;)*) => {$({
            // Partial sums must fit, too.
            let limit = i64::from(i32::MAX) / (2 * $name::CONSTANTS.iter().map(|c| i64::from(c.abs())).sum::<i64>());
            let (first, last) = ((L::RANGE.first as i64).max(-limit), (L::RANGE.last as i64).min(limit));
            let terms: [[i32; N]; $count] =
                core::array::from_fn(|_| core::array::from_fn(|_| random.within(first, last)));
            let expected: [i32; N] = core::array::from_fn(|lane| {
                (0..$count).map(|k| terms[k][lane] * $name::CONSTANTS[k]).sum()
            });
            let vectors = terms.map(|lanes| vector::<S, L, N>(simd, lanes));
            let plain = dot::<S, $name, L, N, $count, ()>(simd, vectors, ());
            assert_eq!(values::<S, I32, N>(plain), expected, "{terms:?}");
            if L::RANGE.fits(Range::I16) {
                let pair = |k: usize| {
                    let k = if 2 * k + 1 < $count { 2 * k } else { $count - 2 };
                    Some(L::Count::pairs(L::to_i16(vectors[k]), L::to_i16(vectors[k + 1])))
                };
                let mut pairs: [Option<Pairs<S, L, N>>; $pairs] = core::array::from_fn(pair);
                let read = dot::<S, $name, L, N, $count, _>(simd, vectors, Read(pairs));
                assert_eq!(values::<S, I32, N>(read), expected, "pairs of {terms:?}");
                pairs[0] = None;
                let some = dot::<S, $name, L, N, $count, _>(simd, vectors, Read(pairs));
                assert_eq!(values::<S, I32, N>(some), expected, "all pairs but one of {terms:?}");
            }
        })*};
    }
    for _ in 0..20 {
        check! { Two 2 1; Green 3 2; First 3 2; Last 3 2; Blue 3 2; Four 4 2; Five 5 3; Taps 6 3; }
    }
}

/// What the compiler does not see through is still the same number.
fn opaque<S: Simd, const N: usize>(simd: S)
where
    U16: Lanes<S, N>,
{
    let mut random = Random(0x1D8A_F066_58B5_6C27);
    for _ in 0..20 {
        let a = random.lanes::<U16, N>();
        assert_eq!(values::<S, U16, N>(apart::<S, U16, N>(simd, vector::<S, U16, N>(simd, a))), a);
    }
}

#[test]
fn sums_of_products() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            sums::<S, U8, 4>(simd);
            sums::<S, I16, 8>(simd);
            sums::<S, U8, 16>(simd);
            sums::<S, I32, 16>(simd);
            sums::<S, I16, 32>(simd);
        }
    }
    at_each_level(Run);
}

#[test]
fn opaque_numbers() {
    struct Run;
    impl Test for Run {
        fn run<S: Simd>(&self, simd: S) {
            opaque::<S, 4>(simd);
            opaque::<S, 8>(simd);
            opaque::<S, 16>(simd);
            opaque::<S, 32>(simd);
        }
    }
    at_each_level(Run);
}
