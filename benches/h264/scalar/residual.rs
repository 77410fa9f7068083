//! Transforms, quantisation, scaling and scans: coefficients lie in columns.

use super::scalar;
use unite_h264_c::{Add, Dc, Quantize, QuantizeDc, Scale, Scan, Sub};

/// The rows of samples to encode, and of the macroblock.
const FENC: usize = 16;
const FDEC: usize = 32;

#[inline(always)]
fn transposed<const N: usize>(x: [[i32; N]; N]) -> [[i32; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| x[j][i]))
}

#[inline(always)]
fn forward_4([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
    [s03 + s12, 2 * d03 + d12, s03 - s12, d03 - 2 * d12]
}

#[inline(always)]
fn inverse_4([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    let (e0, e1, e2, e3) = (a + c, a - c, (b >> 1) - d, b + (d >> 1));
    [e0 + e3, e1 + e2, e1 - e2, e0 - e3]
}

#[inline(always)]
fn hadamard_4([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    let (s03, s12, d03, d12) = (a + d, b + c, a - d, b - c);
    [s03 + s12, d03 + d12, s03 - s12, d03 - d12]
}

#[inline(always)]
fn forward_8(x: [i32; 8]) -> [i32; 8] {
    let (s07, s16, s25, s34) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4]);
    let (d07, d16, d25, d34) = (x[0] - x[7], x[1] - x[6], x[2] - x[5], x[3] - x[4]);
    let (a0, a1, a2, a3) = (s07 + s34, s16 + s25, s07 - s34, s16 - s25);
    let a4 = d16 + d25 + d07 + (d07 >> 1);
    let a5 = d07 - d34 - d25 - (d25 >> 1);
    let a6 = d07 + d34 - d16 - (d16 >> 1);
    let a7 = d16 - d25 + d34 + (d34 >> 1);
    [
        a0 + a1,
        a4 + (a7 >> 2),
        a2 + (a3 >> 1),
        a5 + (a6 >> 2),
        a0 - a1,
        a6 - (a5 >> 2),
        (a2 >> 1) - a3,
        (a4 >> 2) - a7,
    ]
}

#[inline(always)]
fn inverse_8(d: [i32; 8]) -> [i32; 8] {
    let (a0, a2, a4, a6) = (d[0] + d[4], d[0] - d[4], (d[2] >> 1) - d[6], d[2] + (d[6] >> 1));
    let a1 = d[5] - d[3] - d[7] - (d[7] >> 1);
    let a3 = d[1] + d[7] - d[3] - (d[3] >> 1);
    let a5 = d[7] - d[1] + d[5] + (d[5] >> 1);
    let a7 = d[3] + d[5] + d[1] + (d[1] >> 1);
    let (b0, b2, b4, b6) = (a0 + a6, a2 + a4, a2 - a4, a0 - a6);
    let (b1, b3, b5, b7) = (a1 + (a7 >> 2), a3 + (a5 >> 2), (a3 >> 2) - a5, a7 - (a1 >> 2));
    [b0 + b7, b2 + b5, b4 + b3, b6 + b1, b6 - b1, b4 - b3, b2 - b5, b0 - b7]
}

/// `N` by `N` differences, transposed.
#[inline(always)]
unsafe fn differences<const N: usize>(samples: *const u8, pred: *const u8) -> [[i32; N]; N] {
    // SAFETY: the caller vouches for both blocks.
    let (samples, pred) = unsafe {
        let row = |at: *const u8, i: usize| &*at.add(i).cast::<[u8; N]>();
        (
            std::array::from_fn::<_, N, _>(|i| row(samples, i * FENC)),
            std::array::from_fn::<_, N, _>(|i| row(pred, i * FDEC)),
        )
    };
    std::array::from_fn(|j| std::array::from_fn(|i| i32::from(samples[i][j]) - i32::from(pred[i][j])))
}

/// Where block `k` of four is, in a macroblock of blocks of `n` samples.
#[inline(always)]
fn place(k: usize, n: usize) -> (usize, usize) {
    (k / 2 * n, k % 2 * n)
}

/// The sums of differences of 4x4 blocks, two in a row.
#[inline(always)]
unsafe fn sums<const BLOCKS: usize>(samples: *const u8, pred: *const u8) -> [[i32; 2]; BLOCKS] {
    std::array::from_fn(|v| {
        std::array::from_fn(|u| {
            // SAFETY: the caller vouches for the blocks.
            let d = unsafe {
                differences::<4>(samples.add(4 * v * FENC + 4 * u), pred.add(4 * v * FDEC + 4 * u))
            };
            d.as_flattened().iter().sum()
        })
    })
}

#[inline(always)]
unsafe fn put<const N: usize>(c: *mut i16, values: [[i32; N]; N]) {
    for (i, row) in values.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            // SAFETY: the caller vouches for the block.
            unsafe { *c.add(i * N + j) = value as i16 }
        }
    }
}

