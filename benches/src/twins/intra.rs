//! Intra prediction by hand: the samples that a mode makes are made once, and placed.

use super::pair::{Data, by_hand, pair};
use super::samples::bytes;
use crate::library;
use unite::library::Heap;
use unite::{Block, kernel};
use unite_h264::kernels::{intra_4x4, intra_16x16};

/// A row of 64 macroblocks.
const WIDTH: usize = 1024;

/// A strip of blocks of `N` rows, and a block to the left and a row above of them. Blocks are predicted where they are,
/// one from the other.
struct Strip<const N: usize>(Heap<u8, 2>);

impl<const N: usize> Strip<N> {
    fn new() -> Self {
        let extents = [N + 1, N + WIDTH];
        Strip(Block::from_vec(bytes(extents[0] * extents[1]), extents).expect("a strip"))
    }
}

impl<const N: usize> Data for Strip<N> {
    fn output(&self) -> Vec<i64> {
        self.0.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// A prediction of every 4x4 block.
#[kernel]
fn vertical_right_of_each(recon: &mut Tensor<[[u8]]>) {
    for u in 0..recon.extent(1) / 4 - 1 {
        intra_4x4::vertical_right(&mut recon[[1..5, 4 * u + 4..4 * u + 8]], recon);
    }
}

/// A prediction of every macroblock.
#[kernel]
fn plane_of_each(recon: &mut Tensor<[[u8]]>) {
    for u in 0..recon.extent(1) / 16 - 1 {
        intra_16x16::plane(&mut recon[[1..17, 16 * u + 16..16 * u + 32]], recon);
    }
}

/// The mean of two samples, and of three with twice the weight for the middle one.
pub fn mean([a, b]: [u8; 2]) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

pub fn weighted([a, b, c]: [u8; 3]) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8
}

by_hand! {
    #[inline(never)]
    fn vertical_right_by_hand(recon: &mut [u8]) {
        let recon: &mut [[u8; WIDTH + 4]; 5] = recon.as_chunks_mut().0.try_into().expect("a strip");
        for u in 0..WIDTH / 4 {
            let x = 4 * u + 4;
            let [p, q, r, s, t] = std::array::from_fn(|i| recon[0][x - 1 + i]);
            let [j, k, l] = std::array::from_fn(|i| recon[1 + i][x - 1]);
            let two = [mean([p, q]), mean([q, r]), mean([r, s]), mean([s, t])];
            let three = [weighted([j, p, q]), weighted([p, q, r]), weighted([q, r, s]), weighted([r, s, t])];
            let block = [
                two,
                three,
                [weighted([p, j, k]), two[0], two[1], two[2]],
                [weighted([j, k, l]), three[0], three[1], three[2]],
            ];
            for y in 0..4 {
                recon[1 + y][x..x + 4].copy_from_slice(&block[y]);
            }
        }
    }

    #[inline(never)]
    fn plane_by_hand(recon: &mut [u8]) {
        let recon: &mut [[u8; WIDTH + 16]; 17] = recon.as_chunks_mut().0.try_into().expect("a strip");
        for u in 0..WIDTH / 16 {
            let x = 16 * u + 16;
            let above: [i32; 17] = std::array::from_fn(|i| i32::from(recon[0][x - 1 + i]));
            let left: [i32; 17] = std::array::from_fn(|j| i32::from(recon[j][x - 1]));
            let slope = |p: [i32; 17]| (0..8).map(|i| (i as i32 + 1) * (p[9 + i] - p[7 - i])).sum::<i32>();
            let b = (5 * slope(above) + 32) >> 6;
            let c = (5 * slope(left) + 32) >> 6;
            let mut first = 16 * (above[16] + left[16]) + 16 - 7 * (b + c);
            for row in &mut recon[1..] {
                let row: &mut [u8; 16] = (&mut row[x..x + 16]).try_into().expect("a row");
                *row = std::array::from_fn(|i| ((first + b * i as i32) >> 5).clamp(0, 255) as u8);
                first += c;
            }
        }
    }
}

pair!(
    vertical_right,
    Strip<4>,
    Strip::new(),
    |strip| vertical_right_of_each(&mut strip.0),
    |strip: &mut Strip<4>| vertical_right_by_hand(strip.0.as_mut_slice()),
    |strip| library::intra::vertical_right_of_each(strip.0.view_mut()),
);

pair!(
    plane_16x16,
    Strip<16>,
    Strip::new(),
    |strip| plane_of_each(&mut strip.0),
    |strip: &mut Strip<16>| { plane_by_hand(strip.0.as_mut_slice()) },
    |strip| library::intra::plane_of_each(strip.0.view_mut())
);
