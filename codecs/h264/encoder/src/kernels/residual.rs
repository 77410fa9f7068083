//! Residuals of blocks that lie somewhere in a picture: to levels in the order of the stream, and back to samples.

use unite::kernel;
use unite_h264::kernels::{
    chroma_dc, construct, construct_8x8, construct_four, forward, forward_8x8, forward_four, forward_luma_dc,
    inverse_zigzag_scan, inverse_zigzag_scan_8x8, luma_dc, quantize, quantize_dc, scale, scale_8x8,
    scale_chroma_dc, scale_luma_dc, zigzag_scan, zigzag_scan_8x8,
};

/// What a level that is neither 0 nor 1 nor -1 weighs: more than all that are.
const LARGE: u32 = 9;

/// How many levels a 4x4 block has.
const LEVELS: i32 = 16;

/// An Intra_4x4 block (8.5.1): its levels, and its samples in the picture. Whether a level is not 0 is the result.
#[kernel]
pub fn code_4x4(
    pred: &Tensor<[[u8; 4]; 4]>,
    samples: &Tensor<[[u8; 4]; 4]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &mut Tensor<[i16; 16]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) -> bool {
    let u = pred.to_block();
    let c = Block::<[[i16; 4]; 4]>::stack();
    forward(samples, pred, &mut c);
    let nonzero = quantize(&mut c, mf, bias);
    zigzag_scan(c, &mut levels);
    if nonzero {
        let d = Block::<[[i16; 4]; 4]>::stack();
        scale(c, level_scale, qp, &mut d);
        construct(d, &mut u);
    }
    let place = recon[pred];
    place[[!y, !x]] = u[[!y, !x]];
    nonzero
}

/// An Intra_8x8 block (8.5.3): all as in [`code_4x4()`].
#[kernel]
pub fn code_8x8(
    pred: &Tensor<[[u8; 8]; 8]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &mut Tensor<[i16; 64]>,
    mf: &Tensor<[[u16; 8]; 8]>,
    bias: &Tensor<[[u16; 8]; 8]>,
    level_scale: &Tensor<[[[u16; 8]; 8]; 6]>,
    qp: i32,
) -> bool {
    let u = pred.to_block();
    let c = Block::<[[i16; 8]; 8]>::stack();
    forward_8x8(samples, pred, &mut c);
    let nonzero = quantize(&mut c, mf, bias);
    zigzag_scan_8x8(c, &mut levels);
    if nonzero {
        let d = Block::<[[i16; 8]; 8]>::stack();
        scale_8x8(c, level_scale, qp, &mut d);
        construct_8x8(d, &mut u);
    }
    let place = recon[pred];
    place[[!y, !x]] = u[[!y, !x]];
    nonzero
}

/// The levels of the four 8x8 blocks of a macroblock; bits of the result say which have any.
#[kernel]
pub fn levels_8x8(
    pred: &Tensor<[[u8; 16]; 16]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    levels: &mut Tensor<[[i16; 64]; 4]>,
    mf: &Tensor<[[u16; 8]; 8]>,
    bias: &Tensor<[[u16; 8]; 8]>,
) -> u32 {
    let mut coded = 0;
    for v in 0..2 {
        for h in 0..2 {
            let c = Block::<[[i16; 8]; 8]>::stack();
            forward_8x8(
                samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                &mut c,
            );
            let any = quantize(&mut c, mf, bias);
            zigzag_scan_8x8(c, &mut levels[[2 * v + h, ..]]);
            coded |= u32::from(any) << (2 * v + h);
        }
    }
    coded
}

/// The samples of a macroblock in the picture: its prediction, and what the levels of those 8x8 blocks add that `coded` names.
#[kernel]
pub fn construct_four_8x8(
    pred: &Tensor<[[u8; 16]; 16]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &Tensor<[[i16; 64]; 4]>,
    coded: u32,
    level_scale: &Tensor<[[[u16; 8]; 8]; 6]>,
    qp: i32,
) {
    let place = recon[pred];
    place[[!y, !x]] = pred[[!y, !x]];
    for v in 0..2 {
        for h in 0..2 {
            if coded >> (2 * v + h) & 1 == 1 {
                let c = Block::<[[i16; 8]; 8]>::stack();
                let d = Block::<[[i16; 8]; 8]>::stack();
                inverse_zigzag_scan_8x8(levels[[2 * v + h, ..]], &mut c);
                scale_8x8(c, level_scale, qp, &mut d);
                construct_8x8(d, &mut place[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]);
            }
        }
    }
}

