//! The deblocking filter and its strengths against the naive forms. Whole pictures are compared, so that nothing but the
//! samples beside the edge may change.

use unite::{Block, Dyn};

use super::deblock as naive;
use super::rig::{Random, at_every_level};
use unite_h264::kernels::deblock::{
    chroma_horizontal, chroma_horizontal_intra, chroma_vertical, chroma_vertical_in_turn,
    chroma_vertical_in_turn_intra, chroma_vertical_intra, luma_horizontal, luma_horizontal_intra,
    luma_vertical, luma_vertical_intra, luma_vertical_mixed, luma_vertical_mixed_intra,
};
use unite_h264::kernels::deblock_tables::{ALPHA, BETA, TC0, Thresholds, tc0};
use unite_h264::kernels::{Motion, strengths_horizontal, strengths_vertical};

const SIZE: usize = 24;
/// Where edges are.
const AT: usize = 5;

type Picture<'a> = Block<Dyn<Dyn<u8>>, &'a mut [u8]>;

/// Samples that differ little, so that the filter has something to do.
fn nearly_flat(random: &mut Random) -> Vec<u8> {
    let (base, spread) = (random.within(0, 255), random.within(0, 30));
    (0..SIZE * SIZE).map(|_| (base + random.within(-spread, spread)).clamp(0, 255) as u8).collect()
}

/// The picture with the naive filter along an edge of so many samples.
fn expected(
    picture: &[u8],
    vertical: bool,
    chroma: bool,
    len: usize,
    strengths: [u8; 4],
    thresholds: Thresholds,
) -> Vec<u8> {
    let mut after = picture.to_vec();
    let reach = if chroma { 2 } else { 4 };
    for k in 0..len {
        let place = |i: isize| {
            let across = (AT as isize + i) as usize;
            if vertical { (AT + k) * SIZE + across } else { across * SIZE + AT + k }
        };
        let sample = |i: isize| if i < reach && i >= -reach { i32::from(picture[place(i)]) } else { 0 };
        let strength = strengths[4 * k / len];
        let t_c0 = match strength {
            1..4 => i32::from(TC0[thresholds.index_a][usize::from(strength) - 1]),
            _ => 0,
        };
        let limits = [thresholds.alpha.into(), thresholds.beta.into(), t_c0];
        let (p, q) =
            naive::filtered([-1, -2, -3, -4].map(sample), [0, 1, 2, 3].map(sample), chroma, strength, limits);
        for i in 0..reach {
            after[place(i)] = q[i as usize] as u8;
            after[place(-1 - i)] = p[i as usize] as u8;
        }
    }
    after
}

/// The picture with a kernel along an edge: `$h` by `$w` samples after it.
macro_rules! edge {
    ($picture:expr, $thresholds:expr, $strengths:expr, [$h:literal, $w:literal], $kernel:ident, $intra:ident) => {{
        let mut after = $picture.clone();
        let mut recon: Picture<'_> = Block::external(&mut after, [SIZE, SIZE]).unwrap();
        let at = AT as isize;
        let mut part = recon.view_mut().partition([at..at + $h, at..at + $w]).unwrap();
        let mut q = part.tensor_mut().unwrap().fixed::<[[u8; $w]; $h]>().unwrap();
        let Thresholds { alpha, beta, index_a } = $thresholds;
        if $strengths == [4; 4] {
            $intra(&mut q, alpha.into(), beta.into());
        } else {
            $kernel(&mut q, alpha.into(), beta.into(), &Block::from(tc0(index_a, $strengths)));
        }
        after
    }};
}

#[test]
fn edges_are_filtered_as_in_the_clauses() {
    at_every_level(|level| {
        let mut random = Random(1);
        let mut changed = 0;
        for round in 0..1500 {
            let picture = match round % 4 {
                0 => random.picture(SIZE, SIZE),
                _ => nearly_flat(&mut random),
            };
            let qp = [(); 2].map(|()| random.within(0, 51));
            let offsets = [(); 2].map(|()| 2 * random.within(-6, 6));
            let thresholds = Thresholds::new(qp[0], qp[1], offsets[0], offsets[1]);
            let strengths = match round % 3 {
                0 => [4; 4],
                _ => [(); 4].map(|()| random.within(0, 3) as u8),
            };
            let message = format!("bS {strengths:?}, {thresholds:?}, {level:?}");
            let (s, t) = (strengths, thresholds);
            let want = |vertical, chroma| {
                expected(&picture, vertical, chroma, if chroma { 8 } else { 16 }, strengths, thresholds)
            };
            changed += usize::from(want(true, false) != picture);
            let got = edge!(picture, t, s, [16, 4], luma_vertical, luma_vertical_intra);
            assert_eq!(got, want(true, false), "vertical, {message}");
            let got = edge!(picture, t, s, [8, 4], luma_vertical_mixed, luma_vertical_mixed_intra);
            assert_eq!(got, expected(&picture, true, false, 8, strengths, thresholds), "half, {message}");
            let got = edge!(picture, t, s, [4, 16], luma_horizontal, luma_horizontal_intra);
            assert_eq!(got, want(false, false), "horizontal, {message}");
            let got = edge!(picture, t, s, [8, 2], chroma_vertical, chroma_vertical_intra);
            assert_eq!(got, want(true, true), "vertical chrominance, {message}");
            let got = edge!(picture, t, s, [2, 8], chroma_horizontal, chroma_horizontal_intra);
            assert_eq!(got, want(false, true), "horizontal chrominance, {message}");
            // Every second sample is of the other component, and all are filtered alike.
            let got = edge!(picture, t, s, [16, 2], chroma_vertical_in_turn, chroma_vertical_in_turn_intra);
            assert_eq!(got, expected(&picture, true, true, 16, strengths, thresholds), "in turn, {message}");
        }
        assert!(changed > 300, "the filter did something {changed} times");
    });
}

