//! Quantisation and scaling against the naive forms, at every quantiser, with flat weights and with a matrix.

use super::padded::Padded;
use super::quantization::{self as naive, scaled};
use super::rig::{Random, at_every_level};
use unite::Block;
use unite_h264::kernels::level_scale::{
    FLAT_4X4, FLAT_8X8, bias, level_scale_4x4, level_scale_8x8, multiplier_4x4, multiplier_8x8,
};
use unite_h264::kernels::{
    chroma_dc, forward_luma_dc, luma_dc, quantize, quantize_dc, quantize_with_offset, scale, scale_8x8,
    scale_ac, scale_chroma_dc, scale_luma_dc,
};

/// Weights of a scaling list, none below 7.
fn weights<const N: usize>(random: &mut Random) -> [[u8; N]; N] {
    std::array::from_fn(|_| std::array::from_fn(|_| random.within(7, 255) as u8))
}

fn quantize_as_written<const H: usize, const W: usize>(
    random: &mut Random,
    mf: [[u16; W]; H],
    dead_zone: u32,
    qp: u32,
) {
    let biases = mf.map(|row| row.map(|mf| bias(mf, dead_zone)));
    let [mut c, mut by_dc, mut by_offset] =
        [(); 3].map(|()| Padded::<i16, H, W>::random(random, -32767, 32767));
    let values = c.values();
    let level = |i: usize, j: usize| {
        naive::level(values[i][j], |c| ((c + i64::from(biases[i][j])) * i64::from(mf[i][j])) >> 16)
    };
    let want = std::array::from_fn(|i| std::array::from_fn(|j| level(i, j)));
    let expected = c.with(want);
    let nonzero = quantize(&mut c.tensor_mut(), &Block::from(mf), &Block::from(biases));
    assert_eq!(c, expected);
    assert_eq!(nonzero, want != [[0; W]; H]);

    let (first, its_bias) = (mf[0][0], biases[0][0]);
    let want =
        by_dc.with(by_dc.values().map(|row| {
            row.map(|c| naive::level(c, |c| ((c + i64::from(its_bias)) * i64::from(first)) >> 16))
        }));
    quantize_dc(&mut by_dc.tensor_mut(), first, its_bias);
    assert_eq!(by_dc, want);

    let q_bits = 15 + qp as i32 / 6;
    let offset = (1 << q_bits) / 3;
    let c = by_offset.values();
    let level = |i: usize, j: usize| {
        naive::level(c[i][j], |c| (c * i64::from(mf[i][j].min(20_000)) + offset) >> q_bits)
    };
    let want = by_offset.with(std::array::from_fn(|i| std::array::from_fn(|j| level(i, j))));
    let mf = mf.map(|row| row.map(|mf| mf.min(20_000)));
    quantize_with_offset(&mut by_offset.tensor_mut(), &Block::from(mf), offset as i32, q_bits);
    assert_eq!(by_offset, want);
}

#[test]
fn quantisation_is_its_formula() {
    at_every_level(|_| {
        let mut random = Random(1);
        for qp in 0..52 {
            for dead_zone in [0, 11, 21, 32, 64] {
                let weights_4x4 = [FLAT_4X4, weights(&mut random)];
                let weights_8x8 = [FLAT_8X8, weights(&mut random)];
                for (four, eight) in weights_4x4.into_iter().zip(weights_8x8) {
                    let mf = multiplier_4x4(four, qp);
                    quantize_as_written(&mut random, mf, dead_zone, qp);
                    quantize_as_written(&mut random, [[mf[0][0]; 2]; 2], dead_zone, qp);
                    quantize_as_written(&mut random, multiplier_8x8(eight, qp), dead_zone, qp);
                }
            }
        }
        let zero = &mut Block::<[[i16; 4]; 4]>::stack();
        assert!(!quantize(zero, &Block::from([[9u16; 4]; 4]), &Block::from([[9u16; 4]; 4])));
    });
}

#[test]
fn multipliers_are_those_of_encoders() {
    let four = [
        [13107, 5243, 8066],
        [11916, 4660, 7490],
        [10082, 4194, 6554],
        [9362, 3647, 5825],
        [8192, 3355, 5243],
        [7282, 2893, 4559],
    ];
    let eight = [
        [13107, 11428, 20972, 12222, 16777, 15481],
        [11916, 10826, 19174, 11058, 14980, 14290],
        [10082, 8943, 15978, 9675, 12710, 11985],
        [9362, 8228, 14913, 8931, 11984, 11259],
        [8192, 7346, 13159, 7740, 10486, 9777],
        [7282, 6428, 11570, 6830, 9118, 8640],
    ];
    for (qp, (four, eight)) in (0..6).zip(four.into_iter().zip(eight)) {
        let mf = multiplier_4x4(FLAT_4X4, qp + 6);
        assert_eq!([mf[0][0], mf[1][1], mf[0][1]], four);
        let mf = multiplier_8x8(FLAT_8X8, qp);
        assert_eq!([mf[0][0], mf[1][1], mf[2][2], mf[0][1], mf[0][2], mf[1][2]], eight);
    }
}

/// Levels whose scaled values fit into 16 bits, as the standard demands of a bitstream.
fn levels<const H: usize, const W: usize>(random: &mut Random, largest: i32) -> Padded<i16, H, W> {
    let most = (32_767 / (largest + 1)).min(2000);
    Padded::random(random, -most, most)
}

