//! Loops around several points at a time, of numbers that lanes do not hold: the same numbers, bit for bit, as one point after the other,
//! of rows of any width, at every level.

use super::at_every_level_and_width;
use unite::library::Heap;
use unite::{Block, Elem, kernel};

/// A filter whose weights are a tensor, by loops.
#[kernel]
#[instance(filter_of_floats: T = f32)]
#[instance(filter_of_bytes: T = u8)]
fn filter<T>(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[T]]>, weights: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let mut sum = 0.5;
        for [j, i] in weights.indices() {
            sum += weights[[j, i]] * plane[[y + j, x + i]] as f32;
        }
        out[[y, x]] = sum;
    }
}

/// The same as sums, one inside of the other.
#[kernel]
fn of_sums(out: &mut Tensor<[[f64]]>, plane: &Tensor<[[f64]]>, weights: &Tensor<[[f64]]>) {
    out[[!y, !x]] = 2.0 * sum(|j| weights[[j, 0]] * sum(|i| weights[[j, i]] * plane[[!y + j, !x + i]])) - 1.0;
}

/// As bytes again.
#[kernel]
fn rounded(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, weights: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let sum = sum(|j| sum(|i| weights[[j, i]] * plane[[y + j, x + i]] as f32));
        out[[y, x]] = (sum + 0.5) as u8;
    }
}

/// Two sums and a count over a radius that the caller says, with a rule on both axes.
#[kernel]
fn spread(mean: &mut Tensor<[[f32]]>, variance: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, r: i32) {
    let p = plane.with_boundary(Boundary::Mirror);
    for [y, x] in mean.indices() {
        let mut sum = 0.0;
        let mut squares = 0.0;
        let mut count = 0.0;
        for j in -r..=r {
            for i in -r..=r {
                let v = p[[y + j, x + i]];
                sum += v;
                squares += v * v;
                count += 1.0;
            }
        }
        let average = sum / count;
        mean[[y, x]] = average;
        variance[[y, x]] = squares / count - average * average;
    }
}

/// What is chosen in a loop, with values of the point around it.
#[kernel]
fn choices(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, near: &Tensor<[[f32]]>, most: f32) {
    for [y, x] in out.indices() {
        let here = plane[[y + 1, x + 1]];
        let mut all = 0.0;
        let mut weight: f32 = 1.0;
        let mut greatest = f32::MIN;
        for [j, i] in near.indices() {
            let (v, w) = (plane[[y + j, x + i]], near[[j, i]]);
            if (v - here).abs() < most {
                all += w * v;
                weight += w;
            } else if v > greatest {
                greatest = v;
            }
        }
        let mean = all / weight;
        out[[y, x]] = if greatest > mean { mean } else { mean - here };
    }
}

/// A loop after another one, and two that are inside of one.
#[kernel]
fn several(out: &mut Tensor<[[f64]]>, plane: &Tensor<[[f64]]>, other: &Tensor<[[f64]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut mean = 0.0;
        for k in 0..count {
            mean += plane[[y, x + k]];
        }
        let half = mean / 2.0;
        let mut all = half;
        for k in (0..count).rev() {
            let mut part = all * 0.125;
            for l in 0..count {
                part += (plane[[y + k, x + l]] - half) * other[[k, l]];
            }
            for l in 0..count {
                part -= plane[[y + l, x]];
            }
            all += part;
        }
        out[[y, x]] = all;
    }
}

/// What is written in a loop, and added to: no point is taken twice.
#[kernel]
fn added(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>) {
    for [y, x] in out.indices() {
        let before = out[[y, x]];
        for [k] in weights.indices() {
            out[[y, x]] += weights[[k]] * plane[[y, x + k]] - before;
        }
    }
}

/// A rule that gives a value.
#[kernel]
fn within(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>, r: i32) {
    let p = plane.with_boundary(Boundary::Constant(3.5));
    for [y, x] in out.indices() {
        let mut sum = 0.0;
        for k in -r..=r {
            sum += weights[[k + r]] * p[[y, x + k]];
        }
        out[[y, x]] = sum;
    }
}

