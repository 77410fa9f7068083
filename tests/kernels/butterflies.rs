//! Absolute values of sums and differences that are added up, and elements side by side that are only summed up, in whatever order the
//! loops are; at every level.

use super::{at_every_level_and_width, numbers};
use unite::staged::Outcome;
use unite::{Block, kernel};

#[kernel]
#[instance(of_16_bits: T = i16)]
#[instance(of_32_bits: T = i32)]
fn both_steps<T>(out: &mut Tensor<[[i32]]>, a: &Tensor<[[T]]>, b: &Tensor<[[T]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        let (sum, difference) = (a[[y, x]] + b[[y, x]], a[[y, x]] - b[[y, x]]);
        out[[y, x]] = sum.abs() + 1 + difference.abs();
    }
}

#[kernel]
#[instance(sum_4x4: T = i16, H = 4, W = 4)]
#[instance(sum_8x4: T = i16, H = 4, W = 8)]
#[instance(sum_4x8: T = i16, H = 8, W = 4)]
#[instance(sum_8x8: T = i16, H = 8, W = 8)]
#[instance(sum_16x8: T = i16, H = 8, W = 16)]
#[instance(sum_8x16: T = u8, H = 16, W = 8)]
#[instance(sum_16x16: T = i16, H = 16, W = 16)]
#[instance(sum_of_bytes: T = u8, H = 16, W = 16)]
#[instance(sum_of_words: T = i32, H = 8, W = 16)]
#[instance(sum_12x6: T = i16, H = 6, W = 12)]
fn sum_of_fours<T, const H: usize, const W: usize>(a: &Tensor<[[T; W]; H]>) -> i32 {
    let mut sum = 0;
    for y in 0..H {
        for u in 0..W / 4 {
            let [c0, c1, c2, c3] = a[[y, 4 * u..4 * u + 4]];
            sum += (c0 + c3).abs() + (c1 - 2 * c2).abs() + (c0 - c3).abs() + (2 * c2 + c1).abs();
        }
    }
    sum
}

/// Here it matters which element is where.
#[kernel]
fn weighted_fours(a: &Tensor<[[i16; 16]; 16]>) -> i32 {
    let mut sum = 0;
    for y in 0..16 {
        for u in 0..4 {
            let [c0, c1, c2, c3] = a[[y, 4 * u..4 * u + 4]];
            sum += (c0 + c1 - c2 - c3) * (1 + 3 * y + u);
        }
    }
    sum
}

/// A loop of one point inside of another, and what is left of a division.
#[kernel]
#[instance(halves_of_five: N = 5)]
fn halves<const N: usize>(out: &mut Tensor<[[i16; 8]; 2]>, a: &Tensor<[[i16; 8]; 2]>) {
    for x in 0..8 {
        for y in 0..N % 2 {
            out[[y, x]] = a[[y + N / 4, x]];
        }
    }
}

#[test]
fn absolute_values_of_sums_and_differences_are_twice_the_greater() {
    assert!(of_16_bits::plan().contains("(a + b).abs() + (a - b).abs()"), "{}", of_16_bits::plan());
    let expected = |a: i32, b: i32| (a + b).abs() + 1 + (a - b).abs();
    at_every_level_and_width(|width| {
        let seed = width as u32;
        let [a, b] = [seed, seed + 7].map(|seed| numbers(seed, 2 * width, [-32_768, 32_767]));
        let mut out = Block::<i32>::zeros([2, width]);
        let narrow = |v: &[i32]| Block::from_vec(v.iter().map(|x| *x as i16).collect(), [2, width]).unwrap();
        of_16_bits(&mut out, &narrow(&a), &narrow(&b));
        let all: Vec<i32> = a.iter().zip(&b).map(|(a, b)| expected(*a, *b)).collect();
        assert_eq!(out.as_slice(), all);

        // Twice the greater of two is an `i32`, if their sum is one.
        let most = i32::MAX / 4;
        let [a, b] = [seed, seed + 7].map(|seed| numbers(seed, 2 * width, [-most, most]));
        let wide = |v: &[i32]| Block::from_vec(v.to_vec(), [2, width]).unwrap();
        of_32_bits(&mut out, &wide(&a), &wide(&b));
        let all: Vec<i32> = a.iter().zip(&b).map(|(a, b)| expected(*a, *b)).collect();
        assert_eq!(out.as_slice(), all);
    });
}

