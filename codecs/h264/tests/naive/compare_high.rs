//! The kernels for samples of more than 8 bits against the naive forms, of 9, 10 and 14 bits: predictions, costs and the
//! filter of edges. Blocks lie in a border that must not change.

use unite::{Block, Dyn};

use super::padded::Padded;
use super::rig::{Random, at_every_level, at_high_depths, largest};
use super::{cost, deblock as naive_deblock, inter as naive_inter, intra as naive, intra_8x8 as naive_8x8};
use unite_h264::kernels::deblock_tables::{TC0, Thresholds, tc0};
use unite_h264::kernels::high::{self, deblock, inter_luma, intra_4x4, intra_8x8, intra_16x16, intra_chroma};
use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::neighbours_8x8 as line;

const SIZE: usize = 40;

type Picture<'a> = Block<Dyn<Dyn<u16>>, &'a [u16]>;

/// Samples, some of them extreme, or next to each other nearly alike.
fn picture(random: &mut Random) -> Vec<u16> {
    let middle = random.within(0, largest());
    let flat = random.next().is_multiple_of(2);
    let sample = |random: &mut Random| match flat {
        true => (middle + random.within(-largest() / 64, largest() / 64)).clamp(0, largest()),
        false => random.within(0, largest()),
    };
    (0..SIZE * SIZE).map(|_| sample(random) as u16).collect()
}

/// Where the blocks that are predicted begin.
const AT: usize = 9;

/// Each kernel predicts a block whose neighbours are all there, or those that the naive form is told of.
macro_rules! modes {
    ($bits:ident, $n:literal, $naive:expr; $($mode:literal $available:expr => $kernel:expr;)*) => {{
        let mut random = Random($n);
        for _ in 0..4 {
            let samples = picture(&mut random);
            let recon: Picture<'_> = Block::external_ref(&samples, [SIZE, SIZE]).unwrap();
            $({
                let there: fn(i32, i32) -> bool = $available;
                let neighbours = |x: i32, y: i32| {
                    let at = (AT as i32 + y) * SIZE as i32 + AT as i32 + x;
                    there(x, y).then(|| i32::from(samples[at as usize]))
                };
                let mut pred = Padded::<u16, $n, $n>::random(&mut random, 0, 16383);
                let want = pred.with(std::array::from_fn(|y| {
                    std::array::from_fn(|x| $naive($mode, &neighbours, x as i32, y as i32))
                }));
                $kernel(&mut pred.tensor_mut().with_origin([AT as isize; 2]).unwrap(), &recon);
                assert_eq!(pred, want, "{} of {} by {}, mode {}, {} bits", stringify!($kernel), $n, $n, $mode, $bits);
            })*
        }
    }};
}

fn all(_: i32, _: i32) -> bool {
    true
}

fn left(x: i32, _: i32) -> bool {
    x < 0
}

fn above(_: i32, y: i32) -> bool {
    y < 0
}

fn none(_: i32, _: i32) -> bool {
    false
}

#[test]
fn predictions_of_many_bits_are_those_of_the_clauses() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            modes! { bits, 4, naive::intra_4x4;
                0 all => intra_4x4::vertical;
                1 all => intra_4x4::horizontal;
                2 all => intra_4x4::dc;
                2 left => intra_4x4::dc_left;
                2 above => intra_4x4::dc_above;
                2 none => |pred: &mut _, _: &Picture<'_>| intra_4x4::dc_none(pred, bits);
                3 all => intra_4x4::diagonal_down_left::<ABOVE_RIGHT>;
                3 |x, _| x < 4 => intra_4x4::diagonal_down_left::<NO_ABOVE_RIGHT>;
                4 all => intra_4x4::diagonal_down_right;
                5 all => intra_4x4::vertical_right;
                6 all => intra_4x4::horizontal_down;
                7 all => intra_4x4::vertical_left::<ABOVE_RIGHT>;
                7 |x, _| x < 4 => intra_4x4::vertical_left::<NO_ABOVE_RIGHT>;
                8 all => intra_4x4::horizontal_up;
            }
            modes! { bits, 16, naive::intra_16x16;
                0 all => intra_16x16::vertical;
                1 all => intra_16x16::horizontal;
                2 all => intra_16x16::dc;
                2 left => intra_16x16::dc_left;
                2 above => intra_16x16::dc_above;
                2 none => |pred: &mut _, _: &Picture<'_>| intra_16x16::dc_none(pred, bits);
                3 all => |pred: &mut _, recon: &Picture<'_>| intra_16x16::plane(pred, recon, bits);
            }
            modes! { bits, 8, naive::intra_chroma;
                0 all => intra_chroma::dc;
                0 left => intra_chroma::dc_left;
                0 above => intra_chroma::dc_above;
                0 none => |pred: &mut _, _: &Picture<'_>| intra_chroma::dc_none(pred, bits);
                1 all => intra_chroma::horizontal;
                2 all => intra_chroma::vertical;
                3 all => |pred: &mut _, recon: &Picture<'_>| intra_chroma::plane(pred, recon, bits);
            }
        });
    });
}