#[inline(always)]
unsafe fn get<const N: usize>(c: *const i16) -> [[i32; N]; N] {
    // SAFETY: the caller vouches for the block.
    std::array::from_fn(|i| std::array::from_fn(|j| i32::from(unsafe { *c.add(i * N + j) })))
}

#[inline(always)]
unsafe fn add_to<const N: usize>(u: *mut u8, r: [[i32; N]; N]) {
    for (i, row) in r.iter().enumerate() {
        for (j, &r) in row.iter().enumerate() {
            // SAFETY: the caller vouches for the block.
            unsafe {
                let at = u.add(i * FDEC + j);
                *at = (i32::from(*at) + ((r + 32) >> 6)).clamp(0, 255) as u8;
            }
        }
    }
}

#[inline(always)]
unsafe fn quantized<const N: usize>(c: *mut i16, factors: impl Fn(usize) -> (u32, u32)) -> i32 {
    let mut any = 0;
    for i in 0..N {
        let (mf, bias) = factors(i);
        // SAFETY: the caller vouches for the coefficients.
        unsafe {
            let coefficient = i32::from(*c.add(i));
            let level = (((coefficient.unsigned_abs() + bias) * mf) >> 16) as i32;
            let level = if coefficient < 0 { -level } else { level };
            any |= level;
            *c.add(i) = level as i16;
        }
    }
    i32::from(any != 0)
}

#[inline(always)]
unsafe fn scaled<const N: usize>(c: *mut i16, factor: impl Fn(usize) -> i32, shift: i32) {
    for i in 0..N {
        // SAFETY: the caller vouches for the coefficients.
        unsafe {
            let product = i32::from(*c.add(i)) * factor(i);
            *c.add(i) =
                if shift >= 0 { product << shift } else { (product + (1 << (-shift - 1))) >> -shift } as i16;
        }
    }
}

