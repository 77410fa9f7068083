//! Conditions at the ends of loops: between these, nothing is asked.

use unite::level::{self, Level};
use unite::{Block, kernel};

#[kernel]
fn left(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    let (h, w) = (a.extent(0), a.extent(1));
    for y in 0..h {
        for x in 0..w {
            if x == 0 {
                o[[y, x]] = a[[y, 0]];
            } else {
                o[[y, x]] = (3 * a[[y, x - 1]] + a[[y, x]] + 2) >> 2;
            }
        }
    }
}

/// The extents are those of another tensor than the loop's.
#[kernel]
fn border(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    let (h, w) = (a.extent(0), a.extent(1));
    for [y, x] in o.indices() {
        o[[y, x]] = if x == 0 || y == 0 || x == w - 1 || y == h - 1 {
            a[[y, x]]
        } else {
            (a[[y - 1, x]] + a[[y + 1, x]] + a[[y, x - 1]] + a[[y, x + 1]] + 2) >> 2
        };
    }
}

/// Whatever the distance is from the border.
#[kernel]
fn inner(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, r: i32) {
    let (h, w) = (a.extent(0), a.extent(1));
    for y in 0..h {
        for x in 0..w {
            if y >= r && y < h - r && x >= r && x < w - r {
                o[[y, x]] = (a[[y - r, x]] + a[[y + r, x]] + a[[y, x - r]] + a[[y, x + r]] + 2) >> 2;
            } else {
                o[[y, x]] = 0;
            }
        }
    }
}

/// A condition that is nowhere near an end, between others.
#[kernel]
fn beside(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, n: i32) {
    for [y, x] in o.indices() {
        let here = if x < n { a[[y, x]] } else { 7 };
        let next = if x + 2 < a.extent(1) { a[[y, x + 2]] } else { 9 };
        let above = if y != 0 && here > 100 { a[[y - 1, x]] } else { 11 };
        o[[y, x]] = (here + 2 * next + above) >> 2;
    }
}

#[kernel]
fn sums(o: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>) {
    let (h, w) = (a.extent(0), a.extent(1));
    for y in 0..h {
        for x in 0..w {
            let left = if x > 0 { a[[y, x - 1]] } else { 0.0 };
            let right = if x < w - 1 { a[[y, x + 1]] } else { 0.0 };
            let up = if y > 0 { a[[y - 1, x]] } else { 0.0 };
            let down = if y + 1 < h { a[[y + 1, x]] } else { 0.0 };
            o[[y, x]] = 0.25 * (left + right + up + down);
        }
    }
}

/// Arms, and a loop that goes on.
#[kernel]
fn arms(o: &mut Tensor<[[i16]]>, a: &Tensor<[[i16]]>) {
    let w = a.extent(1);
    for [y, x] in o.indices() {
        o[[y, x]] = match x {
            0 => a[[y, 0]],
            n if n == w - 2 => 5 - a[[y, n]],
            _ => a[[y, x]] - a[[y, x - 1]],
        };
        o[[y, x]] += match x {
            0 => 1,
            _ => 2,
        } * 2;
        if x == w - 1 {
            continue;
        }
        o[[y, x]] += a[[y, x + 1]] & 3;
    }
}

/// Eight points are at an end, and nine are not.
#[kernel]
fn steps(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        let more = if x < 8 {
            1
        } else if x < 9 {
            2
        } else {
            3
        };
        o[[y, x]] = (a[[y, x]] >> 1) + more;
    }
}

/// What is below, of whatever has it.
#[kernel]
fn below(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        if y != a.extent(0) - 1 {
            o[[y, x]] = a[[y + 1, x]];
        }
    }
}

