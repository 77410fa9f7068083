//! Loops around several points of a loop that is written as a range: the same numbers, bit for bit, as one point after the other.

use super::at_every_level_and_width;
use super::distributed::{HEIGHT, each, values};
use unite::{Block, kernel};

/// What a filter of rows is, and what a point adds that is the index of the loop.
#[kernel]
fn filter(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[[f32]]>) {
    let (h, w) = (out.extent(0), out.extent(1));
    for y in 0..h {
        for x in 0..w {
            let mut sum = x as f32;
            for j in 0..weights.extent(0) {
                for i in 0..weights.extent(1) {
                    sum += weights[[j, i]] * plane[[y + j, x + i]];
                }
            }
            out[[y, x]] = sum - y as f32;
        }
    }
}

/// Bounds that are computed, of which there may be none between, and a closed range inside.
#[kernel]
fn inner(out: &mut Tensor<[[f64]]>, plane: &Tensor<[[f64]]>, r: i32) {
    for y in r..out.extent(0) - r {
        for x in r..out.extent(1) - r {
            let mut all = 0.25;
            for j in -r..=r {
                let mut row = 0.0;
                for i in -r..=r {
                    row += plane[[y + j, x + i]];
                }
                all += row * 0.5;
            }
            out[[y, x]] = all;
        }
    }
}

/// A rule on both axes, of ranges with and without their ends.
#[kernel]
fn mirrored(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>, r: i32) {
    let p = plane.with_boundary(Boundary::Mirror);
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let mut sum = 0.0;
            for i in -r..=r {
                sum += weights[[i + r]] * p[[y - 1, x + i]];
            }
            out[[y, x]] = sum;
        }
    }
    for y in 0..=out.extent(0) - 1 {
        for x in 0..=out.extent(1) - 1 {
            for i in -r..=r {
                out[[y, x]] -= p[[y, x + i]];
            }
        }
    }
}

/// Values of the row and of the caller, which points begin with; names that nothing is said about.
#[kernel]
fn nearest(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, palette: &Tensor<[f32]>, most: f32) {
    let half = most / 2.0;
    for y in 0..out.extent(0) {
        let first = plane[[y, 0]].max(half);
        for x in 0..out.extent(1) {
            let here = plane[[y, x]].abs();
            let mut least = most;
            let mut chosen = first;
            let mut sign = if plane[[y, x]] < 0.0 { -1.0 } else { 1.0 };
            let mut found = false;
            for k in 0..palette.extent(0) {
                let apart = (palette[[k]] - here).abs();
                if apart < least {
                    least = apart;
                    chosen = palette[[k]];
                    found = true;
                }
                sign = -sign;
            }
            out[[y, x]] = if found { chosen * sign } else { first + least };
        }
    }
}

/// Columns before rows, and a closed range of points.
#[kernel]
fn by_columns(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>) {
    let (h, w) = (out.extent(0), out.extent(1));
    for x in 0..=w - 1 {
        for y in 0..h {
            let mut sum = 0.0;
            for k in 0..weights.extent(0) {
                sum += weights[[k]] * plane[[y + k, x]];
            }
            out[[y, x]] = sum + x as f32;
        }
    }
}

/// What is below a diagonal, added up in the element itself.
#[kernel]
fn products(out: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>) {
    for i in 0..out.extent(0) {
        for j in 0..=i {
            for k in 0..a.extent(0) {
                out[[i, j]] += a[[k, i]] * a[[k, j]];
            }
        }
    }
}

/// A product of matrices of which each element waits for nothing.
#[kernel]
fn matrices(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    for i in 0..c.extent(0) {
        for j in 0..c.extent(1) {
            let mut sum = 0.0;
            for k in 0..a.extent(1) {
                sum += a[[i, k]] * b[[k, j]];
            }
            c[[i, j]] = sum;
        }
    }
}

