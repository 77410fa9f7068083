//! Loops over lists of numbers, and tuples that are chosen: what they say.

use super::distributed::{HEIGHT, each};
use super::{at_every_level_and_width, numbers};
use unite::{Block, kernel};

/// A pattern of the neighbours that are as large, in turn.
#[kernel]
fn pattern(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let here = plane[[y + 1, x + 1]];
        let mut bits = 0;
        for (dy, dx) in [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)] {
            bits = bits * 2 + if plane[[y + dy, x + dx]] >= here { 1 } else { 0 };
        }
        out[[y, x]] = bits;
    }
}

/// Weights that have a name, which is hidden later, and in a loop that ends.
#[kernel]
fn weighted(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    let taps = [(0, 1), (1, -5), (2, 20), (3, 20), (4, -5), (5, 1)];
    for [y, x] in out.indices() {
        let mut sum = 0;
        for (k, weight) in taps {
            sum += weight * plane[[y, x + k]];
        }
        let taps = [plane[[y, x]], 7];
        for number in taps {
            sum = sum * 3 - number;
        }
        for number in [1, 2, 3, 4] {
            if sum % number == 3 {
                break;
            }
            sum += number;
        }
        out[[y, x]] = sum;
    }
}

/// Lists in lists, of numbers with a fraction, and one whose type is said.
#[kernel]
fn nested(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let mut sum = 0.0;
        for (dy, a) in [(0, 0.25), (1, 0.5), (2, 0.25)] {
            for (dx, b) in [(0, 0.25), (1, 0.5), (2, 0.25)] {
                sum += a * b * plane[[y + dy, x + dx]];
            }
        }
        for k in [1i64, 3] {
            sum += k as f32;
        }
        let y = [2, 4];
        for y in y {
            sum -= y as f32;
        }
        out[[y[0], x]] = sum + out[[y[0], x]] * 0.5;
    }
}

/// What two differences and their signs say: all cases, and what is asked beside.
#[kernel]
fn cases(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let (across, down) = (plane[[y, x + 1]] - plane[[y, x]], plane[[y + 1, x]] - plane[[y, x]]);
        let sector = match (across.abs() > down.abs(), across > 0, down > 0) {
            (true, true, _) => 0,
            (true, false, _) => 1,
            (false, _, true) => 2,
            (false, _, false) => 3,
        };
        let of_signs = match (across > 3, down > 3) {
            (false, false) => across,
            (true, _) if down > 9 => 100,
            (true, true) => down,
            _ => sector,
        };
        let (a, b) = match (across < down, down < 40) {
            (true, true) => (across, down),
            (true, false) => (40, across),
            _ => (down, 3),
        };
        let (a, b) = if a > b {
            (b, a)
        } else if a + b > 30 {
            (a, b + 1)
        } else {
            (0, a)
        };
        out[[y, x]] = sector + 10 * of_signs + 1000 * a - b;
    }
}

/// What an element is sent on to, by where it is.
#[kernel]
fn chosen(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, turn: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let (dy, dx) = if turn[[y, x]] < 100 { (0, 1) } else { (1, 0) };
        let of_1 = plane[[y, x]];
        let mut most = of_1;
        match (turn[[y, x]] > 50, of_1 > 128) {
            (true, true) => most -= 3,
            (false, true) => {
                most -= 1;
                most = (most + 1) / 3;
            }
            (_, false) => {}
        }
        out[[y, x]] = most.max(plane[[y + dy, x + dx]]);
    }
}

/// What is asked only where nothing else was: a quotient by what is not 0. And a list by a name that means something else inside.
#[kernel]
fn asked(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    let row = [10, 20];
    for [y, x] in out.indices() {
        let v = plane[[y, x]] & 3;
        let (a, b) = if v == 0 {
            (7, 9)
        } else if 6 / v > 2 {
            (v, 1)
        } else {
            (2, v)
        };
        let mut sum = a * 100 + b;
        for row in [[v, 3], [5, v]] {
            for number in row {
                sum = sum * 2 + number;
            }
        }
        for number in row {
            sum += number;
        }
        out[[y, x]] = sum;
    }
}

fn plane(seed: u32, [height, width]: [usize; 2]) -> (Vec<i32>, Block<unite::Dyn<unite::Dyn<u8>>>) {
    let numbers = numbers(seed, height * width, [0, 255]);
    let bytes = numbers.iter().map(|v| *v as u8).collect();
    (numbers, Block::<u8>::from_vec(bytes, [height, width]).expect("a plane"))
}