/// What a point reads was written by the one before it.
#[kernel]
fn running(t: &mut Tensor<[[i16]]>) {
    for y in 0..t.extent(0) {
        for x in 0..t.extent(1) {
            let left = if x > 0 { t[[y, x - 1]] } else { 3 };
            let above = if y > 0 { t[[y - 1, x]] } else { 5 };
            t[[y, x]] = (t[[y, x]] + left + above) & 255;
        }
    }
}

/// What is asked first may have another effect: it is asked at each point.
#[kernel]
fn counted(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, count: &std::cell::Cell<usize>) {
    let asked = || {
        count.set(count.get() + 1);
        true
    };
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = if asked() && x == 0 { 3 } else { a[[y, x]] };
        }
    }
}

/// A condition that gives something a name, too.
#[kernel]
fn named(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, first: Option<i32>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = if x == 0
                && let Some(first) = first
            {
                first
            } else if x > 0
                && let Some(first) = first
            {
                a[[y, x - 1]].max(first)
            } else {
                a[[y, x]]
            };
        }
    }
}

const EXTENTS: [[usize; 2]; 8] = [[1, 1], [1, 2], [2, 3], [3, 17], [5, 40], [7, 70], [33, 2], [4, 131]];

/// The block, and one with the same elements whose columns lie side by side.
fn both<T: unite::Elem + Copy>(
    extents: [usize; 2],
    at: impl Fn(usize, usize) -> T,
) -> [Block<unite::Dyn<unite::Dyn<T>>>; 2] {
    let [h, w] = extents;
    let rows = (0..h * w).map(|k| at(k / w, k % w)).collect();
    let columns = (0..h * w).map(|k| at(k % h, k / h)).collect();
    [Block::from_vec(rows, [h, w]).expect("rows"), Block::from_vec(columns, [w, h]).expect("columns")]
}

/// Runs a kernel over rows, and over columns as rows, at every level; and compares what it writes.
macro_rules! check {
    ($kernel:ident($at:expr $(, $more:expr)*) for $extents:expr, $expected:expr) => {
        for level in Level::available() {
            level::limit(level);
            let [h, w] = $extents;
            let [rows, columns] = both($extents, $at);
            let [mut o, mut p] = both($extents, |y, x| ($at)(y, x));
            $kernel(&mut o, &rows $(, $more)*);
            let turned = columns.view().permute([1, 0]).expect("two axes");
            let mut out = p.view_mut().permute([1, 0]).expect("two axes");
            let mut out = out.tensor_mut().expect("a tensor");
            $kernel(&mut out, &turned.tensor().expect("a tensor") $(, $more)*);
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let there = [o.read([y as isize, x as isize]), p.read([x as isize, y as isize])];
                assert_eq!(there, [$expected(y, x); 2], "{} at {y}, {x} of {h} by {w}, {level:?}", stringify!($kernel));
            }
        }
    };
}

