//! Prediction of 8x8 blocks against the naive form, for every availability of neighbours: the picture, what surrounds
//! the line of filtered samples and what surrounds the block must not change.

use unite::{Block, Dyn};

use super::intra_8x8::intra_8x8 as naive;
use super::rig::{Random, at_every_level};
use unite_h264::kernels::intra_8x8;
use unite_h264::kernels::neighbours_8x8::{
    ABOVE_RIGHT, BESIDE, CORNER, NO_ABOVE_RIGHT, NO_CORNER, NOTHING_BESIDE, filter, filter_above,
    filter_corner, filter_left,
};

const STRIDE: usize = 32;
const HEIGHT: usize = 24;

type Picture<'a> = Block<Dyn<Dyn<u8>>, &'a [u8]>;
type Pred<'a> = Block<[[u8; 8]; 8], &'a mut [u8], unite::staged::Pitched<[[u8; 8]; 8]>>;
type Filtered<'a> = Block<[u8; 25], &'a mut [u8]>;

/// A mode of prediction, from the line of filtered samples.
type Mode = fn(&mut Pred<'_>, &Filtered<'_>);

/// What is available: samples at the left, above, in the corner, above and to the right.
#[derive(Clone, Copy, Debug)]
struct Available {
    left: bool,
    above: bool,
    corner: bool,
    above_right: bool,
}

/// The filters for what is available.
fn filter_available(available: Available, pred: &Pred<'_>, recon: &Picture<'_>, filtered: &mut Filtered<'_>) {
    let Available { left, above, corner, above_right } = available;
    match (left, corner) {
        (true, true) => filter_left::<CORNER>(pred, recon, filtered),
        (true, false) => filter_left::<NO_CORNER>(pred, recon, filtered),
        (false, _) => {}
    }
    match (corner, above, left) {
        (true, true, true) => filter_corner::<BESIDE, BESIDE>(pred, recon, filtered),
        (true, true, false) => filter_corner::<BESIDE, NOTHING_BESIDE>(pred, recon, filtered),
        (true, false, true) => filter_corner::<NOTHING_BESIDE, BESIDE>(pred, recon, filtered),
        (true, false, false) => filter_corner::<NOTHING_BESIDE, NOTHING_BESIDE>(pred, recon, filtered),
        (false, ..) => {}
    }
    match (above, corner, above_right) {
        (true, true, true) => filter_above::<CORNER, ABOVE_RIGHT>(pred, recon, filtered),
        (true, true, false) => filter_above::<CORNER, NO_ABOVE_RIGHT>(pred, recon, filtered),
        (true, false, true) => filter_above::<NO_CORNER, ABOVE_RIGHT>(pred, recon, filtered),
        (true, false, false) => filter_above::<NO_CORNER, NO_ABOVE_RIGHT>(pred, recon, filtered),
        (false, ..) => {}
    }
}

/// The modes that may be used, and their kernels.
fn modes(available: Available) -> Vec<(u8, Mode)> {
    let Available { left, above, corner, .. } = available;
    let mut modes: Vec<(u8, Mode)> = Vec::new();
    modes.push(match (above, left) {
        (true, true) => (2, |pred, p| intra_8x8::dc(pred, p)),
        (false, true) => (2, |pred, p| intra_8x8::dc_left(pred, p)),
        (true, false) => (2, |pred, p| intra_8x8::dc_above(pred, p)),
        (false, false) => (2, |pred, _| intra_8x8::dc_none(pred)),
    });
    if above {
        modes.push((0, |pred, p| intra_8x8::vertical(pred, p)));
        modes.push((3, |pred, p| intra_8x8::diagonal_down_left(pred, p)));
        modes.push((7, |pred, p| intra_8x8::vertical_left(pred, p)));
    }
    if left {
        modes.push((1, |pred, p| intra_8x8::horizontal(pred, p)));
        modes.push((8, |pred, p| intra_8x8::horizontal_up(pred, p)));
    }
    if above && left && corner {
        modes.push((4, |pred, p| intra_8x8::diagonal_down_right(pred, p)));
        modes.push((5, |pred, p| intra_8x8::vertical_right(pred, p)));
        modes.push((6, |pred, p| intra_8x8::horizontal_down(pred, p)));
    }
    modes
}

fn compare(random: &mut Random, available: Available) {
    let Available { left, above, corner, above_right } = available;
    let picture = random.picture(HEIGHT, STRIDE);
    // At the borders of the picture where nothing is used that lies beyond.
    let y = if above || corner { 1 + random.next() as usize % (HEIGHT - 8) } else { 0 };
    let mut x = if left || corner { 1 + random.next() as usize % (STRIDE - 16) } else { 0 };
    if (left || corner) && !above_right {
        x = STRIDE - 8;
    }
    let neighbours = |dx: i32, dy: i32| {
        let there = match (dx, dy) {
            (-1, -1) => corner,
            (-1, _) => left,
            (dx, _) if dx >= 8 => above && above_right,
            _ => above,
        };
        let at = (y as i32 + dy) * STRIDE as i32 + x as i32 + dx;
        there.then(|| i32::from(picture[at as usize]))
    };
    let recon = Block::external_ref(&picture, [HEIGHT, STRIDE]).unwrap();
    let mut line = random.samples(25 + 6);
    let border = line.clone();
    let pitch = 8 + random.next() as usize % 9;
    let mut memory = random.samples(9 * pitch);
    for (mode, kernel) in modes(available) {
        let mut expected = memory.clone();
        for j in 0..8 {
            for i in 0..8 {
                expected[3 + j * pitch + i] = naive(mode, &neighbours, i as i32, j as i32) as u8;
            }
        }
        let mut filtered = Block::external(&mut line[3..28], [25]).unwrap().fixed::<[u8; 25]>().unwrap();
        let mut pred = Block::external_pitched(&mut memory[3..], [8, 8], pitch)
            .unwrap()
            .fixed::<[[u8; 8]; 8]>()
            .unwrap()
            .with_origin([y as isize, x as isize])
            .unwrap();
        filter_available(available, &pred, &recon, &mut filtered);
        if left && above && corner {
            let before = filtered.as_slice().to_vec();
            if above_right {
                filter::<ABOVE_RIGHT>(&pred, &recon, &mut filtered);
            } else {
                filter::<NO_ABOVE_RIGHT>(&pred, &recon, &mut filtered);
            }
            assert_eq!(filtered.as_slice(), before, "all at once, {available:?}");
        }
        kernel(&mut pred, &filtered);
        assert_eq!(memory, expected, "mode {mode} with {available:?}");
    }
    assert_eq!((&line[..3], &line[28..]), (&border[..3], &border[28..]), "beside the line, {available:?}");
}

#[test]
fn intra_8x8_is_that_of_the_clause() {
    at_every_level(|_| {
        let mut random = Random(8);
        for round in 0..40 * 16 {
            let [left, above, corner, above_right] = [1, 2, 4, 8].map(|bit| round & bit != 0);
            compare(&mut random, Available { left, above, corner, above_right });
        }
    });
}
