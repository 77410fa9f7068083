//! The forward cosine transform of blocks (T.81 A.3.3), in integers: the one known as "islow". Samples are shifted by half
//! their range.

use super::blocks::{Blocks, RowMut};
use super::exhibit::{Data, both, exhibit};
use super::random::Case;
use super::rectangle::{PartOf, PartOfMut, Rectangle, Rows, RowsMut};
use unite::Dyn;

/// Constants with 13 fractional bits.
const F0_298631: i32 = 2446;
const F0_390181: i32 = 3196;
const F0_541196: i32 = 4433;
const F0_765367: i32 = 6270;
const F0_899976: i32 = 7373;
const F1_175876: i32 = 9633;
const F1_501321: i32 = 12_299;
const F1_847759: i32 = 15_137;
const F1_961571: i32 = 16_069;
const F2_053120: i32 = 16_819;
const F2_562915: i32 = 20_995;
const F3_072711: i32 = 25_172;

/// A block of samples, and its coefficients.
struct One {
    samples: Rectangle<u8>,
    coefficients: Rectangle<i16>,
}

struct OneOfSlices<'a> {
    samples: Rows<'a, u8>,
    coefficients: RowsMut<'a, i16>,
}

struct OneOfTensors<'a> {
    samples: PartOf<'a, [[u8; 8]; 8]>,
    coefficients: PartOfMut<'a, [[i16; 8]; 8]>,
}

impl One {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let samples = Rectangle::new([8, 8], [0, 255], &mut numbers);
        One { samples, coefficients: Rectangle::new([8, 8], [-5, 5], &mut numbers) }
    }
}

impl Data for One {
    type Slices<'a> = OneOfSlices<'a>;
    type Tensors<'a> = OneOfTensors<'a>;

    fn slices(&mut self) -> OneOfSlices<'_> {
        OneOfSlices { samples: self.samples.rows(), coefficients: self.coefficients.rows_mut() }
    }

    fn tensors(&mut self) -> OneOfTensors<'_> {
        let samples = self.samples.part().fixed().expect("extents of the type");
        let coefficients = self.coefficients.part_mut().fixed().expect("extents of the type");
        OneOfTensors { samples, coefficients }
    }

    fn output(&self) -> Vec<i64> {
        self.coefficients.all()
    }

    fn around(&self) -> Vec<i64> {
        self.coefficients.around()
    }
}

/// A strip of samples, eight rows high, and the coefficients of its blocks.
struct Strip {
    samples: Rectangle<u8>,
    coefficients: Blocks<i16>,
}

struct StripOfSlices<'a> {
    samples: Rows<'a, u8>,
    coefficients: &'a mut [[i16; 64]],
}

struct StripOfTensors<'a> {
    samples: PartOf<'a, [Dyn<u8>; 8]>,
    coefficients: RowMut<'a, i16>,
}

impl Strip {
    fn new(case: &Case) -> Self {
        let mut numbers = case.numbers();
        let samples = Rectangle::new([8, 8 * case.extents[1]], [0, 255], &mut numbers);
        Strip { samples, coefficients: Blocks::new(case.extents[1], [-5, 5], &mut numbers) }
    }
}

impl Data for Strip {
    type Slices<'a> = StripOfSlices<'a>;
    type Tensors<'a> = StripOfTensors<'a>;

    fn slices(&mut self) -> StripOfSlices<'_> {
        StripOfSlices { samples: self.samples.rows(), coefficients: self.coefficients.blocks_mut() }
    }

    fn tensors(&mut self) -> StripOfTensors<'_> {
        let samples = self.samples.part().fixed().expect("eight rows");
        StripOfTensors { samples, coefficients: self.coefficients.row_mut() }
    }

    fn output(&self) -> Vec<i64> {
        self.coefficients.all()
    }

    fn around(&self) -> Vec<i64> {
        self.coefficients.around()
    }
}

