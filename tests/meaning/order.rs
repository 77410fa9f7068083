//! Statements and loops that depend on what they write: one meaning, however the tensor lies in memory.

use unite::level::{self, Level};
use unite::library::Strides;
use unite::staged::Outcome;
use unite::{Block, kernel};

#[kernel]
fn spread(m: &mut Tensor<[[i32]]>) {
    let inner = m[[1.., 1..m.extent(1) - 1]];
    inner[[!y, !x]] = inner[[!y - 1, !x + 1]] + inner[[!y, !x - 1]];
}

#[kernel]
fn spread_one_by_one(m: &mut Tensor<[[i32]]>) {
    let inner = m[[1.., 1..m.extent(1) - 1]];
    for [y, x] in inner.indices() {
        inner[[y, x]] = inner[[y - 1, x + 1]] + inner[[y, x - 1]];
    }
}

#[kernel]
fn transpose(t: &mut Tensor<[[u8; 4]; 4]>) {
    t[[!y, !x]] = t.permute([1, 0])[[!y, !x]];
}

#[kernel]
fn add_below(m: &mut Tensor<[[i32]]>) {
    let upper = m[[..m.extent(0) - 1, ..]];
    upper[[!y, !x]] += upper[[!y + 1, !x]];
}

#[kernel]
fn reverse(row: &mut Tensor<[i16]>) {
    let last = row.extent(0) - 1;
    row[[!i]] = row[[last - !i]];
}

#[kernel]
fn by_closure(row: &mut Tensor<[i32; 6]>) {
    let left = |i: i32| row[[(i - 1).max(0)]];
    row[[!i]] = left(!i) + 1;
}

#[kernel]
fn one_column(m: &mut Tensor<[[i32]]>, from: i32, to: i32) {
    let inner = m[[1.., ..]];
    inner[[!y, to]] = inner[[!y - 1, from]];
}

#[kernel]
fn in_branches(m: &mut Tensor<[[i32; 5]; 5]>, down: bool) {
    for k in 1..4 {
        if down {
            m[[!y, k]] = m[[4 - !y, k - 1]];
        } else {
            m[[k, !x]] = m[[k, 4 - !x]];
        }
    }
}

#[kernel]
fn copied_to_many(t: &mut Tensor<[[i32; 4]; 4]>) {
    let twice = t[[0..2, 0..2]].refine([2, 2]);
    twice[[!y, !x]] = 10 * !y + !x;
}

#[kernel]
fn count(t: &mut Tensor<[[i32]]>) {
    let mut next = 0;
    for [y, x] in t.indices() {
        t[[y, x]] = next;
        next += 1;
    }
}

#[kernel]
fn count_by_closure(t: &mut Tensor<[[i32]]>) {
    let mut next = 0;
    let mut count = || {
        next += 1;
        next
    };
    t[[!y, !x]] = count();
}

#[kernel]
fn first_of(t: &Tensor<[[i32]]>, limit: i32, found: &mut Tensor<[i32; 2]>) {
    for [y, x] in t.indices() {
        if t[[y, x]] > limit {
            found[[0]] = y;
            found[[1]] = x;
            break;
        }
    }
}

#[kernel]
fn smooth_clamped(t: &mut Tensor<[[u8]]>) {
    let p = t.with_boundary(Boundary::Clamp);
    t[[!y, !x]] = (p[[!y - 1, !x]] + p[[!y, !x - 1]] + p[[!y, !x + 1]] + p[[!y + 1, !x]]) >> 2;
}

#[kernel]
fn means_of_cells(t: &mut Tensor<[[u8]]>) {
    let cells = t.coarsen([2, 2]);
    let means = cells.with_coarse_read(CoarseRead::Mean);
    let all = cells.with_coarse_write(CoarseWrite::Broadcast);
    all[[!y, !x]] = means[[!y, !x]];
}