/// The coefficients of a 4x4 block, in the order of the scan, before they are quantised.
#[kernel]
pub fn coefficients_4x4(
    pred: &Tensor<[[u8; 4]; 4]>,
    samples: &Tensor<[[u8; 4]; 4]>,
    coefficients: &mut Tensor<[i16; 16]>,
) {
    let c = Block::<[[i16; 4]; 4]>::stack();
    forward(samples, pred, &mut c);
    zigzag_scan(c, &mut coefficients);
}

/// The same of an 8x8 block.
#[kernel]
pub fn coefficients_8x8(
    pred: &Tensor<[[u8; 8]; 8]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    coefficients: &mut Tensor<[i16; 64]>,
) {
    let c = Block::<[[i16; 8]; 8]>::stack();
    forward_8x8(samples, pred, &mut c);
    zigzag_scan_8x8(c, &mut coefficients);
}

/// The same of the sixteen 4x4 blocks of a macroblock, in the order of rows of blocks.
#[kernel]
pub fn coefficients_sixteen_4x4(
    pred: &Tensor<[[u8; 16]; 16]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    coefficients: &mut Tensor<[[i16; 16]; 16]>,
) {
    for v in 0..2 {
        for h in 0..2 {
            let c = Block::<[[[i16; 4]; 4]; 4]>::stack();
            forward_four(
                samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                &mut c,
            );
            for j in 0..2 {
                for i in 0..2 {
                    zigzag_scan(c[[2 * j + i, .., ..]], &mut coefficients[[8 * v + 4 * j + 2 * h + i, ..]]);
                }
            }
        }
    }
}

/// The same of its four 8x8 blocks.
#[kernel]
pub fn coefficients_four_8x8(
    pred: &Tensor<[[u8; 16]; 16]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    coefficients: &mut Tensor<[[i16; 64]; 4]>,
) {
    for v in 0..2 {
        for h in 0..2 {
            coefficients_8x8(
                pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                &mut coefficients[[2 * v + h, ..]],
            );
        }
    }
}

/// The samples of an Intra_4x4 block in the picture (8.5.1): its prediction, and what its levels add.
#[kernel]
pub fn construct_levels_4x4(
    pred: &Tensor<[[u8; 4]; 4]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &Tensor<[i16; 16]>,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) {
    let u = pred.to_block();
    let c = Block::<[[i16; 4]; 4]>::stack();
    let d = Block::<[[i16; 4]; 4]>::stack();
    inverse_zigzag_scan(levels, &mut c);
    scale(c, level_scale, qp, &mut d);
    construct(d, &mut u);
    let place = recon[pred];
    place[[!y, !x]] = u[[!y, !x]];
}

/// The same of an Intra_8x8 block (8.5.3).
#[kernel]
pub fn construct_levels_8x8(
    pred: &Tensor<[[u8; 8]; 8]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &Tensor<[i16; 64]>,
    level_scale: &Tensor<[[[u16; 8]; 8]; 6]>,
    qp: i32,
) {
    let u = pred.to_block();
    let c = Block::<[[i16; 8]; 8]>::stack();
    let d = Block::<[[i16; 8]; 8]>::stack();
    inverse_zigzag_scan_8x8(levels, &mut c);
    scale_8x8(c, level_scale, qp, &mut d);
    construct_8x8(d, &mut u);
    let place = recon[pred];
    place[[!y, !x]] = u[[!y, !x]];
}

/// The levels of an 8x8 block as CAVLC has them (7.3.5.3.2): those of four 4x4 blocks in turn.
#[kernel]
pub fn in_turn(levels: &Tensor<[i16; 64]>, blocks: &mut Tensor<[[i16; 16]; 4]>) {
    for k in 0..16 {
        for i in 0..4 {
            blocks[[i, k]] = levels[[4 * k + i]];
        }
    }
}

/// Six for each level that is not 0, and two for each step that it is above 0, up to 16.
#[kernel]
pub fn bits_of_levels<const BLOCKS: usize>(levels: &Tensor<[[i16; 16]; BLOCKS]>) -> i32 {
    let mut sum = 0;
    for [block, k] in levels.indices() {
        let magnitude = levels[[block, k]].abs();
        sum += 6 * magnitude.min(1) + 2 * magnitude.min(16);
    }
    sum
}

