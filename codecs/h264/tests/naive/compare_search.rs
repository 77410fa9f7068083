//! What an exhaustive search looks at first, the structural similarity, and half samples of partitions of any size, against loops
//! over all samples.

use unite::Block;

use super::inter as naive;
use super::rig::{Random, at_every_level};
use unite_h264::kernels;

fn sums(random: &mut Random, len: usize) -> Vec<u16> {
    (0..len).map(|_| random.within(0, 0xFFFF) as u16).collect()
}

#[test]
fn integrals_become_sums_of_blocks() {
    at_every_level(|level| {
        let mut random = Random(3);
        for turn in 0..20 {
            // Rows of integrals of a plane, from one of noughts on: what is between is the sums of blocks.
            let stride = 9 + random.next() as usize % 60;
            let plane = random.picture(9, stride);
            let [mut of_4, mut of_8] = [(); 2].map(|()| vec![vec![0u16; stride]; 9]);
            for y in 0..8 {
                let p = Block::external_ref(&plane[y * stride..][..stride], [stride]).unwrap();
                for (n, rows) in [(4, &mut of_4), (8, &mut of_8)] {
                    let above = rows[y].clone();
                    let above = Block::external_ref(&above[..stride - n], [stride - n]).unwrap();
                    let mut row = Block::external(&mut rows[y + 1][..stride - n], [stride - n]).unwrap();
                    match n {
                        4 => kernels::integral_row_4(&mut row, &above, &p),
                        _ => kernels::integral_row_8(&mut row, &above, &p),
                    }
                }
            }
            let block = |n: usize, y: usize, x: usize| -> u16 {
                (0..n * n).map(|i| u16::from(plane[(y + i / n) * stride + x + i % n])).sum()
            };
            let len = stride - 8;
            let mut large = of_8[0].clone();
            let below = Block::external_ref(&of_8[8][..len], [len]).unwrap();
            kernels::sums_of_blocks(&mut Block::external(&mut large[..len], [len]).unwrap(), &below);
            let want: Vec<u16> = (0..len).map(|x| block(8, 0, x)).collect();
            assert_eq!(large[..len], want, "8x8, {turn} at {level:?}");
            let mut large = of_4[0].clone();
            let mut small = vec![0u16; len];
            kernels::sums_of_blocks_of_two_sizes(
                &mut Block::external(&mut large[..len + 4], [len + 4]).unwrap(),
                &mut Block::external(&mut small[..], [len]).unwrap(),
                &Block::external_ref(&of_4[4][..len], [len]).unwrap(),
                &Block::external_ref(&of_4[8][..len + 4], [len + 4]).unwrap(),
            );
            assert_eq!(large[..len], want, "8x8 of 4, {turn} at {level:?}");
            let want: Vec<u16> = (0..len).map(|x| block(4, 0, x)).collect();
            assert_eq!(small, want, "4x4, {turn} at {level:?}");
        }
    });
}

#[test]
fn positions_that_may_be_nearer_are_all_found() {
    at_every_level(|level| {
        let mut random = Random(5);
        for _ in 0..200 {
            let parts: Vec<_> = (0..5)
                .map(|_| {
                    let mut block = Block::<[u16; 16]>::stack();
                    for (k, sum) in (0..).zip(sums(&mut random, 16)) {
                        block.write([k], sum >> (random.next() % 9));
                    }
                    block
                })
                .collect();
            let [dc, limit] = [4, 1].map(|len| sums(&mut random, len));
            let limit = limit[0] >> (random.next() % 9);
            let want = |count: usize| -> i32 {
                let distance = |k: isize| -> i32 {
                    let apart = |part: usize| (i32::from(parts[part].read([k])) - i32::from(dc[part])).abs();
                    (0..count).map(apart).sum::<i32>() + i32::from(parts[4].read([k]))
                };
                (0..16).map(|k| i32::from(distance(k) < limit.into()) << k).sum()
            };
            let [s, t, u, v, extra] = &parts[..] else { unreachable!() };
            assert_eq!(kernels::nearer_by_one(s, extra, dc[0], limit), want(1), "{level:?}");
            assert_eq!(kernels::nearer_by_two(s, t, extra, dc[0], dc[1], limit), want(2), "{level:?}");
            let of_four = kernels::nearer_by_four(s, t, u, v, extra, dc[0], dc[1], dc[2], dc[3], limit);
            assert_eq!(of_four, want(4), "{level:?}");
        }
    });
}

#[test]
fn half_samples_of_partitions_are_those_of_the_clause() {
    at_every_level(|level| {
        let mut random = Random(7);
        for _ in 0..40 {
            let [h, w] = [1 + random.next() as usize % 17, 1 + random.next() as usize % 40];
            let (rows, columns) = (h + 5, w + 5);
            let plane = random.picture(rows, columns);
            let sample = |x: i32, y: i32| i32::from(plane[y as usize * columns + x as usize]);
            let window = Block::external_ref(&plane[..], [rows, columns]).unwrap();
            let view = window.view().partition([2..h as isize + 2, 2..w as isize + 2]).unwrap();
            let p = view.tensor().unwrap();
            for (x_frac, y_frac) in [(2, 0), (0, 2), (2, 2)] {
                let mut pred = Block::<u8>::zeros([h, w]);
                match (x_frac, y_frac) {
                    (2, 0) => kernels::half_horizontal(&p, &mut pred),
                    (0, 2) => kernels::half_vertical(&p, &mut pred),
                    _ => kernels::half_both(&p, &mut pred, &mut Block::<i16>::zeros([w + 5])),
                }
                for y in 0..h {
                    for x in 0..w {
                        let want = naive::luma(&sample, x as i32 + 2, y as i32 + 2, x_frac, y_frac);
                        let got = i32::from(pred.as_slice()[y * w + x]);
                        assert_eq!(got, want, "{x_frac}, {y_frac}: {h}x{w} at {y}, {x}, {level:?}");
                    }
                }
            }
        }
    });
}