/// The variable of a range is of the type that its uses say: of an array it is the index, too.
#[kernel]
fn of_a_type(out: &mut Tensor<[f32]>, plane: &Tensor<[[f32]]>, table: [f32; 48], count: i32) {
    for x in 0..48 {
        let mut sum = table[x];
        for k in 0..count {
            sum += plane[[k, x]] * table[x];
        }
        out[[x]] = sum;
    }
    for x in 3i64..40 {
        let mut sum = out[[x]] as f64;
        for k in 0..count {
            sum += f64::from(plane[[k, x]]) * x as f64;
        }
        out[[x]] = sum as f32;
    }
}

/// Points that read what others write stay in order, whichever loop they differ in.
#[kernel]
fn recursive(out: &mut Tensor<[[f32]]>, weights: &Tensor<[f32]>, width: i32, height: i32) {
    for y in 0..height {
        for x in 0..width {
            let mut sum = 0.0;
            for k in 0..weights.extent(0) {
                sum += weights[[k]] * out[[y, x + k]];
            }
            out[[y + 1, x + 2]] = sum / 900.0;
        }
    }
    for y in 0..height {
        for x in 0..width {
            let mut sum = 0.0;
            for k in 0..weights.extent(0) {
                sum += weights[[k]] * out[[y, x + k]];
            }
            out[[y, x + 2]] = sum / 900.0;
        }
    }
}

/// What a point leaves for the next one, and one that leaves the loop.
#[kernel]
fn in_order(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[f32]>) -> f32 {
    let mut last = 0.0;
    let mut all = 0.0;
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let mut sum = last;
            for k in 0..weights.extent(0) {
                sum += weights[[k]] * plane[[y, x + k]];
            }
            out[[y, x]] = sum;
            last = sum / 1000.0;
        }
        for x in 0..out.extent(1) {
            let mut sum = 0.0;
            for k in 0..weights.extent(0) {
                sum += weights[[k]] * plane[[y, x + k]];
            }
            if sum > 1e5 {
                break;
            }
            all += sum;
        }
    }
    all
}

/// Loops that may have no pass, which are checked at each point.
#[kernel]
fn passes(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, bits: i32) {
    for [y, x] in out.indices() {
        let mut sum = 1.0;
        for k in 0..bits & 3 {
            sum += plane[[y, x + k]];
        }
        out[[y, x]] = sum;
    }
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            for j in 0..bits & 1 {
                for i in 0..bits & 2 {
                    out[[y, x]] -= plane[[y + j, x + i]];
                }
            }
        }
    }
}

fn narrow(count: usize, seed: usize) -> Vec<f32> {
    values(count, seed).into_iter().map(|number| number as f32).collect()
}

macro_rules! block {
    ($values:expr, $extents:expr) => {
        Block::from_vec($values.clone(), $extents).expect("a block")
    };
}

#[test]
fn filters() {
    at_every_level_and_width(|width| {
        for [height, length] in [[5, 5], [1, 17], [3, 1]] {
            let more = width + length;
            let (p, w) = (narrow((HEIGHT + height) * more, 1), narrow(height * length, 2));
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            filter(&mut out, &block!(p, [HEIGHT + height, more]), &block!(w, [height, length]));
            let of = |y: usize, x: usize| {
                let term = |k: usize| w[k] * p[(y + k / length) * more + x + k % length];
                (0..height * length).map(term).fold(x as f32, |sum, term| sum + term) - y as f32
            };
            assert_eq!(out.as_slice(), each(width, of), "{width}");

            let (p, w) = (narrow((HEIGHT + length) * width, 1), narrow(length, 2));
            by_columns(&mut out, &block!(p, [HEIGHT + length, width]), &block!(w, [length]));
            let of = |y: usize, x: usize| {
                (0..length).fold(0.0, |sum, k| sum + w[k] * p[(y + k) * width + x]) + x as f32
            };
            assert_eq!(out.as_slice(), each(width, of), "{width}");

            let (a, b) = (narrow(HEIGHT * length, 3), narrow(length * width, 4));
            matrices(&mut out, &block!(a, [HEIGHT, length]), &block!(b, [length, width]));
            let of = |y: usize, x: usize| {
                (0..length).fold(0.0, |sum, k| sum + a[y * length + k] * b[k * width + x])
            };
            assert_eq!(out.as_slice(), each(width, of), "{width}");
        }
    });
}

