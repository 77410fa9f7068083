//! Loops that each point leaves by itself, around several points at a time: the same numbers, bit for bit, as one point after the other.

use super::at_every_level_and_width;
use super::distributed::{HEIGHT, each, values};
use unite::{Block, kernel};

/// What a point is multiplied by itself as often as it takes to leave a circle, at most.
#[kernel]
fn escape(out: &mut Tensor<[[u8]]>, most: i32, scale: f32) {
    for [y, x] in out.indices() {
        let (real, imaginary) = (x as f32 * scale - 1.5, y as f32 * scale - 0.3);
        let (mut re, mut im) = (0.0f32, 0.0f32);
        let mut passes = 0;
        while passes < most && re * re + im * im <= 4.0 {
            let next = re * re - im * im + real;
            im = 2.0 * re * im + imaginary;
            re = next;
            passes += 1;
        }
        out[[y, x]] = passes;
    }
}

/// The same by a range, which ends for all of them, and one that a condition inside of another one ends.
#[kernel]
fn escape_of_range(out: &mut Tensor<[[u8]]>, most: i32, scale: f32) {
    for [y, x] in out.indices() {
        let (real, imaginary) = (x as f32 * scale - 1.5, y as f32 * scale - 0.3);
        let (mut re, mut im) = (0.0f32, 0.0f32);
        let mut passes = 0;
        for pass in 0..most {
            if re * re + im * im > 4.0 {
                passes = pass;
                break;
            }
            let next = re * re - im * im + real;
            im = 2.0 * re * im + imaginary;
            re = next;
            if pass > 2 {
                if re < -1.9 {
                    passes -= 3;
                    break;
                }
            } else {
                passes -= 1;
            }
        }
        out[[y, x]] = if passes < 0 { 256 + passes } else { passes };
    }
}

/// Roots, by a loop that nothing but a point ends.
#[kernel]
fn roots(out: &mut Tensor<[[f64]]>, plane: &Tensor<[[f64]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let square = plane[[y, x]].abs();
            let mut root = square + 1.0;
            loop {
                let next = 0.5 * (root + square / root);
                if next >= root {
                    break;
                }
                root = next;
            }
            out[[y, x]] = root;
        }
    }
}

/// Numbers that are no longer there for a point that goes on: in builds with checks of overflow such a point would be one.
#[kernel]
fn doubled(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let limit = plane[[y, x]].abs();
        let mut power = 1 << 20;
        let mut count = 0;
        while (power as f32) < limit * 16_000_000.0 {
            count += 1;
            if count % 3 == 1 {
                continue;
            }
            power += 1 << 20;
            if power > i32::MAX - (1 << 20) {
                break;
            }
        }
        out[[y, x]] = power + count;
    }
}

/// Two loops, one after the other, the second of which has what the first one left; and a loop of which all points make the same passes.
#[kernel]
fn several(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>) {
    for [y, x] in out.indices() {
        let mut here = plane[[y, x]];
        let mut steps = 0.0;
        while here > 10.0 {
            here *= 0.5;
            steps += 1.0;
        }
        for k in 0..weights.extent(0) {
            here += weights[[k]] * plane[[y, x + k]];
        }
        while here < -10.0 {
            here *= 0.75;
            steps += 0.25;
        }
        out[[y, x]] = here + steps;
    }
}

/// A loop while something is there.
#[kernel]
fn while_there(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let here = plane[[y, x]];
        let mut sum = 0.0f32;
        while let Some(next) = (sum * 2.0 < here).then_some(sum + 1.5) {
            sum = next;
        }
        out[[y, x]] = sum;
    }
}

/// What a loop reads, a loop in it, a label, and a jump out of all.
#[kernel]
fn refused(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, most: i32) {
    for [y, x] in out.indices() {
        let mut sum = 0.0;
        for k in 0..most {
            let next = plane[[y, x + k]];
            if next > 100.0 {
                break;
            }
            sum += next;
        }
        out[[y, x]] = sum;
    }
    for [y, x] in out.indices() {
        let mut sum = out[[y, x]];
        while sum > 1.0 {
            sum *= 0.5;
            while sum > 50.0 {
                sum -= 7.0;
            }
        }
        out[[y, x]] = sum;
    }
    for [y, x] in out.indices() {
        let mut sum = out[[y, x]];
        'own: while sum < -1.0 {
            sum *= 0.5;
            if sum > -2.0 {
                break 'own;
            }
        }
        out[[y, x]] = sum;
    }
    for [y, x] in out.indices() {
        let mut sum = out[[y, x]];
        while sum > 0.125 {
            sum *= 0.5;
            if sum > 1e9 {
                return;
            }
        }
        out[[y, x]] = sum;
    }
}