/// Names that are those of others: of a sum, of a parameter, of a loop.
#[kernel]
fn hidden(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, sum: f32, count: i32) {
    for [y, x] in out.indices() {
        let mut all = sum;
        for k in 0..count {
            all += plane[[y, x + k]] * sum;
        }
        let sum = all + 1.0;
        for all in 0..count {
            out[[y, x]] = sum + plane[[y, x + all]];
        }
    }
}

/// A name that a pass gives to something else.
#[kernel]
fn shadowed(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, scale: f32, count: i32) {
    for [y, x] in out.indices() {
        let mut all = 0.0;
        for k in 0..count {
            let scale = plane[[y, x + k]] * 2.0;
            for l in 0..count {
                all += scale * plane[[y + l, x]];
            }
        }
        out[[y, x]] = all * scale;
    }
}

/// Bounds that are a point's own.
#[kernel]
fn bounded(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut all = count as f32;
        let count = 5;
        for k in 0..count {
            for l in 0..count {
                all += plane[[y + k, x + l]];
            }
        }
        out[[y, x]] = all;
    }
}

/// Bounds that name the point, whatever they come to.
#[kernel]
fn named(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>) {
    for [y, x] in out.indices() {
        let mut all = 0.0;
        for k in 0..20 + x - x {
            all += plane[[y, x + k]];
        }
        out[[y, x]] = all;
    }
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            for k in 0..20 + x - x {
                out[[y, x]] -= plane[[y, x + k]];
            }
        }
    }
}

/// Points that read what others write stay in order.
#[kernel]
fn recursive(out: &mut Tensor<[[f32]]>, points: &Tensor<[[f32]]>, weights: &Tensor<[f32]>) {
    for [y, x] in points.indices() {
        let mut sum = 0.0;
        for [k] in weights.indices() {
            sum += weights[[k]] * out[[y, x + k]];
        }
        out[[y, x + 2]] = sum / 900.0;
    }
}

/// How many rows there are.
pub const HEIGHT: usize = 5;

/// Numbers that are not sums of a few bits, so that the order of additions shows.
pub fn values(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|k| ((k * 7919 + seed * 104_729) % 2003) as f64 / 7.0 - 143.0).collect()
}

/// A matrix of such.
fn numbers<T: Elem>(extents: [usize; 2], seed: usize, of: impl Fn(f64) -> T) -> Heap<T, 2> {
    let numbers = values(extents[0] * extents[1], seed).into_iter();
    Block::<T>::from_vec(numbers.map(of).collect(), extents).expect("a matrix")
}

/// What is at each point.
pub fn each<T>(width: usize, of: impl Fn(usize, usize) -> T) -> Vec<T> {
    (0..HEIGHT).flat_map(|y| (0..width).map(move |x| (y, x))).map(|(y, x)| of(y, x)).collect()
}

#[test]
fn filters() {
    at_every_level_and_width(|width| {
        for [height, length] in [[5, 5], [1, 17], [3, 1]] {
            let (more, less) = (width + length, |x: f64| x as f32);
            let plane = numbers([HEIGHT + height, more], 1, less);
            let weights = numbers([height, length], 2, less);
            let (p, w) = (plane.as_slice(), weights.as_slice());
            let sum = |first: f32, y: usize, x: usize, at: &dyn Fn(usize) -> f32| {
                let terms = (0..height * length).map(|k| w[k] * at((y + k / length) * more + x + k % length));
                terms.fold(first, |sum, term| sum + term)
            };
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            filter_of_floats(&mut out, &plane, &weights);
            assert_eq!(out.as_slice(), each(width, |y, x| sum(0.5, y, x, &|k| p[k])), "{width}");

            let bytes: Vec<u8> = p.iter().map(|v| *v as i32 as u8).collect();
            let block = Block::<u8>::from_vec(bytes.clone(), [HEIGHT + height, more]).expect("bytes");
            filter_of_bytes(&mut out, &block, &weights);
            assert_eq!(out.as_slice(), each(width, |y, x| sum(0.5, y, x, &|k| bytes[k].into())), "{width}");

            let row = |y: usize, x: usize, j: usize, at: &dyn Fn(usize) -> f64| {
                (0..length)
                    .fold(0.0, |sum, i| sum + f64::from(w[j * length + i]) * at((y + j) * more + x + i))
            };
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            rounded(&mut out, &block, &weights);
            let of_row = |y: usize, x: usize, j: usize| {
                (0..length)
                    .fold(0.0, |sum, i| sum + w[j * length + i] * f32::from(bytes[(y + j) * more + x + i]))
            };
            let round = |y, x| ((0..height).fold(0.0, |sum, j| sum + of_row(y, x, j)) + 0.5) as u8;
            assert_eq!(out.as_slice(), each(width, round), "{width}");

            let (plane, weights) =
                (numbers([HEIGHT + height, more], 1, |x| x), numbers([height, length], 2, less));
            let wide: Vec<f64> = weights.as_slice().iter().map(|w| f64::from(*w)).collect();
            let weights = Block::<f64>::from_vec(wide.clone(), [height, length]).expect("weights");
            let mut out = Block::<f64>::zeros([HEIGHT, width]);
            of_sums(&mut out, &plane, &weights);
            let p = plane.as_slice();
            let whole =
                |y, x| (0..height).fold(0.0, |sum, j| sum + wide[j * length] * row(y, x, j, &|k| p[k]));
            assert_eq!(out.as_slice(), each(width, |y, x| 2.0 * whole(y, x) - 1.0), "{width}");
        }
    });
}

