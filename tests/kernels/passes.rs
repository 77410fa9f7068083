//! Loops of any length inside of lanes, which all make the same passes; at every level.

use super::{at_every_level_and_width, numbers};
use unite::{Block, Dyn, kernel};

/// A mean of as many neighbours as the caller says.
#[kernel]
fn mean_of_row(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, r: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let mut sum = 0;
        for i in -r..=r {
            sum += p[[y, x + i]];
        }
        out[[y, x]] = (sum + r) / (2 * r + 1);
    }
}

/// A filter whose weights are a tensor, as loops over the indices of that.
#[kernel]
#[instance(filter_of_bytes: T = u8)]
#[instance(filter_of_words: T = i16)]
fn filter<T>(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[T]]>, weights: &Tensor<[[i16]]>) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        for [j, i] in weights.indices() {
            sum += weights[[j, i]] * plane[[y + j, x + i]];
        }
        out[[y, x]] = sum >> 3;
    }
}

/// The same as sums, one inside of the other.
#[kernel]
fn filter_of_sums(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, weights: &Tensor<[[i16]]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = sum(|j| sum(|i| weights[[j, i]] * plane[[y + j, x + i]])) >> 3;
    }
}

/// Two extremes of what is around each element: they need no more room than the elements.
#[kernel]
fn range_around(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, [down, right]: [i32; 2]) {
    let p = plane.with_boundary(Boundary::Mirror);
    for [y, x] in out.indices() {
        let (mut least, mut most) = (255, 0);
        for j in -down..down + 1 {
            for i in -right..right + 1 {
                let v = p[[y + j, x + i]];
                least = least.min(v);
                if v > most {
                    most = v;
                }
            }
        }
        out[[y, x]] = (most - least).max(0);
    }
}

/// The first of the displacements that fit best.
#[kernel]
fn best_of(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>, other: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let (mut best, mut at) = (i32::MAX, -1);
        for k in 0..count {
            let away = (plane[[y, x]] - other[[y, x + k]]).abs();
            if away < best {
                best = away;
                at = k;
            }
        }
        out[[y, x]] = at;
    }
}

/// What is carried is what something else was before, and what is assigned first is seen only then. One element is read in the loop, and
/// once more after it.
#[kernel]
fn in_turn(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let (mut first, mut second, mut third) = (0, 0, 0);
        for k in 0..count {
            first = second;
            second = third;
            third = (third + plane[[y, x + k]] + plane[[y, x]]) & 1023;
        }
        out[[y, x]] = first - plane[[y, x]];
    }
}

/// A name that hides another one, in terms of which something is computed before: what it was is meant there.
#[kernel]
fn hidden(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, r: i32) {
    for [y, x] in out.indices() {
        let weight = 3 * r + 1;
        let mut sum = r;
        for r in 0..r {
            sum += weight * plane[[y, x + r]] + r;
        }
        out[[y, x]] = sum + r;
    }
}

/// Backwards, and every second element: what comes of it depends on the order.
#[kernel]
fn polynomials(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut value = 1;
        for k in (0..count).rev() {
            value = (3 * value + plane[[y, x + k]]) & 0xffff;
        }
        let mut other = value;
        for k in (0..count).step_by(2) {
            other = (5 * other + plane[[y, x + k]]) & 0xffff;
        }
        out[[y, x]] = value + (other << 1);
    }
}

/// Passes that the row says, short loops around and inside of loops of any length, and a sum of what they make.
#[kernel]
fn mixed(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) -> i32 {
    let mut all = 0;
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let mut sum = 0;
            for j in 0..2 {
                for k in 0..y {
                    let mut part = 0;
                    for i in 0..3 {
                        part += plane[[y + j, x + i]] * (i + k);
                    }
                    sum += part & 255;
                }
                for k in 1..count {
                    sum -= plane[[y + j, x + k]];
                }
            }
            out[[y, x]] += sum;
            all += sum;
        }
    }
    all
}

/// Products of a matrix and a vector: lanes would be elements of a column.
#[kernel]
fn of_rows(out: &mut Tensor<[i32]>, matrix: &Tensor<[[i16]]>, vector: &Tensor<[i16]>) {
    for y in 0..out.extent(0) {
        out[[y]] = sum(|x| matrix[[y, x]] * vector[[x]]);
    }
}

