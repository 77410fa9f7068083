//! Loops of which iterations depend on others: whichever loop is the innermost one, and whichever lanes there are, each iteration
//! finds what those before it wrote.

use unite::level::{self, Level};
use unite::library::Heap;
use unite::{Block, kernel};

/// Each element from the one on its left.
#[kernel]
fn from_left(t: &mut Tensor<[[i32]]>) {
    let later = t[[.., 1..]];
    for [y, x] in later.indices() {
        later[[y, x]] = (3 * t[[y, x]] + later[[y, x]] + 7) & 1023;
    }
}

/// Each element from the one above.
#[kernel]
fn from_above(t: &mut Tensor<[[i32]]>) {
    let later = t[[1.., ..]];
    for [y, x] in later.indices() {
        later[[y, x]] = (3 * t[[y, x]] + later[[y, x]] + 7) & 1023;
    }
}

/// Each element from the one above on its left.
#[kernel]
fn from_above_left(t: &mut Tensor<[[i32]]>) {
    let later = t[[1.., 1..]];
    for [y, x] in later.indices() {
        later[[y, x]] = (3 * t[[y, x]] + later[[y, x]] + 7) & 1023;
    }
}

/// Each element from the one above on its right: row by row is not column by column.
#[kernel]
fn from_above_right(t: &mut Tensor<[[i32]]>) {
    let later = t[[1.., ..-1 + t.extent(1)]];
    for [y, x] in later.indices() {
        later[[y, x]] = (3 * t[[y, x + 1]] + later[[y, x]] + 7) & 1023;
    }
}

/// Each element from two on its left, and then what it was made of changes.
#[kernel]
fn forth_and_back(t: &mut Tensor<[[i32]]>) {
    let later = t[[.., 2..]];
    for [y, x] in later.indices() {
        later[[y, x]] = (t[[y, x]] + 3 * t[[y, x + 1]] + later[[y, x]]) & 1023;
        t[[y, x]] = (t[[y, x]] + 5 * later[[y, x]] + 1) & 1023;
    }
}

/// Columns, one after the other.
#[kernel]
fn columns_by_range(t: &mut Tensor<[[i32]]>) {
    for x in 0..t.extent(1) {
        for y in 1..t.extent(0) {
            t[[y, x]] = (3 * t[[y - 1, x]] + t[[y, x]] + 7) & 1023;
        }
    }
}

/// Rows, each from the one before.
#[kernel]
fn rows_by_range(t: &mut Tensor<[[i32]]>) {
    for y in 1..t.extent(0) {
        for x in 0..t.extent(1) {
            t[[y, x]] = (3 * t[[y - 1, x]] + t[[y, x]] + 7) & 1023;
        }
    }
}

/// Columns, one after the other, where what is above on the right is of the column after.
#[kernel]
fn skewed_by_range(t: &mut Tensor<[[i32]]>) {
    for x in 0..t.extent(1) - 1 {
        for y in 1..t.extent(0) {
            t[[y, x]] = (3 * t[[y - 1, x + 1]] + t[[y, x]] + 7) & 1023;
        }
    }
}

/// A kernel for a tensor, and the same for its axes in the other order.
macro_rules! turned {
    ($($name:ident, $turned:ident;)*) => {
        $(
            #[kernel]
            fn $turned(t: &mut Tensor<[[i32]]>) {
                $name(&mut t.permute([1, 0]));
            }
        )*
    };
}
turned! {
    from_left, from_left_turned;
    from_above, from_above_turned;
    from_above_left, from_above_left_turned;
    from_above_right, from_above_right_turned;
    forth_and_back, forth_and_back_turned;
    columns_by_range, columns_by_range_turned;
    rows_by_range, rows_by_range_turned;
    skewed_by_range, skewed_by_range_turned;
}

/// Rows of numbers.
type Rows = Vec<Vec<i32>>;

