//! Long rows that share what they read are taken two at a time.

use unite::level::{self, Level};
use unite::{Block, kernel};

type Plane = Block<unite::Dyn<unite::Dyn<u8>>>;

/// The least of an element and its neighbours, where nothing is outside.
#[kernel]
fn least(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    let p = a.with_boundary(Boundary::Constant(200));
    for [y, x] in o.indices() {
        let mut least = 255;
        for i in -1..=1 {
            for j in -1..=1 {
                least = least.min(p[[y + i, x + j]]);
            }
        }
        o[[y, x]] = least;
    }
}

/// By ranges, with a number for each row.
#[kernel]
fn blurred(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, rows: &Tensor<[u8]>) {
    for y in 1..rows.extent(0) {
        for x in 1..o.extent(1) - 1 {
            let more = rows[[y]] + y % 3;
            o[[y, x]] = (a[[y - 1, x]] + 2 * a[[y, x - 1]] + a[[y + 1, x + 1]] + more) >> 2;
        }
    }
}

/// By ranges whose ends are extents.
#[kernel]
fn paired(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            let mut sum = y & 3;
            for i in 0..3 {
                for j in 0..2 {
                    sum += a[[y + i, x + j]] * (i + j + 1);
                }
            }
            o[[y, x]] = sum >> 4;
        }
    }
}

/// Rows whose middles begin and end elsewhere.
#[kernel]
fn triangle(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for y in 0..o.extent(0) - 2 {
        for x in y..o.extent(1) - 2 * y {
            o[[y, x]] = (a[[y, x]] + a[[y + 1, x]] + a[[y + 2, x]]) / 3;
        }
    }
}

/// Each row is written again by the next one.
#[kernel]
fn again(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for [y, x] in a[[1.., ..]].indices() {
        o[[(y + 1) / 2, x]] = ((a[[y, x]] ^ a[[y + 1, x]]) + y) & 255;
    }
}

/// What is written by a row lies beside what the one before it wrote.
#[kernel]
fn aslant(o: &mut Tensor<[u8]>, a: &Tensor<[[u8]]>) {
    for y in 0..a.extent(0) - 1 {
        for x in 0..a.extent(1) {
            o[[y + x]] = a[[y, x]].max(a[[y + 1, x]]);
        }
    }
}

/// A row reads what is written by the row before it.
#[kernel]
fn following(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for y in 1..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = ((o[[y - 1, x]] + a[[y - 1, x]] + a[[y, x]]) >> 1) & 127;
        }
    }
}

#[kernel]
fn mirrored(o: &mut Tensor<[[i16]]>, a: &Tensor<[[u8]]>) {
    let p = a.with_boundary(Boundary::Mirror);
    o[[!y, !x]] = p[[!y - 1, !x]] * 3 - p[[!y + 2, !x + 1]]
        + 5 * (p[[!y, !x - 1]] >> 2).max(p[[!y + 1, !x]] & 31)
        + (!y & 1);
}

fn plane(h: usize, w: usize) -> Plane {
    Block::from_vec((0..h * w).map(|k| (k * 7919 % 1021) as u8).collect(), [h, w]).expect("a plane")
}

