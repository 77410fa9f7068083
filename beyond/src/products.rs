//! Products of matrices, and correlation: sums on the right of a statement. Each sum is taken in the order of its terms; those of several
//! points are taken at a time.

use unite::kernel;

/// `c = a b`.
///
/// # Panics
/// If `a` has other rows than `c`, `b` has other columns, or `a` has not as many columns as `b` has rows.
///
/// ```
/// use unite::Block;
///
/// let (a, b) = (Block::from([[1.0f32, 2.0], [3.0, 4.0]]), Block::from([[5.0f32, 6.0], [7.0, 8.0]]));
/// let mut c = Block::<f32>::zeros([2, 2]);
/// unite_beyond::product(&mut c, &a, &b);
/// assert_eq!(c.as_slice(), [19.0, 22.0, 43.0, 50.0]);
/// ```
#[kernel]
pub fn product(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
}

/// `y = a x`.
///
/// ```
/// use unite::Block;
///
/// let mut y = Block::<f64>::zeros([2]);
/// unite_beyond::product_with_vector(&mut y, &Block::from([[1.0, 2.0], [3.0, 4.0]]), &Block::from([5.0, 6.0]));
/// assert_eq!(y.as_slice(), [17.0, 39.0]);
/// ```
#[kernel]
pub fn product_with_vector(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]]>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// How alike each row of `rows` and `query` are, as tables of vectors are searched: the products of their elements added up, in 32 totals.
///
/// ```
/// use unite::Block;
///
/// let mut scores = Block::<f32>::zeros([2]);
/// let rows = Block::from([[1.0f32, 0.0, 2.0], [0.5, 1.0, -1.0]]);
/// unite_beyond::scores(&mut scores, &rows, &Block::from([2.0f32, 1.0, 1.0]));
/// assert_eq!(scores.as_slice(), [4.0, 1.0]);
/// ```
#[kernel]
pub fn scores(scores: &mut Tensor<[f32]>, rows: &Tensor<[[f32]]>, query: &Tensor<[f32]>) {
    #[accumulators(32)]
    scores[[!i]] = sum(|k| rows[[!i, k]] * query[[k]]);
}

/// Every element of `out` is the sum of those of `plane` from there on, each times its weight.
///
/// ```
/// use unite::Block;
///
/// let plane = Block::from([[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let mut out = Block::<f32>::zeros([1, 2]);
/// unite_beyond::correlation(&mut out, &plane, &Block::from([[1.0f32, -1.0], [0.0, 2.0]]));
/// assert_eq!(out.as_slice(), [1.0 - 2.0 + 10.0, 2.0 - 3.0 + 12.0]);
/// ```
#[kernel]
pub fn correlation(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, weights: &Tensor<[[f32]]>) {
    out[[!y, !x]] = sum(|v, u| weights[[v, u]] * plane[[!y + v, !x + u]]);
}

#[cfg(test)]
mod tests {
    use crate::padded::numbers;
    use unite::level::{self, Level};
    use unite::library::Heap;
    use unite::{Block, Elem};

    fn matrix<T: Elem>(extents: [usize; 2], of: impl Fn(f64) -> T) -> Heap<T, 2> {
        let numbers = numbers(extents[0] * extents[1], 1000).map(|n| of(f64::from(n) / 7.0));
        Block::from_vec(numbers.collect(), extents).expect("a matrix")
    }

    #[test]
    fn rows_and_a_query() {
        for length in [1, 31, 32, 65, 200] {
            let (rows, query) = (matrix([5, length], |x| x as f32), matrix([1, length], |x| 3.0 - x as f32));
            let query = Block::from_vec(query.as_slice().to_vec(), [length]).expect("a vector");
            for level in Level::available() {
                level::limit(level);
                let mut scores = Block::<f32>::zeros([5]);
                super::scores(&mut scores, &rows, &query);
                for (score, row) in scores.as_slice().iter().zip(rows.as_slice().chunks(length)) {
                    let mut totals = [0.0f32; 32];
                    for (k, (a, b)) in row.iter().zip(query.as_slice()).enumerate() {
                        totals[k % 32] += a * b;
                    }
                    for half in [16, 8, 4, 2, 1] {
                        (0..half).for_each(|k| totals[k] += totals[k + half]);
                    }
                    assert_eq!(*score, totals[0]);
                }
            }
            level::limit(Level::V4);
        }
    }

    #[test]
    fn rows_times_columns() {
        for [m, n, length] in [[1, 1, 1], [3, 15, 2], [4, 16, 5], [5, 17, 9], [9, 70, 33]] {
            let (a, b) = (matrix([m, length], |x| x as f32), matrix([length, n], |x| x as f32));
            let (of, x) = (matrix([m, n], |x| x), matrix([1, n], |x| x));
            let x = Block::from_vec(x.as_slice().to_vec(), [n]).expect("a vector");
            for level in Level::available() {
                level::limit(level);
                let (mut c, mut y) = (Block::<f32>::zeros([m, n]), Block::<f64>::zeros([m]));
                super::product(&mut c, &a, &b);
                super::product_with_vector(&mut y, &of, &x);
                for i in 0..m {
                    let (mut total, row) = (0.0, &of.as_slice()[i * n..]);
                    (0..n).for_each(|j| total += row[j] * x.as_slice()[j]);
                    assert_eq!(y.as_slice()[i], total);
                    for j in 0..n {
                        let mut total = 0.0;
                        (0..length).for_each(|k| {
                            total += a.as_slice()[i * length + k] * b.as_slice()[k * n + j];
                        });
                        assert_eq!(c.as_slice()[i * n + j], total);
                    }
                }
            }
        }
    }

    #[test]
    fn weighted_sums() {
        for [height, width] in [[1, 1], [2, 16], [5, 37]] {
            let (plane, weights) =
                (matrix([height + 2, width + 4], |x| x as f32), matrix([3, 5], |x| x as f32));
            for level in Level::available() {
                level::limit(level);
                let mut out = Block::<f32>::zeros([height, width]);
                super::correlation(&mut out, &plane, &weights);
                for (at, found) in out.as_slice().iter().enumerate() {
                    let (y, x) = (at / width, at % width);
                    let mut total = 0.0;
                    (0..15).for_each(|k| {
                        let place = (y + k / 5) * (width + 4) + x + k % 5;
                        total += weights.as_slice()[k] * plane.as_slice()[place];
                    });
                    assert_eq!(*found, total);
                }
            }
        }
    }
}