#[test]
fn similarity_is_that_of_all_samples() {
    at_every_level(|level| {
        let mut random = Random(9);
        for _ in 0..40 {
            let width = 4 * (2 + random.next() as usize % 5);
            let [a, b] = [(); 2].map(|()| random.picture(8, width));
            let row = |v: usize| -> Block<unite::Dyn<unite::Dyn<i32>>> {
                let moments = (0..width / 4).flat_map(|h| {
                    let of = |f: &dyn Fn(i32, i32) -> i32| -> i32 {
                        (0..16)
                            .map(|i| (4 * v + i / 4) * width + 4 * h + i % 4)
                            .map(|at| f(a[at].into(), b[at].into()))
                            .sum()
                    };
                    [of(&|a, _| a), of(&|_, b| b), of(&|a, b| a * a + b * b), of(&|a, b| a * b)]
                });
                Block::from_vec(moments.collect(), [width / 4, 4]).unwrap()
            };
            let (upper, lower) = (row(0), row(1));
            let view = [&upper, &lower].map(|row| row.view());
            let [upper, lower] =
                [0, 1].map(|k| view[k].tensor().unwrap().fixed::<unite::Dyn<[i32; 4]>>().unwrap());
            let got = f64::from(kernels::similarity(&upper, &lower));
            let mut want = 0.0;
            for x in (0..width - 4).step_by(4) {
                let at = |i: usize| i / 8 * width + x + i % 8;
                let mean = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
                    (0..64).map(|i| f(a[at(i)].into(), b[at(i)].into())).sum::<f64>() / 64.0
                };
                let (ma, mb) = (mean(&|a, _| a), mean(&|_, b| b));
                let unbiased = 64.0 / 63.0;
                let variance = mean(&|a, b| (a - ma).powi(2) + (b - mb).powi(2)) * unbiased;
                let covariance = mean(&|a, b| (a - ma) * (b - mb)) * unbiased;
                // The first constant is a 64th of what is usual: so x264 has it.
                let (c1, c2) = ((0.01f64 * 255.0).powi(2) / 64.0, (0.03f64 * 255.0).powi(2));
                want += (2.0 * ma * mb + c1) * (2.0 * covariance + c2)
                    / ((ma * ma + mb * mb + c1) * (variance + c2));
            }
            assert!((got - want).abs() < 1e-3, "{got} in place of {want} at {level:?}");
        }
    });
}

#[test]
fn what_prediction_saves_is_handed_on() {
    at_every_level(|level| {
        let mut random = Random(9);
        for _ in 0..200 {
            let len = 1 + random.next() as usize % 40;
            let rate = random.within(1, 0x1FFF) as f32 / 0x7_0000 as f32;
            let [arriving, intra, inter, inverse] = [0x7FFF, 0x3FFF, 0xFFFF, 0xFFFF]
                .map(|most| (0..len).map(|_| random.within(0, most) as u16).collect::<Vec<_>>());
            let mut amount = vec![-1i16; len];
            {
                let [arriving, intra, inter, inverse] = [&arriving, &intra, &inter, &inverse]
                    .map(|costs| Block::external_ref(&costs[..], [len]).unwrap());
                let mut amount = Block::external(&mut amount[..], [len]).unwrap();
                kernels::propagated(&mut amount, &arriving, &intra, &inter, &inverse, rate);
            }
            for x in 0..len {
                let alone = f64::from(intra[x]);
                let with = f64::from((inter[x] % 0x4000).min(intra[x]));
                let owed = f64::from(arriving[x]) + alone * f64::from(inverse[x]) * f64::from(rate);
                let want = if alone == 0.0 { 0.0 } else { (owed * (alone - with) / alone).min(32767.0) };
                // Numbers of 24 bits, rounded a few times on their way.
                let apart = (f64::from(amount[x]) - want).abs();
                assert!(apart <= 0.51 + want * 1e-6, "{} in place of {want} at {level:?}", amount[x]);
            }
        }
    });
}

#[test]
fn numbers_in_256ths_come_back() {
    at_every_level(|level| {
        for base in (-0x8000..0x8000).step_by(64) {
            let all: Vec<i32> = (base..base + 64).collect();
            // A little more than a 256th, away from 0, is the same.
            let little = |number: i32| (number as f32 + 0.9 * number.signum() as f32) / 256.0;
            let numbers: Vec<f32> = all.iter().map(|&number| little(number)).collect();
            let mut bytes = [0u16; 64];
            let block = Block::external_ref(&numbers[..], [64]).unwrap();
            kernels::to_256ths(&mut Block::external(&mut bytes[..], [64]).unwrap(), &block);
            let want: Vec<u16> = all.iter().map(|&number| (number as i16 as u16).swap_bytes()).collect();
            assert_eq!(bytes[..], want, "{level:?}");
            let mut back = [0f32; 64];
            let block = Block::external_ref(&bytes[..], [64]).unwrap();
            kernels::from_256ths(&mut Block::external(&mut back[..], [64]).unwrap(), &block);
            let want: Vec<f32> = all.iter().map(|&number| number as f32 / 256.0).collect();
            assert_eq!(back[..], want, "{level:?}");
        }
    });
}