scalar! {
    fn sub_4x4(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        let columns = differences::<4>(samples, pred).map(forward_4);
        put(c, transposed(transposed(columns).map(forward_4)));
    }

    fn sub_8x8(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        for k in 0..4 {
            let (y, x) = place(k, 4);
            sub_4x4(c.add(16 * k), samples.add(y * FENC + x), pred.add(y * FDEC + x));
        }
    }

    fn sub_16x16(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        for k in 0..4 {
            let (y, x) = place(k, 8);
            sub_8x8(c.add(64 * k), samples.add(y * FENC + x), pred.add(y * FDEC + x));
        }
    }

    fn sub_8x8_by_8(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        let columns = differences::<8>(samples, pred).map(forward_8);
        put(c, transposed(transposed(columns).map(forward_8)));
    }

    fn sub_16x16_by_8(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        for k in 0..4 {
            let (y, x) = place(k, 8);
            sub_8x8_by_8(c.add(64 * k), samples.add(y * FENC + x), pred.add(y * FDEC + x));
        }
    }

    fn sub_dc_8x8(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        let [[a, b], [d, e]] = sums::<2>(samples, pred);
        *c.cast() = [a + b + d + e, a + b - d - e, a - b + d - e, a - b - d + e].map(|c| c as i16);
    }

    fn sub_dc_8x16(c: *mut i16, samples: *mut u8, pred: *mut u8) {
        let dc = sums::<4>(samples, pred);
        let [left, right] = [0, 1].map(|u| hadamard_4([dc[0][u], dc[1][u], dc[2][u], dc[3][u]]));
        for i in 0..4 {
            *c.add(2 * i).cast() = [(left[i] + right[i]) as i16, (left[i] - right[i]) as i16];
        }
    }

    fn add_dc<const BLOCKS: usize>(u: *mut u8, d: *mut i16) {
        for v in 0..BLOCKS {
            for h in 0..BLOCKS {
                add_to(u.add(4 * v * FDEC + 4 * h), [[i32::from(*d.add(BLOCKS * v + h)); 4]; 4]);
            }
        }
    }

    fn add_4x4(u: *mut u8, d: *mut i16) {
        let rows = transposed(get::<4>(d)).map(inverse_4);
        add_to(u, transposed(transposed(rows).map(inverse_4)));
    }

    fn add_8x8(u: *mut u8, d: *mut i16) {
        for k in 0..4 {
            let (y, x) = place(k, 4);
            add_4x4(u.add(y * FDEC + x), d.add(16 * k));
        }
    }

    fn add_16x16(u: *mut u8, d: *mut i16) {
        for k in 0..4 {
            let (y, x) = place(k, 8);
            add_8x8(u.add(y * FDEC + x), d.add(64 * k));
        }
    }

    fn add_8x8_by_8(u: *mut u8, d: *mut i16) {
        let rows = transposed(get::<8>(d)).map(inverse_8);
        add_to(u, transposed(transposed(rows).map(inverse_8)));
    }

    fn add_16x16_by_8(u: *mut u8, d: *mut i16) {
        for k in 0..4 {
            let (y, x) = place(k, 8);
            add_8x8_by_8(u.add(y * FDEC + x), d.add(64 * k));
        }
    }

    fn dc_4x4(c: *mut i16) {
        let rows = get::<4>(c).map(hadamard_4);
        put(c, transposed(rows).map(hadamard_4).map(|row| row.map(|f| (f + 1) >> 1)));
    }

    fn inverse_dc_4x4(c: *mut i16) {
        let rows = get::<4>(c).map(hadamard_4);
        put(c, transposed(rows).map(hadamard_4));
    }

    fn quantize<const N: usize>(c: *mut i16, mf: *mut u16, bias: *mut u16) -> i32 {
        quantized::<N>(c, |i| (u32::from(*mf.add(i)), u32::from(*bias.add(i))))
    }

    fn quantize_four(c: *mut i16, mf: *mut u16, bias: *mut u16) -> i32 {
        (0..4).map(|k| quantize::<16>(c.add(16 * k), mf, bias) << k).sum()
    }

    fn quantize_dc<const N: usize>(c: *mut i16, mf: i32, bias: i32) -> i32 {
        quantized::<N>(c, |_| (mf as u32, bias as u32))
    }

    fn scale_4x4(c: *mut i16, level_scale: *mut i32, qp: i32) {
        let table = level_scale.add(16 * (qp % 6) as usize);
        scaled::<16>(c, |i| *table.add(i), qp / 6 - 4);
    }

    fn scale_8x8(c: *mut i16, level_scale: *mut i32, qp: i32) {
        let table = level_scale.add(64 * (qp % 6) as usize);
        scaled::<64>(c, |i| *table.add(i), qp / 6 - 6);
    }

    fn scale_dc(c: *mut i16, level_scale: *mut i32, qp: i32) {
        let factor = *level_scale.add(16 * (qp % 6) as usize);
        scaled::<16>(c, |_| factor, qp / 6 - 6);
    }

    fn zigzag_4x4(list: *mut i16, c: *mut i16) {
        in_order(list, c, &ZIGZAG_4X4);
    }

    fn field_4x4(list: *mut i16, c: *mut i16) {
        in_order(list, c, &FIELD_4X4);
    }

    fn zigzag_8x8(list: *mut i16, c: *mut i16) {
        in_order(list, c, &ZIGZAG_8X8);
    }

    fn field_8x8(list: *mut i16, c: *mut i16) {
        in_order(list, c, &FIELD_8X8);
    }
}

