//! What encoders look at before and after they predict, of samples of 9, 10 and 14 bits and of coefficients of 32, against plain loops;
//! and intra prediction of chrominance at 4:2:2 against its clause.

use unite::Block;

use super::padded::Padded;
use super::rig::{Random, at_every_level, at_high_depths, largest};
use super::{cost, intra, residual};
use unite_h264::kernels::high;

fn row(random: &mut Random, len: usize) -> Vec<u16> {
    (0..len).map(|_| random.within(0, largest()) as u16).collect()
}

#[test]
fn planes_of_many_bits_are_taken_apart_and_put_together() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(31);
            for _ in 0..20 {
                let w = 1 + random.next() as usize % 70;
                let plane = |samples: &[u16]| Block::from_vec(samples.to_vec(), [1, samples.len()]).unwrap();
                let [a, b, c] = [(); 3].map(|()| row(&mut random, w));
                let in_turn: Vec<u16> = (0..2 * w).map(|x| [&a, &b][x % 2][x / 2]).collect();
                let mut both = Block::<u16>::zeros([1, 2 * w]);
                high::interleave(&mut both, &plane(&a), &plane(&b));
                assert_eq!(both.as_slice(), in_turn, "{bits} bits");
                let mut swapped = Block::<u16>::zeros([1, 2 * w]);
                high::swap_in_turn(&mut swapped, &both);
                let [mut first, mut second, mut third] = [(); 3].map(|()| Block::<u16>::zeros([1, w]));
                high::deinterleave(&swapped, &mut first, &mut second);
                assert_eq!([first.as_slice(), second.as_slice()], [&b[..], &a], "{bits} bits");
                for count in [3, 4] {
                    let all: Vec<u16> =
                        (0..count * w).map(|x| [&a, &b, &c, &b][x % count][x / count]).collect();
                    match count {
                        3 => high::deinterleave_three(&plane(&all), &mut first, &mut second, &mut third),
                        _ => high::deinterleave_three_of_four(
                            &plane(&all),
                            &mut first,
                            &mut second,
                            &mut third,
                        ),
                    }
                    let planes = [first.as_slice(), second.as_slice(), third.as_slice()];
                    assert_eq!(planes, [&a[..], &b, &c], "{count} components, {bits} bits");
                }
                let squares = |a: &[u16], b: &[u16], of: usize| -> i64 {
                    let d = |k: usize| i64::from(a[k]) - i64::from(b[k]);
                    (of..a.len()).step_by(2).map(|k| d(k) * d(k)).sum()
                };
                let other = row(&mut random, 2 * w);
                let want = [0, 1].map(|k| squares(&in_turn, &other, k));
                assert_eq!(high::ssd_in_turn(&both, &plane(&other)), want, "{bits} bits");

                let p = [(); 3].map(|()| row(&mut random, 2 * w + 1));
                let of_p = Block::from_vec(p.concat(), [3, 2 * w + 1]).unwrap();
                let [mut full, mut right, mut down, mut last] = [(); 4].map(|()| Block::<u16>::zeros([1, w]));
                high::half_resolution(&of_p, &mut full, &mut right, &mut down, &mut last);
                let mean = |a: u16, b: u16| ((u32::from(a) + u32::from(b) + 1) >> 1) as u16;
                for (k, half) in [full, right, down, last].iter().enumerate() {
                    let column = |x: usize| mean(p[k / 2][x], p[k / 2 + 1][x]);
                    let want: Vec<u16> =
                        (0..w).map(|x| mean(column(2 * x + k % 2), column(2 * x + k % 2 + 1))).collect();
                    assert_eq!(half.as_slice(), want, "plane {k}, {bits} bits");
                }
            }
        });
    });
}

#[test]
fn sums_of_many_bits_are_sums() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(32);
            for _ in 0..20 {
                let [a, b] = [(); 2].map(|()| Padded::<u16, 16, 8>::random(&mut random, 0, largest()));
                let pairs = || {
                    let (a, b) = (a.values(), b.values());
                    (0..128).map(move |k| (i64::from(a[k / 8][k % 8]), i64::from(b[k / 8][k % 8])))
                };
                let sum = |of: fn(i64, i64) -> i64| -> i64 { pairs().map(|(a, b)| of(a, b)).sum() };
                let want = [sum(|a, _| a), sum(|a, _| a * a)];
                assert_eq!(high::sum_and_squares_8x16(&a.tensor()), want, "{bits} bits");
                let want = [sum(|a, b| a - b), sum(|a, b| (a - b) * (a - b))];
                assert_eq!(high::difference_and_squares_8x16(&a.tensor(), &b.tensor()), want, "{bits} bits");

                let p = Padded::<u16, 8, 16>::random(&mut random, 0, largest());
                let values = p.values();
                let of = |x: usize| {
                    let d: cost::Differences = values.iter().map(|row| row[x..x + 8].to_vec()).collect();
                    let first: i32 = d.iter().flatten().sum();
                    [cost::hadamard_sum::<4>(&d) - first, cost::hadamard_sum::<8>(&d) - first]
                };
                let ([a, b], [c, d]) = (of(0), of(8));
                assert_eq!(high::hadamard_ac_16x8(&p.tensor()), [a + c, b + d], "{bits} bits");
                let apart = (1..8).flat_map(|y| (0..16).map(move |x| (y, x)));
                let want: i32 = apart.map(|(y, x)| (values[y][x] - values[y - 1][x]).abs()).sum();
                let rows = Block::from(values.map(|row| row.map(|x| x as u16)));
                let rows = rows.view();
                let rows = rows.tensor().unwrap().fixed::<unite::Dyn<[u16; 16]>>().unwrap();
                assert_eq!(high::sad_of_rows_16(&rows), want, "{bits} bits");
            }
        });
    });
}