#[kernel]
/// Which levels of the 4x4 blocks of luminance that `coded` names are not 0, bit `k` for level `k`.
#[instance(masks_luma: N = 4, BLOCKS = 16)]
/// The same of a component of chrominance.
#[instance(masks_chroma: N = 2, BLOCKS = 4)]
pub fn masks<const N: usize, const BLOCKS: usize>(
    levels: &Tensor<[[i16; 16]; BLOCKS]>,
    coded: u32,
    masks: &mut Tensor<[[u32; N]; N]>,
) {
    for v in 0..N {
        for h in 0..N {
            let mut mask = 0;
            for k in 0..16 {
                mask += if levels[[N * v + h, k]] != 0 { 1 << k } else { 0 };
            }
            masks[[v, h]] = if coded >> (N * v + h) & 1 == 1 { mask as u32 } else { 0 };
        }
    }
}

#[kernel]
/// How much the levels of each 8x8 block of luminance weigh, of those 4x4 blocks that `coded` names: [`LARGE`] if one is neither 0 nor 1
/// nor -1, and otherwise for each that is not 0 three after no zeros, two after one or two, one after three to five, of its block.
#[instance(weights_luma: N = 2, BLOCKS = 16)]
/// The same of a component of chrominance.
#[instance(weights_chroma: N = 1, BLOCKS = 4)]
pub fn weights<const N: usize, const BLOCKS: usize>(
    levels: &Tensor<[[i16; 16]; BLOCKS]>,
    coded: u32,
    weights: &mut Tensor<[[u32; N]; N]>,
) {
    for v in 0..N {
        for h in 0..N {
            // Which levels are not 0, sixteen bits for each block.
            let mut some = 0u64;
            let mut large = false;
            for j in 0..2 {
                for i in 0..2 {
                    let block = 2 * N * (2 * v + j) + 2 * h + i;
                    let mut mask = 0;
                    for k in 0..16 {
                        mask += if levels[[block, k]] != 0 { 1 << k } else { 0 };
                    }
                    let mut more = 0;
                    for k in 0..16 {
                        more += if levels[[block, k]].abs() > 1 { 1 << k } else { 0 };
                    }
                    let named = coded >> block & 1 == 1;
                    some |= if named { (mask as u64) << (LEVELS * (2 * j + i)) } else { 0 };
                    large |= named & (more != 0);
                }
            }
            // Which come after less than one, three, and six zeros.
            let one = some << 1 & 0xFFFE_FFFE_FFFE_FFFE | 0x0001_0001_0001_0001;
            let three = one | one << 1 & 0xFFFE_FFFE_FFFE_FFFE | one << 2 & 0xFFFC_FFFC_FFFC_FFFC;
            let six = three | three << 3 & 0xFFF8_FFF8_FFF8_FFF8;
            let sum = (some & one).count_ones() + (some & three).count_ones() + (some & six).count_ones();
            weights[[v, h]] = if large { LARGE } else { sum };
        }
    }
}

/// The same of the 8x8 blocks of luminance, where four zeros count as one.
#[kernel]
pub fn weights_8x8(levels: &Tensor<[[i16; 64]; 4]>, weights: &mut Tensor<[[u32; 2]; 2]>) {
    for v in 0..2 {
        for h in 0..2 {
            let mut zeros = 0;
            let mut sum = 0;
            for k in 0..64 {
                let magnitude = levels[[2 * v + h, k]].abs();
                if magnitude > 1 {
                    sum = LARGE;
                    break;
                }
                if magnitude == 1 {
                    sum += u32::from(zeros < 4) + u32::from(zeros < 12) + u32::from(zeros < 24);
                }
                zeros = if magnitude == 1 { 0 } else { zeros + 1 };
            }
            weights[[v, h]] = sum;
        }
    }
}

/// The levels of the sixteen 4x4 blocks of a macroblock, in the order of rows of blocks; bits of the result say which have
/// any.
#[kernel]
pub fn levels_16x16(
    pred: &Tensor<[[u8; 16]; 16]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    levels: &mut Tensor<[[i16; 16]; 16]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
) -> u32 {
    let mut coded = 0;
    for v in 0..2 {
        for h in 0..2 {
            let c = Block::<[[[i16; 4]; 4]; 4]>::stack();
            forward_four(
                samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                &mut c,
            );
            for j in 0..2 {
                for i in 0..2 {
                    let any = quantize(&mut c[[2 * j + i, .., ..]], mf, bias);
                    zigzag_scan(c[[2 * j + i, .., ..]], &mut levels[[8 * v + 4 * j + 2 * h + i, ..]]);
                    coded |= u32::from(any) << (8 * v + 4 * j + 2 * h + i);
                }
            }
        }
    }
    coded
}