both! {
    /// One block.
    fn fdct(samples: &Tensor<[[u8; 8]; 8]>, coefficients: &mut Tensor<[[i16; 8]; 8]>) {
        let round = |x: i32, bits: i32| (x + (1 << (bits - 1))) >> bits;
        let w = Block::<[[i16; 8]; 8]>::stack();
        for y in 0..8 {
            let x = samples[[y, ..]];
            let [e0, e1, e2, e3] = [x[[0]] + x[[7]], x[[1]] + x[[6]], x[[2]] + x[[5]], x[[3]] + x[[4]]];
            let [o0, o1, o2, o3] = [x[[3]] - x[[4]], x[[2]] - x[[5]], x[[1]] - x[[6]], x[[0]] - x[[7]]];
            let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
            let z0 = (d0 + d1) * F0_541196;
            w[[y, 0]] = round((s0 + s1 - 8 * 128) << 13, 13 - 2);
            w[[y, 4]] = round((s0 - s1) << 13, 13 - 2);
            w[[y, 2]] = round(z0 + d0 * F0_765367, 13 - 2);
            w[[y, 6]] = round(z0 - d1 * F1_847759, 13 - 2);
            let z1 = (o0 + o3) * -F0_899976;
            let z2 = (o1 + o2) * -F2_562915;
            let z5 = (o0 + o1 + o2 + o3) * F1_175876;
            let z3 = (o0 + o2) * -F1_961571 + z5;
            let z4 = (o1 + o3) * -F0_390181 + z5;
            w[[y, 7]] = round(o0 * F0_298631 + z1 + z3, 13 - 2);
            w[[y, 5]] = round(o1 * F2_053120 + z2 + z4, 13 - 2);
            w[[y, 3]] = round(o2 * F3_072711 + z2 + z3, 13 - 2);
            w[[y, 1]] = round(o3 * F1_501321 + z1 + z4, 13 - 2);
        }
        for u in 0..8 {
            let x = w[[.., u]];
            let [e0, e1, e2, e3] = [x[[0]] + x[[7]], x[[1]] + x[[6]], x[[2]] + x[[5]], x[[3]] + x[[4]]];
            let [o0, o1, o2, o3] = [x[[3]] - x[[4]], x[[2]] - x[[5]], x[[1]] - x[[6]], x[[0]] - x[[7]]];
            let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
            let z0 = (d0 + d1) * F0_541196;
            coefficients[[0, u]] = round((s0 + s1) << 13, 13 + 2);
            coefficients[[4, u]] = round((s0 - s1) << 13, 13 + 2);
            coefficients[[2, u]] = round(z0 + d0 * F0_765367, 13 + 2);
            coefficients[[6, u]] = round(z0 - d1 * F1_847759, 13 + 2);
            let z1 = (o0 + o3) * -F0_899976;
            let z2 = (o1 + o2) * -F2_562915;
            let z5 = (o0 + o1 + o2 + o3) * F1_175876;
            let z3 = (o0 + o2) * -F1_961571 + z5;
            let z4 = (o1 + o3) * -F0_390181 + z5;
            coefficients[[7, u]] = round(o0 * F0_298631 + z1 + z3, 13 + 2);
            coefficients[[5, u]] = round(o1 * F2_053120 + z2 + z4, 13 + 2);
            coefficients[[3, u]] = round(o2 * F3_072711 + z2 + z3, 13 + 2);
            coefficients[[1, u]] = round(o3 * F1_501321 + z1 + z4, 13 + 2);
        }
    }

    /// All blocks of a strip.
    fn fdct_of_each(samples: &Tensor<[[u8]; 8]>, coefficients: &mut Tensor<[[[i16; 8]; 8]]>) {
        let round = |x: i32, bits: i32| (x + (1 << (bits - 1))) >> bits;
        for n in 0..coefficients.extent(0) {
            let w = Block::<[[i16; 8]; 8]>::stack();
            for y in 0..8 {
                let x = samples[[y, 8 * n..8 * n + 8]];
                let [e0, e1, e2, e3] = [x[[0]] + x[[7]], x[[1]] + x[[6]], x[[2]] + x[[5]], x[[3]] + x[[4]]];
                let [o0, o1, o2, o3] = [x[[3]] - x[[4]], x[[2]] - x[[5]], x[[1]] - x[[6]], x[[0]] - x[[7]]];
                let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
                let z0 = (d0 + d1) * F0_541196;
                w[[y, 0]] = round((s0 + s1 - 8 * 128) << 13, 13 - 2);
                w[[y, 4]] = round((s0 - s1) << 13, 13 - 2);
                w[[y, 2]] = round(z0 + d0 * F0_765367, 13 - 2);
                w[[y, 6]] = round(z0 - d1 * F1_847759, 13 - 2);
                let z1 = (o0 + o3) * -F0_899976;
                let z2 = (o1 + o2) * -F2_562915;
                let z5 = (o0 + o1 + o2 + o3) * F1_175876;
                let z3 = (o0 + o2) * -F1_961571 + z5;
                let z4 = (o1 + o3) * -F0_390181 + z5;
                w[[y, 7]] = round(o0 * F0_298631 + z1 + z3, 13 - 2);
                w[[y, 5]] = round(o1 * F2_053120 + z2 + z4, 13 - 2);
                w[[y, 3]] = round(o2 * F3_072711 + z2 + z3, 13 - 2);
                w[[y, 1]] = round(o3 * F1_501321 + z1 + z4, 13 - 2);
            }
            for u in 0..8 {
                let x = w[[.., u]];
                let [e0, e1, e2, e3] = [x[[0]] + x[[7]], x[[1]] + x[[6]], x[[2]] + x[[5]], x[[3]] + x[[4]]];
                let [o0, o1, o2, o3] = [x[[3]] - x[[4]], x[[2]] - x[[5]], x[[1]] - x[[6]], x[[0]] - x[[7]]];
                let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
                let z0 = (d0 + d1) * F0_541196;
                coefficients[[n, 0, u]] = round((s0 + s1) << 13, 13 + 2);
                coefficients[[n, 4, u]] = round((s0 - s1) << 13, 13 + 2);
                coefficients[[n, 2, u]] = round(z0 + d0 * F0_765367, 13 + 2);
                coefficients[[n, 6, u]] = round(z0 - d1 * F1_847759, 13 + 2);
                let z1 = (o0 + o3) * -F0_899976;
                let z2 = (o1 + o2) * -F2_562915;
                let z5 = (o0 + o1 + o2 + o3) * F1_175876;
                let z3 = (o0 + o2) * -F1_961571 + z5;
                let z4 = (o1 + o3) * -F0_390181 + z5;
                coefficients[[n, 7, u]] = round(o0 * F0_298631 + z1 + z3, 13 + 2);
                coefficients[[n, 5, u]] = round(o1 * F2_053120 + z2 + z4, 13 + 2);
                coefficients[[n, 3, u]] = round(o2 * F3_072711 + z2 + z3, 13 + 2);
                coefficients[[n, 1, u]] = round(o3 * F1_501321 + z1 + z4, 13 + 2);
            }
        }
    }
}

