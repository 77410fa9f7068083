//! Ranges that are declared of elements.

use unite::level::{self, Level};
use unite::staged::Outcome;
use unite::{Block, kernel};

const BITS: i32 = 10;

/// Samples of ten bits, whose sums fit 16.
#[kernel]
fn smooth(out: &mut Tensor<[[u16]]>, #[range(0..=1023)] samples: &Tensor<[[u16]]>) {
    let p = samples.with_boundary(Boundary::Clamp);
    out[[!y, !x]] = (p[[!y, !x - 1]] + 2 * p[[!y, !x]] + p[[!y, !x + 1]] + 2) >> 2;
}

/// The same without it.
#[kernel]
fn smooth_widely(out: &mut Tensor<[[u16]]>, samples: &Tensor<[[u16]]>) {
    let p = samples.with_boundary(Boundary::Clamp);
    out[[!y, !x]] = (p[[!y, !x - 1]] + 2 * p[[!y, !x]] + p[[!y, !x + 1]] + 2) >> 2;
}

/// Where they are in another frame, by a constant, and with a tensor that is written and read.
#[kernel]
fn faded(
    #[range(0..1 << BITS)] out: &mut Tensor<[[u16; 8]; 8]>,
    #[range(-BITS..=BITS)] change: &Tensor<[[i32]]>,
    by: i32,
) {
    let there = change[out];
    for [y, x] in out.indices() {
        out[[y, x]] = (out[[y, x]] + there[[y, x]]).clamp(0, 1023);
    }
    if by > 0 {
        out[[0, 0]] += there[[1, 1]];
    }
}

/// One element after the other, by a constant that is generic.
#[kernel]
fn summed<const MOST: i32>(#[range(0..=MOST)] row: &Tensor<[u8]>) -> i32 {
    let mut sum = 0;
    let mut at = 0;
    while at < row.extent(0) {
        sum += row[[at]];
        at += 1;
    }
    sum
}

/// Points that share elements, and a range wider than the type.
#[kernel]
fn spread(out: &mut Tensor<[[u8; 16]; 4]>, #[range(0..=1000)] cells: &Tensor<Refined<[[u8]]>>) {
    out[[!y, !x]] = cells[[!y, !x]] >> 1;
}

/// Predictions whose points are few values.
#[kernel]
fn diagonal(pred: &mut Tensor<[[u8; 4]; 4]>, #[range(0..=200)] frame: &Tensor<[[u8]]>) {
    let p = frame[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = (p[[-1, x + y]] + 2 * p[[-1, x + y + 1]] + p[[-1, x + y + 2]] + 2) >> 2;
    }
}

fn samples([h, w]: [usize; 2]) -> Vec<u16> {
    (0..h * w).map(|k| (k * 389 % 1024) as u16).collect()
}

fn panic_of(run: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(run).expect_err("a panic");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn lanes_are_as_narrow_as_the_range() {
    let narrow = Outcome::Lanes { along: "x", lanes: 16, bits: 16 };
    assert_eq!(smooth::remarks()[0].outcome, narrow);
    assert_ne!(smooth_widely::remarks()[0].outcome, narrow);
    for [h, w] in [[1, 1], [3, 7], [4, 40], [9, 65]] {
        let input = Block::from_vec(samples([h, w]), [h, w]).unwrap();
        for level in Level::available() {
            level::limit(level);
            let (mut one, mut other) = (Block::<u16>::zeros([h, w]), Block::<u16>::zeros([h, w]));
            smooth(&mut one, &input);
            smooth_widely(&mut other, &input);
            assert_eq!(one.as_slice(), other.as_slice(), "{h} by {w}, {level:?}");
        }
        level::limit(Level::V4);
    }
}

#[test]
fn what_is_declared_of_other_tensors_holds_there() {
    for level in Level::available() {
        level::limit(level);
        let mut out = Block::from([[1000u16; 8]; 8]).with_origin([1, 2]).unwrap();
        let change = (0..120).map(|k| k % 21 - 10).collect::<Vec<i32>>();
        let change = Block::from_vec(change, [10, 12]).unwrap();
        faded(&mut out, &change, 0);
        for [y, x] in out.indices() {
            let k = (12 * (y + 1) + x + 2) as i32;
            assert_eq!(i32::from(out.read([y, x])), (1000 + k % 21 - 10).clamp(0, 1023), "{level:?}");
        }
        let mut out = Block::from([[0u8; 16]; 4]);
        let cells = Block::from_vec((0..16).map(|k| 16 * k as u8).collect(), [2, 8]).unwrap();
        spread(&mut out, &cells.view().refine([2, 2]).unwrap().refined().unwrap());
        for [y, x] in out.indices() {
            assert_eq!(
                usize::from(out.read([y, x])),
                8 * (8 * (y as usize / 2) + x as usize / 2),
                "{level:?}"
            );
        }
    }
    level::limit(Level::V4);
    assert_eq!(summed::<9>(&Block::from([1u8, 9, 0])), 10);
}

#[test]
#[cfg(debug_assertions)]
fn an_element_outside_of_the_range_is_seen() {
    for level in Level::available() {
        level::limit(level);
        for at in [0, 39, 64] {
            let mut wrong = samples([1, 65]);
            wrong[at] = 1024;
            let message = panic_of(move || {
                smooth(&mut Block::<u16>::zeros([1, 65]), &Block::from_vec(wrong, [1, 65]).unwrap());
            });
            let want = "kernel smooth declares elements of samples to be 0..=1023, and reads 1024";
            assert_eq!(message, want, "at {at}, {level:?}");
        }
        let message = panic_of(|| {
            let change = Block::from_vec(vec![11i32; 64], [8, 8]).unwrap();
            faded(&mut Block::from([[0u16; 8]; 8]), &change, 0);
        });
        assert_eq!(message, "kernel faded declares elements of change to be -10..=10, and reads 11");
        let message = panic_of(|| {
            faded(&mut Block::from([[1024u16; 8]; 8]), &Block::from_vec(vec![0i32; 64], [8, 8]).unwrap(), 0);
        });
        assert_eq!(message, "kernel faded declares elements of out to be 0..=1023, and reads 1024");
        let message = panic_of(|| _ = summed::<9>(&Block::from([1u8, 10, 0])));
        assert_eq!(message, "kernel summed declares elements of row to be 0..=9, and reads 10");
        let message = panic_of(|| {
            let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([1, 0]).unwrap();
            diagonal(&mut { pred }, &Block::from_vec(vec![201u8; 90], [9, 10]).unwrap());
        });
        assert_eq!(message, "kernel diagonal declares elements of frame to be 0..=200, and reads 201");
    }
    level::limit(Level::V4);
}

/// Without debug assertions, what is computed of it is another number, and nothing else.
#[test]
#[cfg(not(debug_assertions))]
fn an_element_outside_of_the_range_is_only_computed_wrongly() {
    for level in Level::available() {
        level::limit(level);
        let mut wrong = samples([1, 65]);
        wrong[30] = 65535;
        let wrong = Block::from_vec(wrong, [1, 65]).unwrap();
        let (mut one, mut other) = (Block::<u16>::zeros([1, 65]), Block::<u16>::zeros([1, 65]));
        smooth(&mut one, &wrong);
        smooth_widely(&mut other, &wrong);
        assert_eq!(one.as_slice()[..29], other.as_slice()[..29], "{level:?}");
        assert_eq!(one.as_slice()[32..], other.as_slice()[32..], "{level:?}");
    }
    level::limit(Level::V4);
}