#[kernel]
/// The sum of absolute differences of a macroblock, and whether that of any of its 4x4 blocks is more than `most`: where it is not, no
/// coefficient is large.
#[instance(sad_and_more_16x16: N = 16, BLOCKS = 4)]
/// The same of 8x8 samples.
#[instance(sad_and_more_8x8: N = 8, BLOCKS = 2)]
pub fn sad_and_more<const N: usize, const BLOCKS: usize>(
    pred: &Tensor<[[u8; N]; N]>,
    samples: &Tensor<[[u8; N]; N]>,
    most: i32,
) -> (i32, bool) {
    let columns = Block::<[[i16; N]; BLOCKS]>::stack();
    for v in 0..BLOCKS {
        for x in 0..N {
            let [a0, a1, a2, a3] = samples[[4 * v..4 * v + 4, x]];
            let [b0, b1, b2, b3] = pred[[4 * v..4 * v + 4, x]];
            columns[[v, x]] = (a0 - b0).abs() + (a1 - b1).abs() + (a2 - b2).abs() + (a3 - b3).abs();
        }
    }
    let mut sum = 0;
    let mut more = false;
    for v in 0..BLOCKS {
        for h in 0..BLOCKS {
            let [c0, c1, c2, c3] = columns[[v, 4 * h..4 * h + 4]];
            let block = c0 + c1 + c2 + c3;
            sum += block;
            more |= block > most;
        }
    }
    (sum, more)
}

/// The samples of a macroblock in the picture: its prediction, and what the levels of those blocks add that `coded` names.
#[kernel]
pub fn construct_16x16(
    pred: &Tensor<[[u8; 16]; 16]>,
    recon: &mut Tensor<[[u8]]>,
    levels: &Tensor<[[i16; 16]; 16]>,
    coded: u32,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) {
    let place = recon[pred];
    place[[!y, !x]] = pred[[!y, !x]];
    for v in 0..4 {
        for h in 0..4 {
            if coded >> (4 * v + h) & 1 == 1 {
                let c = Block::<[[i16; 4]; 4]>::stack();
                let d = Block::<[[i16; 4]; 4]>::stack();
                inverse_zigzag_scan(levels[[4 * v + h, ..]], &mut c);
                scale(c, level_scale, qp, &mut d);
                construct(d, &mut place[[4 * v..4 * v + 4, 4 * h..4 * h + 4]]);
            }
        }
    }
}

/// The levels of an Intra_16x16 macroblock (8.5.2): of the DC coefficients, and of the others of the sixteen blocks, whose first
/// one is 0. Bits of the result say which of the blocks have any; bit 16 is that of the DC coefficients.
#[kernel]
pub fn levels_intra_16x16(
    pred: &Tensor<[[u8; 16]; 16]>,
    samples: &Tensor<[[u8; 16]; 16]>,
    dc: &mut Tensor<[i16; 16]>,
    levels: &mut Tensor<[[i16; 16]; 16]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
) -> u32 {
    let mut coded = 0;
    let first = Block::<[[i16; 4]; 4]>::stack();
    for v in 0..2 {
        for h in 0..2 {
            let c = Block::<[[[i16; 4]; 4]; 4]>::stack();
            forward_four(
                samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                &mut c,
            );
            for j in 0..2 {
                for i in 0..2 {
                    first[[2 * v + j, 2 * h + i]] = c[[2 * j + i, 0, 0]];
                    c[[2 * j + i, 0, 0]] = 0;
                    let any = quantize(&mut c[[2 * j + i, .., ..]], mf, bias);
                    zigzag_scan(c[[2 * j + i, .., ..]], &mut levels[[8 * v + 4 * j + 2 * h + i, ..]]);
                    coded |= u32::from(any) << (8 * v + 4 * j + 2 * h + i);
                }
            }
        }
    }
    forward_luma_dc(&mut first);
    let any = quantize_dc(&mut first, (mf[[0, 0]] >> 1) as u16, (2 * bias[[0, 0]]) as u16);
    zigzag_scan(first, &mut dc);
    coded | u32::from(any) << 16
}

