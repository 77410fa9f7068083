//! The forward cosine transform by hand: the same numbers of sixteen blocks side by side, and the transform once for all.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use crate::library::transform::of_eight;
use unite::Block;
use unite_jpeg::kernels;

/// Sixteen blocks of samples, and their coefficients.
struct Sixteen {
    samples: Block<[[u8; 128]; 8], [[u8; 128]; 8]>,
    coefficients: Coefficients,
}

/// Coefficient `(v, u)` of block `b` is at `[v][u][b]`.
pub type Numbers = [[[i16; 16]; 8]; 8];
type Coefficients = Block<Numbers, Numbers>;

fn sixteen() -> Sixteen {
    let samples: Vec<u8> = bytes(1024);
    let samples = std::array::from_fn(|y| std::array::from_fn(|x| samples[128 * y + x]));
    Sixteen { samples: Block::from(samples), coefficients: Block::from([[[0; 16]; 8]; 8]) }
}

impl Data for Sixteen {
    fn output(&self) -> Vec<i64> {
        self.coefficients.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// The coefficients of sixteen blocks, whose rows are these.
#[inline(always)]
pub fn both(rows_of_samples: [&[u8; 128]; 8], coefficients: &mut Numbers) {
    let mut rows = [[[0i16; 16]; 8]; 8];
    for (samples, row) in rows_of_samples.into_iter().zip(&mut rows) {
        for (b, x) in samples.as_chunks::<8>().0.iter().enumerate() {
            let mut y = of_eight(x.map(i32::from), 11);
            (y[0], y[4]) = ((y[0] - 1024) << 2, y[4] << 2);
            for u in 0..8 {
                row[u][b] = y[u] as i16;
            }
        }
    }
    for u in 0..8 {
        for b in 0..16 {
            let mut y = of_eight(std::array::from_fn(|v| rows[v][u][b].into()), 15);
            (y[0], y[4]) = ((y[0] + 2) >> 2, (y[4] + 2) >> 2);
            for v in 0..8 {
                coefficients[v][u][b] = y[v] as i16;
            }
        }
    }
}

by_hand! {
    #[inline(never)]
    fn both_of_sixteen(samples: &[u8], coefficients: &mut Numbers) {
        let (rows, _) = samples.as_chunks::<128>();
        let rows: &[[u8; 128]; 8] = rows.first_chunk().expect("eight rows");
        both(rows.each_ref(), coefficients);
    }
}

pair!(
    fdct,
    Sixteen,
    sixteen(),
    |Sixteen { samples, coefficients }| kernels::fdct(samples, coefficients),
    |Sixteen { samples, coefficients }: &mut Sixteen| {
        let coefficients = coefficients.as_mut_slice().as_chunks_mut::<16>().0.as_chunks_mut::<8>().0;
        both_of_sixteen(samples.as_slice(), coefficients.first_chunk_mut().expect("eight rows"))
    },
    |Sixteen { samples, coefficients }| library::transform::fdct(samples.view(), coefficients.view_mut()),
);