#[test]
fn edges() {
    at_every_level_and_width(|width| {
        for r in [0, 1, 2, 3] {
            let p = values(HEIGHT * width, 5);
            let mut out = Block::<f64>::zeros([HEIGHT, width]);
            inner(&mut out, &block!(p, [HEIGHT, width]), r as i32);
            let of = |y: usize, x: usize| {
                if y < r || x < r || y + r >= HEIGHT || x + r >= width {
                    return 0.0;
                }
                let row = |j| (0..=2 * r).fold(0.0, |row, i| row + p[(y + j - r) * width + x + i - r]);
                (0..=2 * r).fold(0.25, |all, j| all + row(j) * 0.5)
            };
            assert_eq!(out.as_slice(), each(width, of), "{r} of {width}");
            if r >= width {
                continue;
            }
            let (p, w) = (narrow(HEIGHT * width, 6), narrow(2 * r + 1, 7));
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            mirrored(&mut out, &block!(p, [HEIGHT, width]), &block!(w, [2 * r + 1]), r as i32);
            let fold = |at: isize, len: usize| {
                let (at, len) = (at.unsigned_abs(), len);
                if at >= len { 2 * (len - 1) - at } else { at }
            };
            let of = |y: usize, x: usize| {
                let above = fold(y as isize - 1, HEIGHT);
                let at =
                    |y: usize, i: usize| p[y * width + fold(x as isize + i as isize - r as isize, width)];
                let sum = (0..=2 * r).fold(0.0, |sum, i| sum + w[i] * at(above, i));
                (0..=2 * r).fold(sum, |all, i| all - at(y, i))
            };
            assert_eq!(out.as_slice(), each(width, of), "{r} of {width}");
        }
        for count in [1, 9] {
            let a = values(count * width, 8);
            let mut out = Block::<f64>::zeros([width, width]);
            products(&mut out, &block!(a, [count, width]));
            for (i, j) in (0..width).flat_map(|i| (0..width).map(move |j| (i, j))) {
                let sum = (0..count).fold(0.0, |sum, k| sum + a[k * width + i] * a[k * width + j]);
                assert_eq!(
                    out.as_slice()[i * width + j],
                    if j <= i { sum } else { 0.0 },
                    "{i} {j} of {width}"
                );
            }
        }
    });
}

#[test]
fn what_points_have() {
    at_every_level_and_width(|width| {
        for count in [1, 2, 6] {
            let (p, palette) = (narrow(HEIGHT * width, 9), narrow(count, 10));
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            nearest(&mut out, &block!(p, [HEIGHT, width]), &block!(palette, [count]), 50.0);
            let of = |y: usize, x: usize| {
                let (first, here) = (p[y * width].max(25.0), p[y * width + x]);
                let (mut least, mut chosen) = (50.0, None);
                for k in &palette {
                    let apart = (k - here.abs()).abs();
                    if apart < least {
                        (least, chosen) = (apart, Some(k));
                    }
                }
                let sign = if (here < 0.0) == (count % 2 == 0) { -1.0 } else { 1.0 };
                chosen.map_or(first + least, |chosen| chosen * sign)
            };
            assert_eq!(out.as_slice(), each(width, of), "{count} of {width}");
        }
        for count in [1, 4, 9] {
            let (more, w) = (width + 9, narrow(count, 11));
            let mut expected = narrow((HEIGHT + 2) * more, 12);
            let mut out = block!(expected, [HEIGHT + 2, more]);
            recursive(&mut out, &block!(w, [count]), width as i32, HEIGHT as i32);
            for below in [1, 0] {
                for (y, x) in (0..HEIGHT).flat_map(|y| (0..width).map(move |x| (y, x))) {
                    let row = &expected[y * more + x..];
                    let sum = w.iter().zip(row).fold(0.0, |sum, (w, v)| sum + w * v);
                    expected[(y + below) * more + x + 2] = sum / 900.0;
                }
            }
            assert_eq!(out.as_slice(), expected, "{count} of {width}");

            let p = narrow(HEIGHT * more, 13);
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            let all = in_order(&mut out, &block!(p, [HEIGHT, more]), &block!(w, [count]));
            let sum = |first: f32, y: usize, x: usize| {
                w.iter().zip(&p[y * more + x..]).fold(first, |sum, (w, v)| sum + w * v)
            };
            let (mut last, mut expected, mut total) = (0.0, Vec::new(), 0.0);
            for y in 0..HEIGHT {
                for x in 0..width {
                    expected.push(sum(last, y, x));
                    last = expected[y * width + x] / 1000.0;
                }
                let sums = (0..width).map(|x| sum(0.0, y, x)).take_while(|sum| *sum <= 1e5);
                total = sums.fold(total, |total, sum| total + sum);
            }
            assert_eq!((out.as_slice(), all), (&expected[..], total), "{count} of {width}");
        }
    });
}

