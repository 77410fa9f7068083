//! Planes that are taken apart, put together and made smaller, levels, and statistics, against loops over all samples: any extents, in
//! memory with a border that must not change.
// The types of tensors say their shapes.
#![allow(clippy::type_complexity)]

use unite::Block;

use super::inter as naive;
use super::rig::{Random, at_every_level};
use super::{cost, intra};
use unite_h264::kernels;

/// A plane with rows further apart than they are long.
struct Plane {
    samples: Vec<u8>,
    extents: [usize; 2],
    pitch: usize,
}

impl Plane {
    fn random(random: &mut Random, extents: [usize; 2]) -> Plane {
        let pitch = extents[1] + 3 + random.next() as usize % 9;
        Plane { samples: random.picture(extents[0], pitch), extents, pitch }
    }

    fn at(&self, y: usize, x: usize) -> i32 {
        self.samples[y * self.pitch + x].into()
    }

    /// The same with what is said at every place.
    fn with(&self, value: impl Fn(usize, usize) -> i32) -> Vec<u8> {
        let mut samples = self.samples.clone();
        for y in 0..self.extents[0] {
            for x in 0..self.extents[1] {
                samples[y * self.pitch + x] = value(y, x) as u8;
            }
        }
        samples
    }
}

/// The tensor of a plane, to read or to write.
macro_rules! tensor {
    ($plane:ident) => {
        Block::external_pitched_ref(&$plane.samples, $plane.extents, $plane.pitch).unwrap()
    };
    (mut $plane:ident) => {
        Block::external_pitched(&mut $plane.samples, $plane.extents, $plane.pitch).unwrap()
    };
}

#[test]
fn planes_are_taken_apart_and_put_together() {
    at_every_level(|level| {
        let mut random = Random(11);
        for _ in 0..60 {
            let [h, w] = [1 + random.next() as usize % 5, 1 + random.next() as usize % 70];
            let [mut a, mut b] = [(); 2].map(|()| Plane::random(&mut random, [h, w]));
            let mut both = Plane::random(&mut random, [h, 2 * w]);
            let in_turn = both.with(|y, x| if x % 2 == 0 { a.at(y, x / 2) } else { b.at(y, x / 2) });
            kernels::interleave(&mut tensor!(mut both), &tensor!(a), &tensor!(b));
            assert_eq!(both.samples, in_turn, "{h} by {w}, {level:?}");

            let mut swapped = Plane::random(&mut random, [h, 2 * w]);
            let expected = swapped.with(|y, x| both.at(y, x ^ 1));
            kernels::swap_in_turn(&mut tensor!(mut swapped), &tensor!(both));
            assert_eq!(swapped.samples, expected, "{h} by {w}, {level:?}");

            let expected = [a.with(|y, x| swapped.at(y, 2 * x)), b.with(|y, x| swapped.at(y, 2 * x + 1))];
            kernels::deinterleave(&tensor!(swapped), &mut tensor!(mut a), &mut tensor!(mut b));
            assert_eq!([a.samples, b.samples], expected, "{h} by {w}, {level:?}");
        }
    });
}

#[test]
fn pixels_of_three_components_are_taken_apart() {
    at_every_level(|level| {
        let mut random = Random(14);
        for turn in 0..60 {
            let [h, w] = [1 + random.next() as usize % 5, 1 + random.next() as usize % 70];
            let count = 3 + turn % 2;
            let all = Plane::random(&mut random, [h, count * w]);
            let [mut a, mut b, mut c] = [(); 3].map(|()| Plane::random(&mut random, [h, w]));
            let expected = [(&a, 0), (&b, 1), (&c, 2)].map(|(p, k)| p.with(|y, x| all.at(y, count * x + k)));
            let (to_a, to_b, to_c) = (&mut tensor!(mut a), &mut tensor!(mut b), &mut tensor!(mut c));
            match count {
                3 => kernels::deinterleave_three(&tensor!(all), to_a, to_b, to_c),
                _ => kernels::deinterleave_three_of_four(&tensor!(all), to_a, to_b, to_c),
            }
            assert_eq!([a.samples, b.samples, c.samples], expected, "{h} by {w}, {level:?}");
        }
    });
}