/// The samples of an Intra_16x16 macroblock in the picture (8.5.2).
#[kernel]
pub fn construct_intra_16x16(
    pred: &Tensor<[[u8; 16]; 16]>,
    recon: &mut Tensor<[[u8]]>,
    dc: &Tensor<[i16; 16]>,
    levels: &Tensor<[[i16; 16]; 16]>,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) {
    let c = Block::<[[i16; 4]; 4]>::stack();
    inverse_zigzag_scan(dc, &mut c);
    let f = Block::<[[i32; 4]; 4]>::stack();
    f[[!i, !j]] = c[[!i, !j]];
    luma_dc(&mut f);
    let first = Block::<[[i16; 4]; 4]>::stack();
    scale_luma_dc(f, level_scale, qp, &mut first);
    let place = recon[pred];
    place[[!y, !x]] = pred[[!y, !x]];
    for v in 0..2 {
        for h in 0..2 {
            let d = Block::<[[[i16; 4]; 4]; 4]>::stack();
            for j in 0..2 {
                for i in 0..2 {
                    let c = Block::<[[i16; 4]; 4]>::stack();
                    inverse_zigzag_scan(levels[[8 * v + 4 * j + 2 * h + i, ..]], &mut c);
                    scale(c, level_scale, qp, &mut d[[2 * j + i, .., ..]]);
                    d[[2 * j + i, 0, 0]] = first[[2 * v + j, 2 * h + i]];
                }
            }
            construct_four(d, &mut place[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]);
        }
    }
}

/// The levels of a component of chrominance (8.5.4): of its DC coefficients, and of the others of its four blocks, whose first
/// one is 0. Bits of the result say which of the blocks have any; bit 4 is that of the DC coefficients.
#[kernel]
pub fn levels_chroma(
    pred: &Tensor<[[u8; 8]; 8]>,
    samples: &Tensor<[[u8; 8]; 8]>,
    dc: &mut Tensor<[i16; 4]>,
    levels: &mut Tensor<[[i16; 16]; 4]>,
    mf: &Tensor<[[u16; 4]; 4]>,
    bias: &Tensor<[[u16; 4]; 4]>,
) -> u32 {
    let mut coded = 0;
    let first = Block::<[[i32; 2]; 2]>::stack();
    let c = Block::<[[[i16; 4]; 4]; 4]>::stack();
    forward_four(samples, pred, &mut c);
    for v in 0..2 {
        for h in 0..2 {
            first[[v, h]] = c[[2 * v + h, 0, 0]];
            c[[2 * v + h, 0, 0]] = 0;
            let any = quantize(&mut c[[2 * v + h, .., ..]], mf, bias);
            zigzag_scan(c[[2 * v + h, .., ..]], &mut levels[[2 * v + h, ..]]);
            coded |= u32::from(any) << (2 * v + h);
        }
    }
    chroma_dc(&mut first);
    let transformed = Block::<[[i16; 2]; 2]>::stack();
    transformed[[!v, !h]] = first[[!v, !h]];
    let any = quantize_dc(&mut transformed, (mf[[0, 0]] >> 1) as u16, (2 * bias[[0, 0]]) as u16);
    for v in 0..2 {
        for h in 0..2 {
            dc[[2 * v + h]] = transformed[[v, h]];
        }
    }
    coded | u32::from(any) << 4
}

/// The samples of a component of chrominance in the picture (8.5.4).
#[kernel]
pub fn construct_chroma(
    pred: &Tensor<[[u8; 8]; 8]>,
    recon: &mut Tensor<[[u8]]>,
    dc: &Tensor<[i16; 4]>,
    levels: &Tensor<[[i16; 16]; 4]>,
    level_scale: &Tensor<[[[u16; 4]; 4]; 6]>,
    qp: i32,
) {
    let f = Block::<[[i32; 2]; 2]>::stack();
    for v in 0..2 {
        for h in 0..2 {
            f[[v, h]] = dc[[2 * v + h]];
        }
    }
    chroma_dc(&mut f);
    let first = Block::<[[i16; 2]; 2]>::stack();
    scale_chroma_dc(f, level_scale, qp, &mut first);
    let place = recon[pred];
    place[[!y, !x]] = pred[[!y, !x]];
    let d = Block::<[[[i16; 4]; 4]; 4]>::stack();
    for v in 0..2 {
        for h in 0..2 {
            let c = Block::<[[i16; 4]; 4]>::stack();
            inverse_zigzag_scan(levels[[2 * v + h, ..]], &mut c);
            scale(c, level_scale, qp, &mut d[[2 * v + h, .., ..]]);
            d[[2 * v + h, 0, 0]] = first[[v, h]];
        }
    }
    construct_four(d, &mut place);
}