#[test]
fn levels_beyond_those_of_a_bitstream_leave_what_16_bits_hold() {
    at_every_level(|level| {
        let mut random = Random(3);
        for qp in 0..52 {
            for round in 0..8 {
                let weights = [[[16u8; 4]; 4], [[255; 4]; 4]][round % 2];
                let table = Block::from(level_scale_4x4(weights));
                let of = |i, j| naive::level_scale_4x4(&weights, qp as usize % 6, i, j);
                let c = Padded::<i16, 4, 4>::random(&mut random, -0x8000, 0x7FFF);
                let x = c.values();
                let mut d = Padded::<i16, 4, 4>::random(&mut random, -9, 9);
                let mut want: [[i32; 4]; 4] = std::array::from_fn(|i| {
                    std::array::from_fn(|j| scaled(x[i][j], of(i, j), qp, 4) as i16 as i32)
                });
                let expected = d.with(want);
                scale(&c.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "QP {qp}, {level:?}");
                want[0][0] = x[0][0];
                let expected = d.with(want);
                scale_ac(&c.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "AC, QP {qp}, {level:?}");
            }
        }
    });
}

#[test]
fn scaling_is_that_of_the_clauses() {
    at_every_level(|level| {
        let mut random = Random(2);
        for qp in 0..52 {
            for round in 0..6 {
                let m = qp as usize % 6;
                let message = format!("QP {qp}, {level:?}");
                let four = if round % 2 == 0 { FLAT_4X4 } else { weights(&mut random) };
                let table = Block::from(level_scale_4x4(four));
                let of = |i: usize, j: usize| naive::level_scale_4x4(&four, m, i, j);
                let largest = scaled(1, (0..16).map(|k| of(k / 4, k % 4)).max().unwrap(), qp, 4);

                let c = levels::<4, 4>(&mut random, largest);
                let x = c.values();
                let mut want: [[i32; 4]; 4] =
                    std::array::from_fn(|i| std::array::from_fn(|j| scaled(x[i][j], of(i, j), qp, 4)));
                let mut d = Padded::<i16, 4, 4>::random(&mut random, -9, 9);
                let expected = d.with(want);
                scale(&c.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "{message}");
                want[0][0] = x[0][0];
                let expected = d.with(want);
                scale_ac(&c.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "AC, {message}");

                let f = levels::<4, 4>(&mut random, largest);
                let expected = d.with(f.values().map(|row| row.map(|f| scaled(f, of(0, 0), qp, 6))));
                scale_luma_dc(&f.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "DC, {message}");

                let f = levels::<2, 2>(&mut random, largest);
                let mut d = Padded::<i16, 2, 2>::random(&mut random, -9, 9);
                let expected = d.with(f.values().map(|row| row.map(|f| ((f * of(0, 0)) << (qp / 6)) >> 5)));
                scale_chroma_dc(&f.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "DC of chrominance, {message}");

                let eight = if round % 2 == 0 { FLAT_8X8 } else { weights(&mut random) };
                let table = Block::from(level_scale_8x8(eight));
                let of = |i: usize, j: usize| naive::level_scale_8x8(&eight, m, i, j);
                let largest = scaled(1, (0..64).map(|k| of(k / 8, k % 8)).max().unwrap(), qp, 6);
                let c = levels::<8, 8>(&mut random, largest);
                let x = c.values();
                let mut d = Padded::<i16, 8, 8>::random(&mut random, -9, 9);
                let expected = d
                    .with(std::array::from_fn(|i| std::array::from_fn(|j| scaled(x[i][j], of(i, j), qp, 6))));
                scale_8x8(&c.tensor(), &table, qp, &mut d.tensor_mut());
                assert_eq!(d, expected, "8x8, {message}");
            }
        }
    });
}

#[test]
fn the_forward_transform_of_dc_is_half_of_the_product() {
    at_every_level(|level| {
        let mut random = Random(3);
        for _ in 0..100 {
            let mut c = Padded::<i16, 4, 4>::random(&mut random, -4080, 4080);
            let mut f = Block::from(c.values());
            luma_dc(&mut f);
            let f = f.into_memory();
            let want = c.with(f.map(|row| row.map(|f| (f + 1) >> 1)));
            forward_luma_dc(&mut c.tensor_mut());
            assert_eq!(c, want, "{level:?}");
        }
    });
}

/// Through quantisation and scaling at QP 4: what comes back differs by little more than half a step, as the bias is in
/// whole coefficients.
#[test]
fn scaling_undoes_quantisation() {
    let mut random = Random(4);
    let (mf, table) = (multiplier_4x4(FLAT_4X4, 4), Block::from(level_scale_4x4(FLAT_4X4)));
    let rounding = Block::from(mf.map(|row| row.map(|mf| bias(mf, 32))));
    for _ in 0..200 {
        let c = Padded::<i16, 4, 4>::random(&mut random, -4000, 4000);
        let (before, mut levels) = (c.values(), c);
        quantize(&mut levels.tensor_mut(), &Block::from(mf), &rounding);
        let mut d = Padded::<i16, 4, 4>::random(&mut random, 0, 0);
        scale(&levels.tensor(), &table, 4, &mut d.tensor_mut());
        for (i, row) in d.values().iter().enumerate() {
            for (j, d) in row.iter().enumerate() {
                // The inverse transform expects 64 times the residual, and the forward one gives n(i) * n(j) times it.
                let n = |k: usize| if k.is_multiple_of(2) { 4.0 } else { 5.0 };
                let expected = f64::from(before[i][j]) * 64.0 / (n(i) * n(j));
                let step = f64::from(naive::level_scale_4x4(&FLAT_4X4, 4, i, j)) / 16.0;
                assert!((f64::from(*d) - expected).abs() <= 0.7 * step, "{d} for {expected}");
            }
        }
    }
    let mut dc = Block::from([[1, 2], [3, 4]]);
    chroma_dc(&mut dc);
    chroma_dc(&mut dc);
    assert_eq!(dc.as_slice(), [4, 8, 12, 16]);
}
