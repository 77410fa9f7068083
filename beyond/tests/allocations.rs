//! What kernels over stored tensors allocate, counted: nothing but what they write.

use unite::Block;
use unite::library::Heap;
use unite::stored::{
    Band, Compressed, Coo, Coo3, Csc, Csf, Csr, Dcsr, Dense, Dia, Dok, Ell, Format, HashedRows, StoredBlock,
};
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