mod plain {
    use super::*;

    fn transform(x: [i32; 8], bits: i32) -> [i32; 8] {
        let round = |x: i32| (x + (1 << (bits - 1))) >> bits;
        let [e0, e1, e2, e3] = [x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4]];
        let [o0, o1, o2, o3] = [x[3] - x[4], x[2] - x[5], x[1] - x[6], x[0] - x[7]];
        let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
        let z0 = (d0 + d1) * F0_541196;
        let z1 = (o0 + o3) * -F0_899976;
        let z2 = (o1 + o2) * -F2_562915;
        let z5 = (o0 + o1 + o2 + o3) * F1_175876;
        let z3 = (o0 + o2) * -F1_961571 + z5;
        let z4 = (o1 + o3) * -F0_390181 + z5;
        [
            round((s0 + s1) << 13),
            round(o3 * F1_501321 + z1 + z4),
            round(z0 + d0 * F0_765367),
            round(o2 * F3_072711 + z2 + z3),
            round((s0 - s1) << 13),
            round(o1 * F2_053120 + z2 + z4),
            round(z0 - d1 * F1_847759),
            round(o0 * F0_298631 + z1 + z3),
        ]
    }

    /// The coefficients of a block whose samples begin in column `left`.
    #[inline(always)]
    fn coefficients_of(samples: &Rows<'_, u8>, left: isize) -> [i16; 64] {
        let mut block = [0; 64];
        for (y, row) in block.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let samples = samples.array::<8>(y as isize, left);
            *row = transform(samples.map(|sample| i32::from(sample) - 128), 13 - 2);
        }
        for u in 0..8 {
            let column = transform(std::array::from_fn(|v| block[8 * v + u]), 13 + 2);
            for v in 0..8 {
                block[8 * v + u] = column[v];
            }
        }
        block.map(|c| c as i16)
    }

    #[inline(always)]
    pub fn fdct(OneOfSlices { samples, coefficients }: &mut OneOfSlices<'_>) {
        let block = coefficients_of(samples, 0);
        for (v, row) in block.as_chunks::<8>().0.iter().enumerate() {
            coefficients.row(v, 0, 8).copy_from_slice(row);
        }
    }

    #[inline(always)]
    pub fn fdct_of_each(StripOfSlices { samples, coefficients }: &mut StripOfSlices<'_>) {
        for (n, block) in coefficients.iter_mut().enumerate() {
            *block = coefficients_of(samples, 8 * n as isize);
        }
    }
}