/// Whether an element is greater than all around it, and how many are not less: a condition is carried, and a count.
#[kernel]
fn peaks(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, r: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let here = p[[y, x]];
        let (mut is_peak, mut is_flat, mut count) = (true, false, 0);
        for j in -r..=r {
            for i in -r..=r {
                let v = p[[y + j, x + i]];
                is_peak = is_peak && v <= here;
                is_flat |= v == here + 1;
                count += i32::from(v >= here);
            }
        }
        out[[y, x]] = (count & 15) + if is_peak { 100 } else { 0 } + if is_flat { 50 } else { 0 };
    }
}

/// Weights by distance and by difference: places of a table that are data, in a loop.
#[kernel]
fn smoothed(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, like: &Tensor<[u8; 256]>, near: &Tensor<[u8]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    let r = near.extent(0) - 1;
    for [y, x] in out.indices() {
        let here = p[[y, x]];
        let (mut sum, mut weights) = (0, 1);
        for i in -r..=r {
            let v = p[[y, x + i]];
            let weight = like[[(v - here).abs()]] * near[[i.abs()]];
            sum += weight * v;
            weights += weight;
        }
        out[[y, x]] = sum / weights;
    }
}

/// What is asked of the passes themselves: the element in the middle is none of its neighbours.
#[kernel]
fn greater_around(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, r: i32) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let (mut count, mut last) = (0, 0);
        for j in -r..=r {
            for i in -r..=r {
                if i != 0 || j != 0 {
                    count += i32::from(p[[y + j, x + i]] > p[[y, x]]);
                }
                last = if j == r && i < 0 { p[[y + j, x + i]] } else { last };
            }
        }
        out[[y, x]] = (count + last) & 255;
    }
}

/// Passes that nobody counts.
#[kernel]
fn again(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[i16]]>, count: i32) {
    for [y, x] in out.indices() {
        let (mut value, mut steps) = (plane[[y, x]], 0);
        for _ in 0..count {
            value = ((value * value) >> 9) - plane[[y, x]];
            if value.abs() <= 1000 {
                steps += 1;
            } else {
                value = 1000;
            }
        }
        out[[y, x]] = 100 * steps + (value & 63);
    }
}

/// What a loop inside divides by, what it writes, as many passes as a lane says, and loops under a condition are left to the compiler.
#[kernel]
fn quotients(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        for k in 0..count {
            sum += 1000 / (plane[[y, x + k]] + 1);
        }
        out[[y, x]] = sum;
    }
}

#[kernel]
fn written_inside(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        for k in 0..count {
            out[[y, x]] += plane[[y, x + k]] * k;
        }
    }
}

#[kernel]
fn up_to_here(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut sum = count;
        for k in 0..x + 1 {
            sum += plane[[y, k]];
        }
        out[[y, x]] = sum;
    }
}

#[kernel]
fn where_asked(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        if plane[[y, x]] < 100 {
            for k in 0..count {
                sum += plane[[y, x + k]];
            }
        }
        out[[y, x]] = sum;
    }
}

/// Names that the user gives are no index of a loop over `_`.
#[kernel]
fn unnamed(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>, count: i32) {
    let (_pass, _index) = (100, 7);
    for [y, x] in out.indices() {
        let mut sum = 0;
        for _ in 0..count {
            sum += plane[[y, x]] + _pass;
        }
        out[[y, x]] = sum;
    }
    for [_, x] in out.indices() {
        out[[0, x]] = _index + x;
    }
}

type Plane<T> = Block<Dyn<Dyn<T>>>;

const HEIGHT: usize = 5;

/// A plane that is so much larger than what is written, and its elements, row by row.
fn plane(seed: u32, width: usize, more: usize) -> (Plane<u8>, Vec<i32>) {
    let extents = [HEIGHT + more, width + more];
    let elements = numbers(seed, extents[0] * extents[1], [0, 255]);
    let bytes = elements.iter().map(|v| *v as u8).collect();
    let plane = Block::from_vec(bytes, extents).expect("a plane").fixed().expect("of rows");
    (plane, elements)
}

/// What is written, element by element.
fn each(width: usize, of: impl Fn(i32, i32) -> i32) -> Vec<i32> {
    let rows = 0..HEIGHT as i32;
    rows.flat_map(|y| (0..width as i32).map(move |x| (y, x))).map(|(y, x)| of(y, x)).collect()
}

