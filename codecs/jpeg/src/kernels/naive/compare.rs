//! The kernels against the naive forms: on random samples, inside larger memory whose border must not change, at every
//! instruction set level.

use unite::level::{Level, limit};
use unite::{Block, Dyn, kernel};

use super::color::{cmyk_to_ycck, planar_rgb_to_ycbcr, rgb_to_gray, rgb_to_ycbcr};
use super::downsample::downsample;
use super::prediction::differences;
use super::transform::{mask, transform_row};
use crate::kernels;

/// Random bytes, some of them extreme.
fn noise(seed: u32, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    (0..len)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            match state >> 28 {
                0 => 0,
                1 => 255,
                _ => (state >> 8) as u8,
            }
        })
        .collect()
}

/// Runs `test` at every level that this machine has.
fn at_every_level(test: impl Fn()) {
    for level in Level::available() {
        limit(level);
        test();
    }
    limit(Level::V4);
}

/// Copies, through a kernel, so that sides of different layout can be compared.
#[kernel]
fn copy(from: &Tensor<[[u8]]>, to: &mut Tensor<[[u8]]>) {
    to[[!y, !x]] = from[[!y, !x]];
}

#[test]
fn colors_are_those_of_the_definition() {
    at_every_level(|| {
        for (seed, width) in [(1, 1), (2, 7), (3, 16), (4, 33), (5, 100)] {
            let height = 3;
            let pixels = noise(seed, width * height * 3);
            let planes: Vec<u8> = (0..3).flat_map(|c| pixels.iter().skip(c).step_by(3).copied()).collect();
            // Rows with a border on the right that belongs to nobody.
            let pitch = width + 5;
            let mut want = [(); 3].map(|()| noise(9, pitch * height));
            let mut gray = noise(9, pitch * height);
            let [y, cb, cr] = &mut want;
            for v in 0..height {
                let row = &pixels[v * width * 3..(v + 1) * width * 3];
                let at = v * pitch..v * pitch + width;
                rgb_to_ycbcr::<3>(row, &mut y[at.clone()], &mut cb[at.clone()], &mut cr[at.clone()]);
                rgb_to_gray::<3>(row, &mut gray[at]);
            }
            let shape = [height, width];
            let image = Block::external_ref(&pixels, [height, width, 3]).unwrap();
            let image = image.fixed::<Dyn<Dyn<[u8; 3]>>>().unwrap();
            let planar = Block::external_ref(&planes, [3, height, width]).unwrap();
            for planar_input in [false, true] {
                let mut got = [(); 3].map(|()| noise(9, pitch * height));
                let [y, cb, cr] = got.each_mut().map(|p| Block::external_pitched(p, shape, pitch).unwrap());
                let (mut y, mut cb, mut cr) = (y, cb, cr);
                if planar_input {
                    kernels::rgb_to_ycbcr(&planar, &mut y, &mut cb, &mut cr);
                } else {
                    kernels::pixels_to_ycbcr(&image, &mut y, &mut cb, &mut cr);
                }
                assert_eq!(got, want, "width {width}, planar {planar_input}");
                let mut got = noise(9, pitch * height);
                let mut y = Block::external_pitched(&mut got, shape, pitch).unwrap();
                if planar_input {
                    kernels::rgb_to_gray(&planar, &mut y);
                } else {
                    kernels::pixels_to_gray(&image, &mut y);
                }
                assert_eq!(got, gray, "width {width}, planar {planar_input}");
            }
        }
    });
}

