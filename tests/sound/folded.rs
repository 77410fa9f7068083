//! Products, and whether all hold: names that are bound anew in them, indices that a condition guards, functions of the user's with
//! their names, panics and jumps in the middle; and the order of loops, where a range is made of what the loop changes.

use std::cell::Cell;

use unite::stored::{Csr, One, StoredBlock};
use unite::{Block, Dyn, kernel};

use crate::{block, is_refused, refusal};

type Call<'c> = &'c dyn Fn(&mut Block<Dyn<Dyn<i32>>>);

fn numbers(elements: &[i32]) -> Block<Dyn<i32>> {
    Block::<i32>::from_vec(elements.to_vec(), [elements.len()]).unwrap()
}

macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

#[kernel]
fn product_anew(x: &Tensor<[i32]>, y: &Tensor<[i32]>, far: i32) -> i32 {
    product(|i| {
        x[[i]] * {
            set!(i = far);
            y[[i]]
        }
    })
}

#[kernel]
fn all_anew(x: &Tensor<[i32]>, y: &Tensor<[i32]>, far: i32) -> bool {
    all(|i| {
        x[[i]] > {
            let i = i + far;
            y[[i]]
        }
    })
}

/// The second side is read where the first one holds.
#[kernel]
fn all_guarded(x: &Tensor<[i32]>, y: &Tensor<[i32]>) -> bool {
    all(|i| x[[i]] == 0 || y[[i]] > 0)
}

#[kernel]
fn all_by_data(x: &Tensor<[i32]>, y: &Tensor<[i32]>) -> bool {
    all(|i| {
        let at = x[[i]];
        at < 0 || y[[at]] > 0
    })
}

#[kernel]
fn product_by_data(x: &Tensor<[i32]>, y: &Tensor<[i32]>) -> i32 {
    product(|i| {
        let at = x[[i]];
        y[[at & 3]]
    })
}

thread_local!(static ASKED: Cell<i32> = const { Cell::new(0) });

fn asked(limit: i32) -> i32 {
    ASKED.set(ASKED.get() + 1);
    assert!(ASKED.get() < limit, "enough");
    ASKED.get()
}

#[kernel]
fn panics_in_all(out: &mut Tensor<[bool]>, x: &Tensor<[i32]>, limit: i32) {
    out[[!y]] = all(|i| x[[i]] < asked(limit));
}

/// What is divided by may be zero where it is not asked.
#[kernel]
fn divided(x: &Tensor<[i32]>, by: i32) -> i32 {
    product(|i| if by == 0 { 1 } else { x[[i]] / by })
}

/// Its own functions are called as those of the language are.
mod own {
    use unite::kernel;

    pub fn product(far: i32) -> i32 {
        far
    }

    pub fn all(far: i32) -> bool {
        far > 0
    }

    #[kernel]
    pub fn set(out: &mut Tensor<[i32]>, far: i32) {
        let at = product(far);
        if all(far) {
            out[[at]] = 1;
        }
    }
}

/// Of a stored tensor, whose other elements are one.
#[kernel]
fn product_of_stored(a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) -> f64 {
    product(|i, j| a[[i, j]].powf(x[[j]]))
}

#[kernel]
fn all_of_stored(a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) -> bool {
    all(|i, j| a[[i, j]] < 1.0 || x[[j]] > 0.0)
}

#[test]
fn folds_over_names_bound_anew() {
    let (x, y) = (numbers(&[2, 3, 1]), numbers(&[1, 1, 0]));
    assert_eq!(product_anew(&x, &y, 0), 6);
    assert_eq!(product_anew(&x, &y, 2), 0);
    assert!(all_anew(&x, &y, 0));
    for far in [1, -1, 3, i32::MAX, i32::MIN] {
        if far != 1 {
            assert!(is_refused(|| _ = product_anew(&x, &y, far)), "{far}");
        }
        assert!(is_refused(|| _ = all_anew(&x, &y, far)), "{far}");
    }
}

