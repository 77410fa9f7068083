//! The kernels that call several others against the naive forms of what they call, one after the other.

use unite::{Block, Dyn, Place};

use super::intra::{Neighbours, intra_4x4, intra_16x16, intra_chroma};
use super::padded::Padded;
use super::quantization::{level, level_scale_4x4 as scale_4x4, level_scale_8x8 as scale_8x8, scaled};
use super::residual::{FORWARD, inverse, transform};
use super::rig::{Random, at_every_level};
use super::{cost, residual_8x8};
use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::level_scale::{
    FLAT_4X4, FLAT_8X8, bias, level_scale_4x4, level_scale_8x8, multiplier_4x4, multiplier_8x8,
};
use unite_h264::kernels::{
    choose_4x4, choose_4x4_by_sad, choose_16x16, choose_chroma, code_4x4, code_8x8, code_four,
};

const HEIGHT: usize = 40;
const WIDTH: usize = 48;

type Picture<'a> = Block<Dyn<Dyn<u8>>, &'a [u8]>;
type Naive = fn(u8, Neighbours, i32, i32) -> i32;
type Cost = fn(&cost::Differences) -> i32;

/// The sum of absolute transformed differences.
const SATD: Cost = |d| cost::hadamard_sum::<4>(d) / 2;

/// The prediction of a mode, and what it costs.
fn tried<const N: usize>(
    naive: Naive,
    cost: Cost,
    mode: usize,
    neighbours: Neighbours,
    samples: &[[i32; N]; N],
) -> ([[i32; N]; N], i32) {
    let pred: [[i32; N]; N] =
        std::array::from_fn(|y| std::array::from_fn(|x| naive(mode as u8, neighbours, x as i32, y as i32)));
    let d = (0..N).map(|y| (0..N).map(|x| samples[y][x] - pred[y][x]).collect()).collect();
    (pred, cost(&d))
}

/// Samples like those that a mode predicts, so that every mode is the best one now and then.
fn samples_near<const N: usize>(random: &mut Random, pred: [[i32; N]; N]) -> Padded<u8, N, N> {
    let border = Padded::<u8, N, N>::random(random, 0, 255);
    let noise = random.within(0, 6);
    border.with(pred.map(|row| row.map(|p| (p + random.within(-noise, noise)).clamp(0, 255))))
}

fn choose_of<const N: usize, const MODES: usize>(
    naive: Naive,
    cost: Cost,
    above_right: bool,
    kernel: impl Fn(
        &mut super::padded::Written<'_, u8, N, N>,
        &Picture<'_>,
        &super::padded::Read<'_, u8, N, N>,
        [i32; MODES],
    ) -> (usize, i32),
) {
    let mut random = Random(N as u64);
    let mut won = [0; MODES];
    for _ in 0..30 * MODES {
        let picture = random.samples(HEIGHT * WIDTH);
        let y = 1 + random.next() as usize % (HEIGHT - N);
        let x = if above_right { 1 + random.next() as usize % (WIDTH - 2 * N) } else { WIDTH - N };
        let neighbours = |dx: i32, dy: i32| {
            let at = (y as i32 + dy) * WIDTH as i32 + x as i32 + dx;
            (above_right || dx < N as i32).then(|| i32::from(picture[at as usize]))
        };
        let any = random.next() as usize % MODES;
        let samples = samples_near(&mut random, tried(naive, cost, any, &neighbours, &[[0; N]; N]).0);
        let extra: [i32; MODES] = std::array::from_fn(|_| random.within(0, 20));
        let all: Vec<_> =
            (0..MODES).map(|mode| tried(naive, cost, mode, &neighbours, &samples.values())).collect();
        let costs: Vec<i32> = all.iter().zip(extra).map(|((_, cost), extra)| cost + extra).collect();
        let best = (0..MODES).min_by_key(|&mode| costs[mode]).unwrap();
        won[best] += 1;

        let mut pred = Padded::<u8, N, N>::random(&mut random, 0, 255);
        let want = pred.with(all[best].0);
        let recon: Picture<'_> = Block::external_ref(&picture, [HEIGHT, WIDTH]).unwrap();
        let mut tensor = pred.tensor_mut().with_origin([y as isize, x as isize]).unwrap();
        assert_eq!(kernel(&mut tensor, &recon, &samples.tensor(), extra), (best, costs[best]));
        assert_eq!(pred, want, "mode {best}");
    }
    assert!(won.iter().all(|&won| won > 0), "{won:?}");
}

#[test]
fn the_best_mode_is_chosen() {
    at_every_level(|_| {
        choose_of(intra_4x4, SATD, true, |pred, recon, samples, extra| {
            choose_4x4::<ABOVE_RIGHT>(pred, recon, samples, extra)
        });
        choose_of(intra_4x4, SATD, false, |pred, recon, samples, extra| {
            choose_4x4::<NO_ABOVE_RIGHT>(pred, recon, samples, extra)
        });
        choose_of(intra_4x4, cost::sad, true, |pred, recon, samples, extra| {
            choose_4x4_by_sad::<ABOVE_RIGHT>(pred, recon, samples, extra)
        });
        choose_of(intra_16x16, SATD, true, |pred, recon, samples, extra| {
            choose_16x16(pred, recon, samples, extra)
        });
        // Both components are the same, so the costs are doubled: half of them is compared.
        choose_of(intra_chroma, SATD, true, |pred, recon, samples, extra| {
            let mut other = Block::<[[u8; 8]; 8]>::stack();
            other.as_mut_slice().fill(99);
            let place = pred.tensor_space().origin_in(pred.space().root()).unwrap();
            let mut other = other.with_origin([place[0], place[1]]).unwrap();
            let extra = extra.map(|extra| 2 * extra);
            let (mode, cost) = choose_chroma(pred, &mut other, recon, recon, samples, samples, extra);
            for (i, &sample) in other.as_slice().iter().enumerate() {
                assert_eq!(sample, pred.read([i as isize / 8, i as isize % 8]));
            }
            (mode, cost / 2)
        });
    });
}