fn wide<T: Copy + Into<i32>>(block: &[T]) -> Vec<i32> {
    block.iter().map(|v| (*v).into()).collect()
}

#[test]
fn passes_are_made_at_once() {
    let plans = [
        (mean_of_row::plan(), "the passes over i"),
        (filter_of_bytes::plan(), "the passes over j and i"),
        (filter_of_words::plan(), "the passes over j and i"),
        (filter_of_sums::plan(), "the passes over j and i"),
        (range_around::plan(), "16 of 8 bits, 32 in long rows; all of them make the passes over j and i"),
        (best_of::plan(), "the passes over k"),
        (in_turn::plan(), "the passes over k"),
        (hidden::plan(), "the passes over r"),
        (peaks::plan(), "the passes over j and i"),
        (smoothed::plan(), "the passes over i"),
        (greater_around::plan(), "the passes over j and i"),
        (again::plan(), "the passes over _"),
        (polynomials::plan(), "the passes over k and k"),
    ];
    for (plan, passes) in plans {
        assert!(plan.contains(passes), "{plan}");
    }
    assert!(!of_rows::plan().contains("passes"), "{}", of_rows::plan());
    for plan in [quotients::plan(), written_inside::plan(), up_to_here::plan(), where_asked::plan()] {
        assert!(!plan.contains("passes"), "{plan}");
    }
}

#[test]
fn neighbours_as_the_caller_says() {
    at_every_level_and_width(|width| {
        let (plane, elements) = plane(1, width, 0);
        for r in [0, 1, 2, 5, 11] {
            let at = |y: i32, x: i32| elements[y as usize * width + x.clamp(0, width as i32 - 1) as usize];
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            mean_of_row(&mut out, &plane, r);
            let mean = |y, x| ((-r..=r).map(|i| at(y, x + i)).sum::<i32>() + r) / (2 * r + 1);
            assert_eq!(wide(out.as_slice()), each(width, mean), "{r} of {width}");
        }
        for r in [0, 1, 3] {
            let at = |y: i32, x: i32| {
                let y = y.clamp(0, HEIGHT as i32 - 1) as usize;
                elements[y * width + x.clamp(0, width as i32 - 1) as usize]
            };
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            greater_around(&mut out, &plane, r);
            let greater = |y, x| {
                let all = (-r..=r).flat_map(|j| (-r..=r).map(move |i| (j, i)));
                let others = all.filter(|at| *at != (0, 0)).map(|(j, i)| at(y + j, x + i));
                let count = others.filter(|v| *v > at(y, x)).count() as i32;
                (count + if r > 0 { at(y + r, x - 1) } else { 0 }) & 255
            };
            assert_eq!(wide(out.as_slice()), each(width, greater), "{r} of {width}");
            peaks(&mut out, &plane, r);
            let peak = |y, x| {
                let all = (-r..=r).flat_map(|j| (-r..=r).map(move |i| (j, i)));
                let all: Vec<i32> = all.map(|(j, i)| at(y + j, x + i)).collect();
                let count = all.iter().filter(|v| **v >= at(y, x)).count() as i32 & 15;
                let is_peak = all.iter().all(|v| *v <= at(y, x));
                count + 100 * i32::from(is_peak) + 50 * i32::from(all.contains(&(at(y, x) + 1)))
            };
            assert_eq!(wide(out.as_slice()), each(width, peak), "{r} of {width}");
        }
        for [down, right] in [[0, 0], [1, 3], [6, 2], [-1, 4]] {
            let mirrored = |at: i32, extent: usize| {
                let last = extent as i32 - 1;
                let there = at.rem_euclid((2 * last).max(1));
                there.min(2 * last - there) as usize
            };
            let at = |y, x| elements[mirrored(y, HEIGHT) * width + mirrored(x, width)];
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            range_around(&mut out, &plane, [down, right]);
            let around = |y, x| {
                let all = (-down..=down).flat_map(|j| (-right..=right).map(move |i| (j, i)));
                let all: Vec<i32> = all.map(|(j, i)| at(y + j, x + i)).collect();
                let least = all.iter().copied().min().unwrap_or(255);
                (all.iter().copied().max().unwrap_or(0) - least).max(0)
            };
            assert_eq!(wide(out.as_slice()), each(width, around), "{down} {right} of {width}");
        }
    });
}

