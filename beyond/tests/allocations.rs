//! What kernels over stored tensors allocate, counted: nothing but what they write.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::library::Heap;
use unite::stored::{
    Band, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, Format, HashedRows, StoredBlock,
};
use unite::{Block, kernel};
use unite_allocations::{NOTHING, allocated};
use unite_beyond::{
    add_to_stored, inner_product, masked_softmax, matrix_times_matrix, matrix_times_vector, scale,
    scale_rows, stored_inner_product, stored_mixture, stored_product, stored_sum, stored_times_stored,
    tensor_times_vector,
};

type Matrix<F> = StoredBlock<f64, F, 2>;

/// As many rows as columns, a band of them with gaps.
fn stored<F: Format<2>>(extent: usize, salt: usize) -> Matrix<F> {
    let all = (0..extent).flat_map(|i| (i.saturating_sub(4)..(i + 5).min(extent)).map(move |j| [i, j]));
    let kept = all.filter(|[i, j]| (i * 7 + j * 3 + salt).is_multiple_of(3));
    Matrix::<F>::from_entries([extent; 2], kept.map(|at| (at, (at[0] + salt) as f64))).expect("a matrix")
}

fn vector(extent: usize) -> Heap<f64, 1> {
    Block::from_vec((0..extent).map(|at| at as f64).collect(), [extent]).expect("a vector")
}

#[test]
fn what_is_read_in_any_format_is_not_copied() {
    const EXTENT: usize = 60;
    let (mut y, x) = (vector(EXTENT), vector(EXTENT));
    let dense = Block::from_vec(vec![1.0; EXTENT * EXTENT], [EXTENT; 2]).expect("a matrix");
    let mut product = Block::<f64>::zeros([EXTENT, EXTENT]);
    macro_rules! alone {
        ($($format:ty),*) => {$({
            let a: Matrix<$format> = stored(EXTENT, 0);
            assert_eq!(allocated(|| matrix_times_vector(&mut y, &a, &x)), NOTHING);
            assert_eq!(allocated(|| matrix_times_matrix(&mut product, &a, &dense)), NOTHING);
            assert_eq!(allocated(|| _ = inner_product(&a, &dense)), NOTHING);
            assert!(y.as_slice()[3] != 3.0);
        })*};
    }
    alone!(Csr, Csc, Coo, Dcsr, Dia, Ell, Dok, HashedRows, Band, (Dense, Dense), (Compressed, Dense));
    macro_rules! pairs {
        ($($a:ty, $b:ty;)*) => {$({
            let (a, b): (Matrix<$a>, Matrix<$b>) = (stored(EXTENT, 0), stored(EXTENT, 1));
            let c: Matrix<Csr> = stored(EXTENT, 2);
            assert_eq!(allocated(|| _ = stored_inner_product(&a, &b)), NOTHING);
            assert_eq!(allocated(|| _ = stored_mixture(&a, &b, &c)), NOTHING);
        })*};
    }
    pairs!(Csr, Csr; Csr, Coo; Coo, Coo; Dcsr, Csr; Band, Csr; (Dense, Dense), Csr; Coo, (Compressed, Dense););
    let entries = (0..90).map(|at| ([at % 9, at / 9, at % 5], 1.0 + at as f64));
    let t = StoredBlock::<f64, Csf, 3>::from_entries([9, 10, 5], entries).expect("a tensor");
    let (mut c, x) = (Block::<f64>::zeros([9, 10]), vector(5));
    assert_eq!(allocated(|| tensor_times_vector(&mut c, &t, &x)), NOTHING);
    let list = t.to::<Coo3>().expect("a tensor");
    assert_eq!(allocated(|| tensor_times_vector(&mut c, &list, &x)), NOTHING);
}

#[test]
fn what_is_changed_where_it_is_takes_no_memory() {
    const EXTENT: usize = 60;
    let (d, mut sums) = (vector(EXTENT), vector(EXTENT));
    let (rows, columns) = (Block::from([3, 6, 9]), Block::from([0, 5, 9]));
    let more = Block::from([1.0, 2.0, 3.0]);
    macro_rules! alone {
        ($($format:ty),*) => {$({
            let mut a: Matrix<$format> = stored(EXTENT, 0);
            let before = a.to_dense();
            assert_eq!(allocated(|| scale(&mut a, 2.0)), NOTHING);
            assert_eq!(allocated(|| scale_rows(&mut a, &d)), NOTHING);
            assert_eq!(allocated(|| add_to_stored(&mut a, &rows, &columns, &more)), NOTHING);
            assert_ne!(a.to_dense(), before);
            assert_eq!(allocated(|| masked_softmax(&mut a, &mut sums)), NOTHING);
        })*};
    }
    alone!(Csr, Csc, Coo, Dcsr, Dia, Ell, Dok, HashedRows, Band, (Dense, Dense), (Compressed, Dense));
}