#[test]
fn first_coefficients_of_many_bits() {
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(33);
            for _ in 0..20 {
                let [samples, pred] =
                    [(); 2].map(|()| Padded::<u16, 8, 8>::random(&mut random, 0, largest()));
                let (a, b) = (samples.values(), pred.values());
                let of = |v: usize, u: usize| -> i32 {
                    (0..16).map(|k| (4 * v + k / 4, 4 * u + k % 4)).map(|(y, x)| a[y][x] - b[y][x]).sum()
                };
                let [c, d, e, f] = [of(0, 0), of(0, 1), of(1, 0), of(1, 1)];
                let mut dc = Padded::<i32, 2, 2>::random(&mut random, -9, 9);
                let want = dc.with([[c + d + e + f, c - d + e - f], [c + d - e - f, c - d - e + f]]);
                high::forward_chroma_dc(&samples.tensor(), &pred.tensor(), &mut dc.tensor_mut());
                assert_eq!(dc, want, "{bits} bits");

                let dc = Padded::<i32, 2, 2>::random(&mut random, -(64 << bits), 64 << bits);
                let mut u = Padded::<u16, 8, 8>::random(&mut random, 0, largest());
                let (before, first) = (u.values(), dc.values());
                let want = u.with(std::array::from_fn(|y| {
                    std::array::from_fn(|x| {
                        let mut d = [[0; 4]; 4];
                        d[0][0] = first[y / 4][x / 4];
                        (before[y][x] + residual::inverse(&d)[y % 4][x % 4]).clamp(0, largest())
                    })
                }));
                high::construct_dc_8x8(&dc.tensor(), &mut u.tensor_mut(), bits);
                assert_eq!(u, want, "{bits} bits");
            }
        });
    });
}

#[test]
fn levels_of_32_bits_are_counted_and_coefficients_lose_noise() {
    at_every_level(|_| {
        let mut random = Random(34);
        for _ in 0..60 {
            let most = [1, 2, 0x10_0000][random.next() as usize % 3];
            let levels: [i32; 64] = std::array::from_fn(|_| {
                random.within(-most, most) * i32::from(random.next().is_multiple_of(2))
            });
            let large = levels.iter().any(|level| level.abs() > 1);
            let bits =
                |from: usize| (0..32).fold(0, |mask, k| mask | (i32::from(levels[from + k] != 0) << k));
            assert_eq!(high::nonzero_64(&Block::from(levels)), [bits(0), bits(32), large.into()]);
            assert_eq!(high::exceed_one_64(&Block::from(levels)), large);
            let mut c = Block::from(levels);
            let mut sum = Block::from([7u32; 64]);
            let offsets: [i32; 64] = std::array::from_fn(|_| random.within(0, most));
            high::denoise_64(&mut c, &mut sum, &Block::from(offsets));
            let want: Vec<i32> =
                (0..64).map(|k| levels[k].signum() * (levels[k].abs() - offsets[k]).max(0)).collect();
            assert_eq!(c.as_slice(), want);
            assert_eq!(sum.as_slice(), levels.map(|level| 7 + level.unsigned_abs()));
        }
    });
}

#[test]
fn intra_prediction_of_chrominance_at_422_of_many_bits_is_that_of_the_clause() {
    use high::intra_chroma_422 as modes;
    type Pred = Block<[[u16; 8]; 16], [[u16; 8]; 16]>;
    type Case<'a> = (u8, [bool; 2], &'a dyn Fn(&mut Pred));
    at_every_level(|_| {
        at_high_depths(|bits| {
            let mut random = Random(35);
            for _ in 0..8 {
                let samples = row(&mut random, 17 * 9);
                let recon = Block::external_ref(&samples[..], [17, 9]).unwrap();
                let neighbours = |left: bool, above: bool| {
                    let samples = &samples;
                    move |x: i32, y: i32| -> Option<i32> {
                        let there = if y < 0 { above } else { left };
                        there.then(|| samples[(1 + y) as usize * 9 + (1 + x) as usize].into())
                    }
                };
                let cases: [Case<'_>; 7] = [
                    (0, [true, true], &|pred| modes::dc(pred, &recon)),
                    (0, [true, false], &|pred| modes::dc_left(pred, &recon)),
                    (0, [false, true], &|pred| modes::dc_above(pred, &recon)),
                    (0, [false, false], &|pred| modes::dc_none(pred, bits)),
                    (1, [true, false], &|pred| modes::horizontal(pred, &recon)),
                    (2, [false, true], &|pred| modes::vertical(pred, &recon)),
                    (3, [true, true], &|pred| modes::plane(pred, &recon, bits)),
                ];
                for (mode, [left, above], predict) in cases {
                    let mut pred = Block::<[[u16; 8]; 16]>::stack().with_origin([1, 1]).unwrap();
                    predict(&mut pred);
                    for (k, &got) in pred.as_slice().iter().enumerate() {
                        let (i, j) = (k as i32 % 8, k as i32 / 8);
                        let want = intra::intra_chroma_422(mode, &neighbours(left, above), i, j);
                        assert_eq!(i32::from(got), want, "mode {mode} at {i}, {j}, {bits} bits");
                    }
                }
            }
        });
    });
}
