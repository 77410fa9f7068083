//! All that a JPEG encoder does before it codes symbols, over a picture: the twins of the steps, one after the other.

use super::color::{Rows, ycbcr_of_pixels};
use super::forward_dct::both;
use super::masks::masks;
use super::pair::{Data, by_hand, pair};
use super::quantization::{quantized, steps, tables};
use super::samples::bytes;
use super::sequence::sequences;
use crate::library;
use unite::{Block, Dyn};
use unite_jpeg::kernels::{self, Divisors};

/// A picture of the size of the smallest of the thesis (table 8.2), 227 by 149, filled up to whole blocks.
const ROWS: usize = 19;
const BLOCKS: usize = 29;
const STRIP: &str = "a strip of whole blocks";

/// A picture, and the levels and masks of each row of blocks of each component.
struct Picture {
    pixels: Block<Dyn<Dyn<[u8; 3]>>>,
    divisors: Divisors,
    levels: Block<Dyn<Dyn<[i16; 64]>>>,
    masks: Block<Dyn<Dyn<[u16; 4]>>>,
}

fn picture() -> Picture {
    let extents = [8 * ROWS, 8 * BLOCKS, 3];
    let pixels = Block::from_vec(bytes(extents.iter().product()), extents).expect("whole pixels");
    let levels = Block::<i16>::zeros([3 * ROWS, BLOCKS, 64]);
    let masks = Block::<u16>::zeros([3 * ROWS, BLOCKS, 4]);
    Picture {
        masks: masks.fixed().expect("four words"),
        pixels: pixels.fixed().expect("pixels of three samples"),
        divisors: steps(),
        levels: levels.fixed().expect("sequences of 64"),
    }
}

impl Data for Picture {
    fn output(&self) -> Vec<i64> {
        let levels = self.levels.as_slice().iter().copied().map(i64::from);
        levels.chain(self.masks.as_slice().iter().copied().map(i64::from)).collect()
    }
}

/// From pixels to levels in zig-zag order: one row of blocks of every component after the other, as the encoder calls the
/// kernels.
fn pixels_to_levels(Picture { pixels, divisors, levels, masks }: &mut Picture) {
    const WIDTH: usize = 8 * BLOCKS;
    let mut planes = [(); 3].map(|()| Block::<u8>::zeros([8, WIDTH]));
    let strips = pixels.as_slice().chunks_exact(3 * 8 * WIDTH);
    let rows = levels.as_mut_slice().chunks_exact_mut(3 * 64 * BLOCKS);
    let rows = rows.zip(masks.as_mut_slice().chunks_exact_mut(3 * 4 * BLOCKS));
    for (strip, (levels, masks)) in strips.zip(rows) {
        let strip: Block<Dyn<Dyn<[u8; 3]>>, &[u8]> =
            Block::external_ref(strip, [8, WIDTH, 3]).expect(STRIP).fixed().expect(STRIP);
        let [y, cb, cr] = &mut planes;
        kernels::pixels_to_ycbcr(&strip, y, cb, cr);
        let rows = levels.chunks_exact_mut(64 * BLOCKS).zip(masks.chunks_exact_mut(4 * BLOCKS));
        for (plane, (levels, masks)) in planes.iter().zip(rows) {
            let levels = Block::external(levels, [BLOCKS, 64]).expect(STRIP).fixed();
            let mut levels: Block<Dyn<[i16; 64]>, &mut [i16]> = levels.expect(STRIP);
            let masks = Block::external(masks, [BLOCKS, 4]).expect(STRIP).fixed();
            let mut masks: Block<Dyn<[u16; 4]>, &mut [u16]> = masks.expect(STRIP);
            kernels::transform_row(plane, divisors, &mut levels, &mut masks);
        }
    }
}

by_hand! {
    #[inline(never)]
    fn levels_of_row(samples: &[u8], tables: &[[i16; 1024]; 3], out: &mut [[i16; 64]], words: &mut [[u16; 4]]) {
        let pitch = 8 * out.len();
        assert!(out.len() >= 16 && samples.len() >= 8 * pitch);
        for g in 0..out.len().div_ceil(16) {
            let first = (16 * g).min(out.len() - 16);
            let row = |y: usize| samples[y * pitch + 8 * first..].first_chunk().expect("sixteen blocks");
            let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
            let (mut coefficients, mut levels) = ([[[0; 16]; 8]; 8], [0; 1024]);
            both(rows, &mut coefficients);
            let coefficients = coefficients.as_flattened().as_flattened().first_chunk().expect("1024 numbers");
            quantized(coefficients, tables, &mut levels);
            sequences(&levels, out[first..].first_chunk_mut().expect("sixteen blocks"));
            masks(&levels, words[first..].first_chunk_mut().expect("sixteen blocks"));
        }
    }

    #[inline(never)]
    fn path_by_hand(
        pixels: &[[u8; 3]],
        width: usize,
        tables: &[[i16; 1024]; 3],
        levels: &mut [[i16; 64]],
        words: &mut [[u16; 4]],
    ) {
        let [mut y, mut cb, mut cr] = [(); 3].map(|()| vec![0; 8 * width]);
        let (rows, blocks) = (Rows { width, from: width, to: width }, width / 8);
        let out = levels.chunks_exact_mut(3 * blocks).zip(words.chunks_exact_mut(3 * blocks));
        for (pixels, (levels, words)) in pixels.chunks_exact(8 * width).zip(out) {
            ycbcr_of_pixels(pixels, &mut y, &mut cb, &mut cr, rows);
            let out = levels.chunks_exact_mut(blocks).zip(words.chunks_exact_mut(blocks));
            for (plane, (levels, words)) in [&y, &cb, &cr].into_iter().zip(out) {
                levels_of_row(plane, tables, levels, words);
            }
        }
    }
}

pair!(
    encoder_path,
    Picture,
    picture(),
    |picture| pixels_to_levels(picture),
    |Picture { pixels, divisors, levels, masks }: &mut Picture| {
        let (levels, masks) =
            (levels.as_mut_slice().as_chunks_mut().0, masks.as_mut_slice().as_chunks_mut().0);
        path_by_hand(pixels.as_slice().as_chunks().0, 8 * BLOCKS, tables(divisors), levels, masks)
    },
    |Picture { pixels, divisors, levels, masks }| {
        let (levels, masks) = (levels.view_mut(), masks.view_mut());
        library::transform::encoder_path(pixels.view(), divisors.view(), levels, masks)
    },
);
