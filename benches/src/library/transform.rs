//! From samples to levels in zig-zag order.

use super::INSIDE;
use unite::{Block, View, ViewMut};
use unite_jpeg::kernels::SMALL;

/// The transform of eight numbers; outputs 0 and 4 have no fractional bits.
#[inline(always)]
pub fn of_eight(x: [i32; 8], bits: i32) -> [i32; 8] {
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

/// The coefficients of sixteen blocks of samples.
#[allow(clippy::single_range_in_vec_init)]
pub fn fdct(samples: View<'_, u8, 2>, mut coefficients: ViewMut<'_, i16, 3>) {
    let mut rows = Block::<[[[i16; 16]; 8]; 8]>::stack();
    for y in 0..8 {
        for b in 0..16 {
            let x = samples.view().slice(0, y).expect(INSIDE).partition([8 * b..8 * b + 8]).expect(INSIDE);
            let x = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| i32::from(x.read([i])));
            let mut y_of = of_eight(x, 11);
            (y_of[0], y_of[4]) = ((y_of[0] - 1024) << 2, y_of[4] << 2);
            let mut row = rows.view_mut().slice(0, y).expect(INSIDE).slice(1, b).expect(INSIDE);
            for (u, value) in (0..).zip(y_of) {
                row.write([u], value as i16);
            }
        }
    }
    for u in 0..8 {
        for b in 0..16 {
            let x = rows.view().slice(2, b).expect(INSIDE).slice(1, u).expect(INSIDE);
            let x = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| i32::from(x.read([i])));
            let mut y_of = of_eight(x, 15);
            (y_of[0], y_of[4]) = ((y_of[0] + 2) >> 2, (y_of[4] + 2) >> 2);
            let column = coefficients.view_mut().slice(2, b).expect(INSIDE);
            let mut column = column.slice(1, u).expect(INSIDE);
            for (v, value) in (0..).zip(y_of) {
                column.write([v], value as i16);
            }
        }
    }
}

/// The levels of sixteen blocks of coefficients.
pub fn quantize(coefficients: View<'_, i16, 3>, divisors: View<'_, i16, 4>, mut levels: ViewMut<'_, i16, 3>) {
    let [reciprocal, half, scale] = [0, 1, 2].map(|table| divisors.view().slice(0, table).expect(INSIDE));
    for index in levels.indices() {
        let c = coefficients.read(index);
        let quotient = ((i32::from(c + c) * i32::from(reciprocal.read(index)) + (1 << 14)) >> 15) as i16;
        let rounded = quotient + half.read(index) + (c >> 15);
        levels.write(index, ((i32::from(rounded) * i32::from(scale.read(index))) >> 16) as i16);
    }
}

/// The zig-zag sequences of sixteen blocks of levels.
pub fn zigzag(blocks: View<'_, i16, 3>, mut sequences: ViewMut<'_, i16, 2>) {
    for b in 0..16 {
        for (k, [v, u]) in (0..).zip(diagonals()) {
            sequences.write([b, k], blocks.read([v, u, b]));
        }
    }
}

/// The places of a block by their diagonals: up to the right along the even ones, down to the left along the odd ones.
fn diagonals() -> impl Iterator<Item = [isize; 2]> {
    (0..15isize).flat_map(|sum| {
        let down = ((sum - 7).max(0)..=sum.min(7)).map(move |v| [v, sum - v]);
        let up = ((sum - 7).max(0)..=sum.min(7)).map(move |u| [sum - u, u]);
        let (down, up) = (down.filter(move |_| sum % 2 == 1), up.filter(move |_| sum % 2 == 0));
        down.chain(up)
    })
}

/// Where levels are not zero, and in bit 0 whether one but the first is not small.
pub fn nonzero(levels: View<'_, i16, 3>, mut masks: ViewMut<'_, u16, 2>) {
    for b in 0..16 {
        let mut words = [0u16; 4];
        for (k, [v, u]) in diagonals().enumerate().skip(1) {
            let level = levels.read([v, u, b]);
            words[k / 16] |= u16::from(level != 0) << (k % 16);
            words[0] |= u16::from(!(-SMALL..SMALL).contains(&i32::from(level)));
        }
        for (i, word) in (0..).zip(words) {
            masks.write([b, i], word);
        }
    }
}

/// From samples to levels in zig-zag order, and their masks, for a row of at least sixteen blocks.
pub fn transform_row(
    samples: View<'_, u8, 2>,
    divisors: View<'_, i16, 4>,
    mut levels: ViewMut<'_, i16, 2>,
    mut masks: ViewMut<'_, u16, 2>,
) {
    let count = levels.extents()[0] as isize;
    let mut coefficients = Block::<[[[i16; 16]; 8]; 8]>::stack();
    let mut quantized = Block::<[[[i16; 16]; 8]; 8]>::stack();
    for g in 0..(count + 15) / 16 {
        let first = (16 * g).min(count - 16);
        let part = samples.view().partition([0..8, 8 * first..8 * first + 128]).expect(INSIDE);
        fdct(part, coefficients.view_mut());
        quantize(coefficients.view(), divisors.view(), quantized.view_mut());
        let out = levels.view_mut().partition([first..first + 16, 0..64]).expect(INSIDE);
        zigzag(quantized.view(), out);
        let out = masks.view_mut().partition([first..first + 16, 0..4]).expect(INSIDE);
        nonzero(quantized.view(), out);
    }
}

/// From pixels to levels in zig-zag order, and their masks: one row of blocks of every component after the other.
pub fn encoder_path(
    pixels: View<'_, u8, 3>,
    divisors: View<'_, i16, 4>,
    mut levels: ViewMut<'_, i16, 3>,
    mut masks: ViewMut<'_, u16, 3>,
) {
    let [height, width, _] = pixels.extents();
    let mut planes = [(); 3].map(|()| Block::<u8>::zeros([8, width]));
    for v in 0..height as isize / 8 {
        let pixels = pixels.view().partition((8 * v..8 * v + 8, .., ..)).expect(INSIDE);
        let rgb = pixels.permute([2, 0, 1]).expect(INSIDE);
        super::color::rgb_to_ycbcr(rgb, planes.each_mut().map(|plane| plane.view_mut()));
        for (component, plane) in (0..).zip(&planes) {
            let levels = levels.view_mut().slice(0, 3 * v + component).expect(INSIDE);
            let masks = masks.view_mut().slice(0, 3 * v + component).expect(INSIDE);
            transform_row(plane.view(), divisors.view(), levels, masks);
        }
    }
}