#[test]
fn rules() {
    at_every_level_and_width(|width| {
        let plane = numbers([HEIGHT, width], 3, |x| x as f32);
        let p = plane.as_slice();
        let mirrored = |at: i32, len: usize| {
            let len = len as i32;
            let at = if at < 0 { -at } else { at };
            (if at >= len { 2 * (len - 1) - at } else { at }) as usize
        };
        for r in [0, 1, 2].into_iter().filter(|r| *r < width as i32) {
            let [mut mean, mut variance] = [(); 2].map(|()| Block::<f32>::zeros([HEIGHT, width]));
            spread(&mut mean, &mut variance, &plane, r);
            let of = |y: usize, x: usize| {
                let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
                for (j, i) in (-r..=r).flat_map(|j| (-r..=r).map(move |i| (j, i))) {
                    let v = p[mirrored(y as i32 + j, HEIGHT) * width + mirrored(x as i32 + i, width)];
                    (sum, squares, count) = (sum + v, squares + v * v, count + 1.0);
                }
                let average: f32 = sum / count;
                (average, squares / count - average * average)
            };
            assert_eq!(mean.as_slice(), each(width, |y, x| of(y, x).0), "{r} of {width}");
            assert_eq!(variance.as_slice(), each(width, |y, x| of(y, x).1), "{r} of {width}");
        }
        for r in [0, 1, 3, 20] {
            let weights = numbers([1, 2 * r + 1], 4, |x| x as f32).as_slice().to_vec();
            let block = Block::<f32>::from_vec(weights.clone(), [2 * r + 1]).expect("weights");
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            within(&mut out, &plane, &block, r as i32);
            let at = |y: usize, x: isize| {
                if (0..width as isize).contains(&x) { p[y * width + x as usize] } else { 3.5 }
            };
            let of = |y: usize, x: usize| {
                let at = |k: usize| at(y, x as isize + k as isize - r as isize);
                (0..weights.len()).fold(0.0, |sum, k| sum + weights[k] * at(k))
            };
            assert_eq!(out.as_slice(), each(width, of), "{r} of {width}");
        }
    });
}