#[test]
fn squares_of_components_in_turn_are_added_apart() {
    at_every_level(|level| {
        let mut random = Random(15);
        for k in 0..100 {
            let len = if k % 10 == 0 { 32 << (k / 10 % 3) } else { 2 * (1 + random.next() as usize % 90) };
            let [a, b] = [(); 2].map(|()| random.picture(1, len));
            let want = [0, 1].map(|k| {
                let of = |x: usize| (i32::from(a[x]) - i32::from(b[x])).pow(2);
                (k..len).step_by(2).map(of).sum::<i32>()
            });
            // As one row, and as two.
            for rows in (1..3).filter(|rows| len.is_multiple_of(2 * rows)) {
                let [a, b] = [&a, &b].map(|all| Block::external_ref(&all[..], [rows, len / rows]).unwrap());
                assert_eq!(kernels::ssd_in_turn(&a, &b), want, "{rows} of {len}, {level:?}");
                if len / rows == 64 {
                    let [a, b] = [a, b].map(|all| all.fixed::<unite::Dyn<[u8; 64]>>().unwrap());
                    assert_eq!(kernels::ssd_in_turn_64(&a, &b), want, "{rows} of {len}, {level:?}");
                } else if len / rows == 32 {
                    let [a, b] = [a, b].map(|all| all.fixed::<unite::Dyn<[u8; 32]>>().unwrap());
                    assert_eq!(kernels::ssd_in_turn_32(&a, &b), want, "{rows} of {len}, {level:?}");
                }
            }
        }
    });
}

#[test]
fn half_the_resolution_is_means_of_four() {
    at_every_level(|level| {
        let mut random = Random(12);
        for _ in 0..40 {
            let [h, w] = [1 + random.next() as usize % 4, 1 + random.next() as usize % 40];
            let p = Plane::random(&mut random, [2 * h + 1, 2 * w + 1]);
            let planes = [(); 4].map(|()| Plane::random(&mut random, [h, w]));
            let mean = |a: i32, b: i32| (a + b + 1) >> 1;
            let expected = [0, 1, 2, 3].map(|k: usize| {
                let (dy, dx) = (k / 2, k % 2);
                planes[k].with(|y, x| {
                    let column = |x: usize| mean(p.at(2 * y + dy, x), p.at(2 * y + dy + 1, x));
                    mean(column(2 * x + dx), column(2 * x + dx + 1))
                })
            });
            let [mut full, mut right, mut down, mut both] = planes;
            kernels::half_resolution(
                &tensor!(p),
                &mut tensor!(mut full),
                &mut tensor!(mut right),
                &mut tensor!(mut down),
                &mut tensor!(mut both),
            );
            let got = [full, right, down, both].map(|plane| plane.samples);
            assert_eq!(got, expected, "{h} by {w}, {level:?}");
        }
    });
}

/// Rows of `W` samples: weights and averages, and their sums.
fn rows<const W: usize>(random: &mut Random) {
    for h in 1..6 {
        let [mut pred, a, b] = [(); 3].map(|()| Plane::random(random, [h, W]));
        let (log_wd, w, o) = (random.within(0, 7), random.within(-128, 127), random.within(-128, 127));
        let expected = pred.with(|y, x| naive::weighted(a.at(y, x), log_wd, w, o));
        macro_rules! of {
            ($plane:ident) => {
                &tensor!($plane).fixed::<unite::Dyn<[u8; W]>>().unwrap()
            };
            (mut $plane:ident) => {
                &mut tensor!(mut $plane).fixed::<unite::Dyn<[u8; W]>>().unwrap()
            };
        }
        kernels::weighted_rows(of!(mut pred), of!(a), log_wd, w, o);
        assert_eq!(pred.samples, expected, "{h} rows of {W}");
        let expected = pred.with(|y, x| (a.at(y, x) + b.at(y, x) + 1) >> 1);
        kernels::average_rows(of!(mut pred), of!(a), of!(b));
        assert_eq!(pred.samples, expected, "{h} rows of {W}");
    }
}

/// Rows of 8 samples, and of 16: sums of differences.
fn differences(random: &mut Random, h: usize) {
    let [a, b, p] = [8, 8, 16].map(|w| Plane::random(random, [h, w]));
    let all = |w: usize| (0..h).flat_map(move |y| (0..w).map(move |x| (y, x)));
    let sum: i32 = all(8).map(|(y, x)| a.at(y, x) - b.at(y, x)).sum();
    let of_rows = all(16).filter(|&(y, _)| y > 0).map(|(y, x)| (p.at(y, x) - p.at(y - 1, x)).abs());
    let [a, b] = [&a, &b].map(|plane| tensor!(plane).fixed::<unite::Dyn<[u8; 8]>>().unwrap());
    assert_eq!(kernels::difference_of_rows_8(&a, &b), sum);
    let p = tensor!(p).fixed::<unite::Dyn<[u8; 16]>>().unwrap();
    assert_eq!(kernels::sad_of_rows_16(&p), of_rows.sum::<i32>());
}