#[inline(always)]
unsafe fn in_order<const LEN: usize>(list: *mut i16, c: *const i16, places: &[u8; LEN]) {
    // SAFETY: the caller vouches for the list and the block.
    let (list, c) = unsafe { (&mut *list.cast::<[i16; LEN]>(), &*c.cast::<[i16; LEN]>()) };
    for (to, &from) in list.iter_mut().zip(places) {
        *to = c[usize::from(from)];
    }
}

/// Zig-zag order of a block of `N` columns, as places in memory.
const fn zigzag<const N: usize, const LEN: usize>() -> [u8; LEN] {
    let mut places = [0; LEN];
    let (mut i, mut j, mut at) = (0, 0, 0);
    while at < LEN {
        places[at] = (j * N + i) as u8;
        at += 1;
        let up = (i + j) % 2 == 0;
        if up && j == N - 1 || !up && i < N - 1 && j == 0 {
            i += 1;
        } else if up && i == 0 || !up && i == N - 1 {
            j += 1;
        } else if up {
            i -= 1;
            j += 1;
        } else {
            i += 1;
            j -= 1;
        }
    }
    places
}

pub const ZIGZAG_4X4: [u8; 16] = zigzag::<4, 16>();
pub const ZIGZAG_8X8: [u8; 64] = zigzag::<8, 64>();
const FIELD_4X4: [u8; 16] = [0, 1, 4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
#[rustfmt::skip]
const FIELD_8X8: [u8; 64] = [
     0,  1,  2,  8,  9,  3,  4, 10, 16, 11,  5,  6,  7, 12, 17, 24,
    18, 13, 14, 15, 19, 25, 32, 26, 20, 21, 22, 23, 27, 33, 40, 34,
    28, 29, 30, 31, 35, 41, 48, 42, 36, 37, 38, 39, 43, 49, 50, 44,
    45, 46, 47, 51, 56, 57, 52, 53, 54, 55, 58, 59, 60, 61, 62, 63,
];

/// In the order of our table.
pub const SUB: [Sub; 5] = [sub_4x4, sub_8x8, sub_16x16, sub_8x8_by_8, sub_16x16_by_8];
/// In the order of our table.
pub const ADD: [Add; 5] = [add_4x4, add_8x8, add_16x16, add_8x8_by_8, add_16x16_by_8];
/// Of chrominance at 4:2:0 and 4:2:2.
pub const SUB_DC: [Sub; 2] = [sub_dc_8x8, sub_dc_8x16];
/// Of 8x8 and 16x16 samples.
pub const ADD_DC: [Add; 2] = [add_dc::<2>, add_dc::<4>];
/// Forth and back.
pub const DC: [Dc; 2] = [dc_4x4, inverse_dc_4x4];
/// Of 8x8, of 4x4 and of four 4x4 blocks.
pub const QUANTIZE: [Quantize; 3] = [quantize::<64>, quantize::<16>, quantize_four];
/// Of luminance and chrominance.
pub const QUANTIZE_DC: [QuantizeDc; 2] = [quantize_dc::<16>, quantize_dc::<4>];
/// Of 8x8 and 4x4 blocks, and of DC coefficients.
pub const SCALE: [Scale; 3] = [scale_8x8, scale_4x4, scale_dc];
/// Of 8x8 and 4x4 blocks.
pub const ZIGZAG: [Scan; 2] = [zigzag_8x8, zigzag_4x4];
/// Of 8x8 and 4x4 blocks.
pub const FIELD: [Scan; 2] = [field_8x8, field_4x4];