#[test]
fn what_several_parts_have() {
    at_every_level_and_width(|width| {
        let (wide, more) = (numbers([HEIGHT + 9, width + 9], 5, |x| x), width + 9);
        let narrow: Vec<f32> = wide.as_slice().iter().map(|x| *x as f32).collect();
        let plane = Block::<f32>::from_vec(narrow.clone(), [HEIGHT + 9, more]).expect("a plane");
        let (p, wide_p) = (&narrow, wide.as_slice());
        let mut out = Block::<f32>::zeros([HEIGHT, width]);
        let near = numbers([5, 5], 6, |x| x as f32 + 144.0);
        choices(&mut out, &plane, &near, 60.0);
        let chosen = |y: usize, x: usize| {
            let here = p[(y + 1) * more + x + 1];
            let (mut all, mut weight, mut greatest) = (0.0, 1.0, f32::MIN);
            for (k, w) in near.as_slice().iter().enumerate() {
                let v = p[(y + k / 5) * more + x + k % 5];
                if (v - here).abs() < 60.0 {
                    (all, weight) = (all + w * v, weight + w);
                } else if v > greatest {
                    greatest = v;
                }
            }
            let mean = all / weight;
            if greatest > mean { mean } else { mean - here }
        };
        assert_eq!(out.as_slice(), each(width, chosen), "{width}");

        for count in [0, 1, 4, 9] {
            let mut out = Block::<f64>::zeros([HEIGHT, width]);
            let other = numbers([9, 9], 7, |x| x);
            several(&mut out, &wide, &other, count as i32);
            let of = |y: usize, x: usize| {
                let at = |j: usize, i: usize| wide_p[(y + j) * more + x + i];
                let half = (0..count).fold(0.0, |sum, k| sum + at(0, k)) / 2.0;
                (0..count).rev().fold(half, |all, k| {
                    let part = (0..count)
                        .fold(all * 0.125, |part, l| part + (at(k, l) - half) * other.as_slice()[k * 9 + l]);
                    all + (0..count).fold(part, |part, l| part - at(l, 0))
                })
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            hidden(&mut out, &plane, 0.75, count as i32);
            let of = |y: usize, x: usize| {
                let row = &p[y * more + x..][..count];
                let sum = row.iter().fold(0.75, |all, v| all + v * 0.75) + 1.0;
                row.last().map_or(0.0, |last| sum + last)
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            shadowed(&mut out, &plane, 0.75, count as i32);
            let pairs = |count: usize| (0..count).flat_map(move |k| (0..count).map(move |l| (k, l)));
            let of = |y: usize, x: usize| {
                let at = |j: usize, i: usize| p[(y + j) * more + x + i];
                pairs(count).fold(0.0, |all, (k, l)| all + at(0, k) * 2.0 * at(l, 0)) * 0.75
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");
        }
        bounded(&mut out, &plane, 9);
        let of = |y: usize, x: usize| (0..25).fold(9.0, |all, k| all + p[(y + k / 5) * more + x + k % 5]);
        assert_eq!(out.as_slice(), each(width, of), "{width}");
        let long = numbers([HEIGHT, width + 20], 5, |x| x as f32);
        named(&mut out, &long);
        let of = |y: usize, x: usize| {
            let row = &long.as_slice()[y * (width + 20) + x..][..20];
            row.iter().fold(row.iter().fold(0.0, |all, v| all + v), |all, v| all - v)
        };
        assert_eq!(out.as_slice(), each(width, of), "{width}");
        for count in [1, 4, 9] {
            let weights = numbers([1, count], 8, |x| x as f32).as_slice().to_vec();
            let block = Block::<f32>::from_vec(weights.clone(), [count]).expect("weights");
            let mut out = numbers([HEIGHT, width], 9, |x| x as f32);
            let before = out.as_slice().to_vec();
            added(&mut out, &plane, &block);
            let of = |y: usize, x: usize| {
                let before = before[y * width + x];
                weights
                    .iter()
                    .enumerate()
                    .fold(before, |all, (k, w)| all + (w * p[y * more + x + k] - before))
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");

            let mut out = plane.clone();
            recursive(&mut out, &Block::<f32>::zeros([HEIGHT, width]), &block);
            let mut expected = narrow.clone();
            for (y, x) in (0..HEIGHT).flat_map(|y| (0..width).map(move |x| (y, x))) {
                let row = &expected[y * more + x..];
                let sum = weights.iter().zip(row).fold(0.0, |sum, (w, v)| sum + w * v);
                expected[y * more + x + 2] = sum / 900.0;
            }
            assert_eq!(out.as_slice(), expected, "{count} of {width}");
        }
    });
}

#[test]
fn plans_say_so() {
    let said = "points at a time inside of the loops";
    for plan in
        [filter_of_floats::plan(), filter_of_bytes::plan(), of_sums::plan(), rounded::plan(), spread::plan()]
    {
        assert!(plan.contains(said), "{plan}");
    }
    for plan in [choices::plan(), several::plan(), within::plan()] {
        assert!(plan.contains(said), "{plan}");
    }
    let plan = added::plan();
    assert!(plan.contains(said) && !plan.contains("end with it"), "{plan}");
    assert!(!recursive::plan().contains(said));
}
