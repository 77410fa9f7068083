//! The forward cosine transform by hand: rows as vectors of eight, and the transform once for all of them.

use super::block_row::{BLOCKS, BlockRow, block_row};
use super::pair::{Data, by_hand, pair};
use super::samples::samples;
use unite::kernel;
use unite_jpeg::kernels;

/// Fractional bits that are lost by the rows' pass, and by the columns'.
const ROW_BITS: i32 = 11;
const COLUMN_BITS: i32 = 15;

/// Level-shifted samples.
fn blocks() -> BlockRow<i32> {
    block_row(samples(64 * BLOCKS, 256).map(|sample| sample as i32 - 128).collect())
}

impl Data for BlockRow<i32> {
    fn output(&self) -> Vec<i64> {
        self.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// The rows of every block, transformed.
#[kernel]
fn fdct_1d_of_each(blocks: &mut Tensor<[[[i32; 8]; 8]]>, bits: i32) {
    for b in 0..blocks.extent(0) {
        kernels::fdct_1d(blocks[[b, .., ..]], bits);
    }
}

/// Every block, transformed.
#[kernel]
fn fdct_of_each(blocks: &mut Tensor<[[[i32; 8]; 8]]>) {
    for b in 0..blocks.extent(0) {
        kernels::fdct(blocks[[b, .., ..]]);
    }
}

/// The transform of eight numbers that lie `step` apart.
#[inline(always)]
pub fn transform(x: [i32; 8], bits: i32) -> [i32; 8] {
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
        round((s0 + s1) << 13),
        round(o3 * 12_299 + z1 + z4),
        round(z0 + d0 * 6270),
        round(o2 * 25_172 + z2 + z3),
        round((s0 - s1) << 13),
        round(o1 * 16_819 + z2 + z4),
        round(z0 - d1 * 15_137),
        round(o0 * 2446 + z1 + z3),
    ]
}

/// All rows of a block.
#[inline(always)]
pub fn rows(block: &mut [i32; 64], bits: i32) {
    for row in block.as_chunks_mut::<8>().0 {
        *row = transform(*row, bits);
    }
}

/// All columns of a block.
#[inline(always)]
pub fn columns(block: &mut [i32; 64], bits: i32) {
    for u in 0..8 {
        let column = transform(std::array::from_fn(|v| block[8 * v + u]), bits);
        for v in 0..8 {
            block[8 * v + u] = column[v];
        }
    }
}

by_hand! {
    #[inline(never)]
    fn rows_of_each(blocks: &mut [i32]) {
        for block in blocks.as_chunks_mut::<64>().0 {
            rows(block, ROW_BITS);
        }
    }

    #[inline(never)]
    fn both_of_each(blocks: &mut [i32]) {
        for block in blocks.as_chunks_mut::<64>().0 {
            rows(block, ROW_BITS);
            columns(block, COLUMN_BITS);
        }
    }
}

pair!(
    fdct_1d,
    BlockRow<i32>,
    blocks(),
    |blocks| fdct_1d_of_each(blocks, ROW_BITS),
    |blocks: &mut BlockRow<i32>| rows_of_each(blocks.as_mut_slice())
);

pair!(fdct, BlockRow<i32>, blocks(), |blocks| fdct_of_each(blocks), |blocks: &mut BlockRow<i32>| {
    both_of_each(blocks.as_mut_slice())
});