/// The arrays of the output have room for as many entries as there may be, and are not copied: as many allocations, however large it is.
#[test]
fn what_is_written_has_its_arrays_once() {
    const ENTRY: usize = size_of::<u32>() + size_of::<f64>();
    let calls = [40, 400].map(|extent| {
        let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(extent, 0), stored(extent, 1));
        let mut c = Matrix::<Csr>::empty([extent; 2]).expect("a matrix");
        let positions = 8 * (extent + 1);
        let sums = allocated(|| stored_sum(&mut c, &a, &b));
        assert!(sums.most <= ENTRY * (a.stored() + b.stored()) + positions, "{sums:?} of {extent}");
        let products = allocated(|| stored_product(&mut c, &a, &b));
        assert!(products.most <= ENTRY * a.stored().min(b.stored()) + positions, "{products:?} of {extent}");
        // A row of sums with a mark each, and arrays that grow.
        let rows = allocated(|| stored_times_stored(&mut c, &a, &b));
        assert!(
            rows.most <= ENTRY * (5 * c.stored() + extent) + positions + 2 * 8 * extent,
            "{rows:?} of {extent}"
        );
        (sums.calls, products.calls)
    });
    assert_eq!(calls[0], calls[1]);
    assert!(calls[0].0 <= 6 && calls[0].1 <= 6, "{calls:?}");
}

/// What is written again stands in the memory of what was there, which has a position for each first parent meanwhile.
#[test]
fn what_is_written_again_stands_where_it_was() {
    const EXTENT: usize = 200;
    let t: StoredBlock<f64, Csf, 3> = {
        let entries = (0..900).map(|at| ([at % 9, at * 7 % 200, at % 5], 1.0 + at as f64));
        StoredBlock::from_entries_with([9, 200, 5], entries, |_, last| last).expect("a tensor")
    };
    let mut sums: StoredBlock<f64, (Compressed, Compressed), 2> =
        StoredBlock::empty([9, 200]).expect("a matrix");
    let x = vector(5);
    let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(EXTENT, 0), stored(EXTENT, 1));
    let mut c = Matrix::<Csr>::empty([EXTENT; 2]).expect("a matrix");
    stored_sum(&mut c, &a, &b);
    tensor_sums(&mut sums, &t, &x);
    let (first, firsts) = (c.clone(), sums.clone());
    let places = (c.values().as_ptr(), c.arrays().1.coordinates.as_ptr(), sums.values().as_ptr());
    let again = allocated(|| stored_sum(&mut c, &a, &b));
    assert!(again.calls == 1 && again.most == size_of::<u32>(), "{again:?}");
    let again = allocated(|| tensor_sums(&mut sums, &t, &x));
    assert!(again.calls == 2 && again.most == size_of::<u32>() * (2 + 1), "{again:?}");
    assert_eq!(places, (c.values().as_ptr(), c.arrays().1.coordinates.as_ptr(), sums.values().as_ptr()));
    assert_eq!((&c, &sums), (&first, &firsts));
    // More than there was, and less than half.
    let (more, less) = (stored::<Csr>(EXTENT, 2), Matrix::<Csr>::from_entries([EXTENT; 2], [([7, 9], 2.0)]));
    stored_mixed(&mut c, &a, &b, &more);
    assert!(c.values().len() > first.values().len());
    let less = less.expect("a matrix");
    stored_sum(&mut c, &less, &less);
    assert_eq!(c.to_entries(), [([7, 9], 4.0)]);
    let (arrays, values) = c.into_parts();
    assert_eq!((values.capacity(), arrays.1.coordinates.capacity()), (1, 1));
}

#[kernel]
fn tensor_sums(c: &mut Tensor<[[f64]], _>, t: &Tensor<[[[f64]]], _>, x: &Tensor<[f64]>) {
    c[[!i, !j]] = sum(|k| t[[!i, !j, k]] * x[[k]]);
}

#[kernel]
fn stored_mixed(
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    c: &Tensor<[[f64]], _>,
) {
    d[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]] + c[[!i, !j]];
}

/// A statement that a panic ends leaves nothing of what was there, and a storage.
#[test]
fn what_a_panic_ends_is_empty() {
    let (a, x): (Matrix<Csr>, _) = (stored(20, 0), vector(20));
    let mut c = a.clone();
    let ended = catch_unwind(AssertUnwindSafe(|| halves_of_small(&mut c, &a, &x, 17.0)));
    assert!(ended.is_err() && c.to_entries().is_empty() && c.extents() == [20; 2]);
    halves_of_small(&mut c, &a, &x, 20.0);
    let halves = a.to_entries().into_iter().map(|([i, j], element)| ([i, j], element * i as f64 / 2.0));
    assert_eq!(c.to_entries(), halves.collect::<Vec<_>>());
}