#[test]
fn rows_are_what_they_are_alone() {
    let sizes = [(1, 40), (2, 33), (3, 64), (4, 32), (5, 70), (6, 131), (7, 48), (9, 34), (4, 31), (8, 3)];
    for ((h, w), level) in
        sizes.into_iter().flat_map(|size| Level::available().map(move |level| (size, level)))
    {
        level::limit(level);
        let a = plane(h, w);
        let of = |y: isize, x: isize| i32::from(a.read([y, x]));
        let here = |y: isize, x: isize| y >= 0 && x >= 0 && y < h as isize && x < w as isize;
        let points = || (0..h as isize).flat_map(|y| (0..w as isize).map(move |x| (y, x)));
        let at = format!("{h} by {w}, {level:?}");

        let mut o = Block::<u8>::zeros([h, w]);
        least(&mut o, &a);
        for (y, x) in points() {
            let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (y + i, x + j)));
            let least = around.map(|(y, x)| if here(y, x) { of(y, x) } else { 200 }).min().expect("nine");
            assert_eq!(i32::from(o.read([y, x])), least, "least at {y}, {x} of {at}");
        }

        for n in 1..h {
            let rows = Block::from_vec((0..n).map(|y| (y * 5 % 7) as u8).collect(), [n]).expect("a column");
            let mut o = plane(h, w);
            blurred(&mut o, &a, &rows);
            for (y, x) in points() {
                let is_written = y >= 1 && y < n as isize && x >= 1 && x + 1 < w as isize;
                let expected = if is_written {
                    let more = (y as i32 * 5 % 7) + y as i32 % 3;
                    (of(y - 1, x) + 2 * of(y, x - 1) + of(y + 1, x + 1) + more) >> 2
                } else {
                    of(y, x)
                };
                assert_eq!(o.read([y, x]), expected as u8, "blurred at {y}, {x} of {at}, {n}");
            }
        }

        if h > 2 {
            let mut o = Block::<u8>::zeros([h - 2, w - 1]);
            paired(&mut o, &a);
            for (y, x) in points().filter(|(y, x)| y + 2 < h as isize && x + 1 < w as isize) {
                let terms = (0..3).flat_map(|i| (0..2).map(move |j| (i, j)));
                let sum: i32 = terms.map(|(i, j)| of(y + i, x + j) * (i + j + 1) as i32).sum();
                let expected = (sum + (y as i32 & 3)) >> 4;
                assert_eq!(i32::from(o.read([y, x])), expected, "paired at {y}, {x} of {at}");
            }
        }

        if w > 3 * h {
            let mut o = plane(h, w);
            triangle(&mut o, &a);
            for (y, x) in points() {
                let is_written = y + 2 < h as isize && x >= y && x < w as isize - 2 * y;
                let third = || (of(y, x) + of(y + 1, x) + of(y + 2, x)) / 3;
                let expected = if is_written { third() } else { of(y, x) };
                assert_eq!(i32::from(o.read([y, x])), expected, "triangle at {y}, {x} of {at}");
            }
        }

        if h > 1 {
            let (mut o, mut expected) = (plane(h, w), plane(h, w).as_slice().to_vec());
            again(&mut o, &a);
            for (y, x) in points().filter(|(y, _)| y + 1 < h as isize) {
                let value = ((of(y, x) ^ of(y + 1, x)) + y as i32) & 255;
                expected[(y + 1) as usize / 2 * w + x as usize] = value as u8;
            }
            assert_eq!(o.as_slice(), expected, "again of {at}");

            let mut o = Block::from_vec(vec![9u8; h + w], [h + w]).expect("a row");
            let mut expected = vec![9u8; h + w];
            aslant(&mut o, &a);
            for (y, x) in points().filter(|(y, _)| y + 1 < h as isize) {
                expected[(y + x) as usize] = of(y, x).max(of(y + 1, x)) as u8;
            }
            assert_eq!(o.as_slice(), expected, "aslant of {at}");
        }

        let mut o = plane(h, w);
        following(&mut o, &a);
        let mut expected: Vec<Vec<i32>> =
            (0..h as isize).map(|y| (0..w as isize).map(|x| of(y, x)).collect()).collect();
        for (y, x) in points().filter(|(y, _)| *y > 0) {
            let (row, column) = (y as usize, x as usize);
            expected[row][column] = ((expected[row - 1][column] + of(y - 1, x) + of(y, x)) >> 1) & 127;
        }
        assert!(
            points().all(|(y, x)| i32::from(o.read([y, x])) == expected[y as usize][x as usize]),
            "following of {at}"
        );

        let mut o = Block::<i16>::zeros([h, w]);
        mirrored(&mut o, &a);
        let reflect = |k: isize, n: isize| {
            let period = (2 * (n - 1)).max(1);
            let k = k.rem_euclid(period);
            k.min(period - k).min(n - 1)
        };
        for (y, x) in points() {
            let of = |y, x| of(reflect(y, h as isize), reflect(x, w as isize));
            let more = (of(y, x - 1) >> 2).max(of(y + 1, x) & 31);
            let expected = of(y - 1, x) * 3 - of(y + 2, x + 1) + 5 * more + (y as i32 & 1);
            assert_eq!(i32::from(o.read([y, x])), expected, "mirrored at {y}, {x} of {at}");
        }
    }
}

#[test]
fn plans_say_so() {
    for plan in [least::plan(), paired::plan()] {
        assert!(plan.contains("32 in long rows, 2 of them at a time"), "{plan}");
    }
    for plan in [again::plan(), aslant::plan(), following::plan()] {
        assert!(!plan.contains("of them at a time"), "{plan}");
    }
}