#[test]
fn folds_under_conditions() {
    let y = numbers(&[1, 0, 2]);
    assert!(all_guarded(&numbers(&[1, 0, 1]), &y));
    assert!(!all_guarded(&numbers(&[1, 1]), &y));
    // Whether the last is looked at depends on elements: it is refused, or right.
    for (x, holds) in [([0, 0, 0, 0], true), ([1, 0, 1, 0], true), ([1, 1, 1, 1], false)] {
        let mut found = None;
        if refusal(|| found = Some(all_guarded(&numbers(&x), &y))).is_none() {
            assert_eq!(found, Some(holds));
        }
    }
    assert!(is_refused(|| _ = all_guarded(&numbers(&[1, 0, 1, 1]), &y)));
    for (at, holds) in [
        (0, Some(true)),
        (1, Some(false)),
        (3, None),
        (i32::MAX, None),
        (-1, Some(true)),
        (i32::MIN, Some(true)),
    ] {
        let mut found = None;
        refusal(|| found = Some(all_by_data(&numbers(&[0, at]), &y)));
        assert_eq!(found, holds, "{at}");
    }
    let four = numbers(&[1, 2, 3, 4]);
    for (at, value) in [(0, 1), (-1, 4), (i32::MIN, 1), (i32::MAX, 4)] {
        assert_eq!(product_by_data(&numbers(&[1, at]), &four), 2 * value);
    }
    assert!(is_refused(|| _ = product_by_data(&numbers(&[3]), &y)));
}

#[test]
fn folds_that_end_in_the_middle() {
    let x = numbers(&[0, 0, 0, 0]);
    for limit in 1..13 {
        ASKED.set(0);
        let mut out = Block::<bool>::zeros([3]);
        assert_eq!(is_refused(|| panics_in_all(&mut out, &x, limit)), limit < 13, "{limit}");
    }
    ASKED.set(0);
    let mut out = Block::<bool>::zeros([3]);
    panics_in_all(&mut out, &x, 14);
    assert_eq!(out.as_slice(), [true; 3]);
    assert_eq!([divided(&numbers(&[4, 6]), 0), divided(&numbers(&[4, 6]), 2)], [1, 6]);
    assert!(is_refused(|| _ = divided(&numbers(&[i32::MIN]), -1)));
}

#[test]
fn functions_named_like_folds() {
    let mut out = block(4);
    own::set(&mut out, 3);
    assert_eq!(out.as_slice(), [0, 0, 0, 1]);
    own::set(&mut out, -3);
    for far in [4, i32::MAX] {
        assert!(is_refused(|| own::set(&mut block(4), far)));
    }
}

#[test]
fn folds_over_stored_tensors() {
    type Matrix = StoredBlock<f64, Csr, 2, One>;
    let a = Matrix::from_entries([3, 4], [([0, 1], 2.0), ([2, 3], 5.0)]).unwrap();
    let floats = |x: &[f64]| Block::<f64>::from_vec(x.to_vec(), [x.len()]).unwrap();
    let x = floats(&[1.0, 1.0, 1.0, 0.5]);
    // How exact a power is is not said; Miri takes care that nobody relies on it.
    assert!((product_of_stored(&a, &floats(&[3.0, 1.0, 7.0, 2.0])) - 50.0).abs() < 1e-9);
    assert!(is_refused(|| _ = product_of_stored(&a, &floats(&[1.0; 3]))));
    let a = StoredBlock::<f64, Csr, 2>::from_entries([3, 4], [([0, 1], 2.0), ([2, 3], 5.0)]).unwrap();
    assert!(all_of_stored(&a, &x));
    assert!(!all_of_stored(&a, &floats(&[1.0, 0.0, 1.0, 1.0])));
    assert!(is_refused(|| _ = all_of_stored(&a, &floats(&[1.0; 3]))));
}

// Loops that might change places: what a range is made of changes while they run, or is not asked for.