/// Two rectangles, with the sums of the samples and squares of the first one, and of the differences of both and their squares.
type Rectangles<const H: usize, const W: usize> = ([[[u8; W]; H]; 2], [i32; 2], [i32; 2]);

fn rectangles<const H: usize, const W: usize>(random: &mut Random) -> Rectangles<H, W> {
    let [a, b] =
        [(); 2].map(|()| -> [[u8; W]; H] { std::array::from_fn(|_| random.samples(W).try_into().unwrap()) });
    let pairs: Vec<[i32; 2]> =
        a.as_flattened().iter().zip(b.as_flattened()).map(|(&a, &b)| [a.into(), b.into()]).collect();
    let sum = |of: fn([i32; 2]) -> i32| pairs.iter().map(|&pair| of(pair)).sum::<i32>();
    let of_one = [sum(|[a, _]| a), sum(|[a, _]| a * a)];
    ([a, b], of_one, [sum(|[a, b]| a - b), sum(|[a, b]| (a - b) * (a - b))])
}

/// Kernels against the sums of rectangles.
macro_rules! assert_sums {
    ($random:ident, $h:literal, $w:literal, $of_one:ident $(, $of_two:ident)?) => {
        let ([a, b], of_one, of_two) = rectangles::<$h, $w>(&mut $random);
        let (a, b) = (Block::from(a), Block::from(b));
        assert_eq!(kernels::$of_one(&a), of_one);
        $(assert_eq!(kernels::$of_two(&a, &b), of_two);)?
        let _ = (b, of_two);
    };
}

#[test]
fn sums_are_sums() {
    at_every_level(|_| {
        let mut random = Random(13);
        for _ in 0..20 {
            rows::<2>(&mut random);
            rows::<8>(&mut random);
            rows::<16>(&mut random);
            rows::<20>(&mut random);
            (1..20).for_each(|h| differences(&mut random, h));
            assert_sums!(random, 16, 16, sum_and_squares_16x16);
            assert_sums!(random, 16, 8, sum_and_squares_8x16, difference_and_squares_8x16);
            assert_sums!(random, 8, 8, sum_and_squares_8x8, difference_and_squares_8x8);
            let [a, b] = [(); 2]
                .map(|()| -> [[u8; 4]; 4] { std::array::from_fn(|_| random.samples(4).try_into().unwrap()) });
            let sum = |of: fn(i32, i32) -> i32| -> i32 {
                a.as_flattened().iter().zip(b.as_flattened()).map(|(&a, &b)| of(a.into(), b.into())).sum()
            };
            let want = [sum(|a, _| a), sum(|_, b| b), sum(|a, b| a * a + b * b), sum(|a, b| a * b)];
            assert_eq!(kernels::moments(&Block::from(a), &Block::from(b)), want);
            let beside = |d: cost::Differences| {
                let first: i32 = d.iter().flatten().sum();
                [cost::hadamard_sum::<4>(&d) - first, cost::hadamard_sum::<8>(&d) - first]
            };
            // Also of samples that make the largest sums.
            let widest = |p: [u8; 16]| p.map(|x| if x < 128 { 0 } else { 255 });
            let p: [[u8; 16]; 8] = std::array::from_fn(|_| random.samples(16).try_into().unwrap());
            for p in [p, p.map(widest), [[255; 16]; 8]] {
                let [left, right] =
                    [0, 8].map(|x| p.map(|row| -> [u8; 8] { row[x..x + 8].try_into().unwrap() }));
                let of = |half: [[u8; 8]; 8]| beside(half.map(|row| row.map(i32::from).to_vec()).to_vec());
                let ([a, b], [c, d]) = (of(left), of(right));
                assert_eq!(kernels::hadamard_ac_8x8(&Block::from(left)), [a, b]);
                assert_eq!(kernels::hadamard_ac_16x8(&Block::from(p)), [a + c, b + d]);
            }
        }
    });
}