#[test]
fn points_leave() {
    assert!(escape::plan().contains("32 points at a time inside of the loops"), "{}", escape::plan());
    at_every_level_and_width(|width| {
        for (most, scale) in [(40, 0.02), (0, 0.5), (1, 0.5), (97, 0.13)] {
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            escape(&mut out, most, scale);
            let first = |y: usize, x: usize| (x as f32 * scale - 1.5, y as f32 * scale - 0.3);
            let by_while = |y: usize, x: usize| {
                let ((real, imaginary), (mut re, mut im), mut passes) = (first(y, x), (0.0f32, 0.0f32), 0);
                while passes < most && re * re + im * im <= 4.0 {
                    (re, im) = (re * re - im * im + real, 2.0 * re * im + imaginary);
                    passes += 1;
                }
                passes as u8
            };
            assert_eq!(out.as_slice(), each(width, by_while), "{width} {most}");
            escape_of_range(&mut out, most, scale);
            let by_range = |y: usize, x: usize| {
                let ((real, imaginary), (mut re, mut im), mut passes) = (first(y, x), (0.0f32, 0.0f32), 0);
                for pass in 0..most {
                    if re * re + im * im > 4.0 {
                        return pass as u8;
                    }
                    (re, im) = (re * re - im * im + real, 2.0 * re * im + imaginary);
                    if pass <= 2 {
                        passes -= 1;
                    } else if re < -1.9 {
                        return (passes - 3) as u8;
                    }
                }
                passes as u8
            };
            assert_eq!(out.as_slice(), each(width, by_range), "{width} {most}");
        }
    });
    assert!(escape_of_range::plan().contains("32 points at a time inside of the loops"));
}

#[test]
fn until_it_is_near() {
    at_every_level_and_width(|width| {
        let plane = values(HEIGHT * width, 3);
        let mut out = Block::<f64>::zeros([HEIGHT, width]);
        roots(&mut out, &Block::<f64>::from_vec(plane.clone(), [HEIGHT, width]).expect("a plane"));
        let root = |y: usize, x: usize| {
            let square = plane[y * width + x].abs();
            let mut root = square + 1.0;
            loop {
                match 0.5 * (root + square / root) {
                    next if next >= root => return root,
                    next => root = next,
                }
            }
        };
        assert_eq!(out.as_slice(), each(width, root), "{width}");
    });
    assert!(roots::plan().contains("16 points at a time inside of the loops"), "{}", roots::plan());
}

#[test]
fn those_that_have_left_do_nothing() {
    at_every_level_and_width(|width| {
        let plane: Vec<f32> = values(HEIGHT * width, 5).into_iter().map(|v| v as f32).collect();
        let mut out = Block::<i32>::zeros([HEIGHT, width]);
        doubled(&mut out, &Block::<f32>::from_vec(plane.clone(), [HEIGHT, width]).expect("a plane"));
        let at = |y: usize, x: usize| {
            let (mut power, mut count) = (1i32 << 20, 0);
            while (power as f32) < plane[y * width + x].abs() * 16_000_000.0 {
                count += 1;
                if count % 3 != 1 {
                    power += 1 << 20;
                    if power > i32::MAX - (1 << 20) {
                        break;
                    }
                }
            }
            power + count
        };
        assert_eq!(out.as_slice(), each(width, at), "{width}");
    });
    assert!(doubled::plan().contains("32 points at a time inside of the loops"), "{}", doubled::plan());
}

#[test]
fn one_loop_after_the_other() {
    at_every_level_and_width(|width| {
        let more = width + 4;
        let plane: Vec<f32> = values(HEIGHT * more, 7).into_iter().map(|v| v as f32).collect();
        let weights = [0.5f32, -1.25, 3.0, 0.75];
        let block = Block::<f32>::from_vec(plane.clone(), [HEIGHT, more]).expect("a plane");
        let mut out = Block::<f32>::zeros([HEIGHT, width]);
        several(&mut out, &block, &Block::<f32>::from_vec(weights.to_vec(), [4]).expect("weights"));
        let at = |y: usize, x: usize| {
            let (mut here, mut steps) = (plane[y * more + x], 0.0);
            while here > 10.0 {
                here *= 0.5;
                steps += 1.0;
            }
            here = (0..4).fold(here, |sum, k| sum + weights[k] * plane[y * more + x + k]);
            while here < -10.0 {
                here *= 0.75;
                steps += 0.25;
            }
            here + steps
        };
        assert_eq!(out.as_slice(), each(width, at), "{width}");

        while_there(&mut out, &block);
        let at = |y: usize, x: usize| {
            let mut sum = 0.0f32;
            while sum * 2.0 < plane[y * more + x] {
                sum += 1.5;
            }
            sum
        };
        assert_eq!(out.as_slice(), each(width, at), "{width}");

        refused(&mut out, &block, 4);
        let at = |y: usize, x: usize| {
            let next = (0..4).map(|k| plane[y * more + x + k]).take_while(|next| *next <= 100.0);
            let mut sum: f32 = next.fold(0.0, |sum, next| sum + next);
            while sum > 1.0 {
                sum *= 0.5;
                while sum > 50.0 {
                    sum -= 7.0;
                }
            }
            while sum < -1.0 {
                sum *= 0.5;
                if sum > -2.0 {
                    break;
                }
            }
            while sum > 0.125 {
                sum *= 0.5;
            }
            sum
        };
        assert_eq!(out.as_slice(), each(width, at), "{width}");
    });
    assert!(several::plan().contains("32 points at a time inside of the loops"), "{}", several::plan());
    assert!(!refused::plan().contains("points at a time"), "{}", refused::plan());
}
