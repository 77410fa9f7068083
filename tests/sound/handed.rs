//! What kernels hand on: stored tensors to other kernels, slices that say where they are. Extents that do not fit, names that the
//! expansion has, macros that hide what is called, factors and indices of any size.

use std::cell::Cell;

use unite::stored::{Csr, StoredBlock};
use unite::{Block, Dyn, kernel};

use crate::{block, is_refused};

type Matrix = StoredBlock<f64, Csr, 2>;
type Call<'c> = &'c dyn Fn(&mut Block<Dyn<Dyn<f64>>>);

/// The largest extent of a tensor.
const MOST: usize = i32::MAX as usize;

fn floats(elements: &[f64]) -> Block<Dyn<f64>> {
    Block::<f64>::from_vec(elements.to_vec(), [elements.len()]).unwrap()
}

fn matrix(extents: [usize; 2], at: &[[usize; 2]]) -> Matrix {
    Matrix::from_entries(extents, at.iter().map(|&at| (at, 1.0))).unwrap()
}

#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[kernel]
fn scattered(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, by: i32) {
    for ([i, j], v) in a.stored() {
        y[[i + by * j]] += v;
    }
}

#[kernel]
fn row_set(y: &mut Tensor<[f64]>, value: f64) {
    y[[!i]] = value;
}

#[kernel]
fn handed_on(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, far: i32) {
    times(y[[far..]], a, x);
}

#[kernel]
fn handed_by_data(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, by: &Tensor<[i32]>) {
    for k in 0..by.extent(0) {
        let at = by[[k]];
        scattered(y, a, at);
    }
}

/// The rows that are handed on are where the walk is.
#[kernel]
fn rows_of_a_walk(y: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, by: i32) {
    for ([i, j], v) in a.stored() {
        row_set(y[[i + by, j..]], v);
    }
}

/// The same, of a coordinate that a macro binds anew.
macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

#[kernel]
fn rows_anew(y: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, far: i32) {
    for ([i, _], v) in a.stored() {
        set!(i = far);
        row_set(y[[i, ..]], v);
    }
}

thread_local!(static LEFT: Cell<usize> = const { Cell::new(usize::MAX) });

fn fails() -> f64 {
    LEFT.set(LEFT.get() - 1);
    assert!(LEFT.get() > 0, "enough");
    2.0
}

#[kernel]
fn failing(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * fails();
}

/// One that is written is complete, the other one is begun.
#[kernel]
fn fails_inside(c: &mut Tensor<[[f64]], _>, d: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    failing(c, a);
    failing(d, a);
}

/// Names that generated code has, or might: of walks, of carriers, of what is handed on.
mod hidden {
    #![allow(non_upper_case_globals, dead_code)]

    use unite::kernel;

    pub const root: usize = 100_000;
    pub const fibre: usize = 100_000;
    pub const carrier: usize = 100_000;
    pub fn a_fibre() -> usize {
        100_000
    }

    #[kernel]
    pub fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
        y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
    }

    /// A function of the same name would take anything.
    #[kernel]
    pub fn twice(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, a_extent: usize) {
        for walk in 0..2 {
            times(y, a, x);
            if walk == 1 && a_extent < 3 {
                y[[a_extent]] = 9.0;
            }
        }
    }
}

#[test]
fn stored_tensors() {
    let (a, x) = (matrix([3, 4], &[[0, 1], [2, 0], [2, 3]]), floats(&[1.0, 2.0, 3.0, 4.0]));
    let mut y = floats(&[7.0; 5]);
    handed_on(&mut y, &a, &x, 2);
    assert_eq!(y.as_slice(), [7.0, 7.0, 2.0, 0.0, 5.0]);
    for far in [-1, 1, 3, 6, i32::MAX, i32::MIN] {
        let mut y = floats(&[7.0; 5]);
        assert!(is_refused(|| handed_on(&mut y, &a, &x, far)), "{far}");
        assert_eq!(y.as_slice(), [7.0; 5]);
    }
    assert!(is_refused(|| handed_on(&mut y, &a, &floats(&[1.0; 3]), 2)));
    assert!(is_refused(|| handed_on(&mut y, &matrix([3, MOST], &[[2, MOST - 1]]), &x, 2)));
    let by = |by: &[i32]| Block::<i32>::from_vec(by.to_vec(), [by.len()]).unwrap();
    let mut y = floats(&[0.0; 6]);
    handed_by_data(&mut y, &a, &by(&[0, 1]));
    assert_eq!(y.as_slice(), [1.0, 1.0, 3.0, 0.0, 0.0, 1.0]);
    for far in [2, -1, i32::MAX, i32::MIN] {
        assert!(is_refused(|| handed_by_data(&mut floats(&[0.0; 6]), &a, &by(&[0, far]))), "{far}");
    }
    let distant = matrix([3, MOST], &[[2, MOST - 1]]);
    for far in [0, 1, -1, i32::MAX, i32::MIN] {
        let mut y = floats(&[0.0; 3]);
        assert_eq!(is_refused(|| handed_by_data(&mut y, &distant, &by(&[far]))), far != 0, "{far}");
        assert_eq!(y.as_slice(), [0.0, 0.0, if far == 0 { 1.0 } else { 0.0 }]);
    }
}

#[test]
fn rows_where_a_walk_is() {
    let a = matrix([3, 4], &[[0, 1], [2, 0], [2, 3]]);
    let of = |call: Call<'_>| {
        let mut y = Block::<f64>::zeros([4, 4]);
        (!is_refused(|| call(&mut y))).then(|| y.as_slice().iter().map(|y| *y as u8).collect::<Vec<_>>())
    };
    let set = of(&|y| rows_of_a_walk(y, &a, 1)).unwrap();
    assert_eq!(set, [0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1]);
    for by in [2, -1, i32::MAX, i32::MIN] {
        assert_eq!(of(&|y| rows_of_a_walk(y, &a, by)), None, "{by}");
    }
    assert_eq!(of(&|y| rows_anew(y, &a, 3)).unwrap()[12..], [1; 4]);
    for far in [4, -1, i32::MAX, i32::MIN] {
        assert_eq!(of(&|y| rows_anew(y, &a, far)), None, "{far}");
    }
}

