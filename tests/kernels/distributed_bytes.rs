//! Loops around several points at a time where lanes hold the elements, but not what is computed of them.

use super::distributed::{HEIGHT, each};
use super::{at_every_level_and_width, numbers};
use unite::{Block, kernel};

/// Weights with a fraction that are an array.
#[kernel]
fn weighted(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, weights: [[f32; 5]; 5]) {
    for [y, x] in out.indices() {
        let mut sum = 0.0;
        for j in 0..5 {
            for i in 0..5 {
                sum += weights[j as usize][i as usize] * plane[[y + j, x + i]] as f32;
            }
        }
        out[[y, x]] = sum as u8;
    }
}

/// Products that leave an `i32`.
#[kernel]
fn products(out: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]]>, b: &Tensor<[[i32]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let mut sum: i64 = 0;
            for k in 0..a.extent(1) {
                sum += i64::from(a[[y, k]]) * i64::from(b[[k, x]]);
            }
            out[[y, x]] = (sum >> 16) as i32;
        }
    }
}

/// A mean of numbers without a sign.
#[kernel]
fn mean(out: &mut Tensor<[[u16]]>, plane: &Tensor<[[u8]]>, n: i32) {
    for [y, x] in out.indices() {
        let mut sum: u32 = 0;
        for j in 0..n {
            for i in 0..n {
                sum += plane[[y + j, x + i]] as u32;
            }
        }
        out[[y, x]] = (sum / (n * n) as u32) as i32;
    }
}

/// Few passes over closed ranges, and a rule.
#[kernel]
fn smoothed(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, sigma: f32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let here = p[[y, x]] as f32;
        let mut sum = 0.0;
        let mut weights = 0.0;
        for j in -1..=1 {
            for i in -1..=1 {
                let value = p[[y + j, x + i]] as f32;
                let apart = (value - here) / sigma;
                let weight = 1.0 / (1.0 + apart * apart + (i * i + j * j) as f32);
                sum += weight * value;
                weights += weight;
            }
        }
        out[[y, x]] = (sum / weights) as u8;
    }
}

#[test]
fn what_lanes_do_not_compute() {
    at_every_level_and_width(|width| {
        let (rows, more) = (HEIGHT + 5, width + 5);
        let p: Vec<u8> = numbers(4, rows * more, [0, 255]).into_iter().map(|number| number as u8).collect();
        let plane = Block::from_vec(p.clone(), [rows, more]).expect("a plane");
        let at = |y: usize, x: usize| p[y * more + x];
        let weights: [[f32; 5]; 5] =
            std::array::from_fn(|j| std::array::from_fn(|i| (j * 7 + i * 3) as f32 / 350.0));
        let around = |n: usize| (0..n).flat_map(move |j| (0..n).map(move |i| (j, i)));
        let mut out = Block::<u8>::zeros([HEIGHT, width]);
        weighted(&mut out, &plane, weights);
        let of =
            |y, x| around(5).fold(0.0, |sum, (j, i)| sum + weights[j][i] * f32::from(at(y + j, x + i))) as u8;
        assert_eq!(out.as_slice(), each(width, of), "{width}");

        for n in [1, 3, 5] {
            let mut out = Block::<u16>::zeros([HEIGHT, width]);
            mean(&mut out, &plane, n as i32);
            let of = |y: usize, x: usize| {
                let sum: usize = around(n).map(|(j, i)| usize::from(at(y + j, x + i))).sum();
                (sum / (n * n)) as u16
            };
            assert_eq!(out.as_slice(), each(width, of), "{n} of {width}");

            let (a, b) =
                (numbers(5, HEIGHT * n, [-1 << 29, 1 << 29]), numbers(6, n * width, [-1 << 16, 1 << 16]));
            let mut out = Block::<i32>::zeros([HEIGHT, width]);
            let [left, right] = [(&a, [HEIGHT, n]), (&b, [n, width])]
                .map(|(values, extents)| Block::from_vec(values.clone(), extents).expect("a matrix"));
            products(&mut out, &left, &right);
            let of = |y: usize, x: usize| {
                let terms = (0..n).map(|k| i64::from(a[y * n + k]) * i64::from(b[k * width + x]));
                (terms.sum::<i64>() >> 16) as i32
            };
            assert_eq!(out.as_slice(), each(width, of), "{n} of {width}");
        }

        let p: Vec<u8> =
            numbers(7, HEIGHT * width, [0, 255]).into_iter().map(|number| number as u8).collect();
        let mut out = Block::<u8>::zeros([HEIGHT, width]);
        smoothed(&mut out, &Block::from_vec(p.clone(), [HEIGHT, width]).expect("a plane"), 5.0);
        let of = |y: usize, x: usize| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (j, i) in around(3) {
                let [row, column] =
                    [(y + j, HEIGHT), (x + i, width)].map(|(at, len)| at.saturating_sub(1).min(len - 1));
                let value = f32::from(p[row * width + column]);
                let apart = (value - f32::from(p[y * width + x])) / 5.0;
                let squares = |at: usize| (at as i32 - 1) * (at as i32 - 1);
                let weight = 1.0 / (1.0 + apart * apart + (squares(i) + squares(j)) as f32);
                (sum, weights) = (sum + weight * value, weights + weight);
            }
            (sum / weights) as u8
        };
        assert_eq!(out.as_slice(), each(width, of), "{width}");
    });
}

#[test]
fn plans_say_so() {
    for plan in [weighted::plan(), products::plan(), mean::plan(), smoothed::plan()] {
        assert!(plan.contains("points at a time inside of the loops"), "{plan}");
    }
}