/// The strides of `h` by `w` elements: by rows, by columns, upside down, apart.
fn lies(h: usize, w: usize) -> Vec<(Strides<2>, usize)> {
    let (h, w) = (h as isize, w as isize);
    [
        ([w, 1], 0),
        ([1, h], 0),
        ([-w, 1], (h - 1) * w),
        ([1, -h], (w - 1) * h),
        ([w + 3, 1], 2),
        ([2, 2 * h + 1], 1),
    ]
    .map(|(stride, offset)| (Strides { stride, offset }, ((h + 3) * (w + 3) * 3) as usize))
    .to_vec()
}

type Table<T> = Vec<Vec<T>>;
type Any<T> = unite::Dyn<unite::Dyn<T>>;

/// Runs a kernel on the same numbers in all orders of memory, at every level, and compares with what `naive` makes of them.
fn everywhere<T: unite::Dynamic<2, Shape = Any<T>> + unite::Elem + PartialEq + std::fmt::Debug>(
    number: impl Fn(usize) -> T,
    sizes: &[[usize; 2]],
    run: impl Fn(Block<Any<T>, &mut [T], unite::staged::Strided<Any<T>>>),
    naive: impl Fn(&Table<T>, usize, usize) -> T,
) {
    for &[h, w] in sizes {
        let before: Table<T> = (0..h).map(|y| (0..w).map(|x| number(y * w + x)).collect()).collect();
        for (strides, len) in lies(h, w) {
            for level in Level::available() {
                level::limit(level);
                let at = |y: usize, x: usize| {
                    (strides.offset + strides.stride[0] * y as isize + strides.stride[1] * x as isize)
                        as usize
                };
                let mut memory = vec![T::default(); len];
                for y in 0..h {
                    for x in 0..w {
                        memory[at(y, x)] = before[y][x];
                    }
                }
                run(Block::<T>::external_strided(&mut memory, [h, w], strides).unwrap());
                for y in 0..h {
                    for x in 0..w {
                        let want = naive(&before, y, x);
                        assert_eq!(memory[at(y, x)], want, "{strides:?}, {level:?}, at {y}, {x} of {h}x{w}");
                    }
                }
            }
            level::limit(Level::V4);
        }
    }
}

fn numbers(k: usize) -> i32 {
    (k * k * 37 % 1001) as i32
}

fn bytes(k: usize) -> u8 {
    (k * k * 37 % 251) as u8
}

/// Under Miri those only that a row of lanes fits into, and not.
const SIZES: &[[usize; 2]] =
    if cfg!(miri) { &[[3, 3], [2, 18]] } else { &[[2, 3], [3, 3], [4, 9], [7, 33], [17, 20]] };

#[test]
fn the_right_side_is_read_first() {
    everywhere(
        numbers,
        SIZES,
        |mut m| spread(&mut m),
        |b, y, x| {
            if y == 0 || x == 0 || x + 1 == b[0].len() { b[y][x] } else { b[y - 1][x + 1] + b[y][x - 1] }
        },
    );
    everywhere(bytes, &[[4, 4]], |t| transpose(&mut t.fixed().unwrap()), |b, y, x| b[x][y]);
    everywhere(
        numbers,
        SIZES,
        |mut m| add_below(&mut m),
        |b, y, x| b[y][x] + b.get(y + 1).map_or(0, |row| row[x]),
    );
    everywhere(
        numbers,
        SIZES,
        |mut m| one_column(&mut m, 1, 0),
        |b, y, x| {
            if y > 0 && x == 0 { b[y - 1][1] } else { b[y][x] }
        },
    );
    everywhere(
        numbers,
        SIZES,
        |mut m| one_column(&mut m, 0, 0),
        |b, y, x| {
            if y > 0 && x == 0 { b[y - 1][0] } else { b[y][x] }
        },
    );
    everywhere(
        bytes,
        SIZES,
        |mut m| smooth_clamped(&mut m),
        |b, y, x| {
            let clamped = |y: usize, x: usize| u32::from(b[y.min(b.len() - 1)][x.min(b[0].len() - 1)]);
            let all = clamped(y.saturating_sub(1), x)
                + clamped(y, x.saturating_sub(1))
                + clamped(y, x + 1)
                + clamped(y + 1, x);
            (all >> 2) as u8
        },
    );
    everywhere(
        bytes,
        SIZES,
        |mut m| means_of_cells(&mut m),
        |b, y, x| {
            let cell = |k: usize, n: usize| k / 2 * 2..n.min(k / 2 * 2 + 2);
            let all: Vec<u32> =
                cell(y, b.len()).flat_map(|y| cell(x, b[0].len()).map(move |x| u32::from(b[y][x]))).collect();
            let n = all.len() as u32;
            ((2 * all.iter().sum::<u32>() + n) / (2 * n)) as u8
        },
    );
    let mut row = Block::from([1i16, 2, 3, 4, 5]);
    reverse(&mut row);
    assert_eq!(row.as_slice(), [5, 4, 3, 2, 1]);
    let mut row = Block::from([1, 2, 4, 8, 16, 32]);
    by_closure(&mut row);
    assert_eq!(row.as_slice(), [2, 2, 3, 5, 9, 17]);
}