#[test]
fn thresholds_grow_with_the_quantiser() {
    assert!(ALPHA.is_sorted() && BETA.is_sorted());
    assert!((0..3).all(|strength| TC0.map(|of| of[strength]).is_sorted()));
    assert!(TC0.iter().all(|of| of.is_sorted()));
    assert_eq!((ALPHA[15], BETA[15], ALPHA[16], BETA[16], TC0[16], TC0[17]), (0, 0, 4, 2, [0; 3], [0, 0, 1]));
}

/// Few pictures and few vectors, so that blocks often agree.
fn motion(random: &mut Random) -> Motion {
    let mut vector = || [random.within(-3, 3) as i16, random.within(-3, 3) as i16];
    let mv = [vector(), vector()];
    match random.next() % 6 {
        0 => Motion::INTRA,
        1 => Motion { reference: [(random.next() % 2) as i8, Motion::NONE], mv },
        2 => Motion { reference: [Motion::NONE, (random.next() % 2) as i8], mv },
        3 => Motion { reference: [0, 1], mv },
        4 => Motion { reference: [1, 0], mv },
        _ => Motion { reference: [1, 1], mv },
    }
}

#[test]
fn motion_differs_as_sets_do() {
    let mut random = Random(2);
    let mut alike = 0;
    for _ in 0..100_000 {
        let (a, b) = (motion(&mut random), motion(&mut random));
        if !a.is_intra() && !b.is_intra() {
            assert_eq!(a.differs(b), naive::motion_differs(a, b), "{a:?} and {b:?}");
            alike += usize::from(!a.differs(b));
        }
    }
    assert!(alike > 1000);
}

#[test]
fn strengths_are_those_of_the_clause() {
    at_every_level(|level| {
        let mut random = Random(3);
        for _ in 0..200 {
            // Three by three macroblocks; the one in the middle is looked at.
            let coefficients: Vec<u8> = (0..144).map(|_| u8::from(random.next().is_multiple_of(4))).collect();
            let alike = motion(&mut random);
            let motions: Vec<Motion> = (0..144)
                .map(|_| if random.next().is_multiple_of(3) { motion(&mut random) } else { alike })
                .collect();
            let strength = |p: usize, q: usize, of_macroblock: bool| {
                let (a, b) = (motions[p], motions[q]);
                if a.reference == [-1; 2] || b.reference == [-1; 2] {
                    if of_macroblock { 4 } else { 3 }
                } else if coefficients[p] != 0 || coefficients[q] != 0 {
                    2
                } else {
                    u8::from(naive::motion_differs(a, b))
                }
            };
            let coarse =
                |x: &[u8]| Block::<u8>::from_vec(x.to_vec(), [12, 12]).unwrap().with_coarsening([4, 4]);
            let coefficients_tensor = coarse(&coefficients).unwrap();
            let motion_tensor = Block::<Motion>::from_vec(motions.clone(), [12, 12])
                .unwrap()
                .with_coarsening([4, 4])
                .unwrap();
            let fresh = || Block::<[[u8; 4]; 4]>::stack().with_origin([16, 16]).unwrap();
            let mut got = fresh().with_coarsening([4, 4]).unwrap();
            let block = |y: usize, x: usize| (4 + y) * 12 + 4 + x;
            strengths_vertical(&mut got, &coefficients_tensor, &motion_tensor);
            for (i, &got) in got.as_slice().iter().enumerate() {
                let (y, x) = (i / 4, i % 4);
                let want = strength(block(y, x), block(y, x) - 1, x == 0);
                assert_eq!(got, want, "vertical, {y}, {x}, {level:?}");
            }
            strengths_horizontal(&mut got, &coefficients_tensor, &motion_tensor);
            for (i, &got) in got.as_slice().iter().enumerate() {
                let (y, x) = (i / 4, i % 4);
                let want = strength(block(y, x), block(y, x) - 12, y == 0);
                assert_eq!(got, want, "horizontal, {y}, {x}, {level:?}");
            }
        }
    });
}
