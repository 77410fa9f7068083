//! The forward cosine transform by hand: the same numbers of sixteen blocks side by side, and the transform once for all.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
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

/// The transform of eight numbers; outputs 0 and 4 have no fractional bits.
#[inline(always)]
fn transform(x: [i32; 8], bits: i32) -> [i32; 8] {
    let round = |x: i32| (x + (1 << (bits - 1))) >> bits;
    let [e0, e1, e2, e3] = [x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4]];
    let [o0, o1, o2, o3] = [x[3] - x[4], x[2] - x[5], x[1] - x[6], x[0] - x[7]];

    let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
    let z0 = (d0 + d1) * 4433;

    let z1 = (o0 + o3) * -7373;
    let z2 = (o1 + o2) * -20_995;
    let z5 = (o0 + o1 + o2 + o3) * 9633;
    let z3 = (o0 + o2) * -16_069 + z5;
    let z4 = (o1 + o3) * -3196 + z5;
    [
        s0 + s1,
        round(o3 * 12_299 + z1 + z4),
        round(z0 + d0 * 6270),
        round(o2 * 25_172 + z2 + z3),
        s0 - s1,
        round(o1 * 16_819 + z2 + z4),
        round(z0 - d1 * 15_137),
        round(o0 * 2446 + z1 + z3),
    ]
}

/// The coefficients of sixteen blocks, whose rows are these.
#[inline(always)]
pub fn both(rows_of_samples: [&[u8; 128]; 8], coefficients: &mut Numbers) {
    let mut rows = [[[0i16; 16]; 8]; 8];
    for (samples, row) in rows_of_samples.into_iter().zip(&mut rows) {
        for (b, x) in samples.as_chunks::<8>().0.iter().enumerate() {
            let mut y = transform(x.map(i32::from), 11);
            (y[0], y[4]) = ((y[0] - 1024) << 2, y[4] << 2);
            for u in 0..8 {
                row[u][b] = y[u] as i16;
            }
        }
    }
    for u in 0..8 {
        for b in 0..16 {
            let mut y = transform(std::array::from_fn(|v| rows[v][u][b].into()), 15);
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
    }
);
