//! Loops over lists of kernels.

use unite::level::{self, Level};
use unite::{Block, kernel};

#[kernel]
fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = frame[pred][[-1, !x]];
}

#[kernel]
fn horizontal(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = frame[pred][[!y, -1]];
}

/// The mean of the neighbours, and what is added to it.
#[kernel]
fn flat<const MORE: i32>(pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) {
    let p = frame[pred];
    let mut sum = 4;
    for k in 0..4 {
        sum += p[[-1, k]] + p[[k, -1]];
    }
    let mean = sum >> 3;
    pred[[!y, !x]] = mean + MORE;
}

/// The costs of all predictions up to one without any, and the cheapest.
#[kernel]
fn cheapest(costs: &mut Tensor<[i32; 4]>, pred: &mut Tensor<[[u8; 4]; 4]>, frame: &Tensor<[[u8]]>) -> i32 {
    let source = frame[pred];
    let (mut least, mut best) = (i32::MAX, -1);
    #[unroll]
    for (mode, predict) in [vertical, self::horizontal, flat::<0>, flat::<3>].iter().enumerate() {
        predict(&mut pred, frame);
        let mut cost = 0;
        for [y, x] in pred.indices() {
            cost += (pred[[y, x]] - source[[y, x]]).abs();
        }
        costs[[mode]] = cost;
        if cost >= least {
            continue;
        }
        (least, best) = (cost, mode as i32);
        if cost == 0 {
            break;
        }
    }
    best
}

#[kernel]
fn add(row: &mut Tensor<[i32; 3]>, by: i32) {
    row[[!x]] += by;
}

#[kernel]
fn times(row: &mut Tensor<[i32; 3]>, by: i32) {
    row[[!x]] = row[[!x]] * by;
}

const THREE: i32 = 3;

/// Pairs of kernels, with numbers beside them, in loops of which the inner one leaves the outer one's pass.
#[kernel]
fn pairs(row: &mut Tensor<[i32; 3]>, passes: i32) -> i32 {
    let mut calls = 0;
    'outer: for (first, by, second) in [(add, 2, times), (times, THREE, add), (add, -1, add)] {
        first(&mut row, by);
        calls += 1;
        for third in [&times, &add] {
            if calls >= passes {
                continue 'outer;
            }
            let name = stringify!(third);
            third(&mut row, name.len() as i32);
            calls += 1;
        }
        if row[[0]] > 1000 {
            break 'outer;
        }
        second(&mut row, 2);
        calls += 1;
    }
    calls
}

/// Parts of a tensor that is seen in the loop only, and what is asked of the kernels.
#[kernel]
fn parts(row: &mut Tensor<[i32; 6]>) -> i32 {
    let mut loops = 0;
    for k in 0..2 {
        for change in [add, times] {
            let part = row[[3 * k..3 * k + 3]];
            change(&mut part, k + 2);
            loops += change::remarks().len() as i32;
        }
    }
    loops
}

/// Functions that take no tensor stay what they are to Rust, in a list of any kind.
#[kernel]
fn numbers(row: &mut Tensor<[i32; 3]>) {
    let double = |x: i32| 2 * x;
    for f in [double, double] {
        row[[!x]] = f(row[[!x]]);
    }
    for f in [i32::abs, i32::wrapping_neg] {
        row[[1]] = f(row[[1]]);
    }
}

#[test]
fn the_cheapest_prediction_is_found() {
    let planes: [fn(usize, usize) -> usize; 3] =
        [|_, x| 9 * x, |y, x| 5 * y + x * y, |y, x| 100 + y % 2 * (x % 3)];
    for plane in planes {
        let samples: Vec<u8> = (0..8 * 12).map(|i| plane(i / 12, i % 12) as u8).collect();
        let at = |y: usize, x: usize| i32::from(samples[12 * y + x]);
        let frame = Block::<u8>::from_vec(samples.clone(), [8, 12]).unwrap();
        let mean = ((0..4).map(|k| at(1, 4 + k) + at(2 + k, 3)).sum::<i32>() + 4) >> 3;
        let predictions: [&dyn Fn(usize, usize) -> i32; 4] =
            [&|_, x| at(1, 4 + x), &|y, _| at(2 + y, 3), &|_, _| mean, &|_, _| mean + 3];
        let (mut want, mut best, mut least) = ([-1; 4], -1, i32::MAX);
        for (mode, prediction) in predictions.into_iter().enumerate() {
            let points = (0..16).map(|k| (prediction(k / 4, k % 4) - at(2 + k / 4, 4 + k % 4)).abs());
            want[mode] = points.sum();
            if want[mode] < least {
                (least, best) = (want[mode], mode as i32);
                if least == 0 {
                    break;
                }
            }
        }
        for level in Level::available() {
            level::limit(level);
            let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([2, 4]).unwrap();
            let mut costs = Block::from([-1; 4]);
            assert_eq!(cheapest(&mut costs, &mut pred, &frame), best, "{level:?}");
            assert_eq!(costs.as_slice(), want, "{level:?}");
        }
        level::limit(Level::V4);
    }
}

#[test]
fn all_that_is_called_is_in_the_footprint() {
    let frame = Block::<u8>::zeros([8, 12]);
    let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([2, 0]).unwrap();
    let error = cheapest::fits(&Block::from([0; 4]), &pred, &frame).unwrap_err().to_string();
    assert!(error.contains("touches indices -1..=-1 of axis 1 of frame[pred]"), "{error}");
}

#[test]
fn jumps_leave_the_loop_that_is_meant() {
    for passes in 0..14 {
        let mut want = [1, -2, 400];
        let mut calls = 0;
        let all = |row: &mut [i32; 3], kernel: char, by: i32| {
            row.iter_mut().for_each(|x| *x = if kernel == '+' { *x + by } else { *x * by });
        };
        'outer: for (first, by, second) in [('+', 2, '*'), ('*', 3, '+'), ('+', -1, '+')] {
            all(&mut want, first, by);
            calls += 1;
            for (third, by) in [('*', 5), ('+', 3)] {
                if calls >= passes {
                    continue 'outer;
                }
                all(&mut want, third, by);
                calls += 1;
            }
            if want[0] > 1000 {
                break 'outer;
            }
            all(&mut want, second, 2);
            calls += 1;
        }
        let mut row = Block::from([1, -2, 400]);
        assert_eq!(pairs(&mut row, passes), calls);
        assert_eq!(row.as_slice(), want, "{passes}");
    }
}

#[test]
fn names_of_kernels_stand_wherever_that_of_the_variable_did() {
    let mut row = Block::from([1, 2, 3, 4, 5, 6]);
    assert_eq!(parts(&mut row), 4);
    assert_eq!(row.as_slice(), [6, 8, 10, 21, 24, 27]);
    let mut row = Block::from([1, -2, 3]);
    numbers(&mut row);
    assert_eq!(row.as_slice(), [4, -8, 12]);
}
