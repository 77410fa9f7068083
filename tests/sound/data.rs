//! Indices that are data, and another one in each iteration, though no check says so: a mask holds them. What one iteration writes at
//! `v + 1` another one reads at `v`.

// A kernel is a function of anything that is a tensor: a closure says which.
#![allow(clippy::redundant_closure)]

use std::fmt::Debug;

use unite::level::{self, Level};
use unite::{Block, kernel};

type Bytes = Block<[u8; 64], [u8; 64]>;
type Rows = [[u8; 64]; 9];

#[kernel]
fn looked_up(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>, data: &Tensor<[u8; 64]>) {
    for x in 0..64 {
        let v = data[[x]];
        out[[x]] = t[[v & 7]];
    }
}

/// Two variables of one name: the index is of the inner one.
#[kernel]
fn looked_up_anew(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>, data: &Tensor<[u8; 64]>) {
    let v = data[[3]];
    out[[0]] = t[[v & 7]];
    for x in 1..64 {
        let v = data[[x]];
        out[[x]] = t[[v & 7]] + t[[v & 3]];
    }
}

#[kernel]
fn looked_up_four_times(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>, data: &Tensor<[u8; 64]>) {
    for x in 0..60 {
        let mut sum = 0;
        for k in 0..4 {
            let v = data[[k + 20]];
            sum += t[[(v & 3) + x]];
        }
        out[[x]] = sum >> 2;
    }
}

/// Points of a small block, one by one.
#[kernel]
fn scattered(out: &mut Tensor<[[u8; 4]; 4]>, t: &Tensor<[u8; 64]>, data: &Tensor<[u8; 64]>) {
    for y in 0..4 {
        for x in 0..4 {
            let v = data[[4 * y + x]];
            out[[y, x]] = (t[[v & 7]] + t[[(v & 7) + 1]] + 1) >> 1;
        }
    }
}

/// One element of another column: lanes would read what they write.
#[kernel]
fn from_a_column(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for x in 0..64 {
        let v = data[[x]];
        t[[(v & 7) + 1, x]] = (t[[v & 7, 3]] + x) & 255;
    }
}

#[kernel]
fn turned(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for x in 0..64 {
        let v = data[[x]];
        t[[(v & 7) + 1, x]] = (t[[v & 7, 63 - x]] + x) & 255;
    }
}

#[kernel]
fn rows(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for y in 0..64 {
        for x in 0..64 {
            let v = data[[y]];
            t[[(v & 7) + 1, x]] = (t[[v & 7, x]] + y) & 255;
        }
    }
}

#[kernel]
fn rows_apart(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for y in 0..64 {
        let v = data[[y]];
        for x in 0..64 {
            t[[(v & 7) + 1, x]] = (t[[v & 7, x]] + y) & 255;
        }
    }
}

/// The outer loop is lanes inside of the inner one, if iterations do not meet along it.
#[kernel]
fn columns(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for x in 0..64 {
        for y in 0..64 {
            let v = data[[y]];
            t[[(v & 7) + 1, x]] = (t[[v & 7, x]] + y) & 255;
        }
    }
}

#[kernel]
fn indices(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for [y, x] in t[[1.., ..]].indices() {
        let v = data[[8 * y + x & 63]];
        t[[(v & 7) + 1, x]] = (t[[v & 7, x]] + y) & 255;
    }
}

#[kernel]
fn viewed(t: &mut Tensor<[[u8; 64]; 9]>, data: &Tensor<[u8; 64]>) {
    for y in 0..64 {
        let v = data[[y]] & 7;
        let from = t[[v, ..]];
        let to = t[[v + 1, ..]];
        to[[!x]] = (from[[!x]] + y) & 255;
    }
}

/// The same at every level, and as in plain Rust.
fn at_all_levels<R: PartialEq + Debug>(name: &str, call: impl Fn() -> R, plain: R) {
    for level in Level::available() {
        level::limit(level);
        assert_eq!(call(), plain, "{name} at {level:?}");
    }
    level::limit(Level::V4);
}

