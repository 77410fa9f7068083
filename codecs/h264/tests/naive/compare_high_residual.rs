//! Residuals of samples of more than 8 bits against the naive forms, of 9, 10 and 14 bits.

use unite::Block;

use super::padded::Padded;
use super::quantization::{level, scaled};
use super::rig::{Random, at_every_level, at_high_depths, largest};
use super::{residual, residual_8x8};
use unite_h264::kernels::high;
use unite_h264::kernels::level_scale::{FLAT_4X4, FLAT_8X8, level_scale_4x4, level_scale_8x8};

/// What a kernel for blocks side by side leaves of each 4x4 block.
fn each_block(x: [[i32; 8]; 8], of: impl Fn(usize, residual::Matrix) -> residual::Matrix) -> [[i32; 8]; 8] {
    let mut after = x;
    for b in 0..4 {
        let (y, h) = (b / 2 * 4, b % 2 * 4);
        let block = of(b, std::array::from_fn(|i| std::array::from_fn(|j| x[y + i][h + j])));
        (0..16).for_each(|k| after[y + k / 4][h + k % 4] = block[k / 4][k % 4]);
    }
    after
}

#[test]
fn residuals_of_many_bits_are_transformed_as_those_of_8() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(6);
            for _ in 0..8 {
                let [samples, pred]: [Padded<u16, 8, 8>; 2] =
                    std::array::from_fn(|_| Padded::random(&mut random, 0, largest()));
                let (a, b) = (samples.values(), pred.values());
                let d: [[i32; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] - b[i][j]));
                let mut c = Block::<[[[i32; 4]; 4]; 4]>::stack();
                high::forward_four(&samples.tensor(), &pred.tensor(), &mut c);
                each_block(d, |b, d| {
                    let want = residual::transform(&residual::FORWARD, &d).concat();
                    assert_eq!(c.as_slice()[16 * b..16 * b + 16], want, "block {b}, {bits} bits");
                    d
                });
                let mut c = Padded::<i32, 8, 8>::random(&mut random, -9, 9);
                let want = c.with(residual_8x8::forward(&d));
                high::forward_8x8(&samples.tensor(), &pred.tensor(), &mut c.tensor_mut());
                assert_eq!(c, want, "{bits} bits");

                let [samples, pred]: [Padded<u16, 4, 4>; 2] =
                    std::array::from_fn(|_| Padded::random(&mut random, 0, largest()));
                let (a, b) = (samples.values(), pred.values());
                let d = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] - b[i][j]));
                let mut c = Padded::<i32, 4, 4>::random(&mut random, -9, 9);
                let want = c.with(residual::transform(&residual::FORWARD, &d));
                high::forward(&samples.tensor(), &pred.tensor(), &mut c.tensor_mut());
                assert_eq!(c, want, "{bits} bits");
            }
        });
    });
}