/// A mode of 8x8 blocks, from what the filter leaves of all neighbours, or of those that are there.
macro_rules! filtered {
    ($($filter:path),*; $kernel:expr) => {
        |pred: &mut _, recon: &Picture<'_>| {
            let mut filtered = Block::<[u16; 25]>::stack();
            $($filter(pred, recon, &mut filtered);)*
            $kernel(pred, &filtered);
        }
    };
}

#[test]
fn predictions_of_8x8_blocks_of_many_bits_are_those_of_the_clauses() {
    use high::neighbours_8x8::{filter, filter_above, filter_left};
    at_every_level(|_| {
        at_high_depths(|bits| {
            modes! { bits, 8, naive_8x8::intra_8x8;
                0 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::vertical);
                1 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::horizontal);
                2 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::dc);
                2 left => filtered!(filter_left::<{ line::CORNER }>; intra_8x8::dc_left);
                2 |x, y| y < 0 && x >= 0 => filtered!(
                    filter_above::<{ line::NO_CORNER }, { line::ABOVE_RIGHT }>; intra_8x8::dc_above);
                2 none => |pred: &mut _, _: &Picture<'_>| intra_8x8::dc_none(pred, bits);
                3 |x, _| x < 8 => filtered!(filter::<{ line::NO_ABOVE_RIGHT }>; intra_8x8::diagonal_down_left);
                3 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::diagonal_down_left);
                4 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::diagonal_down_right);
                5 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::vertical_right);
                6 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::horizontal_down);
                7 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::vertical_left);
                8 all => filtered!(filter::<{ line::ABOVE_RIGHT }>; intra_8x8::horizontal_up);
            }
        });
    });
}

#[test]
fn costs_of_many_bits_are_their_sums() {
    at_every_level(|level| {
        at_high_depths(|bits| {
            let mut random = Random(3);
            for _ in 0..4 {
                let [a, b]: [Padded<u16, 16, 16>; 2] =
                    std::array::from_fn(|_| Padded::random(&mut random, 0, largest()));
                let (x, y) = (a.values(), b.values());
                let d: Vec<Vec<i32>> =
                    (0..16).map(|i| (0..16).map(|j| x[i][j] - y[i][j]).collect()).collect();
                let squares: i64 = d.iter().flatten().map(|d| i64::from(*d) * i64::from(*d)).sum();
                let (a, b) = (a.tensor(), b.tensor());
                assert_eq!(high::sad(&a, &b), cost::sad(&d), "{bits} bits, {level:?}");
                assert_eq!(high::ssd(&a, &b), squares, "{bits} bits, {level:?}");
                assert_eq!(high::satd(&a, &b), cost::hadamard_sum::<4>(&d) / 2, "{bits} bits, {level:?}");
                assert_eq!(
                    high::sa8d(&a, &b),
                    (cost::hadamard_sum::<8>(&d) + 2) >> 2,
                    "{bits} bits, {level:?}"
                );
            }
        });
    });
}

#[test]
fn samples_of_many_bits_are_interpolated_as_in_the_clauses() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(4);
            for fraction in 0..16u8 {
                let (x_frac, y_frac) = (fraction % 4, fraction / 4);
                let samples = picture(&mut random);
                let at = |x: i32, y: i32| {
                    i32::from(samples[((AT as i32 + y) * SIZE as i32 + AT as i32 + x) as usize])
                };
                let recon: Picture<'_> = Block::external_ref(&samples, [SIZE, SIZE]).unwrap();
                let span = AT as isize..AT as isize + 8;
                let part = recon.view().partition([span.clone(), span]).unwrap();
                let p = part.tensor().unwrap().fixed::<[[u16; 8]; 8]>().unwrap();
                let mut pred = Padded::<u16, 8, 8>::random(&mut random, 0, 16383);
                let want = pred.with(std::array::from_fn(|y| {
                    std::array::from_fn(|x| naive_inter::luma(&at, x as i32, y as i32, x_frac, y_frac))
                }));
                inter_luma::interpolate(&mut pred.tensor_mut(), &p, x_frac, y_frac, bits);
                assert_eq!(pred, want, "{x_frac} and {y_frac} quarters, {bits} bits");

                let (x_frac, y_frac) = (i32::from(x_frac) * 2 + 1, i32::from(y_frac) * 2);
                let want = pred.with(std::array::from_fn(|y| {
                    std::array::from_fn(|x| naive_inter::chroma(&at, x as i32, y as i32, x_frac, y_frac))
                }));
                high::interpolate_chroma(&mut pred.tensor_mut(), &p, x_frac, y_frac);
                assert_eq!(pred, want, "{x_frac} and {y_frac} eighths, {bits} bits");

                let other = Padded::<u16, 8, 8>::random(&mut random, 0, largest());
                let (l0, l1) = (pred.clone(), other.values());
                let [w0, w1] = [(); 2].map(|()| random.within(-64, 63));
                let [o0, o1] = [(); 2].map(|()| random.within(-128, 127) << (bits - 8));
                let log_wd = random.within(0, 7);
                let weighted = |value: &dyn Fn(i32, i32) -> i32| {
                    let v = l0.values();
                    l0.with(std::array::from_fn(|y| std::array::from_fn(|x| value(v[y][x], l1[y][x]))))
                };
                let want = weighted(&|a, _| naive_inter::weighted(a, log_wd, w0, o0));
                high::weighted(&mut pred.tensor_mut(), &l0.tensor(), log_wd, w0, o0, bits);
                assert_eq!(pred, want, "weighted, {bits} bits");
                let want = weighted(&|a, b| naive_inter::weighted_both([a, b], log_wd, [w0, w1], [o0, o1]));
                let (l0, l1) = (l0.tensor(), other.tensor());
                high::weighted_both(&mut pred.tensor_mut(), &l0, &l1, log_wd, [w0, w1], [o0, o1], bits);
                assert_eq!(pred, want, "both weighted, {bits} bits");
                let want = weighted(&|a, b| (a + b + 1) >> 1);
                high::average(&mut pred.tensor_mut(), &l0, &l1);
                assert_eq!(pred, want, "average, {bits} bits");
            }
        });
    });
}