#[test]
fn passes_are_checked() {
    at_every_level_and_width(|width| {
        for (bits, short) in (0..8).flat_map(|bits| (0..3).map(move |short| (bits, short))) {
            let (more, count) = (width + 2 - short, bits & 3);
            let p = narrow(HEIGHT * more, 16);
            let plane = block!(p, [HEIGHT, more]);
            let mut out = Block::<f32>::zeros([HEIGHT, width]);
            let run = || passes(&mut out, &plane, bits as i32);
            let is_inside = count <= short_of(width, more) && (bits & 1 == 0 || bits & 2 < 2 || more > width);
            assert_eq!(
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_ok(),
                is_inside,
                "{bits} {short}"
            );
            if is_inside {
                let of = |y: usize, x: usize| {
                    let at = |j: usize, i: usize| p[(y + j) * more + x + i];
                    let sum = (0..count).fold(1.0, |sum, k| sum + at(0, k));
                    let rows = (0..bits & 1).flat_map(|j| (0..bits & 2).map(move |i| (j, i)));
                    rows.fold(sum, |all, (j, i)| all - at(j, i))
                };
                assert_eq!(out.as_slice(), each(width, of), "{bits} {short} of {width}");
            }
        }
    });
}

/// How many elements from the last point on a row has.
fn short_of(width: usize, more: usize) -> usize {
    more + 1 - width
}

#[test]
fn types_of_variables() {
    let (p, table) = (narrow(7 * 48, 14), narrow(48, 15));
    let table: [f32; 48] = table.try_into().expect("48 numbers");
    for count in [0, 1, 7] {
        let mut out = Block::<f32>::zeros([48]);
        of_a_type(&mut out, &block!(p, [7, 48]), table, count as i32);
        let of = |x: usize| {
            let sum = (0..count).fold(table[x], |sum, k| sum + p[k * 48 + x] * table[x]);
            let again =
                || (0..count).fold(f64::from(sum), |sum, k| sum + f64::from(p[k * 48 + x]) * x as f64) as f32;
            if (3..40).contains(&x) { again() } else { sum }
        };
        assert_eq!(out.as_slice(), (0..48).map(of).collect::<Vec<_>>(), "{count}");
    }
}

#[test]
fn plans_say_so() {
    let said = "points at a time inside of the loops";
    for plan in [
        filter::plan(),
        inner::plan(),
        mirrored::plan(),
        nearest::plan(),
        by_columns::plan(),
        products::plan(),
        matrices::plan(),
        of_a_type::plan(),
        passes::plan(),
    ] {
        assert!(plan.contains(said), "{plan}");
    }
    assert!(!in_order::plan().contains(said));
    // Rows meet, but not the points of one.
    assert_eq!(recursive::plan().matches(said).count(), 1);
}
