//! Prediction from other pictures against the naive forms, for every size of a partition and every fraction of a sample.
//! The plane is as large as what may be read: a sample more, and the kernel would not run.

use unite::{Block, Dyn};

use super::inter as naive;
use super::padded::Padded;
use super::rig::{Random, at_every_level};
use unite_h264::kernels::{
    average, clamped_window, half_planes, inter_luma, interpolate_chroma, weighted as weighted_one,
    weighted_both, weighted_implicit,
};

type Plane<'a> = Block<Dyn<Dyn<u8>>, &'a [u8]>;

/// A plane with `before` samples before `H` by `W` of them on each axis, and `after` after them.
fn plane<const H: usize, const W: usize>(
    random: &mut Random,
    [before, after]: [usize; 2],
) -> (Vec<u8>, usize) {
    let width = before + W + after;
    (random.picture(before + H + after, width), width)
}

fn luma_of<const H: usize, const W: usize>(random: &mut Random) {
    for x_frac in 0..4 {
        for y_frac in 0..4 {
            // Fractions of one axis do not look beyond the other.
            let around = |fraction: u8| if fraction == 0 { [0, 0] } else { [2, 3] };
            let ([left, right], [above, below]) = (around(x_frac), around(y_frac));
            let width = left + W + right;
            let samples = random.picture(above + H + below, width);
            let at = |x: i32, y: i32| {
                let place = (y + above as i32) * width as i32 + x + left as i32;
                // What the naive form computes for the other positions does not count.
                samples.get(place as usize).copied().map_or(0, i32::from)
            };
            let recon: Plane<'_> = Block::external_ref(&samples, [above + H + below, width]).unwrap();
            let spans = [above as isize..(above + H) as isize, left as isize..(left + W) as isize];
            let part = recon.view().partition(spans).unwrap();
            let p = part.tensor().unwrap().fixed::<[[u8; W]; H]>().unwrap();
            let mut pred = Padded::<u8, H, W>::random(random, 0, 255);
            let want = pred.with(std::array::from_fn(|y| {
                std::array::from_fn(|x| naive::luma(&at, x as i32, y as i32, x_frac, y_frac))
            }));
            inter_luma::interpolate(&mut pred.tensor_mut(), &p, x_frac, y_frac);
            assert_eq!(pred, want, "{H} rows of {W}, {x_frac} and {y_frac} quarters");
        }
    }
}

#[test]
fn luma_is_interpolated_as_in_the_clause() {
    at_every_level(|_| {
        let mut random = Random(1);
        for _ in 0..4 {
            luma_of::<16, 16>(&mut random);
            luma_of::<8, 16>(&mut random);
            luma_of::<16, 8>(&mut random);
            luma_of::<8, 8>(&mut random);
            luma_of::<4, 8>(&mut random);
            luma_of::<8, 4>(&mut random);
            luma_of::<4, 4>(&mut random);
        }
    });
}

#[test]
fn vectors_may_point_outside() {
    at_every_level(|_| {
        let mut random = Random(6);
        for round in 0..120u8 {
            let (height, width) = (1 + random.next() as usize % 24, 1 + random.next() as usize % 24);
            let picture = random.samples(height * width);
            let sample = |x: i32, y: i32| {
                let (x, y) = (x.clamp(0, width as i32 - 1), y.clamp(0, height as i32 - 1));
                i32::from(picture[y as usize * width + x as usize])
            };
            let (x_frac, y_frac) = (round % 4, round / 4 % 4);
            let [x_int, y_int] = [width, height].map(|extent| random.within(-30, extent as i32 + 30));
            let reference: Plane<'_> = Block::external_ref(&picture, [height, width]).unwrap();
            let mut pred = Padded::<u8, 8, 8>::random(&mut random, 0, 255);
            let want = pred.with(std::array::from_fn(|y| {
                std::array::from_fn(|x| {
                    naive::luma(&sample, x_int + x as i32, y_int + y as i32, x_frac, y_frac)
                })
            }));
            let mut window = Block::<[[u8; 21]; 21]>::stack();
            clamped_window(&reference, y_int, x_int, &mut window);
            let p = window.view().partition([2..10, 2..10]).unwrap();
            let p = p.tensor().unwrap().fixed::<[[u8; 8]; 8]>().unwrap();
            inter_luma::interpolate(&mut pred.tensor_mut(), &p, x_frac, y_frac);
            assert_eq!(pred, want, "{x_int}, {y_int} of {width} by {height}, {x_frac} and {y_frac} quarters");
        }
    });
}

#[test]
#[should_panic(expected = "a vector has no fraction of 4 and 0 quarters")]
fn a_whole_sample_is_no_fraction() {
    let plane = Block::from([[0u8; 4]; 4]);
    inter_luma::interpolate(&mut Block::<[[u8; 4]; 4]>::stack(), &plane, 4, 0);
}

