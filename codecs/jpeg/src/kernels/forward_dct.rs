//! The forward cosine transform of a block (T.81 A.3.3), in integers.
//!
//! The two-dimensional transform is one 1-D pass over the rows and then, on the permuted block, over the columns. The
//! pass is the 8-point transform of Loeffler, Ligtenberg and Moschytz with 12 multiplications, whose outputs come out
//! larger than the orthonormal ones by the square root of 8; constants have 13 fractional bits, and every output is
//! rounded once. Decoders do not depend on the arithmetic, but the bytes of a file do: this is the one known as "islow".

use unite::kernel;

/// Fractional bits of the constants.
const CONSTANT_BITS: i32 = 13;
/// Fractional bits that the first pass leaves in its outputs, for the second.
const PASS1_BITS: i32 = 2;

/// `millionths` with [`CONSTANT_BITS`] fractional bits, rounded.
const fn fixed(millionths: i64) -> i32 {
    (((millionths << CONSTANT_BITS) * 2 + 1_000_000) / 2_000_000) as i32
}

const F0_298631: i32 = fixed(298_631);
const F0_390181: i32 = fixed(390_181);
const F0_541196: i32 = fixed(541_196);
const F0_765367: i32 = fixed(765_367);
const F0_899976: i32 = fixed(899_976);
const F1_175876: i32 = fixed(1_175_876);
const F1_501321: i32 = fixed(1_501_321);
const F1_847759: i32 = fixed(1_847_759);
const F1_961571: i32 = fixed(1_961_571);
const F2_053120: i32 = fixed(2_053_120);
const F2_562915: i32 = fixed(2_562_915);
const F3_072711: i32 = fixed(3_072_711);

/// Replaces the samples of sixteen blocks side by side by their coefficients, 8 times larger than T.81 A.3.3 has them.
///
/// Coefficient `(v, u)` of block `b` is `coefficients[[v, u, b]]`: the same numbers of all blocks lie side by side, so
/// that a transform of rows is one of columns. The level shift (A.3.1) is part of it.
#[kernel]
pub fn fdct(samples: &Tensor<[[u8; 128]; 8]>, coefficients: &mut Tensor<[[[i16; 16]; 8]; 8]>) {
    // The 8-point transform, times the square root of 8. All outputs but 0 and 4 have, and lose, fractional bits.
    let transform = |x: [i32; 8], bits: i32| {
        let round = |x: i32| (x + (1 << (bits - 1))) >> bits;
        let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
        // Sums and differences of samples that mirror each other.
        let [e0, e1, e2, e3] = [x0 + x7, x1 + x6, x2 + x5, x3 + x4];
        let [o0, o1, o2, o3] = [x3 - x4, x2 - x5, x1 - x6, x0 - x7];

        // The even outputs are a 4-point transform: sums, and a rotation by 3 pi / 8.
        let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
        let z0 = (d0 + d1) * F0_541196;
        let [y2, y6] = [z0 + d0 * F0_765367, z0 - d1 * F1_847759];

        // The odd outputs: three rotations, sharing their sums.
        let z1 = (o0 + o3) * -F0_899976;
        let z2 = (o1 + o2) * -F2_562915;
        let z5 = (o0 + o1 + o2 + o3) * F1_175876;
        let z3 = (o0 + o2) * -F1_961571 + z5;
        let z4 = (o1 + o3) * -F0_390181 + z5;
        let [y7, y5] = [o0 * F0_298631 + z1 + z3, o1 * F2_053120 + z2 + z4];
        let [y3, y1] = [o2 * F3_072711 + z2 + z3, o3 * F1_501321 + z1 + z4];
        [s0 + s1, round(y1), round(y2), round(y3), s0 - s1, round(y5), round(y6), round(y7)]
    };
    let round = |x: i32| (x + (1 << (PASS1_BITS - 1))) >> PASS1_BITS;
    for b in 0..16 {
        let rows = Block::<[[i16; 8]; 8]>::stack();
        for y in 0..8 {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = samples[[y, 8 * b..8 * b + 8]];
            let x = [x0, x1, x2, x3, x4, x5, x6, x7];
            let [y0, y1, y2, y3, y4, y5, y6, y7] = transform(x, CONSTANT_BITS - PASS1_BITS);
            rows[[y, ..]] = [(y0 - 8 * 128) << PASS1_BITS, y1, y2, y3, y4 << PASS1_BITS, y5, y6, y7];
        }
        for u in 0..8 {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = rows[[.., u]];
            let x = [x0, x1, x2, x3, x4, x5, x6, x7];
            let [y0, y1, y2, y3, y4, y5, y6, y7] = transform(x, CONSTANT_BITS + PASS1_BITS);
            coefficients[[.., u, b]] = [round(y0), y1, y2, y3, round(y4), y5, y6, y7];
        }
    }
}
