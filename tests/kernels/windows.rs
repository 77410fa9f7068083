//! Parts of stored tensors in kernels, in every format, beside dense loops over the same part.

use std::ops::Range;

use proptest::prelude::*;
use unite::Block;
use unite::kernel;
use unite::library::Heap;
use unite::stored::{
    Band, Bcsr, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, Format, HashedRows, Lower,
    StoredBlock,
};

#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[kernel]
fn added(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// A part of A, copied.
#[kernel]
fn copied(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]];
}

/// The product of a part of A and a part of B.
#[kernel]
fn product(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], Csr>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

/// What is stored, and where.
#[kernel]
fn places(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = 0.0;
    for ([i, j], element) in a.stored() {
        c[[i, j]] = element;
    }
}

/// What is stored, added to what lies there.
#[kernel]
fn blended(under: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    under[[!y, !x]] += a[[!y, !x]];
}

/// The sum of two tensors of three axes.
#[kernel]
fn added_of_three_axes(c: &mut Tensor<[[[f64]]]>, a: &Tensor<[[[f64]]], _>, b: &Tensor<[[[f64]]], _>) {
    c[[!i, !j, !k]] = a[[!i, !j, !k]] + b[[!i, !j, !k]];
}

type Stored<F> = StoredBlock<f64, F, 2>;

const EXTENTS: [usize; 2] = [9, 9];

fn stored<F: Format<2>>(entries: &[(usize, usize, i32)]) -> Stored<F> {
    let at = entries.iter().map(|&(i, j, value)| ([i, j], f64::from(value)));
    Stored::<F>::from_entries_with(EXTENTS, at, |a, b| a + b).expect("a matrix")
}

/// The elements of a part.
fn cut(elements: &[f64], [rows, columns]: [Range<usize>; 2]) -> Vec<f64> {
    rows.flat_map(|i| columns.clone().map(move |j| elements[EXTENTS[1] * i + j])).collect()
}

fn filled(extents: [usize; 2]) -> Heap<f64, 2> {
    Block::<f64>::from_vec(vec![7.0; extents[0] * extents[1]], extents).expect("a block")
}

fn entries() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    proptest::collection::vec((0usize..9, 0usize..9, -4i32..5), if cfg!(miri) { 6..14 } else { 0..40 })
}

/// Where an interval of so many indices begins.
fn place(extent: usize) -> impl Strategy<Value = usize> {
    0..=9 - extent
}