/// Every element at `later` from one at an offset, in the order of the rows.
fn from(t: &mut Rows, [first_row, first]: [usize; 2], past: usize, offset: [isize; 2]) {
    let [height, width] = [t.len(), t[0].len()];
    for y in first_row..height {
        for x in first..width - past {
            let other = t[(y as isize + offset[0]) as usize][(x as isize + offset[1]) as usize];
            t[y][x] = (3 * other + t[y][x] + 7) & 1023;
        }
    }
}

fn both(t: &mut Rows) {
    for row in t {
        for x in 0..row.len() - 2 {
            row[x + 2] = (row[x] + 3 * row[x + 1] + row[x + 2]) & 1023;
            row[x] = (row[x] + 5 * row[x + 2] + 1) & 1023;
        }
    }
}

fn skewed(t: &mut Rows) {
    for x in 0..t[0].len() - 1 {
        for y in 1..t.len() {
            t[y][x] = (3 * t[y - 1][x + 1] + t[y][x] + 7) & 1023;
        }
    }
}

fn turn(t: &Rows) -> Rows {
    (0..t[0].len()).map(|x| t.iter().map(|row| row[x]).collect()).collect()
}

#[test]
fn each_iteration_finds_what_those_before_it_wrote() {
    type Case = (&'static str, fn(&mut Heap<i32, 2>), fn(&mut Heap<i32, 2>), fn(&mut Rows));
    let cases: [Case; 8] = [
        ("left", |t| from_left(t), |t| from_left_turned(t), |t| from(t, [0, 1], 0, [0, -1])),
        ("above", |t| from_above(t), |t| from_above_turned(t), |t| from(t, [1, 0], 0, [-1, 0])),
        (
            "above left",
            |t| from_above_left(t),
            |t| from_above_left_turned(t),
            |t| from(t, [1, 1], 0, [-1, -1]),
        ),
        (
            "above right",
            |t| from_above_right(t),
            |t| from_above_right_turned(t),
            |t| from(t, [1, 0], 1, [-1, 1]),
        ),
        ("both", |t| forth_and_back(t), |t| forth_and_back_turned(t), both),
        ("columns", |t| columns_by_range(t), |t| columns_by_range_turned(t), |t| from(t, [1, 0], 0, [-1, 0])),
        ("rows", |t| rows_by_range(t), |t| rows_by_range_turned(t), |t| from(t, [1, 0], 0, [-1, 0])),
        ("skewed", |t| skewed_by_range(t), |t| skewed_by_range_turned(t), skewed),
    ];
    for [height, width] in [[2, 3], [3, 40], [37, 5], [18, 35]] {
        let number = |y: usize, x: usize| (y * 37 + x * x * 11 + y * x) as i32 % 1000;
        let before: Rows = (0..height).map(|y| (0..width).map(|x| number(y, x)).collect()).collect();
        for (name, straight, turned, naive) in cases {
            for (form, rows) in [(straight, before.clone()), (turned, turn(&before))] {
                let mut expected = before.clone();
                naive(&mut expected);
                let expected = if rows == before { expected } else { turn(&expected) };
                for level in Level::available() {
                    level::limit(level);
                    let elements: Vec<i32> = rows.concat();
                    let mut t = Block::from_vec(elements, [rows.len(), rows[0].len()]).unwrap();
                    form(&mut t);
                    assert_eq!(t.as_slice(), expected.concat(), "{name}, {height} by {width}, {level:?}");
                }
            }
        }
    }
}

#[test]
fn a_loop_without_dependences_becomes_the_innermost_one() {
    let moved = "lanes along y, 16 of 32 bits; y inside of x";
    assert!(from_left::plan().contains(moved), "{}", from_left::plan());
    assert!(forth_and_back::plan().contains(moved), "{}", forth_and_back::plan());
    let columns = columns_by_range::plan();
    assert!(columns.contains("lanes along x, 16 of 32 bits; x inside of y"), "{columns}");
    for plan in [from_above_left::plan(), from_above_right::plan(), skewed_by_range::plan()] {
        assert!(plan.contains("no lanes: "), "{plan}");
    }
}