/// Nothing is known of numbers of 32 bits: a sum of two may be none.
#[test]
#[cfg(debug_assertions)]
fn a_step_that_overflows_panics() {
    at_every_level_and_width(|width| {
        let [a, b] = [i32::MAX, 1].map(|x| Block::from_vec(vec![x; 2 * width], [2, width]).unwrap());
        let mut out = Block::<i32>::zeros([2, width]);
        let run = std::panic::AssertUnwindSafe(|| of_32_bits(&mut out, &a, &b));
        assert!(std::panic::catch_unwind(run).is_err(), "{width}");
    });
}

/// The sum of rows of so many, by definition.
fn by_definition(all: &[i32]) -> i32 {
    let of = |c: &[i32]| {
        let [c0, c1, c2, c3] = [c[0], c[1], c[2], c[3]];
        (c0 + c3).abs() + (c1 - 2 * c2).abs() + (c0 - c3).abs() + (2 * c2 + c1).abs()
    };
    all.chunks(4).map(of).sum()
}

#[test]
fn elements_side_by_side_are_summed_up_in_any_order() {
    assert!(sum_16x16::plan().contains("lanes along y and u, 4 x 4"), "{}", sum_16x16::plan());
    assert!(sum_4x8::plan().contains("lanes along y, 8"), "{}", sum_4x8::plan());
    macro_rules! sums {
        ($seed:expr; $($kernel:ident $elem:ty, $h:literal $w:literal, $extremes:expr;)*) => {$({
            let all = numbers($seed, $h * $w, $extremes);
            let row = |y: usize| std::array::from_fn(|x| all[$w * y + x] as $elem);
            let block = Block::from(std::array::from_fn::<[$elem; $w], $h, _>(row));
            assert_eq!($kernel(&block), by_definition(&all), "{}", stringify!($kernel));
        })*};
    }
    at_every_level_and_width(|seed| {
        let (i16s, u8s) = ([-32_768, 32_767], [0, 255]);
        sums! {
            seed as u32;
            sum_4x4 i16, 4 4, i16s;
            sum_8x4 i16, 4 8, i16s;
            sum_4x8 i16, 8 4, i16s;
            sum_8x8 i16, 8 8, i16s;
            sum_16x8 i16, 8 16, i16s;
            sum_8x16 u8, 16 8, u8s;
            sum_16x16 i16, 16 16, i16s;
            sum_of_bytes u8, 16 16, u8s;
            sum_of_words i32, 8 16, [-4_000_000, 4_000_000];
            sum_12x6 i16, 6 12, i16s;
        }
        let all = numbers(seed as u32, 256, i16s);
        let row = |y: usize| std::array::from_fn(|x| all[16 * y + x] as i16);
        let block = Block::from(std::array::from_fn::<[i16; 16], 16, _>(row));
        let of = |(at, c): (usize, &[i32])| {
            let (y, u) = (at as i32 / 4, at as i32 % 4);
            (c[0] + c[1] - c[2] - c[3]) * (1 + 3 * y + u)
        };
        assert_eq!(weighted_fours(&block), all.chunks(4).enumerate().map(of).sum::<i32>());
    });
}

#[test]
fn a_loop_of_one_point_is_the_outermost_one_as_well() {
    let plan = halves_of_five::plan();
    assert!(plan.contains("lanes along x, 8"), "{plan}");
    assert!(matches!(halves_of_five::remarks()[0].outcome, Outcome::Lanes { .. }));
    let a = Block::from([[1i16, 2, 3, 4, 5, 6, 7, 8], [-1, -2, -3, -4, -5, -6, -7, -8]]);
    let mut out = Block::<[[i16; 8]; 2]>::stack();
    halves_of_five(&mut out, &a);
    assert_eq!(out.as_slice()[..8], [-1, -2, -3, -4, -5, -6, -7, -8]);
    assert_eq!(out.as_slice()[8..], [0; 8]);
}