/// Vectors are rows or columns: of one block, of two, one in each half, or, where vectors are that wide, of four.
mod by_hand {
    use super::super::instructions::{self, *};
    use super::super::wide;
    use super::*;
    use fearless_simd::{i16x8, i16x16, i16x32, i32x4, i32x8, i32x16, i64x2, prelude::*, u8x32};

    /// Numbers that take turns.
    const fn turns(first: i32, second: i32) -> [i16; 8] {
        let (a, b) = (first as i16, second as i16);
        [a, b, a, b, a, b, a, b]
    }

    /// The eight numbers as rows of a transposed block, by steps that make neighbours of `zip`ped numbers.
    macro_rules! transposed {
        ($x:expr, $low:expr, $high:expr, $low_2:expr, $high_2:expr, $low_4:expr, $high_4:expr) => {{
            let [a, b, c, d, e, f, g, h] = $x;
            let (ab, ab_2, cd, cd_2) = ($low(a, b), $high(a, b), $low(c, d), $high(c, d));
            let (ef, ef_2, gh, gh_2) = ($low(e, f), $high(e, f), $low(g, h), $high(g, h));
            let (a, b, c, d) = ($low_2(ab, cd), $high_2(ab, cd), $low_2(ab_2, cd_2), $high_2(ab_2, cd_2));
            let (e, f, g, h) = ($low_2(ef, gh), $high_2(ef, gh), $low_2(ef_2, gh_2), $high_2(ef_2, gh_2));
            [
                $low_4(a, e),
                $high_4(a, e),
                $low_4(b, f),
                $high_4(b, f),
                $low_4(c, g),
                $high_4(c, g),
                $low_4(d, h),
                $high_4(d, h),
            ]
        }};
    }