#[test]
fn places_of_tables_are_data() {
    at_every_level_and_width(|width| {
        let (plane, elements) = plane(6, width, 0);
        let like = numbers(8, 256, [0, 255]);
        let table = Block::from(std::array::from_fn::<u8, 256, _>(|k| like[k] as u8));
        for r in [0, 1, 4] {
            let near = numbers(9, r + 1, [0, 255]);
            let nearest = Block::from_vec(near.iter().map(|v| *v as u8).collect(), [r + 1]).expect("weights");
            let mut out = Block::<u8>::zeros([HEIGHT, width]);
            smoothed(&mut out, &plane, &table, &nearest);
            let at = |y: i32, x: i32| elements[y as usize * width + x.clamp(0, width as i32 - 1) as usize];
            let smooth = |y, x| {
                let all = (-(r as i32)..=r as i32).map(|i| (at(y, x + i), near[i.unsigned_abs() as usize]));
                let all: Vec<[i32; 2]> =
                    all.map(|(v, near)| [like[(v - at(y, x)).unsigned_abs() as usize] * near, v]).collect();
                all.iter().map(|[weight, v]| weight * v).sum::<i32>()
                    / (1 + all.iter().map(|[weight, _]| weight).sum::<i32>())
            };
            assert_eq!(wide(out.as_slice()), each(width, smooth), "{r} of {width}");
        }
        let all = numbers(10, HEIGHT * width, [-1000, 1000]);
        let words = Block::from_vec(all.iter().map(|v| *v as i16).collect(), [HEIGHT, width]).expect("words");
        for count in [0, 1, 20] {
            let mut out = Block::<i16>::zeros([HEIGHT, width]);
            again(&mut out, &words, count);
            let iterated = |y: i32, x: i32| {
                let c = all[y as usize * width + x as usize];
                let (value, steps) = (0..count).fold((c, 0), |(value, steps): (i32, i32), _| {
                    let value = ((value * value) >> 9) - c;
                    if value.abs() <= 1000 { (value, steps + 1) } else { (1000, steps) }
                });
                100 * steps + (value & 63)
            };
            assert_eq!(wide(out.as_slice()), each(width, iterated), "{count} of {width}");
        }
    });
}

#[test]
fn weights_are_a_tensor() {
    at_every_level_and_width(|width| {
        for [rows, columns] in [[1, 1], [3, 2], [5, 5], [1, 4]] {
            let all = numbers(7, rows * columns, [-300, 300]);
            let weights: Vec<i16> = all.iter().map(|v| *v as i16).collect();
            let weights = Block::from_vec(weights, [rows, columns]).expect("weights");
            let (plane, elements) = plane(2, width, 5);
            let sums = |y: i32, x: i32| {
                let at = |k: usize| (y as usize + k / columns) * (width + 5) + x as usize + k % columns;
                (0..rows * columns).map(|k| all[k] * elements[at(k)]).sum::<i32>() >> 3
            };
            let mut out = Block::<i32>::zeros([HEIGHT, width]);
            filter_of_bytes(&mut out, &plane, &weights);
            assert_eq!(out.as_slice(), each(width, sums), "{rows} {columns} of {width}");
            filter_of_sums(&mut out, &plane, &weights);
            assert_eq!(out.as_slice(), each(width, sums), "{rows} {columns} of {width}");
            let words = elements.iter().map(|v| *v as i16).collect();
            let words = Block::from_vec(words, [HEIGHT + 5, width + 5]).expect("words");
            filter_of_words(&mut out, &words, &weights);
            assert_eq!(out.as_slice(), each(width, sums), "{rows} {columns} of {width}");
        }
    });
}