#[test]
fn lists_are_what_they_say() {
    at_every_level_and_width(|width| {
        let more = width + 6;
        let (p, block) = plane(3, [HEIGHT + 2, more]);
        let mut out = Block::<u8>::zeros([HEIGHT, width]);
        pattern(&mut out, &block);
        let around = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];
        let expected = each(width, |y, x| {
            let is = |(dy, dx): &(usize, usize)| p[(y + dy) * more + x + dx] >= p[(y + 1) * more + x + 1];
            around.iter().fold(0u8, |bits, at| bits * 2 + u8::from(is(at)))
        });
        assert_eq!(out.as_slice(), expected, "{width}");

        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        weighted(&mut out, &block);
        let expected = each(width, |y, x| {
            let taps = [1, -5, 20, 20, -5, 1].iter().enumerate();
            let mut sum: i32 = taps.map(|(k, weight)| weight * p[y * more + x + k]).sum();
            sum = (sum * 3 - p[y * more + x]) * 3 - 7;
            for number in [1, 2, 3, 4] {
                if sum % number == 3 {
                    break;
                }
                sum += number;
            }
            sum
        });
        assert_eq!(out.as_slice(), expected, "{width}");

        let floats: Vec<f32> = p.iter().map(|v| *v as f32 / 3.0).collect();
        let block = Block::<f32>::from_vec(floats.clone(), [HEIGHT + 2, more]).expect("a plane");
        let mut out = Block::<f32>::zeros([HEIGHT, width]);
        nested(&mut out, &block);
        // All rows are written to the third.
        let mut third = vec![0.0f32; width];
        for (y, x) in (0..HEIGHT).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let mut sum = 0.0;
            for (dy, a) in [(0, 0.25), (1, 0.5), (2, 0.25)] {
                for (dx, b) in [(0, 0.25), (1, 0.5), (2, 0.25)] {
                    sum += a * b * floats[(y + dy) * more + x + dx];
                }
            }
            third[x] = sum + 4.0 - 6.0 + third[x] * 0.5;
        }
        assert_eq!(out.as_slice()[2 * width..3 * width], third, "{width}");
    });
}

#[test]
fn tuples_are_taken_apart() {
    at_every_level_and_width(|width| {
        let more = width + 1;
        let (p, block) = plane(5, [HEIGHT + 1, more]);
        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        cases(&mut out, &block);
        let expected = each(width, |y, x| {
            let at = |dy: usize, dx: usize| p[(y + dy) * more + x + dx];
            let (across, down) = (at(0, 1) - at(0, 0), at(1, 0) - at(0, 0));
            let sector = if across.abs() > down.abs() {
                if across > 0 { 0 } else { 1 }
            } else if down > 0 {
                2
            } else {
                3
            };
            let of_signs = if across <= 3 {
                if down <= 3 { across } else { sector }
            } else if down > 9 {
                100
            } else if down > 3 {
                down
            } else {
                sector
            };
            let both = if across >= down {
                [down, 3]
            } else if down < 40 {
                [across, down]
            } else {
                [40, across]
            };
            let [a, b] = match both {
                [a, b] if a > b => [b, a],
                [a, b] if a + b > 30 => [a, b + 1],
                [a, _] => [0, a],
            };
            sector + 10 * of_signs + 1000 * a - b
        });
        assert_eq!(out.as_slice(), expected, "{width}");

        let (t, turn) = plane(7, [HEIGHT, width]);
        let mut out = Block::<u8>::zeros([HEIGHT, width]);
        chosen(&mut out, &block, &turn);
        let expected = each(width, |y, x| {
            let (here, turn) = (p[y * more + x], t[y * width + x]);
            let other = if turn < 100 { p[y * more + x + 1] } else { p[(y + 1) * more + x] };
            let most = match here > 128 {
                true if turn > 50 => here - 3,
                true => here / 3,
                false => here,
            };
            most.max(other) as u8
        });
        assert_eq!(out.as_slice(), expected, "{width}");

        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        asked(&mut out, &block);
        let expected = each(width, |y, x| {
            let v = p[y * more + x] & 3;
            let first = [709, 101, 201, 203][v as usize];
            [v, 3, 5, v].iter().fold(first, |sum, number| sum * 2 + number) + 30
        });
        assert_eq!(out.as_slice(), expected, "{width}");
    });
    assert!(cases::plan().contains("lanes along x"), "{}", cases::plan());
    assert!(chosen::plan().contains("lanes along x"), "{}", chosen::plan());
}