fn zip(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn each_format(
        ([rows, columns], at) in [1usize..9, 1usize..9].prop_flat_map(|[r, c]| (Just([r, c]), [place(r), place(c)])),
        a in entries(),
    ) {
        let part = [at[0]..at[0] + rows, at[1]..at[1] + columns];
        let x = Block::<f64>::from_vec((0..columns).map(|j| j as f64 - 2.0).collect(), [columns]).expect("a vector");
        macro_rules! check {
            ($($format:ty, $entries:expr;)*) => {$({
                let block: Stored<$format> = stored($entries);
                let (window, expected) = (block.window(part.clone()).expect("a part"), cut(&block.to_dense(), part.clone()));
                let mut c = filled([rows, columns]);
                places(&mut c, window);
                prop_assert_eq!(c.as_slice(), &expected[..]);
                let mut y = Block::<f64>::zeros([rows]);
                times(&mut y, window, &x);
                let product = |i: usize| (0..columns).map(|j| expected[columns * i + j] * x.as_slice()[j]).sum::<f64>();
                prop_assert_eq!(y.as_slice(), (0..rows).map(product).collect::<Vec<_>>());
                let of_entries = Stored::<Dok>::from_entries([rows, columns], window.to_entries()).expect("a matrix");
                prop_assert_eq!(of_entries.to_dense(), expected);
            })*};
        }
        let lower: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.min(i), value)).collect();
        let near: Vec<_> = a.iter().map(|&(i, j, value)| (i, j.clamp(i.saturating_sub(2), i + 1).min(8), value)).collect();
        check!(Csr, &a; Csc, &a; Coo, &a; Dcsr, &a; HashedRows, &a; Band, &near; Lower, &lower; (Dense, Dense), &a;
            (Compressed, Dense), &a; Dia, &a; Ell, &a; Bcsr<3, 3>, &a; Dok, &a;);
    }

    #[test]
    fn pairs_at_two_places(
        (extents, at, other) in [1usize..9, 1usize..9]
            .prop_flat_map(|[r, c]| (Just([r, c]), [place(r), place(c)], [place(r), place(c)])),
        a in entries(),
        b in entries(),
    ) {
        let [here, there] = [at, other].map(|at| [at[0]..at[0] + extents[0], at[1]..at[1] + extents[1]]);
        macro_rules! check {
            ($($first:ty, $second:ty => $output:ty;)*) => {$({
                let (p, q): (Stored<$first>, Stored<$second>) = (stored(&a), stored(&b));
                let (x, y) = (cut(&p.to_dense(), here.clone()), cut(&q.to_dense(), there.clone()));
                let (p, q) = (p.window(here.clone()).expect("a part"), q.window(there.clone()).expect("a part"));
                let mut c = filled(extents);
                added(&mut c, p, q);
                prop_assert_eq!(c.as_slice(), zip(&x, &y, |x, y| x + y));
                prop_assert_eq!(inner(p, q), zip(&x, &y, |x, y| x * y).iter().sum::<f64>());
                let mut c = Stored::<$output>::from_entries(extents, [([0, 0], 9.0)]).expect("a matrix");
                copied(&mut c, p);
                prop_assert_eq!(c.to_dense(), &x[..]);
                prop_assert_eq!(&c, &Stored::<$output>::from_entries(extents, c.to_entries()).expect("a matrix"));
                // Beside a block as a whole.
                added(&mut filled(extents), &c, q);
            })*};
        }
        check!(Csr, Csr => Csr; Coo, Csr => Coo; Coo, Coo => Dcsr; Dcsr, Coo => Csr; (Dense, Dense), Csr => Csr<u16>;
            Csr, (Compressed, Dense) => (Dense, Dense););
        let (p, q): (Stored<Csr>, Stored<HashedRows>) = (stored(&a), stored(&b));
        let (x, y) = (cut(&p.to_dense(), here.clone()), cut(&q.to_dense(), there.clone()));
        let (p, q) = (p.window(here).expect("a part"), q.window(there).expect("a part"));
        prop_assert_eq!(inner(p, q), zip(&x, &y, |x, y| x * y).iter().sum::<f64>());
    }

    #[test]
    fn products(
        (extents, at) in [1usize..9, 1usize..9, 1usize..9]
            .prop_flat_map(|[r, b, c]| (Just([r, b, c]), [place(r), place(b), place(b), place(c)])),
        a in entries(),
        b in entries(),
    ) {
        let [rows, between, columns] = extents;
        let here = [at[0]..at[0] + rows, at[1]..at[1] + between];
        let there = [at[2]..at[2] + between, at[3]..at[3] + columns];
        macro_rules! check {
            ($($second:ty)*) => {$({
                let (p, q): (Stored<Csr>, Stored<$second>) = (stored(&a), stored(&b));
                let (x, y) = (cut(&p.to_dense(), here.clone()), cut(&q.to_dense(), there.clone()));
                let mut c = Stored::<Csr>::empty([rows, columns]).expect("a matrix");
                product(&mut c, p.window(here.clone()).expect("a part"), q.window(there.clone()).expect("a part"));
                let sum = |at: usize| {
                    (0..between).map(|k| x[between * (at / columns) + k] * y[columns * k + at % columns]).sum::<f64>()
                };
                prop_assert_eq!(c.to_dense(), (0..rows * columns).map(sum).collect::<Vec<_>>());
            })*};
        }
        check!(Csr HashedRows Coo);
    }

    #[test]
    fn where_it_is_in_a_frame(
        origin in [-5isize..12, -5isize..12],
        sprite in [-5isize..12, -5isize..12],
        size in [1usize..9, 1usize..9],
        a in entries(),
    ) {
        let mut frame = filled(size).with_origin(origin).expect("a block");
        macro_rules! check {
            ($($format:ty)*) => {$({
                let block = stored::<$format>(&a).with_origin(sprite).expect("a matrix");
                // Where both are.
                let first = [0, 1].map(|axis| sprite[axis].max(origin[axis]));
                let end = [0, 1].map(|axis| (sprite[axis] + 9).min(origin[axis] + size[axis] as isize));
                let seen = [0, 1].map(|axis| (first[axis] - sprite[axis]) as usize..(end[axis] - sprite[axis]).max(0) as usize);
                let before = frame.as_slice().to_vec();
                let part = block.window(seen);
                prop_assert_eq!(part.is_ok(), end[0] > first[0] && end[1] > first[1]);
                if let Ok(part) = part {
                    prop_assert_eq!(part.origin(), first);
                    let mut under = frame.view_mut().colocate(&part).expect("a place in the frame");
                    blended(&mut under.tensor_mut().expect("a tensor"), part);
                }
                for (n, (now, before)) in frame.as_slice().iter().zip(&before).enumerate() {
                    let location = [origin[0] + (n / size[1]) as isize, origin[1] + (n % size[1]) as isize];
                    prop_assert_eq!(*now, before + block.at(location).unwrap_or(0.0));
                }
                // The other way round: the part of the tensor where the frame is.
                let inside = [0, 1].map(|axis| origin[axis] == first[axis] && origin[axis] + size[axis] as isize == end[axis]);
                let there = block.colocate(&frame);
                prop_assert_eq!(there.is_ok(), inside == [true, true]);
                if let Ok(there) = there {
                    let before = frame.as_slice().to_vec();
                    blended(&mut frame, there);
                    let added = there.to_entries().iter().fold(before, |mut all, ([y, x], value)| {
                        all[y * size[1] + x] += value;
                        all
                    });
                    prop_assert_eq!(frame.as_slice(), added);
                }
            })*};
        }
        check!(Csr Coo Dia);
    }

    #[test]
    fn tensors(extent in 1usize..5, at in [0usize..5, 0usize..5, 0usize..5], a in entries()) {
        let whole = [9, 9, 9];
        let entries = a.iter().map(|&(i, j, value)| ([i, j, (i + 3 * j) % 9], f64::from(value)));
        let block = StoredBlock::<f64, Csf, 3>::from_entries_with(whole, entries, |a, b| a + b).expect("a tensor");
        let elements = block.to_dense();
        let cube = at.map(|at| at..at + extent);
        let index = |n: usize| [n / extent / extent, n / extent % extent, n % extent];
        let twice = |n: usize| {
            let [i, j, k] = index(n);
            2.0 * elements[81 * (at[0] + i) + 9 * (at[1] + j) + at[2] + k]
        };
        let expected: Vec<f64> = (0..extent * extent * extent).map(twice).collect();
        macro_rules! check {
            ($($first:ty, $second:ty;)*) => {$({
                let (x, y) = (block.to::<$first>().expect("a tensor"), block.to::<$second>().expect("a tensor"));
                let mut c = Block::<f64>::from_vec(vec![3.0; expected.len()], [extent; 3]).expect("a block");
                let (x, y) = (x.window(cube.clone()).expect("a part"), y.window(cube.clone()).expect("a part"));
                added_of_three_axes(&mut c, x, y);
                prop_assert_eq!(c.as_slice(), &expected[..]);
            })*};
        }
        check!(Csf, Csf; Coo3, Csf; Coo3, Coo3; (Dense, Dense, Compressed), Coo3;);
    }
}