/// The inner range ends at an element that the loop writes.
#[kernel]
fn to_an_element(out: &mut Tensor<[[i32]]>, n: &mut Tensor<[i32]>) {
    for x in 0..out.extent(1) {
        for y in 0..n[[0]] {
            out[[y, x]] = 1;
            n[[0]] = x;
        }
    }
}

/// It ends at what is bound in the outer loop.
#[kernel]
fn to_a_variable(out: &mut Tensor<[[i32]]>, w: i32) {
    let mut end = 3;
    for x in 0..w {
        for y in 0..end {
            out[[y, x]] = 1 + x;
        }
        end -= 1;
    }
}

macro_rules! end {
    ($end:expr) => {
        $end
    };
}

#[kernel]
fn to_what_a_macro_says(out: &mut Tensor<[[i32]]>, y: i32) {
    for x in 0..end!(y) {
        for y in 0..end!(x + 1) {
            out[[y, x]] = 1 + x;
        }
    }
}

#[kernel]
fn to_a_block(out: &mut Tensor<[[i32]]>, y: i32) {
    for x in 0..({ y }) {
        for y in 0..({ out.extent(0) }) {
            out[[y, x]] = 1 + x + 10 * y;
        }
    }
}

/// Each column is read where it was written before.
#[kernel]
fn through_a_view(out: &mut Tensor<[[i32]]>, y: i32, by: i32) {
    let beside = out[[.., by..]];
    for x in 0..y {
        for y in 0..out.extent(0) {
            out[[y, x]] = beside[[y, x]] + 1;
        }
    }
}

#[test]
fn ranges_that_change() {
    let of = |call: Call<'_>| {
        let mut out = Block::<i32>::zeros([3, 4]);
        (!is_refused(|| call(&mut out))).then(|| out.as_slice().to_vec())
    };
    for n in [0, 3, 4, -1, i32::MAX, i32::MIN] {
        let made = of(&|out| to_an_element(out, &mut numbers(&[n])));
        // The first column has n elements, and sets n to 0: there are no others.
        let first = |k: usize| i32::from(k.is_multiple_of(4) && (k as i32 / 4) < n);
        assert_eq!(made, (n <= 3).then(|| (0..12).map(first).collect()), "{n}");
    }
    let falling = |w: i32| {
        (0..12).map(|k| if k % 4 < w && k / 4 + k % 4 < 3 { 1 + k % 4 } else { 0 }).collect::<Vec<_>>()
    };
    for w in [0, 2, 4, -1, i32::MIN] {
        assert_eq!(of(&|out| to_a_variable(out, w)), Some(falling(w)), "{w}");
    }
    assert_eq!(
        of(&|out| to_what_a_macro_says(out, 3)),
        Some((0..12).map(|k| if k % 4 < 3 && k / 4 <= k % 4 { 1 + k % 4 } else { 0 }).collect())
    );
    for y in [4, i32::MAX] {
        assert_eq!(of(&|out| to_what_a_macro_says(out, y)), None, "{y}");
    }
    for y in [0, 3, 4, -2] {
        let each = |k: i32| if k % 4 < y { 1 + k % 4 + 10 * (k / 4) } else { 0 };
        assert_eq!(of(&|out| to_a_block(out, y)), Some((0..12).map(each).collect()), "{y}");
    }
    assert_eq!(of(&|out| to_a_block(out, 5)), None);
    for (y, by) in [(4, 0), (3, 1), (2, -1), (2, 2), (0, 7), (5, 0), (4, 1), (1, i32::MAX), (1, i32::MIN)] {
        let mut expected = Some(vec![0; 12]);
        for x in 0..y {
            for at in 0..3 {
                let read = i64::from(x) + i64::from(by);
                expected = expected.filter(|_| x < 4 && (0..4).contains(&read)).map(|mut all: Vec<i32>| {
                    all[4 * at + x as usize] = all[4 * at + read as usize] + 1;
                    all
                });
            }
        }
        assert_eq!(of(&|out| through_a_view(out, y, by)), expected, "{y} {by}");
    }
}