#[test]
fn what_is_carried() {
    at_every_level_and_width(|width| {
        let (plane, elements) = plane(3, width, 9);
        let (other, others) = self::plane(4, width, 9);
        let at = |y: i32, x: i32| elements[y as usize * (width + 9) + x as usize];
        for count in [0, 1, 2, 3, 8] {
            let mut words = Block::<i16>::zeros([HEIGHT, width]);
            best_of(&mut words, &plane, &other, count);
            let best = |y: i32, x: i32| {
                let away = |k: &i32| (at(y, x) - others[y as usize * (width + 9) + (x + k) as usize]).abs();
                (0..count).min_by_key(away).unwrap_or(-1)
            };
            assert_eq!(wide(words.as_slice()), each(width, best), "{count} of {width}");
            in_turn(&mut words, &plane, count);
            let turn = |y: i32, x: i32| {
                let sum = (0..count - 2).fold(0, |sum, k| (sum + at(y, x + k) + at(y, x)) & 1023);
                sum - at(y, x)
            };
            assert_eq!(wide(words.as_slice()), each(width, turn), "{count} of {width}");
            let mut out = Block::<i32>::zeros([HEIGHT, width]);
            hidden(&mut out, &plane, count);
            let weighed = |y: i32, x: i32| {
                (0..count).map(|k| (3 * count + 1) * at(y, x + k) + k).sum::<i32>() + 2 * count
            };
            assert_eq!(out.as_slice(), each(width, weighed), "{count} of {width}");
            polynomials(&mut out, &plane, count);
            let polynomial = |y: i32, x: i32| {
                let value = (0..count).rev().fold(1, |value, k| (3 * value + at(y, x + k)) & 0xffff);
                let other = (0..count).step_by(2);
                value + (other.fold(value, |other, k| (5 * other + at(y, x + k)) & 0xffff) << 1)
            };
            assert_eq!(out.as_slice(), each(width, polynomial), "{count} of {width}");
        }
    });
}

#[test]
fn loops_around_and_inside() {
    at_every_level_and_width(|width| {
        let (plane, elements) = plane(5, width, 9);
        let at = |y: i32, x: i32| elements[y as usize * (width + 9) + x as usize];
        let at = &at;
        for count in [0, 1, 4] {
            let mut out = Block::<i32>::zeros([HEIGHT, width]);
            out.as_mut_slice().fill(40);
            let all = mixed(&mut out, &plane, count);
            let sums = each(width, |y, x| {
                let part = |j: i32, k: i32| (0..3).map(|i| at(y + j, x + i) * (i + k)).sum::<i32>() & 255;
                let less = |j: i32| (1..count).map(|k| at(y + j, x + k)).sum::<i32>();
                (0..2).map(|j| (0..y).map(|k| part(j, k)).sum::<i32>() - less(j)).sum()
            });
            assert_eq!(all, sums.iter().sum::<i32>());
            let more: Vec<i32> = sums.iter().map(|sum| sum + 40).collect();
            assert_eq!(out.as_slice(), more, "{count} of {width}");
            let all = |y, x| (0..count).map(move |k| (k, at(y, x + k)));
            quotients(&mut out, &plane, count);
            let quotient = |y, x| all(y, x).map(|(_, v)| 1000 / (v + 1)).sum::<i32>();
            assert_eq!(out.as_slice(), each(width, quotient), "{count} of {width}");
            written_inside(&mut out, &plane, count);
            let more = |y, x| quotient(y, x) + all(y, x).map(|(k, v)| k * v).sum::<i32>();
            assert_eq!(out.as_slice(), each(width, more), "{count} of {width}");
            up_to_here(&mut out, &plane, count);
            let up_to = |y: i32, x: i32| count + (0..=x).map(|k| at(y, k)).sum::<i32>();
            assert_eq!(out.as_slice(), each(width, up_to), "{count} of {width}");
            unnamed(&mut out, &plane, count);
            let unnamed = |y, x| if y == 0 { 7 + x } else { count * (at(y, x) + 100) };
            assert_eq!(out.as_slice(), each(width, unnamed), "{count} of {width}");
            where_asked(&mut out, &plane, count);
            let asked = |y, x| if at(y, x) < 100 { all(y, x).map(|(_, v)| v).sum() } else { 0 };
            assert_eq!(out.as_slice(), each(width, asked), "{count} of {width}");
        }
        let matrix: Vec<i16> = elements.iter().map(|v| *v as i16 - 100).collect();
        let vector: Vec<i16> = matrix[..width + 9].iter().map(|v| 3 * v).collect();
        let sums: Vec<i32> = matrix
            .chunks(width + 9)
            .map(|row| row.iter().zip(&vector).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum())
            .collect();
        let matrix = Block::from_vec(matrix, [HEIGHT + 9, width + 9]).expect("a matrix");
        let vector = Block::from_vec(vector, [width + 9]).expect("a vector");
        let mut out = Block::<i32>::zeros([HEIGHT + 9]);
        of_rows(&mut out, &matrix, &vector);
        assert_eq!(out.as_slice(), sums);
    });
}