fn bytes(each: impl Fn(usize) -> u8) -> Bytes {
    let mut bytes = Block::<[u8; 64]>::stack();
    bytes.as_mut_slice().iter_mut().enumerate().for_each(|(x, byte)| *byte = each(x));
    bytes
}

fn data() -> Bytes {
    bytes(|x| ((x * x * 7 + x) % 37) as u8)
}

#[test]
fn of_another_tensor() {
    let (t, data) = (bytes(|x| (x * 3 + 1) as u8), data());
    let of = |x: usize, mask: u8| t.as_slice()[usize::from(data.as_slice()[x] & mask)];
    type Kernel = fn(&mut Bytes, &Bytes, &Bytes);
    let made = |kernel: Kernel| {
        let mut out = bytes(|_| 0);
        kernel(&mut out, &t, &data);
        out.as_slice().to_vec()
    };
    at_all_levels("looked_up", || made(|o, t, d| looked_up(o, t, d)), (0..64).map(|x| of(x, 7)).collect());
    let anew = (0..64).map(|x| if x == 0 { of(3, 7) } else { of(x, 7) + of(x, 3) }).collect();
    at_all_levels("looked_up_anew", || made(|o, t, d| looked_up_anew(o, t, d)), anew);
    let sum = |x: usize| {
        let each = (20..24).map(|k| u16::from(t.as_slice()[usize::from(data.as_slice()[k] & 3) + x]));
        (each.sum::<u16>() >> 2) as u8
    };
    let plain = (0..64).map(|x| if x < 60 { sum(x) } else { 0 }).collect();
    at_all_levels("looked_up_four_times", || made(|o, t, d| looked_up_four_times(o, t, d)), plain);
    let points = || {
        let mut out = Block::<[[u8; 4]; 4]>::stack();
        scattered(&mut out, &t, &data);
        out.as_slice().to_vec()
    };
    let point = |x: usize| {
        let at = usize::from(data.as_slice()[x] & 7);
        (t.as_slice()[at] + t.as_slice()[at + 1]).div_ceil(2)
    };
    at_all_levels("scattered", points, (0..16).map(point).collect());
}

#[test]
fn of_what_is_written() {
    let data = data();
    let begin = |at: usize| (at * 7919 % 255) as u8;
    type Kernel = fn(&mut Block<Rows, Rows>, &Bytes);
    type Plain<'p> = &'p dyn Fn(&mut [u8], &dyn Fn(usize) -> usize);
    let check = |name: &str, kernel: Kernel, plain: Plain<'_>| {
        let made = || {
            let mut t = Block::<Rows>::stack();
            t.as_mut_slice().iter_mut().enumerate().for_each(|(at, byte)| *byte = begin(at));
            kernel(&mut t, &data);
            t.as_slice().to_vec()
        };
        let mut rows: Vec<u8> = (0..9 * 64).map(begin).collect();
        plain(&mut rows, &|x| usize::from(data.as_slice()[x] & 7) * 64);
        at_all_levels(name, made, rows);
    };
    let along = |from: fn(usize) -> usize| {
        move |t: &mut [u8], v: &dyn Fn(usize) -> usize| {
            for x in 0..64 {
                t[v(x) + 64 + x] = t[v(x) + from(x)].wrapping_add(x as u8);
            }
        }
    };
    let rows_in_order = |t: &mut [u8], v: &dyn Fn(usize) -> usize| {
        for y in 0..64 {
            for x in 0..64 {
                t[v(y) + 64 + x] = t[v(y) + x].wrapping_add(y as u8);
            }
        }
    };
    check("from_a_column", |t, d| from_a_column(t, d), &along(|_| 3));
    check("turned", |t, d| turned(t, d), &along(|x| 63 - x));
    check("rows", |t, d| rows(t, d), &rows_in_order);
    check("rows_apart", |t, d| rows_apart(t, d), &rows_in_order);
    check("columns", |t, d| columns(t, d), &rows_in_order);
    check("viewed", |t, d| viewed(t, d), &rows_in_order);
    check("indices", |t, d| indices(t, d), &|t, v| {
        for y in 0..8 {
            for x in 0..64 {
                let v = v((8 * y + x) & 63);
                t[v + 64 + x] = t[v + x].wrapping_add(y as u8);
            }
        }
    });
}