#[test]
fn a_part_knows_where_it_is() {
    let a = stored::<Csr>(&[(2, 3, 5)]).with_origin([100, -4]).unwrap();
    let part = a.window([1..4, 2..8]).unwrap();
    assert_eq!((part.extents(), part.origin()), ([3, 6], [101, -2]));
    assert_eq!((part.get([1, 1]), part.get([0, 0]), part.get([1, 6])), (Some(5.0), Some(0.0), None));
    assert_eq!(part.get([usize::MAX, 1]), None);
    let inner = part.window([1..2, 1..3]).unwrap();
    assert_eq!((inner.origin(), inner.to_entries()), ([102, -1], vec![([0, 0], 5.0)]));
    assert_eq!(
        format!("{inner:?}"),
        "[2..3, 3..5] of 1 of 9 x 9 stored as Dense, Compressed at [100, -4]: [2, 3] = 5.0"
    );
}

#[test]
fn what_is_not_displaced_has_no_part() {
    let a = stored::<Csr>(&[(2, 3, 5)]);
    let message = |error: unite::stored::StorageError| error.to_string();
    let flags = Block::<u8>::zeros([2, 2]).with_coarsening([4, 4]).unwrap();
    assert!(message(a.colocate(&flags).unwrap_err()).contains("refined, coarsened"));
    let turned = Block::<u8>::zeros([2, 2]).with_permutation([1, 0]).unwrap();
    assert!(a.colocate(&turned).is_err());
    let in_a_clip = Block::<u8>::zeros([2, 2]).in_universe([7, 0, 0], [1, 2]).unwrap();
    assert!(a.colocate(&in_a_clip).is_err());
    let before = Block::<u8>::zeros([2, 2]).with_origin([-1, 0]).unwrap();
    assert_eq!(
        message(a.colocate(&before).unwrap_err()),
        "there is no part -1..1 of axis 0, whose extent is 9"
    );
    let there = Block::<u8>::zeros([2, 2]).with_origin([2, 2]).unwrap();
    assert_eq!(a.colocate(&there).unwrap().to_entries(), [([0, 1], 5.0)]);
    // A part of a part, by a view.
    let view = there.view().partition((1.., ..)).unwrap();
    assert_eq!(a.colocate(&view).unwrap().origin(), [3, 2]);
}

#[test]
fn a_part_is_inside() {
    let a = stored::<Csr>(&[]);
    let message = |part: [Range<usize>; 2]| a.window(part).unwrap_err().to_string();
    assert_eq!(message([0..10, 0..9]), "there is no part 0..10 of axis 0, whose extent is 9");
    assert_eq!(message([0..9, 3..3]), "there is no part 3..3 of axis 1, whose extent is 9");
    #[expect(clippy::reversed_empty_ranges, reason = "that is the mistake")]
    let backwards = message([0..9, 5..2]);
    assert_eq!(backwards, "there is no part 5..2 of axis 1, whose extent is 9");
    let part = a.window([2..5, 0..9]).unwrap();
    assert!(part.window([0..4, 0..9]).is_err());
    // What is read of it is checked as of a block.
    let error = added::fits(&filled([4, 9]), part, part).unwrap_err().to_string();
    assert!(error.contains("0..=3 of axis 0 of a,"), "{error}");
    assert!(added::fits(&filled([3, 9]), part, part).is_ok());
}
