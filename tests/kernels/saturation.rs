//! What is found in the graph of values: saturating subtraction, upper halves of products that round; and reads that only look alike.
//! Against naive loops; at every level.

use super::at_every_level_and_width;
use unite::staged::Outcome;
use unite::{Block, kernel};

#[kernel]
fn darker(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = (a[[y, x]] - b[[y, x]]).max(0);
    }
}

/// Operands that leave bytes.
#[kernel]
fn much_darker(out: &mut Tensor<[[i16]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = (3 * a[[y, x]] - 2 * b[[y, x]]).max(0);
    }
}

const HALF: i32 = 1 << 14;

#[kernel]
fn scaled(out: &mut Tensor<[[i16]]>, a: &Tensor<[[i16]]>, #[range(-16384..=16384)] by: i32) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = (HALF + by * a[[y, x]]) >> 15;
    }
}

/// What is read under a condition is an element of another tensor.
#[kernel]
fn one_of_both(out: &mut Tensor<[[u8; 16]; 4]>, a: &Tensor<[[u8; 16]; 4]>, b: &Tensor<[[u8; 16]; 4]>) {
    out[[!y, !x]] = if a[[!y, !x]] > 99 { b[[!y, !x]] } else { 7 };
}

/// What is read under a condition was written before.
#[kernel]
fn counted(out: &mut Tensor<[[u8; 16]; 4]>, a: &mut Tensor<[[u8; 16]; 4]>) {
    for y in 0..4 {
        for x in 0..16 {
            let before = a[[y, x]];
            a[[y, x]] = before >> 1;
            out[[y, x]] = if before > 99 { a[[y, x]] } else { before };
        }
    }
}

fn bytes(seed: u32, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(747_796_405) | 1;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Extremes are as frequent as all else.
        [0, 255, (state >> 8) as u8, (state >> 16) as u8][(state >> 12) as usize % 4]
    };
    (0..count).map(next).collect()
}

#[test]
fn bytes_that_saturate_stay_bytes() {
    assert!(
        matches!(darker::remarks()[0].outcome, Outcome::Lanes { bits: 8, .. }),
        "{:?}",
        darker::remarks()
    );
    at_every_level_and_width(|width| {
        let (a, b) = (bytes(width as u32, 2 * width), bytes(7 + width as u32, 2 * width));
        let tensor = |v| Block::external_ref(v, [2, width]).unwrap();
        let mut out = Block::<u8>::zeros([2, width]);
        darker(&mut out, &tensor(&a), &tensor(&b));
        let want: Vec<u8> = a.iter().zip(&b).map(|(a, b)| a.saturating_sub(*b)).collect();
        assert_eq!(out.as_slice(), want, "{width}");
        let mut out = Block::<i16>::zeros([2, width]);
        much_darker(&mut out, &tensor(&a), &tensor(&b));
        let want = a.iter().zip(&b).map(|(a, b)| (3 * i16::from(*a) - 2 * i16::from(*b)).max(0));
        assert_eq!(out.as_slice(), want.collect::<Vec<_>>(), "{width}");
    });
}

#[test]
fn upper_halves_that_round() {
    assert!(
        matches!(scaled::remarks()[0].outcome, Outcome::Lanes { bits: 16, .. }),
        "{:?}",
        scaled::remarks()
    );
    at_every_level_and_width(|width| {
        let words: Vec<i16> =
            bytes(width as u32, 4 * width).chunks(2).map(|w| i16::from_le_bytes([w[0], w[1]])).collect();
        for by in [-16384, -1, 0, 1, 9_999, 16384] {
            let mut out = Block::<i16>::zeros([2, width]);
            scaled(&mut out, &Block::external_ref(&words, [2, width]).unwrap(), by);
            let want: Vec<i16> = words.iter().map(|a| ((HALF + by * i32::from(*a)) >> 15) as i16).collect();
            assert_eq!(out.as_slice(), want, "{width}, {by}");
        }
    });
}

#[test]
fn reads_that_look_alike_are_not_the_same() {
    at_every_level_and_width(|seed| {
        let (a, b) = (bytes(seed as u32, 64), bytes(seed as u32 + 3, 64));
        let [rows_a, rows_b] = [&a, &b].map(|all| Block::from(rows(all)));
        let mut out = Block::<[[u8; 16]; 4]>::stack();
        one_of_both(&mut out, &rows_a, &rows_b);
        let want: Vec<u8> = a.iter().zip(&b).map(|(a, b)| if *a > 99 { *b } else { 7 }).collect();
        assert_eq!(out.as_slice(), want);
        let mut halved = Block::from(rows(&a));
        counted(&mut out, &mut halved);
        let want: Vec<u8> = a.iter().map(|a| if *a > 99 { *a >> 1 } else { *a }).collect();
        assert_eq!(out.as_slice(), want);
    });
}

fn rows(all: &[u8]) -> [[u8; 16]; 4] {
    std::array::from_fn(|y| std::array::from_fn(|x| all[16 * y + x]))
}