fn chroma_of<const H: usize, const W: usize>(random: &mut Random) {
    for x_frac in 0..8 {
        for y_frac in 0..8 {
            let (samples, width) = plane::<H, W>(random, [0, 1]);
            let at = |x: i32, y: i32| i32::from(samples[y as usize * width + x as usize]);
            let recon: Plane<'_> = Block::external_ref(&samples, [H + 1, width]).unwrap();
            let part = recon.view().partition([0..H as isize, 0..W as isize]).unwrap();
            let mut pred = Padded::<u8, H, W>::random(random, 0, 255);
            let want = pred.with(std::array::from_fn(|y| {
                std::array::from_fn(|x| naive::chroma(&at, x as i32, y as i32, x_frac, y_frac))
            }));
            let p = part.tensor().unwrap().fixed::<[[u8; W]; H]>().unwrap();
            interpolate_chroma(&mut pred.tensor_mut(), &p, x_frac, y_frac);
            assert_eq!(pred, want, "{H} rows of {W}, {x_frac} and {y_frac} eighths");
        }
    }
}

#[test]
fn chroma_is_interpolated_as_in_the_clause() {
    at_every_level(|_| {
        let mut random = Random(2);
        chroma_of::<8, 8>(&mut random);
        chroma_of::<4, 8>(&mut random);
        chroma_of::<8, 4>(&mut random);
        chroma_of::<4, 4>(&mut random);
        chroma_of::<2, 4>(&mut random);
        chroma_of::<4, 2>(&mut random);
        chroma_of::<2, 2>(&mut random);
    });
}

#[test]
fn half_planes_are_the_three_positions() {
    at_every_level(|level| {
        let mut random = Random(3);
        for [h, w] in [[1, 1], [3, 7], [9, 32], [16, 45], [5, 64]] {
            let samples = random.picture(h + 5, w + 5);
            let at = |x: i32, y: i32| {
                i32::from(*samples.get(((y + 2) * (w as i32 + 5) + x + 2) as usize).unwrap_or(&0))
            };
            let recon: Plane<'_> = Block::external_ref(&samples, [h + 5, w + 5]).unwrap();
            let part = recon.view().partition([2..2 + h as isize, 2..2 + w as isize]).unwrap();
            let pitch = w + 3;
            let memory = random.samples(h * pitch);
            let mut got = [(); 3].map(|()| memory.clone());
            let [b, hh, j] = &mut got;
            let tensor = |memory| Block::external_pitched(memory, [h, w], pitch).unwrap();
            half_planes(
                &part.tensor().unwrap(),
                &mut tensor(b),
                &mut tensor(hh),
                &mut tensor(j),
                &mut Block::<i16>::zeros([w + 5]),
            );
            for (got, (x_frac, y_frac)) in got.iter().zip([(2, 0), (0, 2), (2, 2)]) {
                let mut want = memory.clone();
                for y in 0..h {
                    for x in 0..w {
                        want[y * pitch + x] = naive::luma(&at, x as i32, y as i32, x_frac, y_frac) as u8;
                    }
                }
                assert_eq!(*got, want, "{h} rows of {w}, {x_frac} and {y_frac} quarters, {level:?}");
            }
        }
    });
}

fn weighted_of<const H: usize, const W: usize>(random: &mut Random) {
    let [l0, l1] = [(); 2].map(|()| Padded::<u8, H, W>::random(random, 0, 255));
    let (a, b) = (l0.values(), l1.values());
    let mut pred = Padded::<u8, H, W>::random(random, 0, 255);
    let each = |f: &dyn Fn(i32, i32) -> i32| -> [[i32; W]; H] {
        std::array::from_fn(|y| std::array::from_fn(|x| f(a[y][x], b[y][x])))
    };
    let want = pred.with(each(&|a, b| (a + b + 1) >> 1));
    average(&mut pred.tensor_mut(), &l0.tensor(), &l1.tensor());
    assert_eq!(pred, want);

    let log_wd = random.within(0, 7);
    let [w0, w1, o0, o1] = [(); 4].map(|()| random.within(-128, 127));
    let want = pred.with(each(&|a, _| naive::weighted(a, log_wd, w0, o0)));
    weighted_one(&mut pred.tensor_mut(), &l0.tensor(), log_wd, w0, o0);
    assert_eq!(pred, want, "2^-{log_wd} * {w0} + {o0}");
    let want = pred.with(each(&|a, b| naive::weighted_both([a, b], log_wd, [w0, w1], [o0, o1])));
    weighted_both(&mut pred.tensor_mut(), &l0.tensor(), &l1.tensor(), log_wd, [w0, w1], [o0, o1]);
    assert_eq!(pred, want, "2^-{log_wd} * {w0}, {w1} + {o0}, {o1}");

    let w1 = random.within(-64, 128);
    let want = pred.with(each(&|a, b| naive::weighted_both([a, b], 5, [64 - w1, w1], [0, 0])));
    weighted_implicit(&mut pred.tensor_mut(), &l0.tensor(), &l1.tensor(), w1);
    assert_eq!(pred, want, "64ths: {w1} of the second");
}

#[test]
fn weights_are_those_of_the_clause() {
    at_every_level(|_| {
        let mut random = Random(4);
        for _ in 0..40 {
            weighted_of::<16, 16>(&mut random);
            weighted_of::<4, 8>(&mut random);
            weighted_of::<8, 4>(&mut random);
            weighted_of::<2, 2>(&mut random);
        }
    });
}
