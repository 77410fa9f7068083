//! Products of matrices by hand: the loop along rows is the innermost one, so that the compiler makes vectors of it.

use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::library::Heap;
use unite::{Block, Elem};

/// The extents of the matrices: rows, columns, and the terms of a sum. None is a multiple of a vector's.
const ROWS: usize = 31;
const COLUMNS: usize = 101;
const TERMS: usize = 45;

fn matrix<T: Elem>(extents: [usize; 2], of: impl Fn(f64) -> T) -> Heap<T, 2> {
    let numbers = samples(extents[0] * extents[1], 1000).map(|number| of(f64::from(number) / 7.0));
    Block::from_vec(numbers.collect(), extents).expect("a matrix")
}

/// Two matrices and what is made of them.
struct Matrices {
    a: Heap<f32, 2>,
    b: Heap<f32, 2>,
    out: Heap<f32, 2>,
}

impl Data for Matrices {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().map(|value| i64::from(value.to_bits())).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn product_by_hand(a: &[f32], b: &[f32], c: &mut [f32], terms: usize, columns: usize) {
        for (c, a) in c.chunks_exact_mut(columns).zip(a.chunks_exact(terms)) {
            c.fill(0.0);
            for (a, b) in a.iter().zip(b.chunks_exact(columns)) {
                for (c, b) in c.iter_mut().zip(b) {
                    *c += a * b;
                }
            }
        }
    }

    #[inline(never)]
    fn correlation_by_hand(plane: &[f32], weights: &[f32], out: &mut [f32], [along, across]: [usize; 2], columns: usize) {
        let width = columns + across - 1;
        for (y, out) in out.chunks_exact_mut(columns).enumerate() {
            out.fill(0.0);
            for v in 0..along {
                for u in 0..across {
                    let weight = weights[v * across + u];
                    for (out, element) in out.iter_mut().zip(&plane[(y + v) * width + u..][..columns]) {
                        *out += weight * element;
                    }
                }
            }
        }
    }
}

pair!(
    product,
    Matrices,
    Matrices {
        a: matrix([ROWS, TERMS], |x| x as f32),
        b: matrix([TERMS, COLUMNS], |x| x as f32),
        out: Block::<f32>::zeros([ROWS, COLUMNS]),
    },
    |m| unite_beyond::product(&mut m.out, &m.a, &m.b),
    |m: &mut Matrices| {
        let [terms, columns] = m.b.extents();
        product_by_hand(m.a.as_slice(), m.b.as_slice(), m.out.as_mut_slice(), terms, columns)
    }
);

pair!(
    correlation,
    Matrices,
    Matrices {
        a: matrix([ROWS + 4, COLUMNS + 6], |x| x as f32),
        b: matrix([5, 7], |x| x as f32),
        out: Block::<f32>::zeros([ROWS, COLUMNS]),
    },
    |m| unite_beyond::correlation(&mut m.out, &m.a, &m.b),
    |m: &mut Matrices| {
        let (weights, columns) = (m.b.extents(), m.out.extents()[1]);
        correlation_by_hand(m.a.as_slice(), m.b.as_slice(), m.out.as_mut_slice(), weights, columns)
    }
);

/// A matrix and two vectors.
struct Vectors<T: Elem> {
    a: Heap<T, 2>,
    x: Heap<T, 1>,
    y: Heap<T, 1>,
}

impl Data for Vectors<f64> {
    fn output(&self) -> Vec<i64> {
        self.y.as_slice().iter().map(|value| value.to_bits() as i64).collect()
    }
}

impl Data for Vectors<f32> {
    fn output(&self) -> Vec<i64> {
        self.y.as_slice().iter().map(|value| i64::from(value.to_bits())).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn product_with_vector_by_hand(a: &[f64], x: &[f64], y: &mut [f64]) {
        for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
            *y = row.iter().zip(x).map(|(a, x)| a * x).fold(0.0, |total, term| total + term);
        }
    }

    #[inline(never)]
    fn scores_by_hand(rows: &[f32], query: &[f32], scores: &mut [f32]) {
        for (score, row) in scores.iter_mut().zip(rows.chunks_exact(query.len())) {
            let mut totals = [0.0; 32];
            let ((rows, left), (queries, left_of_query)) = (row.as_chunks::<32>(), query.as_chunks::<32>());
            for (row, query) in rows.iter().zip(queries) {
                for k in 0..32 {
                    totals[k] += row[k] * query[k];
                }
            }
            for (total, (a, b)) in totals.iter_mut().zip(left.iter().zip(left_of_query)) {
                *total += a * b;
            }
            for half in [16, 8, 4, 2, 1] {
                for k in 0..half {
                    totals[k] += totals[k + half];
                }
            }
            *score = totals[0];
        }
    }
}

pair!(
    product_with_vector,
    Vectors<f64>,
    Vectors {
        a: matrix([ROWS, COLUMNS], |x| x),
        x: Block::from_vec(samples(COLUMNS, 100).map(f64::from).collect(), [COLUMNS]).expect("a vector"),
        y: Block::<f64>::zeros([ROWS]),
    },
    |v| unite_beyond::product_with_vector(&mut v.y, &v.a, &v.x),
    |v: &mut Vectors<f64>| product_with_vector_by_hand(v.a.as_slice(), v.x.as_slice(), v.y.as_mut_slice())
);

pair!(
    scores,
    Vectors<f32>,
    Vectors {
        a: matrix([ROWS, 2 * COLUMNS], |x| x as f32),
        x: Block::from_vec(samples(2 * COLUMNS, 100).map(|x| x as f32).collect(), [2 * COLUMNS])
            .expect("a vector"),
        y: Block::<f32>::zeros([ROWS]),
    },
    |v| unite_beyond::scores(&mut v.y, &v.a, &v.x),
    |v: &mut Vectors<f32>| scores_by_hand(v.a.as_slice(), v.x.as_slice(), v.y.as_mut_slice())
);