    /// The transform of eight numbers, in each lane. Of the first pass, `OFFSET` is what the sum of all is too large by.
    macro_rules! pass {
        ($name:ident, $vector:ident, $wide:ident, $low:expr, $high:expr, $dot:ident, $narrow:expr, $turns:expr) => {
            #[inline(always)]
            fn $name<S: Simd, const BITS: u32, const OFFSET: i16>(
                token: S,
                x: [$vector<S>; 8],
            ) -> [$vector<S>; 8] {
                let (e0, e1, e2, e3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4]);
                let (o0, o1, o2, o3) = (x[3] - x[4], x[2] - x[5], x[1] - x[6], x[0] - x[7]);
                let (s0, s1, d0, d1) = (e0 + e3, e1 + e2, e0 - e3, e1 - e2);
                // Constants of 13 bits, of which the sums need none.
                let (y0, y4) = if BITS < 13 {
                    ((s0 + s1 - OFFSET) << (13 - BITS), (s0 - s1) << (13 - BITS))
                } else {
                    let half = 1 << (BITS - 14);
                    ((s0 + s1 + half) >> (BITS - 13), (s0 - s1 + half) >> (BITS - 13))
                };
                // Both halves of the sums of two products.
                let dot = |pairs: [$vector<S>; 2], factors: [i16; 8]| {
                    let factors = $turns(token, factors);
                    (token.$dot(pairs[0], factors), token.$dot(pairs[1], factors))
                };
                let zip = |a: $vector<S>, b: $vector<S>| [$low(token, a, b), $high(token, a, b)];
                let round = |(a, b): ($wide<S>, $wide<S>)| {
                    let half = 1 << (BITS - 1);
                    $narrow(token, (a + half) >> BITS, (b + half) >> BITS)
                };
                let plus = |(a, b): ($wide<S>, $wide<S>), (c, d): ($wide<S>, $wide<S>)| (a + c, b + d);
                let d = zip(d0, d1);
                let y2 = round(dot(d, const { turns(F0_541196 + F0_765367, F0_541196) }));
                let y6 = round(dot(d, const { turns(F0_541196, F0_541196 - F1_847759) }));
                let z = zip(o0 + o2, o1 + o3);
                let z3 = dot(z, const { turns(F1_175876 - F1_961571, F1_175876) });
                let z4 = dot(z, const { turns(F1_175876, F1_175876 - F0_390181) });
                let (outer, inner) = (zip(o0, o3), zip(o1, o2));
                let y7 = dot(outer, const { turns(F0_298631 - F0_899976, -F0_899976) });
                let y1 = dot(outer, const { turns(-F0_899976, F1_501321 - F0_899976) });
                let y5 = dot(inner, const { turns(F2_053120 - F2_562915, -F2_562915) });
                let y3 = dot(inner, const { turns(-F2_562915, F3_072711 - F2_562915) });
                let (y7, y5) = (round(plus(y7, z3)), round(plus(y5, z4)));
                let (y3, y1) = (round(plus(y3, z3)), round(plus(y1, z4)));
                [y0, y1, y2, y3, y4, y5, y6, y7]
            }
        };
    }

    pass!(
        pass_of_one,
        i16x8,
        i32x4,
        |_, a: i16x8<S>, b: i16x8<S>| a.zip_low(b),
        |_, a: i16x8<S>, b: i16x8<S>| a.zip_high(b),
        pairwise_dot_product_i16x8,
        |token: S, a, b| token.saturating_narrow_i32x4(a, b),
        |token: S, factors| i16x8::simd_from(token, factors)
    );
    pass!(
        pass_of_two,
        i16x16,
        i32x8,
        zip_low,
        zip_high,
        pairwise_dot_product_i16x16,
        narrow_halves,
        |token: S, factors| i16x16::block_splat(i16x8::simd_from(token, factors))
    );

    pass!(
        pass_of_four,
        i16x32,
        i32x16,
        wide::zip_low,
        wide::zip_high,
        pairwise_dot_product_i16x32,
        wide::narrow_halves,
        |token: S, factors| i16x32::block_splat(i16x8::simd_from(token, factors))
    );

    #[inline(always)]
    fn transposed_one<S: Simd>(x: [i16x8<S>; 8]) -> [i16x8<S>; 8] {
        let low = |a: i16x8<S>, b: i16x8<S>| a.zip_low(b);
        let high = |a: i16x8<S>, b: i16x8<S>| a.zip_high(b);
        let low_2 =
            |a: i16x8<S>, b: i16x8<S>| a.bitcast::<i32x4<S>>().zip_low(b.bitcast::<i32x4<S>>()).bitcast();
        let high_2 =
            |a: i16x8<S>, b: i16x8<S>| a.bitcast::<i32x4<S>>().zip_high(b.bitcast::<i32x4<S>>()).bitcast();
        let low_4 =
            |a: i16x8<S>, b: i16x8<S>| a.bitcast::<i64x2<S>>().zip_low(b.bitcast::<i64x2<S>>()).bitcast();
        let high_4 =
            |a: i16x8<S>, b: i16x8<S>| a.bitcast::<i64x2<S>>().zip_high(b.bitcast::<i64x2<S>>()).bitcast();
        transposed!(x, low, high, low_2, high_2, low_4, high_4)
    }

    /// The same in each block of eight numbers.
    macro_rules! transposed_blocks {
        ($name:ident, $vector:ident, $zips:ident) => {
            #[inline(always)]
            fn $name<S: Simd>(token: S, x: [$vector<S>; 8]) -> [$vector<S>; 8] {
                let low = |a, b| $zips::zip_low(token, a, b);
                let high = |a, b| $zips::zip_high(token, a, b);
                let low_2 = |a, b| $zips::zip_low_pairs(token, a, b);
                let high_2 = |a, b| $zips::zip_high_pairs(token, a, b);
                let low_4 = |a, b| $zips::zip_low_fours(token, a, b);
                let high_4 = |a, b| $zips::zip_high_fours(token, a, b);
                transposed!(x, low, high, low_2, high_2, low_4, high_4)
            }
        };
    }
    transposed_blocks!(transposed_two, i16x16, instructions);
    transposed_blocks!(transposed_four, i16x32, wide);

    /// The rows of the coefficients of a block, given its rows.
    #[inline(always)]
    fn one<S: Simd>(token: S, rows: [i16x8<S>; 8]) -> [i16x8<S>; 8] {
        let columns = pass_of_one::<S, 11, 1024>(token, transposed_one(rows));
        pass_of_one::<S, 15, 0>(token, transposed_one(columns))
    }

    /// The rows of a block that begins in column `left`.
    #[inline(always)]
    fn rows_of_one<S: Simd>(token: S, samples: &Rows<'_, u8>, left: usize) -> [i16x8<S>; 8] {
        let window = samples.window::<8, 8>(0, left as isize);
        let row = |y| numbers_of_8(token, window.row(y));
        [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]
    }

    #[inline(always)]
    pub fn fdct<S: Simd>(token: S, OneOfSlices { samples, coefficients }: &mut OneOfSlices<'_>) {
        let mut out = coefficients.window::<8, 8>(0, 0);
        for (v, row) in one(token, rows_of_one(token, samples, 0)).into_iter().enumerate() {
            row.store_array(out.row(v));
        }
    }

    /// Two blocks, the first of which begins in column `left`.
    #[inline(always)]
    fn two<S: Simd>(token: S, samples: &Rows<'_, u8>, left: usize, [first, second]: &mut [[i16; 64]; 2]) {
        let window = samples.window::<8, 16>(0, left as isize);
        let row = |y| numbers(token, load(token, window.row(y)));
        let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
        let columns = pass_of_two::<S, 11, 1024>(token, transposed_two(token, rows));
        let rows = pass_of_two::<S, 15, 0>(token, transposed_two(token, columns));
        for (v, row) in rows.into_iter().enumerate() {
            let (a, b) = token.split_i16x16(row);
            a.store_slice(&mut first[8 * v..8 * v + 8]);
            b.store_slice(&mut second[8 * v..8 * v + 8]);
        }
    }

    /// Four blocks, the first of which begins in column `left`.
    #[inline(always)]
    fn four<S: Simd>(token: S, samples: &Rows<'_, u8>, left: usize, blocks: &mut [[i16; 64]; 4]) {
        let window = samples.window::<8, 32>(0, left as isize);
        let row = |y| -> i16x32<S> {
            let (low, high) = token.widen_u8x32(u8x32::load_array_ref(token, window.row(y)));
            token.combine_u16x16(low, high).bitcast()
        };
        let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
        let columns = pass_of_four::<S, 11, 1024>(token, transposed_four(token, rows));
        let rows = pass_of_four::<S, 15, 0>(token, transposed_four(token, columns));
        let [a, b, c, d] = blocks;
        for (v, row) in rows.into_iter().enumerate() {
            let (low, high) = token.split_i16x32(row);
            let ((first, second), (third, fourth)) = (token.split_i16x16(low), token.split_i16x16(high));
            first.store_slice(&mut a[8 * v..8 * v + 8]);
            second.store_slice(&mut b[8 * v..8 * v + 8]);
            third.store_slice(&mut c[8 * v..8 * v + 8]);
            fourth.store_slice(&mut d[8 * v..8 * v + 8]);
        }
    }

    #[inline(always)]
    pub fn fdct_of_each<S: Simd>(token: S, StripOfSlices { samples, coefficients }: &mut StripOfSlices<'_>) {
        let mut left = 0;
        let mut rest = &mut coefficients[..];
        if token.level().as_avx512().is_some() {
            let (fours, others) = rest.as_chunks_mut::<4>();
            for blocks in fours {
                four(token, samples, left, blocks);
                left += 32;
            }
            rest = others;
        }
        let (pairs, last) = rest.as_chunks_mut::<2>();
        for blocks in pairs {
            two(token, samples, left, blocks);
            left += 16;
        }
        if let [last] = last {
            for (v, row) in one(token, rows_of_one(token, samples, left)).into_iter().enumerate() {
                row.store_slice(&mut last[8 * v..8 * v + 8]);
            }
        }
    }
}

exhibit!("fdct_block", fdct, One, One::new, |t| (&t.samples, &mut t.coefficients));
exhibit!("fdct_blocks", fdct_of_each, Strip, Strip::new, |t| (&t.samples, &mut t.coefficients));