/// The picture with a kernel along an edge, and with the naive filter: `$h` by `$w` samples after the edge.
macro_rules! edge {
    ($random:ident, $bits:ident, $vertical:literal, $chroma:literal, [$h:literal, $w:literal], $kernel:ident, $intra:ident) => {{
        let samples = picture(&mut $random);
        let intra = $random.next().is_multiple_of(2);
        let strengths = [(); 4].map(|()| if intra { 4 } else { $random.within(0, 3) as u8 });
        let [qp_p, qp_q] = [(); 2].map(|()| $random.within(20, 51));
        let thresholds @ Thresholds { alpha, beta, index_a } = Thresholds::new(qp_p, qp_q, 0, 0);
        let mut after = samples.clone();
        let mut recon = Block::external(&mut after, [SIZE, SIZE]).unwrap();
        let at = AT as isize;
        let mut part = recon.view_mut().partition([at..at + $h, at..at + $w]).unwrap();
        let mut q = part.tensor_mut().unwrap().fixed::<[[u16; $w]; $h]>().unwrap();
        if intra {
            deblock::$intra(&mut q, alpha.into(), beta.into(), $bits);
        } else {
            let parts = Block::from(tc0(index_a, strengths));
            deblock::$kernel(&mut q, alpha.into(), beta.into(), &parts, $bits);
        }
        let (mut want, len) = (samples.clone(), if $vertical { $h } else { $w });
        let reach: isize = if $chroma { 2 } else { 4 };
        for k in 0..len {
            let place = |i: isize| {
                let across = (at + i) as usize;
                if $vertical { (AT + k) * SIZE + across } else { across * SIZE + AT + k }
            };
            let sample = |i: isize| i32::from(samples[place(i)]);
            let strength = strengths[4 * k / len];
            let t_c0 = match strength {
                1..4 => i32::from(TC0[thresholds.index_a][usize::from(strength) - 1]),
                _ => 0,
            };
            let limits = [alpha.into(), beta.into(), t_c0].map(|limit: i32| limit << ($bits - 8));
            let sides = ([-1, -2, -3, -4].map(sample), [0, 1, 2, 3].map(sample));
            let (p, q) = naive_deblock::filtered(sides.0, sides.1, $chroma, strength, limits);
            for i in 0..reach {
                want[place(i)] = q[i as usize] as u16;
                want[place(-1 - i)] = p[i as usize] as u16;
            }
        }
        assert_eq!(after, want, "{} or {}, {} bits", stringify!($kernel), stringify!($intra), $bits);
        after != samples
    }};
}

#[test]
fn edges_of_many_bits_are_filtered_as_in_the_clauses() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(5);
            let mut changed = 0;
            for _ in 0..40 {
                let here = [
                    edge!(random, bits, true, false, [16, 4], luma_vertical, luma_vertical_intra),
                    edge!(random, bits, false, false, [4, 16], luma_horizontal, luma_horizontal_intra),
                    edge!(random, bits, true, true, [8, 2], chroma_vertical, chroma_vertical_intra),
                    edge!(random, bits, false, true, [2, 8], chroma_horizontal, chroma_horizontal_intra),
                ];
                changed += here.iter().filter(|changed| **changed).count();
            }
            assert!(changed > 20, "{changed} edges of 160 are filtered at {bits} bits");
        });
    });
}