#[test]
fn panics_inside_of_a_called_kernel() {
    let a = matrix([3, 4], &[[0, 1], [2, 0], [2, 3]]);
    for calls in 1..7 {
        let (mut c, mut d) = (matrix([3, 4], &[[1, 1]]), matrix([3, 4], &[[1, 2]]));
        let d_before = d.clone();
        LEFT.set(calls);
        assert!(is_refused(|| fails_inside(&mut c, &mut d, &a)));
        let doubled: Vec<f64> = a.to_dense().iter().map(|a| 2.0 * a).collect();
        if calls > 3 {
            assert_eq!(c.to_dense(), doubled);
            assert_eq!(d, matrix([3, 4], &[]));
        } else {
            assert_eq!(c, matrix([3, 4], &[]));
            assert_eq!(d, d_before);
        }
    }
}

#[test]
fn names_that_the_expansion_has() {
    let (a, x) = (matrix([3, 4], &[[0, 1], [2, 0], [2, 3]]), floats(&[1.0, 2.0, 3.0, 4.0]));
    let mut y = floats(&[7.0; 3]);
    hidden::twice(&mut y, &a, &x, 1);
    assert_eq!(y.as_slice(), [2.0, 9.0, 5.0]);
    assert!(is_refused(|| hidden::twice(&mut floats(&[7.0; 2]), &a, &x, 2)));
}

// Slices, of tensors that are coarser or finer by any number.

#[kernel]
fn shown(out: &mut Tensor<[i32]>, t: &Tensor<Refined<[[i32]]>>, slice: &Tensor<Refined<[i32]>>) {
    out[[!y]] = t[slice][[!y]];
}

#[kernel]
fn marked(t: &mut Tensor<[[i32]]>, slice: &Tensor<Refined<[i32]>>) {
    let region = t.region_of(slice);
    region[[!y, !x]] = 1;
}

#[kernel]
fn of_fine(out: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, by: i32, x: i32) {
    let fine = t.refine([1, by]);
    shown(out, fine, fine[[.., x]]);
}

#[kernel]
fn of_coarse(mask: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>, by: i32, x: i32) {
    marked(mask, t.coarsen([1, by])[[.., x]]);
}

/// Slices of slices: five numbers do not fit, and are not known then.
#[kernel]
fn of_slices(out: &mut Tensor<[i32]>, t: &Tensor<[[[[i32]]]]>, by: i32, at: i32) {
    let fine = t.refine([1, by, by, by]);
    let slice = fine[[.., at, at, at]];
    one_of(out, fine, slice);
}

#[kernel]
fn one_of(out: &mut Tensor<[i32]>, t: &Tensor<Refined<[[[[i32]]]]>>, slice: &Tensor<Refined<[i32]>>) {
    let there = t[slice];
    out[[!y]] = there[[!y]];
}

#[test]
fn slices_of_any_size() {
    let t = Block::<i32>::from_vec((0..12).collect(), [3, 4]).unwrap();
    let numbers = [1, 2, 3, 4, 5, 1 << 16, i32::MAX - 1, i32::MAX];
    let indices = [0, 1, 3, 4, 7, 8, -1, 1 << 17, i32::MAX - 1, i32::MAX, i32::MIN];
    let pairs = numbers.into_iter().flat_map(|by| indices.map(|x| (by, x)));
    for (by, x) in pairs.step_by(crate::EVERY.div_ceil(6)) {
        let column = x.div_euclid(by);
        let mut out = block(3);
        if !is_refused(|| of_fine(&mut out, &t, by, x)) {
            assert!((0..4).contains(&column), "{by} {x}");
            assert_eq!(out.as_slice(), [column, 4 + column, 8 + column], "{by} {x}");
        }
        let mut mask = Block::<i32>::zeros([3, 4]);
        if !is_refused(|| of_coarse(&mut mask, &t, by, x)) {
            let (first, last) = (i64::from(by) * i64::from(x), i64::from(by) * (i64::from(x) + 1));
            let inside = |k: usize| (first..last).contains(&(k as i64 % 4));
            assert_eq!(
                mask.as_slice(),
                (0..12).map(|k| i32::from(inside(k))).collect::<Vec<_>>(),
                "{by} {x}"
            );
        }
    }
    for by in [0, -1, i32::MIN] {
        assert!(is_refused(|| of_fine(&mut block(3), &t, by, 0)));
        assert!(is_refused(|| of_coarse(&mut Block::<i32>::zeros([3, 4]), &t, by, 0)));
    }
    let t = Block::<i32>::from_vec((0..24).collect(), [3, 2, 2, 2]).unwrap();
    let pairs = [1, 2, 100, 1000, 1 << 20, i32::MAX].into_iter();
    let pairs = pairs.flat_map(|by| [0, 1, 2, 199, 1999, -1, i32::MAX, i32::MIN].map(|at| (by, at)));
    for (by, at) in pairs.step_by(crate::EVERY.div_ceil(6)) {
        let of = at.div_euclid(by);
        let mut out = block(3);
        if !is_refused(|| of_slices(&mut out, &t, by, at)) {
            assert!((0..2).contains(&of), "{by} {at}");
            assert_eq!(out.as_slice(), [7 * of, 8 + 7 * of, 16 + 7 * of], "{by} {at}");
        }
    }
}