#[test]
fn between_the_ends_nothing_is_asked() {
    for extents @ [h, w] in EXTENTS {
        let at = |y: usize, x: usize| ((y * w + x) * 7919 % 1021) as u8;
        let of = |y: usize, x: usize| i32::from(at(y, x));
        check!(left(at) for extents, |y, x| match x {
            0 => at(y, 0),
            _ => ((3 * of(y, x - 1) + of(y, x) + 2) >> 2) as u8,
        });
        check!(border(at) for extents, |y, x| match x == 0 || y == 0 || x == w - 1 || y == h - 1 {
            true => at(y, x),
            false => ((of(y - 1, x) + of(y + 1, x) + of(y, x - 1) + of(y, x + 1) + 2) >> 2) as u8,
        });
        for r in [0, 1, 2, 3, 40] {
            check!(inner(at, r as i32) for extents, |y, x| match y >= r && y + r < h && x >= r && x + r < w {
                true => ((of(y - r, x) + of(y + r, x) + of(y, x - r) + of(y, x + r) + 2) >> 2) as u8,
                false => 0,
            });
        }
        for n in [-3, 0, 1, 20, 300] {
            check!(beside(at, n) for extents, |y, x| {
                let here = if (x as i32) < n { of(y, x) } else { 7 };
                let next = if x + 2 < w { of(y, x + 2) } else { 9 };
                let above = if y != 0 && here > 100 { of(y - 1, x) } else { 11 };
                ((here + 2 * next + above) >> 2) as u8
            });
        }
        let float = |y: usize, x: usize| f32::from(at(y, x));
        check!(sums(float) for extents, |y: usize, x: usize| {
            let left = if x > 0 { float(y, x - 1) } else { 0.0 };
            let right = if x + 1 < w { float(y, x + 1) } else { 0.0 };
            let up = if y > 0 { float(y - 1, x) } else { 0.0 };
            let down = if y + 1 < h { float(y + 1, x) } else { 0.0 };
            0.25 * (left + right + up + down)
        });
        let short = |y: usize, x: usize| i16::from(at(y, x));
        check!(arms(short) for extents, |y, x| {
            let first = match x {
                0 => short(y, 0),
                _ if x + 2 == w => 5 - short(y, x),
                _ => short(y, x) - short(y, x - 1),
            };
            first + if x > 0 { 4 } else { 2 } + if x == w - 1 { 0 } else { short(y, x + 1) & 3 }
        });
        check!(steps(at) for extents, |y, x: usize| at(y, x) / 2 + if x < 9 { 1 + (x / 8) as u8 } else { 3 });
        check!(below(at) for extents, |y, x| if y == h - 1 { at(y, x) } else { at(y + 1, x) });
        check!(named(at, Some(90)) for extents, |y, x: usize| if x == 0 { 90 } else { at(y, x - 1).max(90) });
        check!(named(at, None) for extents, at);
        let count = std::cell::Cell::new(0);
        check!(counted(at, &count) for extents, |y, x: usize| if x > 0 { at(y, x) } else { 3 });
        assert_eq!(count.get(), 2 * h * w * Level::available().count());
    }
}

#[test]
fn what_was_written_before_is_read() {
    for extents @ [h, w] in EXTENTS {
        let at = |y: usize, x: usize| ((y * w + x) * 7919 % 1021 % 256) as i16;
        let [mut t, _] = both(extents, at);
        running(&mut t);
        let mut expected = vec![vec![0i16; w]; h];
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            let left = if x > 0 { expected[y][x - 1] } else { 3 };
            let above = if y > 0 { expected[y - 1][x] } else { 5 };
            expected[y][x] = (at(y, x) + left + above) & 255;
            assert_eq!(t.read([y as isize, x as isize]), expected[y][x], "at {y}, {x} of {h} by {w}");
        }
    }
}

#[test]
fn plans_say_so() {
    for plan in [left::plan(), border::plan(), inner::plan(), beside::plan(), sums::plan(), arms::plan()] {
        assert!(plan.contains("points near the edges"), "{plan}");
    }
    for plan in [border::plan(), inner::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
}

/// Extents that differ are refused as before, and only what lies outside of them.
#[test]
fn other_extents_are_refused() {
    let a = Block::<u8>::zeros([4, 5]);
    assert!(border::fits(&Block::<u8>::zeros([4, 5]), &a).is_ok());
    assert!(border::fits(&Block::<u8>::zeros([3, 5]), &a).is_ok());
    let fault = border::fits(&Block::<u8>::zeros([6, 5]), &a).expect_err("two rows more");
    assert!(fault.to_string().contains("touches indices 0..=5"), "{fault}");
    assert!(border::fits(&Block::<u8>::zeros([4, 6]), &a).is_err());
    let [fewer, same, more] = [3, 4, 5].map(|rows| below::fits(&Block::<u8>::zeros([rows, 5]), &a));
    assert!(fewer.is_ok() && same.is_ok());
    let fault = more.expect_err("the fifth row has one below").to_string();
    assert!(fault.contains("touches indices 1..=5"), "{fault}");
}