#[test]
fn pixels_of_other_orders_are_those_of_the_definition() {
    at_every_level(|| {
        for width in [1, 7, 33, 100] {
            let pitch = width + 5;
            let pixels = noise(width as u32, width * 4);
            let image = Block::external_ref(&pixels, [1, width, 4]).unwrap();
            let image = image.fixed::<Dyn<Dyn<[u8; 4]>>>().unwrap();
            let border = || [(); 4].map(|()| noise(9, pitch));
            // Blue, green, red.
            let turned: Vec<u8> = pixels.chunks(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
            let (mut want, mut got) = (border(), border());
            let [y, cb, cr, gray] = &mut want;
            rgb_to_ycbcr::<3>(&turned, &mut y[..width], &mut cb[..width], &mut cr[..width]);
            rgb_to_gray::<3>(&turned, &mut gray[..width]);
            let planes = got.each_mut().map(|p| Block::external_pitched(p, [1, width], pitch).unwrap());
            let [mut y, mut cb, mut cr, mut gray] = planes;
            kernels::bgr_pixels_to_ycbcr(&image, &mut y, &mut cb, &mut cr);
            kernels::bgr_pixels_to_gray(&image, &mut gray);
            assert_eq!(got, want, "width {width}");
            // Inks.
            let (mut want, mut got) = (border(), border());
            let [y, cb, cr, k] = &mut want;
            cmyk_to_ycck(&pixels, &mut y[..width], &mut cb[..width], &mut cr[..width], &mut k[..width]);
            let planes = got.each_mut().map(|p| Block::external_pitched(p, [1, width], pitch).unwrap());
            let [mut y, mut cb, mut cr, mut k] = planes;
            kernels::cmyk_pixels_to_ycck(&image, &mut y, &mut cb, &mut cr, &mut k);
            assert_eq!(got, want, "width {width}");
            // One component, and a plane.
            let (mut want, mut got) = (border(), border());
            want[0][..width].copy_from_slice(&pixels.chunks(4).map(|pixel| pixel[3]).collect::<Vec<_>>());
            want[1][..width].copy_from_slice(&pixels[..width]);
            let planes = got.each_mut().map(|p| Block::external_pitched(p, [1, width], pitch).unwrap());
            let [mut fourth, mut plane, ..] = planes;
            kernels::component_of(&image, 3, &mut fourth);
            kernels::copy_plane(&Block::external_ref(&pixels, [1, width]).unwrap(), &mut plane);
            assert_eq!(got, want, "width {width}");
        }
    });
}

#[test]
fn planes_in_slices_of_their_own_are_the_same() {
    let planes = [1, 2, 3].map(|seed| noise(seed, 40));
    let mut want = [[0; 40]; 3];
    let [y, cb, cr] = &mut want;
    planar_rgb_to_ycbcr(planes.each_ref().map(Vec::as_slice), y, cb, cr);
    let [r, g, b] = planes.each_ref().map(|plane| Block::external_ref(plane, [1, 40]).unwrap());
    let mut got = [[0; 40]; 3];
    let [y, cb, cr] = &mut got;
    kernels::planes_to_ycbcr(
        &r,
        &g,
        &b,
        &mut Block::external(y, [1, 40]).unwrap(),
        &mut Block::external(cb, [1, 40]).unwrap(),
        &mut Block::external(cr, [1, 40]).unwrap(),
    );
    assert_eq!(got, want);
}

#[test]
fn means_are_those_of_the_definition() {
    at_every_level(|| {
        for (h, v) in [(2, 1), (2, 2), (1, 2), (4, 1)] {
            for width in [1, 3, 8, 40, 67] {
                let rows = 5;
                let plane = noise((h * 10 + v) as u32, rows * v * width * h);
                let mut want = vec![0; rows * width];
                downsample(&plane, h, v, rows, &mut want, width);
                let pitch = width + 3;
                let border = noise(4, rows * pitch);
                let mut got = border.clone();
                let plane = Block::external_ref(&plane, [rows * v, width * h]).unwrap();
                kernels::downsample(
                    &plane,
                    (h, v),
                    &mut Block::external_pitched(&mut got, [rows, width], pitch).unwrap(),
                );
                let mut expected = border;
                copy(
                    &Block::external_ref(&want, [rows, width]).unwrap(),
                    &mut Block::external_pitched(&mut expected, [rows, width], pitch).unwrap(),
                );
                assert_eq!(got, expected, "{h} by {v}, width {width}");
            }
        }
    });
}

#[test]
fn levels_are_those_of_the_definition() {
    at_every_level(|| {
        for (seed, blocks) in [(1, 16), (2, 17), (3, 40)] {
            for factor in [1, 3, 17, 255, 6050] {
                let width = 8 * blocks + 4;
                let samples = noise(seed, width * 8);
                let steps: [u16; 64] =
                    std::array::from_fn(|i| ((i as u32 * 7 % 13 + 1) * factor).clamp(1, 6050) as u16);
                let mut want = vec![[0; 64]; blocks];
                let mut masks = vec![[77; 4]; blocks + 1];
                transform_row(&samples, width, &steps, &mut want);
                let mut got = vec![[77; 64]; blocks + 1];
                let memory = got.as_flattened_mut();
                let mut levels = Block::external(&mut memory[..64 * blocks], [blocks, 64])
                    .unwrap()
                    .fixed::<Dyn<[i16; 64]>>()
                    .unwrap();
                let samples = Block::external_ref(&samples, [8, width]).unwrap();
                let words =
                    Block::external(&mut masks.as_flattened_mut()[..4 * blocks], [blocks, 4]).unwrap();
                let mut words = words.fixed::<Dyn<[u16; 4]>>().unwrap();
                kernels::transform_row(&samples, &kernels::divisors(&steps), &mut levels, &mut words);
                let of_blocks = masks[..blocks].iter().map(|&words| kernels::mask(words));
                assert!(of_blocks.eq(want.iter().map(mask)) && masks[blocks] == [77; 4], "{blocks} blocks");
                assert_eq!(got[..blocks], want, "{blocks} blocks, steps times {factor}");
                assert_eq!(got[blocks], [77; 64], "nothing beyond the last block is written");
            }
        }
    });
}

#[test]
fn masks_have_a_bit_for_every_level() {
    at_every_level(|| {
        // Each level alone, all of them, and none; large ones of either sign.
        let mut blocks = vec![[0i16; 64]; 80];
        for (k, block) in blocks.iter_mut().enumerate().take(64) {
            block[k] = [31, -32, 32, -33, 1, -1, i16::MAX, i16::MIN][k % 8];
        }
        blocks[64] = [-1; 64];
        blocks[65][0] = 1000;
        for sixteen in blocks.chunks(16) {
            let at = |v: usize, u: usize, b: usize| {
                let k = kernels::ZIGZAG.iter().position(|&place| usize::from(place) == 8 * v + u);
                sixteen[b][k.expect("all places are in the sequence")]
            };
            let levels: [[[i16; 16]; 8]; 8] =
                std::array::from_fn(|v| std::array::from_fn(|u| std::array::from_fn(|b| at(v, u, b))));
            let mut masks = [[77; 4]; 17];
            let words = Block::external(&mut masks.as_flattened_mut()[..64], [16, 4]).unwrap();
            kernels::nonzero(&Block::from(levels), &mut words.fixed::<Dyn<[u16; 4]>>().unwrap());
            for (block, &words) in sixteen.iter().zip(&masks) {
                assert_eq!(kernels::mask(words), mask(block), "{block:?}");
            }
            assert_eq!(masks[16], [77; 4], "nothing beyond the last block is written");
        }
    });
}

#[test]
fn differences_are_those_of_the_definition() {
    at_every_level(|| {
        for (width, height, components) in
            [(1, 1, 1), (1, 4, 3), (2, 2, 4), (40, 3, 3), (67, 5, 2), (133, 2, 1)]
        {
            let row = width * components;
            let stride = row + 3;
            let bytes = noise(11 + width as u32, 2 * stride * height);
            let samples: Vec<u16> =
                bytes.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
            let small: Vec<u8> = samples.iter().map(|&sample| (sample >> 8) as u8).collect();
            let widened: Vec<u16> = small.iter().map(|&sample| sample.into()).collect();
            // Rows with a border on the right that belongs to nobody.
            let pitch = row + 5;
            let border: Vec<i16> = noise(4, pitch * height).into_iter().map(i16::from).collect();
            for selection in 1..=7 {
                for begins in [true, false] {
                    if !begins && height == 1 {
                        continue;
                    }
                    let lines = if begins { 1 } else { height - 1 };
                    let (want, want_small) = {
                        let of = |samples: &[u16], half| {
                            let rows = if begins { 1 } else { height };
                            differences(samples, [width, rows], components, stride, selection, half, begins)
                        };
                        (of(&samples, 1 << 15), of(&widened, 1 << 7))
                    };
                    let padded = |want: &[i16]| {
                        let mut padded = border.clone();
                        for (out, want) in padded.chunks_mut(pitch).zip(want.chunks(row)) {
                            out[..row].copy_from_slice(want);
                        }
                        padded
                    };
                    let (n, rows) = (components as isize, if begins { 1 } else { height });
                    let mut got = border.clone();
                    let mut out = Block::external_pitched(&mut got, [lines, row], pitch).unwrap();
                    let block = Block::external_pitched_ref(&samples, [rows, row], stride).unwrap();
                    match begins {
                        true => kernels::first_line(&block, n, 1 << 15, &mut out),
                        false => kernels::following_lines(&block, n, selection, &mut out),
                    }
                    assert_eq!(got, padded(&want), "{width}x{height}x{components}, {selection}");
                    let mut got = border.clone();
                    let mut out = Block::external_pitched(&mut got, [lines, row], pitch).unwrap();
                    let block = Block::external_pitched_ref(&small, [rows, row], stride).unwrap();
                    match begins {
                        true => kernels::first_line(&block, n, 1 << 7, &mut out),
                        false => kernels::following_lines(&block, n, selection, &mut out),
                    }
                    assert_eq!(got, padded(&want_small), "{width}x{height}x{components}, {selection}");
                }
            }
        }
    });
}

#[test]
fn the_point_transform_drops_bits_and_components() {
    at_every_level(|| {
        let samples = noise(3, 2 * 33 * 4);
        let mut got = noise(5, 2 * 33 * 3 + 1);
        let last = got[2 * 33 * 3];
        let memory = Block::external_ref(&samples, [2, 33, 4]).unwrap();
        kernels::point_transform(
            &memory,
            3,
            &mut Block::external(&mut got[..2 * 33 * 3], [2, 33, 3]).unwrap(),
        );
        let want: Vec<u8> = samples.chunks(4).flat_map(|pixel| [0, 1, 2].map(|i| pixel[i] >> 3)).collect();
        assert_eq!((&got[..2 * 33 * 3], got[2 * 33 * 3]), (&want[..], last));
        kernels::point_transform_reversed(
            &memory,
            3,
            &mut Block::external(&mut got[..2 * 33 * 3], [2, 33, 3]).unwrap(),
        );
        let want: Vec<u8> = samples.chunks(4).flat_map(|pixel| [2, 1, 0].map(|i| pixel[i] >> 3)).collect();
        assert_eq!((&got[..2 * 33 * 3], got[2 * 33 * 3]), (&want[..], last));
    });
}