#[test]
fn loops_run_in_the_order_of_their_indices() {
    let naive = |b: &Table<i32>, y: usize, x: usize| {
        let mut t = b.clone();
        for y in 1..t.len() {
            for x in 1..t[0].len() - 1 {
                t[y][x] = t[y - 1][x + 1] + t[y][x - 1];
            }
        }
        t[y][x]
    };
    let small = |k: usize| (k % 3) as i32;
    everywhere(small, &[[2, 3], [4, 5], [6, 9]], |mut m| spread_one_by_one(&mut m), naive);
    everywhere(numbers, SIZES, |mut m| count(&mut m), |b, y, x| (y * b[0].len() + x) as i32);
    everywhere(numbers, SIZES, |mut m| count_by_closure(&mut m), |b, y, x| (y * b[0].len() + x) as i32 + 1);
    let first = |b: &Table<i32>| {
        let all = (0..b.len()).flat_map(|y| (0..b[0].len()).map(move |x| (y, x)));
        all.into_iter().find(|&(y, x)| b[y][x] > 30).unwrap_or_default()
    };
    everywhere(
        numbers,
        SIZES,
        |mut m| {
            let mut found = Block::from([0, 0]);
            first_of(&m, 30, &mut found);
            m.write([0, 0], 100 * found.as_slice()[0] + found.as_slice()[1]);
        },
        |b, y, x| {
            let (i, j) = first(b);
            if (y, x) == (0, 0) { (100 * i + j) as i32 } else { b[y][x] }
        },
    );
    everywhere(
        numbers,
        &[[4, 4]],
        |t| copied_to_many(&mut t.fixed().unwrap()),
        |b, y, x| {
            if y < 2 && x < 2 { 10 * (2 * y + 1) as i32 + (2 * x + 1) as i32 } else { b[y][x] }
        },
    );
}

#[test]
fn statements_inside_of_loops_and_branches() {
    for down in [false, true] {
        everywhere(
            numbers,
            &[[5, 5]],
            |m| in_branches(&mut m.fixed().unwrap(), down),
            |b, y, x| {
                let mut t = b.clone();
                for k in 1..4 {
                    let before = t.clone();
                    for i in 0..5 {
                        if down {
                            t[i][k] = before[4 - i][k - 1];
                        } else {
                            t[k][i] = before[k][4 - i];
                        }
                    }
                }
                t[y][x]
            },
        );
    }
}

#[test]
fn a_copy_is_made_where_it_is_needed_only() {
    let [results, back] = spread::remarks();
    assert!(!format!("{results:?}").contains("copy"), "{results:?}");
    let Outcome::Plain { reason, .. } = back.outcome else { panic!("{back:?}") };
    assert_eq!(reason, "`inner[[!y - 1, !x + 1]]` is read before anything is written: through a copy");
    assert_eq!(means_of_cells::remarks().len(), 1);
    assert_eq!(transpose::remarks().len(), 2);
}
