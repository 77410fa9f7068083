//! The 4x4 transform of residuals, and costs, by hand: differences of a block in an array.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use unite::library::Heap;
use unite::{Block, kernel};
use unite_h264::kernels;

/// A row of 64 macroblocks.
const WIDTH: usize = 1024;
const HEIGHT: usize = 16;

/// Samples, their prediction, and coefficients or costs.
struct Strip {
    samples: Heap<u8, 2>,
    pred: Heap<u8, 2>,
    coefficients: Heap<i16, 2>,
    costs: Heap<i32, 1>,
}

impl Strip {
    fn new() -> Strip {
        let all = bytes(2 * HEIGHT * WIDTH);
        let (samples, pred) = all.split_at(HEIGHT * WIDTH);
        let [samples, pred] =
            [samples, pred].map(|s| Block::from_vec(s.to_vec(), [HEIGHT, WIDTH]).expect("a strip"));
        let coefficients = Block::<i16>::zeros([HEIGHT, WIDTH]);
        Strip { samples, pred, coefficients, costs: Block::<i32>::zeros([WIDTH / 16]) }
    }
}

impl Data for Strip {
    fn output(&self) -> Vec<i64> {
        let coefficients = self.coefficients.as_slice().iter().copied().map(i64::from);
        coefficients.chain(self.costs.as_slice().iter().copied().map(i64::from)).collect()
    }
}

/// The cost of every macroblock.
#[kernel]
fn satd_of_each(samples: &Tensor<[[u8]]>, pred: &Tensor<[[u8]]>, costs: &mut Tensor<[i32]>) {
    for u in 0..costs.extent(0) {
        costs[[u]] =
            kernels::satd_16x16(samples[[0..16, 16 * u..16 * u + 16]], pred[[0..16, 16 * u..16 * u + 16]]);
    }
}

/// The rows of a strip, four numbers by four.
fn rows<T, const H: usize>(strip: &[T], width: usize) -> [&[[T; 4]]; H] {
    let mut rows = strip.chunks_exact(width);
    std::array::from_fn(|_| &rows.next().expect("a row").as_chunks().0[..width / 4])
}

/// The differences of a block.
#[inline(always)]
fn difference(samples: [[u8; 4]; 4], pred: [[u8; 4]; 4]) -> [[i32; 4]; 4] {
    std::array::from_fn(|i| std::array::from_fn(|j| i32::from(samples[i][j]) - i32::from(pred[i][j])))
}

fn transposed(block: [[i32; 4]; 4]) -> [[i32; 4]; 4] {
    std::array::from_fn(|i| std::array::from_fn(|j| block[j][i]))
}

/// The core transform, with a weight of 2, or the Hadamard transform, with 1.
#[inline(always)]
fn pass([a, b, c, d]: [i32; 4], weight: i32) -> [i32; 4] {
    let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
    [s03 + s12, weight * d03 + d12, s03 - s12, d03 - weight * d12]
}

by_hand! {
    #[inline(never)]
    fn forward_by_hand(samples: &[u8], pred: &[u8], coefficients: &mut [i16], width: usize) {
        let strips = samples.chunks_exact(4 * width).zip(pred.chunks_exact(4 * width));
        for ((samples, pred), c) in strips.zip(coefficients.chunks_exact_mut(4 * width)) {
            let (samples, pred) = (rows::<_, 4>(samples, width), rows::<_, 4>(pred, width));
            let mut c = c.chunks_exact_mut(width);
            let c: [&mut [[i16; 4]]; 4] =
                std::array::from_fn(|_| &mut c.next().expect("a row").as_chunks_mut().0[..width / 4]);
            for u in 0..width / 4 {
                let across = difference(samples.map(|s| s[u]), pred.map(|p| p[u])).map(|row| pass(row, 2));
                let both = transposed(transposed(across).map(|column| pass(column, 2)));
                for i in 0..4 {
                    c[i][u] = both[i].map(|c| c as i16);
                }
            }
        }
    }

    // Here it is fewer instructions if the width is a constant.
    #[inline(never)]
    fn satd_by_hand(samples: &[u8], pred: &[u8], costs: &mut [i32]) {
        let samples: &[[u8; WIDTH]; HEIGHT] = samples.as_chunks().0.try_into().expect("a strip");
        let pred: &[[u8; WIDTH]; HEIGHT] = pred.as_chunks().0.try_into().expect("a strip");
        let costs: &mut [i32; WIDTH / 16] = costs.try_into().expect("a strip");
        for (u, cost) in costs.iter_mut().enumerate() {
            let mut sum = 0;
            for y in (0..HEIGHT).step_by(4) {
                for x in (16 * u..16 * u + 16).step_by(4) {
                    let d: [[i32; 4]; 4] = std::array::from_fn(|i| {
                        std::array::from_fn(|j| {
                            i32::from(samples[y + i][x + j]) - i32::from(pred[y + i][x + j])
                        })
                    });
                    let across = d.map(|row| pass(row, 1));
                    let both = transposed(across).map(|column| pass(column, 1));
                    sum += both.as_flattened().iter().map(|c| c.abs()).sum::<i32>() >> 1;
                }
            }
            *cost = sum;
        }
    }
}

pair!(
    forward_blocks,
    Strip,
    Strip::new(),
    |Strip { samples, pred, coefficients, .. }| kernels::forward_blocks(samples, pred, coefficients),
    |strip: &mut Strip| {
        let Strip { samples, pred, coefficients, .. } = strip;
        forward_by_hand(samples.as_slice(), pred.as_slice(), coefficients.as_mut_slice(), pred.extents()[1])
    }
);

pair!(
    satd_16x16,
    Strip,
    Strip::new(),
    |Strip { samples, pred, costs, .. }| satd_of_each(samples, pred, costs),
    |strip: &mut Strip| {
        let Strip { samples, pred, costs, .. } = strip;
        satd_by_hand(samples.as_slice(), pred.as_slice(), costs.as_mut_slice())
    }
);
