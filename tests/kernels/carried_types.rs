//! What is carried from pass to pass, and what else a body says a type of, is of that type: it wraps around where that does, at every
//! level, in lanes and without them.

use super::distributed::{HEIGHT, each};
use super::{at_every_level_and_width, numbers};
use unite::{Block, kernel};

/// Numbers of two bytes and of one, that begin with a literal.
#[kernel]
fn narrow(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u16]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all: u16 = 7;
        let mut last = 9;
        for j in 0..count {
            all = all.wrapping_add(plane[[y + j, x]] as u16);
            last = (plane[[y + j, x]] as i8).wrapping_sub(last);
        }
        out[[y, x]] = i32::from(all) + i32::from(last) * 65_536;
    }
}

/// What is chosen of a literal and a byte.
#[kernel]
fn chosen(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u16]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all: u8 = 7;
        for j in 0..count {
            if plane[[y + j, x]] > 100 {
                all = all.wrapping_add(plane[[y + j, x]] as u8);
            } else {
                all = 200;
            }
        }
        out[[y, x]] = all.into();
    }
}

/// Types that are said without a loop: by a `let`, by the other arm, by the other side of an operator.
#[kernel]
fn said(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let large: u16 = 65_000;
        let small: i8 = 100;
        let least = match plane[[y, x]] & 1 {
            0 => 250,
            _ => plane[[y, x]] as u8,
        };
        let mut other = 240;
        other = (plane[[y, x]] as u8).wrapping_add(other);
        out[[y, x]] = i32::from(large.wrapping_add(plane[[y, x]] as u16))
            + i32::from(small.wrapping_add(plane[[y, x]] as i8))
            + i32::from(least.wrapping_add(200)) * 1000
            + i32::from(other.wrapping_add(100)) * 1_000_000;
    }
}

/// The type of one arm is that of all of them.
#[kernel]
fn arms(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all = 0;
        for j in 0..count {
            let arm = match plane[[y + j, x]] & 1 {
                0 => 250,
                _ => plane[[y + j, x]] as u8,
            };
            all += i32::from(arm.wrapping_add(200));
        }
        out[[y, x]] = all;
    }
}

/// Numbers without a sign that may be larger than an `i32`.
#[kernel]
fn unsigned(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut most: u32 = 7;
        let mut all: u32 = 0;
        for j in 0..count {
            most = most.max(plane[[y + j, x]] as u32);
            all += plane[[y + j, x]] as u32 >> 4;
        }
        out[[y, x]] = (most >> 2) as i32 ^ (all / (count * 3) as u32) as i32 ^ i32::from(most > 100);
    }
}

/// Comparisons without a sign, each in a loop that lanes make passes of: with a number, with one of the caller's, by a pattern, as an extreme.
#[kernel]
fn few(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i16]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all = 0;
        for j in 0..count {
            let v = plane[[y + j, x]];
            if (v as u32) < 200 {
                all += v;
            }
        }
        out[[y, x]] = all;
    }
}

#[kernel]
fn below(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32, most: u32) {
    for [y, x] in out.indices() {
        let mut all = 0;
        for j in 0..count {
            if (plane[[y + j, x]] as u32) < most * 2 {
                all += plane[[y + j, x]];
            }
        }
        out[[y, x]] = all;
    }
}

#[kernel]
fn between(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i16]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all = 0;
        for j in 0..count {
            all += match plane[[y + j, x]] as u32 {
                5..=70_000 => 1,
                _ => 1000,
            };
        }
        out[[y, x]] = all;
    }
}

#[kernel]
fn least(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i16]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all = 0;
        for j in 0..count {
            all += (plane[[y + j, x]] as u32).min(250) as i32;
        }
        out[[y, x]] = all;
    }
}