/// The levels of a block and its samples as a decoder constructs them.
fn coded<const N: usize>(
    pred: [[i32; N]; N],
    c: [[i32; N]; N],
    level_of: impl Fn(usize, usize, i32) -> i32,
    scaled_of: impl Fn(usize, usize, i32) -> i32,
    inverse: impl Fn(&[[i32; N]; N]) -> [[i32; N]; N],
) -> ([[i32; N]; N], [[i32; N]; N]) {
    let each = |f: &dyn Fn(usize, usize) -> i32| -> [[i32; N]; N] {
        std::array::from_fn(|i| std::array::from_fn(|j| f(i, j)))
    };
    let levels = each(&|i, j| level_of(i, j, c[i][j]));
    let r = inverse(&each(&|i, j| scaled_of(i, j, levels[i][j])));
    (levels, each(&|i, j| (pred[i][j] + r[i][j]).clamp(0, 255)))
}

/// One part of a matrix.
fn part<const N: usize>(values: &[[i32; 8]; 8], y: usize, x: usize) -> [[i32; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| values[y + i][x + j]))
}

#[test]
fn a_residual_goes_all_the_way() {
    at_every_level(|level_of_machine| {
        let mut random = Random(9);
        for round in 0..300 {
            let qp = round % 52;
            let m = qp as usize % 6;
            let pred = Padded::<u8, 8, 8>::random(&mut random, 0, 255);
            let spread = random.within(0, 60);
            let samples = Padded::<u8, 8, 8>::random(&mut random, 0, 255).with(
                pred.values().map(|row| row.map(|p| (p + random.within(-spread, spread)).clamp(0, 255))),
            );
            let (p, s) = (pred.values(), samples.values());
            let r: [[i32; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| s[i][j] - p[i][j]));
            let message = format!("QP {qp}, {level_of_machine:?}");

            let mf = multiplier_4x4(FLAT_4X4, qp as u32);
            let biases = mf.map(|row| row.map(|mf| bias(mf, 21)));
            let (mf_tensor, bias_tensor) = (Block::from(mf), Block::from(biases));
            let table = Block::from(level_scale_4x4(FLAT_4X4));
            let coded_4x4 = |y: usize, x: usize| {
                coded::<4>(
                    part(&p, y, x),
                    transform(&FORWARD, &part(&r, y, x)),
                    |i, j, c| level(c, |c| ((c + i64::from(biases[i][j])) * i64::from(mf[i][j])) >> 16),
                    |i, j, c| scaled(c, scale_4x4(&FLAT_4X4, m, i, j), qp, 4),
                    inverse,
                )
            };
            let (levels, constructed) = coded_4x4(0, 0);
            let mut c = Padded::<i16, 4, 4>::random(&mut random, -99, 99);
            let mut u = Padded::<u8, 4, 4>::random(&mut random, 0, 255).with(part(&p, 0, 0));
            let (want_c, want_u) = (c.with(levels), u.with(constructed));
            let block = Padded::<u8, 4, 4>::random(&mut random, 0, 255).with(part(&s, 0, 0));
            let any = code_4x4(
                &block.tensor(),
                &mut u.tensor_mut(),
                &mut c.tensor_mut(),
                &mf_tensor,
                &bias_tensor,
                &table,
                qp,
            );
            assert_eq!((&c, &u, any), (&want_c, &want_u, levels != [[0; 4]; 4]), "{message}");

            let mut u = pred.clone();
            let mut c = Block::<[[[i16; 4]; 4]; 4]>::stack();
            let bits = code_four(
                &samples.tensor(),
                &mut u.tensor_mut(),
                &mut c,
                &mf_tensor,
                &bias_tensor,
                &table,
                qp,
            );
            let mut constructed = [[0; 8]; 8];
            for (k, levels) in c.into_memory().iter().enumerate() {
                let (y, x) = (k / 2 * 4, k % 2 * 4);
                let (want, samples) = coded_4x4(y, x);
                assert_eq!(levels.map(|row| row.map(i32::from)), want, "block {k}, {message}");
                assert_eq!(bits >> k & 1 == 1, want != [[0; 4]; 4], "block {k}, {message}");
                for (i, row) in samples.iter().enumerate() {
                    constructed[y + i][x..x + 4].copy_from_slice(row);
                }
            }
            assert_eq!(u, pred.with(constructed), "four, {message}");

            let mf = multiplier_8x8(FLAT_8X8, qp as u32);
            let biases = mf.map(|row| row.map(|mf| bias(mf, 21)));
            let (levels, constructed) = coded::<8>(
                p,
                residual_8x8::forward(&r),
                |i, j, c| level(c, |c| ((c + i64::from(biases[i][j])) * i64::from(mf[i][j])) >> 16),
                |i, j, c| scaled(c, scale_8x8(&FLAT_8X8, m, i, j), qp, 6),
                residual_8x8::inverse,
            );
            let mut c = Padded::<i16, 8, 8>::random(&mut random, -99, 99);
            let mut u = pred.clone();
            let (want_c, want_u) = (c.with(levels), u.with(constructed));
            let any = code_8x8(
                &samples.tensor(),
                &mut u.tensor_mut(),
                &mut c.tensor_mut(),
                &Block::from(mf),
                &Block::from(biases),
                &Block::from(level_scale_8x8(FLAT_8X8)),
                qp,
            );
            assert_eq!((&c, &u, any), (&want_c, &want_u, levels != [[0; 8]; 8]), "8x8, {message}");
        }
    });
}