#[test]
fn levels_are_counted_and_coefficients_lose_noise() {
    at_every_level(|_| {
        let mut random = Random(14);
        for _ in 0..60 {
            let most = [1, 2, 0x7FFF][random.next() as usize % 3];
            let levels: [i16; 16] = std::array::from_fn(|_| {
                (random.within(-most, most) * i32::from(random.next().is_multiple_of(2))) as i16
            });
            let mask = (0..16).filter(|&k| levels[k] != 0).map(|k| 1 << k).sum::<i32>();
            let large = levels.iter().any(|level| level.unsigned_abs() > 1);
            assert_eq!(kernels::nonzero_16(&Block::from(levels)), [mask, large.into()]);
            let in_turn = std::array::from_fn::<i16, 64, _>(|k| levels[k % 16]);
            assert_eq!(kernels::exceed_one_64(&Block::from(in_turn)), large);
            macro_rules! first {
                ($count:literal, $kernel:ident) => {
                    let few: [i16; $count] = levels[..$count].try_into().unwrap();
                    let large = few.iter().any(|level| level.unsigned_abs() > 1);
                    let mask = mask & ((1 << $count) - 1);
                    assert_eq!(kernels::$kernel(&Block::from(few)), [mask, large.into()]);
                };
            }
            first!(15, nonzero_15);
            first!(8, nonzero_8);
            first!(4, nonzero_4);

            macro_rules! less_noise {
                ($count:literal, $kernel:ident) => {{
                    let mut numbers = |most: i32| [0; $count].map(|_: i32| random.within(0, most));
                    let (sizes, sums, offsets, signs) =
                        (numbers(most), numbers(1 << 20), numbers(2 * most), numbers(1));
                    let of = |f: &dyn Fn(usize) -> i32| std::array::from_fn::<i32, $count, _>(f);
                    let signed =
                        |size: &dyn Fn(usize) -> i32| of(&|k| (1 - 2 * signs[k]) * size(k)).map(|x| x as i16);
                    let mut c = Block::from(signed(&|k| sizes[k]));
                    let mut sum = Block::from(sums.map(|sum| sum as u32));
                    kernels::$kernel(&mut c, &mut sum, &Block::from(offsets.map(|x| x as u16)));
                    assert_eq!(c.as_slice(), signed(&|k| (sizes[k] - offsets[k]).max(0)));
                    assert_eq!(sum.as_slice(), of(&|k| sizes[k] + sums[k]).map(|x| x as u32));
                }};
            }
            less_noise!(64, denoise_64);
            less_noise!(16, denoise_16);
            less_noise!(1, denoise_one);
        }
    });
}

#[test]
fn intra_prediction_of_chrominance_at_422_is_that_of_the_clause() {
    use kernels::intra_chroma_422 as modes;
    type Pred = Block<[[u8; 8]; 16], [[u8; 8]; 16]>;
    at_every_level(|level| {
        let mut random = Random(15);
        for _ in 0..30 {
            let picture = random.picture(24, 24);
            let recon = Block::external_ref(&picture, [24, 24]).unwrap();
            let (y, x) = (1 + random.next() as usize % 8, 1 + random.next() as usize % 16);
            let neighbours = |left: bool, above: bool| {
                let picture = &picture;
                move |dx: i32, dy: i32| -> Option<i32> {
                    let there = if dy < 0 { above } else { left };
                    there.then(|| picture[(y as i32 + dy) as usize * 24 + (x as i32 + dx) as usize].into())
                }
            };
            let cases: [(u8, [bool; 2], &dyn Fn(&mut Pred)); 6] = [
                (0, [true, true], &|pred| modes::dc(pred, &recon)),
                (0, [true, false], &|pred| modes::dc_left(pred, &recon)),
                (0, [false, true], &|pred| modes::dc_above(pred, &recon)),
                (1, [true, false], &|pred| modes::horizontal(pred, &recon)),
                (2, [false, true], &|pred| modes::vertical(pred, &recon)),
                (3, [true, true], &|pred| modes::plane(pred, &recon)),
            ];
            for (mode, [left, above], predict) in cases {
                let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([y as isize, x as isize]).unwrap();
                predict(&mut pred);
                for j in 0..16 {
                    for i in 0..8 {
                        let want = intra::intra_chroma_422(mode, &neighbours(left, above), i, j);
                        assert_eq!(
                            i32::from(pred.read([j as isize, i as isize])),
                            want,
                            "mode {mode}, {level:?}"
                        );
                    }
                }
            }
        }
    });
}