#[test]
fn types_are_carried() {
    at_every_level_and_width(|width| {
        for count in [1, 2, 7] {
            let rows = HEIGHT + count;
            let p: Vec<u16> =
                numbers(1, rows * width, [0, 65_535]).into_iter().map(|number| number as u16).collect();
            let plane = Block::from_vec(p.clone(), [rows, width]).expect("a plane");
            let column = |y: usize, x: usize| (0..count).map(move |j| (y + j) * width + x);
            let mut out = Block::<i32>::zeros([HEIGHT, width]);
            narrow(&mut out, &plane, count as i32);
            let of = |y: usize, x: usize| {
                let all = column(y, x).fold(7u16, |all, at| all.wrapping_add(p[at]));
                let last = column(y, x).fold(9i8, |last, at| (p[at] as i8).wrapping_sub(last));
                i32::from(all) + i32::from(last) * 65_536
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            chosen(&mut out, &plane, count as i32);
            let pass = |all: u8, at: usize| if p[at] > 100 { all.wrapping_add(p[at] as u8) } else { 200 };
            let of = |y: usize, x: usize| i32::from(column(y, x).fold(7, pass));
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            let p = numbers(2, rows * width, [i32::MIN, i32::MAX]);
            let plane = Block::from_vec(p.clone(), [rows, width]).expect("a plane");
            unsigned(&mut out, &plane, count as i32);
            let of = |y: usize, x: usize| {
                let most = column(y, x).fold(7, |most: u32, at| most.max(p[at] as u32));
                let all: u32 = column(y, x).map(|at| p[at] as u32 >> 4).sum();
                (most >> 2) as i32 ^ (all / (count * 3) as u32) as i32 ^ i32::from(most > 100)
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            let p: Vec<i16> = numbers(4, rows * width, [-300, 300]).into_iter().map(|v| v as i16).collect();
            let plane = Block::from_vec(p.clone(), [rows, width]).expect("a plane");
            let sums = |of: &dyn Fn(i32) -> i32| {
                each(width, |y: usize, x: usize| column(y, x).map(|at| of(p[at].into())).sum())
            };
            few(&mut out, &plane, count as i32);
            assert_eq!(out.as_slice(), sums(&|v| if (v as u32) < 200 { v } else { 0 }), "{count} of {width}");
            between(&mut out, &plane, count as i32);
            let of = |v: i32| if (5..=70_000).contains(&(v as u32)) { 1 } else { 1000 };
            assert_eq!(out.as_slice(), sums(&of), "{count} of {width}");
            least(&mut out, &plane, count as i32);
            assert_eq!(out.as_slice(), sums(&|v| (v as u32).min(250) as i32), "{count} of {width}");

            let bytes: Vec<u8> = p.iter().map(|v| *v as u8).collect();
            let plane = Block::from_vec(bytes.clone(), [rows, width]).expect("a plane");
            arms(&mut out, &plane, count as i32);
            let of = |v: u8| i32::from((if v & 1 == 0 { 250 } else { v }).wrapping_add(200));
            let wanted = each(width, |y: usize, x: usize| column(y, x).map(|at| of(bytes[at])).sum());
            assert_eq!(out.as_slice(), wanted, "{count} of {width}");
            for most in [0, 50, u32::MAX / 2] {
                below(&mut out, &plane, count as i32, most);
                let of = |v: u8| if u32::from(v) < most * 2 { i32::from(v) } else { 0 };
                let wanted = each(width, |y: usize, x: usize| column(y, x).map(|at| of(bytes[at])).sum());
                assert_eq!(out.as_slice(), wanted, "{count} and {most} of {width}");
            }
        }
        let p: Vec<u8> =
            numbers(3, HEIGHT * width, [0, 255]).into_iter().map(|number| number as u8).collect();
        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        said(&mut out, &Block::from_vec(p.clone(), [HEIGHT, width]).expect("a plane"));
        let of = |y: usize, x: usize| {
            let v = p[y * width + x];
            i32::from(65_000u16.wrapping_add(v.into()))
                + i32::from(100i8.wrapping_add(v as i8))
                + i32::from((if v & 1 == 0 { 250 } else { v }).wrapping_add(200)) * 1000
                + i32::from(v.wrapping_add(240).wrapping_add(100)) * 1_000_000
        };
        assert_eq!(out.as_slice(), each(width, of), "{width}");
    });
}
