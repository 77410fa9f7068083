//! Points of which each is an expression of its own: picked out of vectors of their few different values, or not; at every
//! level.

use crate::at_every_level;
use unite::staged::Outcome;
use unite::{Block, kernel};

/// A diagonal line of weighted samples, from above and beyond; the last of them once more.
#[kernel]
fn down_left(pred: &mut Tensor<[[u8; 8]; 8]>, plane: &Tensor<[[u8]]>) {
    let p = plane[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = (p[[-1, x + y]] + 2 * p[[-1, x + y + 1]] + p[[-1, (x + y + 2).min(15)]] + 2) >> 2;
    }
}

/// Several forms: copies, means of two, of three, and what a parameter adds.
#[kernel]
fn patchwork(pred: &mut Tensor<[[u8; 4]; 8]>, plane: &Tensor<[[u8]]>, #[range(-300..=300)] more: i32) {
    let p = plane[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = match x - (y >> 1) {
            0 => p[[-1, x]],
            1 | 2 => (p[[-1, x]] + p[[y, -1]] + 1) >> 1,
            3 => (p[[-1, -1]] + more).clamp(0, 255),
            _ => (p[[y, -1]] + 3 * p[[0, -1]] + 2) >> 2,
        };
    }
}

/// What is read was written before.
#[kernel]
fn running(plane: &mut Tensor<[[u8; 4]; 4]>) {
    for y in 0..4 {
        for x in 0..4 {
            plane[[y, x]] = (plane[[0, x]] + plane[[y, 0]] + 1) >> 1;
        }
    }
}

/// Conditions that are known at each point, in lanes along a row.
#[kernel]
fn framed(out: &mut Tensor<[[i16; 16]; 2]>, a: &Tensor<[[i16; 16]; 2]>) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        for k in 0..3 {
            sum += if k * k == 4 { a[[y, x]] & 1023 } else { k };
        }
        out[[y, x]] = sum;
    }
}

fn plane() -> Vec<u8> {
    let mut state = 11u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        [0, 255, (state >> 24) as u8, (state >> 16) as u8][(state >> 12) as usize % 4]
    };
    (0..20 * 24).map(next).collect()
}

fn is_of_points(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Lanes { along, .. } if along.starts_with("points of"))
}

#[test]
fn values_are_picked() {
    assert!(is_of_points(down_left::remarks()[0].outcome));
    assert!(is_of_points(patchwork::remarks()[0].outcome), "{:?}", patchwork::remarks());
    let all = plane();
    let at = |y: usize, x: usize| i32::from(all[24 * y + x]);
    at_every_level(|| {
        for [top, left] in [[1, 1], [4, 7], [12, 8]] {
            let frame = Block::external_ref(&all, [20, 24]).unwrap();
            let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([top as isize, left as isize]).unwrap();
            down_left(&mut pred, &frame);
            let above = |i: usize| at(top - 1, left + i);
            for (i, &got) in pred.as_slice().iter().enumerate() {
                let d = i / 8 + i % 8;
                let want = (above(d) + 2 * above(d + 1) + above((d + 2).min(15)) + 2) >> 2;
                assert_eq!(i32::from(got), want, "{top}, {left}: point {i}");
            }
            for more in [-300, -1, 40] {
                let mut pred =
                    Block::<[[u8; 4]; 8]>::stack().with_origin([top as isize, left as isize]).unwrap();
                patchwork(&mut pred, &frame, more);
                for (i, &got) in pred.as_slice().iter().enumerate() {
                    let (y, x) = (i / 4, i % 4);
                    let beside = at(top + y, left - 1);
                    let want = match x as i32 - (y as i32 >> 1) {
                        0 => above(x),
                        1 | 2 => (above(x) + beside + 1) >> 1,
                        3 => (at(top - 1, left - 1) + more).clamp(0, 255),
                        _ => (beside + 3 * at(top, left - 1) + 2) >> 2,
                    };
                    assert_eq!(i32::from(got), want, "{top}, {left}: point {y}, {x} with {more}");
                }
            }
        }
    });
}

#[test]
fn samples_that_are_no_neighbours_in_memory() {
    let all = plane();
    let at = |y: usize, x: usize| i32::from(all[24 * x + y]);
    at_every_level(|| {
        // A plane that is stored by columns.
        let frame = Block::external_ref(&all, [20, 24]).unwrap().with_permutation([1, 0]).unwrap();
        let mut pred = Block::<[[u8; 8]; 8]>::stack().with_origin([2, 3]).unwrap();
        down_left(&mut pred, &frame);
        for (i, &got) in pred.as_slice().iter().enumerate() {
            let d = i / 8 + i % 8;
            let above = |i: usize| at(1, 3 + i);
            let want = (above(d) + 2 * above(d + 1) + above((d + 2).min(15)) + 2) >> 2;
            assert_eq!(i32::from(got), want, "point {i}");
        }
    });
}

#[test]
fn what_was_written_is_read() {
    assert!(!is_of_points(running::remarks()[0].outcome));
    at_every_level(|| {
        let mut want = [[9, 80, 200, 255], [17, 3, 4, 5], [100, 6, 7, 8], [255, 1, 2, 3u8]];
        let mut plane = Block::from(want);
        running(&mut plane);
        for y in 0..4 {
            for x in 0..4 {
                want[y][x] = ((i32::from(want[0][x]) + i32::from(want[y][0]) + 1) >> 1) as u8;
            }
        }
        assert_eq!(plane.as_slice(), want.concat());
    });
}

#[test]
fn known_conditions_choose_one_side() {
    assert!(matches!(framed::remarks()[0].outcome, Outcome::Lanes { .. }), "{:?}", framed::remarks());
    at_every_level(|| {
        let a = std::array::from_fn(|y| std::array::from_fn(|x| (1000 * y + x) as i16));
        let mut out = Block::<[[i16; 16]; 2]>::stack();
        framed(&mut out, &Block::from(a));
        let want: Vec<i16> = a.concat().iter().map(|a| (a & 1023) + 1).collect();
        assert_eq!(out.as_slice(), want);
    });
}
