//! The least and the greatest of elements, in lanes: of no elements they are what they were before.

use crate::at_every_level;
use unite::{Block, kernel, level};

/// The least and the greatest of the first elements of two rows, and of two numbers.
#[kernel]
fn extremes(samples: &Tensor<[[u8]]>, columns: i32, least: i32, greatest: i32) -> [i32; 2] {
    let (mut low, mut high) = (least, greatest);
    for y in 0..2 {
        #[vectorize(x)]
        for x in 0..columns {
            low = low.min(samples[[y, x]]);
            high = high.max(samples[[y, x]]);
        }
    }
    [low, high]
}

/// The same over the points of a view, which may have none.
#[kernel]
fn within(samples: &Tensor<[[i16]]>, rows: i32, least: i32, greatest: i32) -> [i32; 2] {
    let (mut low, mut high) = (least, greatest);
    let part = samples[[0..rows, ..]];
    #[vectorize(x)]
    for [y, x] in part.indices() {
        low = low.min(part[[y, x]]);
        high = high.max(part[[y, x]]);
    }
    [low, high]
}

#[test]
fn of_no_elements_they_are_what_they_were() {
    assert!(extremes::plan().contains("lanes along x"), "{}", extremes::plan());
    assert!(within::plan().contains("lanes along"), "{}", within::plan());
    let bytes: Vec<u8> = (0..160).map(|i| (i * 37 % 256) as u8).collect();
    let words: Vec<i16> = bytes.iter().map(|byte| i16::from(*byte) * 100 - 12_000).collect();
    let samples = Block::<u8>::from_vec(bytes.clone(), [2, 80]).expect("two rows");
    let numbers = Block::<i16>::from_vec(words.clone(), [2, 80]).expect("two rows");
    at_every_level(|| {
        for (least, greatest) in [(1000, -1000), (100, 100), (-5, 300), (70_000, -70_000)] {
            for columns in [0, 1, 3, 15, 16, 17, 64, 80] {
                let there = || (0..2).flat_map(|y| bytes[80 * y..][..columns].iter().copied().map(i32::from));
                let want = [there().fold(least, i32::min), there().fold(greatest, i32::max)];
                assert_eq!(
                    extremes(&samples, columns as i32, least, greatest),
                    want,
                    "{columns} at {:?}",
                    level::current()
                );
            }
            for rows in [0, 1, 2] {
                let there = || words[..80 * rows].iter().copied().map(i32::from);
                let want = [there().fold(least, i32::min), there().fold(greatest, i32::max)];
                assert_eq!(
                    within(&numbers, rows as i32, least, greatest),
                    want,
                    "{rows} rows at {:?}",
                    level::current()
                );
            }
        }
    });
}