#[test]
fn samples_of_many_bits_are_constructed_as_in_the_clauses() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(7);
            let most = 64 << bits;
            for _ in 0..8 {
                let d: [i32; 64] = std::array::from_fn(|_| random.within(-most, most) >> (random.next() % 9));
                let matrix =
                    |b: usize| std::array::from_fn(|i| std::array::from_fn(|j| d[16 * b + 4 * i + j]));
                let mut u = Padded::<u16, 8, 8>::random(&mut random, 0, largest());
                let want = u.with(each_block(u.values(), |b, u| {
                    let r = residual::inverse(&matrix(b));
                    std::array::from_fn(|i| std::array::from_fn(|j| (u[i][j] + r[i][j]).clamp(0, largest())))
                }));
                let blocks = Block::from_vec(d.to_vec(), [4, 4, 4]).unwrap();
                let blocks = blocks.fixed::<[[[i32; 4]; 4]; 4]>().unwrap();
                high::construct_four(&blocks, &mut u.tensor_mut(), bits);
                assert_eq!(u, want, "four of 4x4, {bits} bits");

                let c = Padded::<i32, 4, 4>::random(&mut random, -most, most);
                let mut u = Padded::<u16, 4, 4>::random(&mut random, 0, largest());
                let (before, r) = (u.values(), residual::inverse(&c.values()));
                let sum = |i: usize, j: usize| (before[i][j] + r[i][j]).clamp(0, largest());
                let want = u.with(std::array::from_fn(|i| std::array::from_fn(|j| sum(i, j))));
                high::construct(&c.tensor(), &mut u.tensor_mut(), bits);
                assert_eq!(u, want, "4x4, {bits} bits");

                let c = Padded::<i32, 8, 8>::random(&mut random, -most, most);
                let mut u = Padded::<u16, 8, 8>::random(&mut random, 0, largest());
                let (before, r) = (u.values(), residual_8x8::inverse(&c.values()));
                let sum = |i: usize, j: usize| (before[i][j] + r[i][j]).clamp(0, largest());
                let want = u.with(std::array::from_fn(|i| std::array::from_fn(|j| sum(i, j))));
                high::construct_8x8(&c.tensor(), &mut u.tensor_mut(), bits);
                assert_eq!(u, want, "8x8, {bits} bits");
                let mut residual = Padded::<i32, 8, 8>::random(&mut random, -9, 9);
                let want = residual.with(r);
                high::inverse_8x8(&c.tensor(), &mut residual.tensor_mut());
                assert_eq!(residual, want, "residual of 8x8, {bits} bits");
            }
        });
    });
}

#[test]
fn levels_of_many_bits_are_their_formulas() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(8);
            for _ in 0..8 {
                let most = 64 << bits;
                let mut c = Padded::<i32, 4, 4>::random(&mut random, -most, most);
                let table = |random: &mut Random| -> [[u32; 4]; 4] {
                    std::array::from_fn(|_| std::array::from_fn(|_| random.within(0, 65535) as u32))
                };
                let (mf, bias) = (table(&mut random), table(&mut random));
                let x = c.values();
                let quantized = |i: usize, j: usize| {
                    level(x[i][j], |c| ((c + i64::from(bias[i][j])) * i64::from(mf[i][j])) >> 16)
                };
                let levels: [[i32; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|j| quantized(i, j)));
                let want = c.with(levels);
                let any = high::quantize(&mut c.tensor_mut(), &Block::from(mf), &Block::from(bias));
                assert_eq!((c, any), (want, levels.iter().flatten().any(|l| *l != 0)), "{bits} bits");

                let qp = random.within(0, 51);
                let m = qp as usize % 6;
                let levels = Padded::<i32, 4, 4>::random(&mut random, -4096, 4095);
                let (x, of) = (levels.values(), level_scale_4x4(FLAT_4X4));
                let mut d = Padded::<i32, 4, 4>::random(&mut random, -9, 9);
                let want = |i: usize, j: usize| scaled(x[i][j], of[m][i][j].into(), qp, 4);
                let want = d.with(std::array::from_fn(|i| std::array::from_fn(|j| want(i, j))));
                high::scale(&levels.tensor(), &Block::from(of), qp, &mut d.tensor_mut());
                assert_eq!(d, want, "4x4, qP {qp}");
                let levels = Padded::<i32, 8, 8>::random(&mut random, -4096, 4095);
                let (x, of) = (levels.values(), level_scale_8x8(FLAT_8X8));
                let mut d = Padded::<i32, 8, 8>::random(&mut random, -9, 9);
                let want = |i: usize, j: usize| scaled(x[i][j], of[m][i][j].into(), qp, 6);
                let want = d.with(std::array::from_fn(|i| std::array::from_fn(|j| want(i, j))));
                high::scale_8x8(&levels.tensor(), &Block::from(of), qp, &mut d.tensor_mut());
                assert_eq!(d, want, "8x8, qP {qp}");
            }
        });
    });
}