#[kernel]
fn halves_of_small(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, most: f64) {
    c[[!i, !j]] = a[[!i, !j]] * half_of_small(x[[!i]], most);
}

fn half_of_small(element: f64, most: f64) -> f64 {
    assert!(element < most);
    element / 2.0
}

#[kernel]
fn counted_sum(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    #[count]
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn counted_products(
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[f64]], _>,
    c: &Tensor<[[f64]], _>,
) {
    #[count]
    d[[!i, !j]] = a[[!i, !j]] * b[[!i, !j]] + c[[!i, !j]];
}

#[kernel]
fn counted_times(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    #[count]
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

#[kernel]
fn counted_rows(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>) {
    #[count]
    c[[!i]] = sum(|j| a[[!i, j]]);
}

/// What was counted has the memory that it takes, and all of that at once.
#[test]
fn what_is_counted_takes_just_its_memory() {
    const ENTRY: usize = size_of::<u32>() + size_of::<f64>();
    let calls = [40, 400].map(|extent| {
        let (a, b): (Matrix<Csr>, Matrix<Csr>) = (stored(extent, 0), stored(extent, 1));
        let empty = || Matrix::<Csr>::empty([extent; 2]).expect("a matrix");
        let (mut c, mut once) = (empty(), empty());
        let is_exact = |c: &Matrix<Csr>| {
            let arrays = &c.arrays().1;
            let room = [arrays.positions.capacity(), arrays.coordinates.capacity()];
            assert_eq!(room, [extent + 1, c.stored()]);
            ENTRY * c.stored() + size_of::<u32>() * (extent + 1)
        };
        // The last rows ask for what they may have: not more than two of nine entries each.
        const LAST: usize = ENTRY * 18;
        let sums = allocated(|| counted_sum(&mut c, &a, &b));
        stored_sum(&mut once, &a, &b);
        assert_eq!(c, once);
        assert!(sums.most <= is_exact(&c) + LAST, "{sums:?} of {extent}");
        // A row with a mark each, and one of sums with these.
        let rows = allocated(|| counted_times(&mut c, &a, &b));
        stored_times_stored(&mut once, &a, &b);
        assert_eq!(c, once);
        assert!(
            rows.most <= is_exact(&c) + LAST + 8 * extent + 2 * 16 * extent.div_ceil(64),
            "{rows:?} of {extent}"
        );
        (sums.calls, rows.calls)
    });
    assert_eq!(calls[0], calls[1], "nothing grows");
    assert!(calls[0].0 <= 5, "{calls:?}");
}

/// In every format to which elements are appended, and in those into which they are put.
#[test]
fn what_is_counted_is_what_is_appended() {
    const EXTENT: usize = 30;
    let (a, b): (Matrix<Csr>, Matrix<Coo>) = (stored(EXTENT, 0), stored(EXTENT, 1));
    let third: Matrix<Dcsr> = stored(EXTENT, 2);
    macro_rules! check {
        ($($format:ty),*) => {$({
            let empty = || Matrix::<$format>::empty([EXTENT; 2]).expect("a matrix");
            let (mut c, mut once) = (empty(), empty());
            counted_sum(&mut c, &a, &b);
            stored_sum(&mut once, &a, &b);
            assert_eq!(c.to_dense(), once.to_dense());
            counted_times(&mut c, &a, &b);
            stored_times_stored(&mut once, &a, &b);
            assert_eq!(c.to_dense(), once.to_dense());
            counted_products(&mut c, &a, &b, &third);
            let all = a.to_dense().into_iter().zip(b.to_dense()).zip(third.to_dense());
            assert_eq!(c.to_dense(), all.map(|((a, b), c)| a * b + c).collect::<Vec<_>>());
        })*};
    }
    check!(Csr, Coo, Dcsr, (Dense, Dense), (Compressed, Dense), HashedRows, Dok);
    let mut sums = StoredBlock::<f64, (Compressed,), 1>::empty([EXTENT]).expect("a vector");
    counted_rows(&mut sums, &a);
    let rows = a.to_dense().chunks(EXTENT).map(|row| row.iter().sum()).collect::<Vec<f64>>();
    assert_eq!((sums.to_dense(), sums.arrays().0.coordinates.capacity()), (rows, sums.stored()));
    let told = counted_sum::plan_of::<Matrix<Csr>, &Matrix<Csr>, &Matrix<Coo>>();
    assert!(told.contains("elements of `c` are counted first: it takes just the memory for them"), "{told}");
    assert!(counted_times::plan().contains("; counted first"));
}
