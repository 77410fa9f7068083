//! The predictions against the naive forms: into memory of their own with a random border, and in place in a picture.
//! Nothing but the block may change.

use unite::{Block, Dyn, library};

use super::intra;
use super::rig::{Random, at_every_level};
use unite_h264::kernels::intra_4x4::{ABOVE_RIGHT, NO_ABOVE_RIGHT};
use unite_h264::kernels::{in_place, intra_4x4, intra_16x16, intra_chroma};

/// Rows of the pictures; encoders have 32 as the stride of a macroblock being constructed.
const STRIDE: usize = 32;
const HEIGHT: usize = 40;

type Picture<'a> = Block<Dyn<Dyn<u8>>, &'a [u8]>;
type Pred<'a, const N: usize> = Block<[[u8; N]; N], &'a mut [u8], unite::staged::Pitched<[[u8; N]; N]>>;
type Part<'a, const N: usize> = library::Affine<[[u8; N]; N], &'a mut [u8]>;

/// A prediction with what it may use: `left`, `above`, `corner`, `above_right`.
struct Case<const N: usize> {
    mode: u8,
    available: [bool; 4],
    apart: fn(&mut Pred<'_, N>, &Picture<'_>),
    within: fn(&mut Part<'_, N>),
}

/// `$naive` with the kernels that must do the same, for each mode and availability of neighbours.
macro_rules! cases {
    ($module:ident: $($mode:literal $available:expr => $kernel:ident $(<$last:ident>)?, $within:ident;)*) => {
        [$(Case {
            mode: $mode,
            available: $available,
            apart: |pred, recon| $module::$kernel $(::<$last>)? (pred, recon),
            within: |pred| in_place::$within $(::<$last>)? (pred),
        }),*]
    };
}

const T: bool = true;
const F: bool = false;

fn compare<const N: usize>(
    naive: fn(u8, intra::Neighbours, i32, i32) -> i32,
    cases: &[Case<N>],
    rounds: u64,
) {
    at_every_level(|level| {
        let mut random = Random(N as u64);
        for round in 0..rounds {
            for case in cases {
                let [left, above, corner, above_right] = case.available;
                // Where the block lies: at the borders of the picture where that is why samples are missing.
                let place = |random: &mut Random, room: usize, free: bool| {
                    if free { 1 + random.next() as usize % (room - N - 4) } else { 0 }
                };
                let y = place(&mut random, HEIGHT, above || round % 2 == 1);
                let mut x = place(&mut random, STRIDE, left || round % 2 == 1);
                if above && !above_right && round % 2 == 0 {
                    x = STRIDE - N;
                }
                let picture = random.picture(HEIGHT, STRIDE);
                let neighbours = |dx: i32, dy: i32| {
                    let there = match (dx, dy) {
                        (-1, -1) => corner,
                        (-1, _) => left,
                        (dx, _) if dx >= N as i32 => above_right,
                        _ => above,
                    };
                    let at = (y as i32 + dy) * STRIDE as i32 + x as i32 + dx;
                    there.then(|| i32::from(picture[at as usize]))
                };
                let want = |j: usize, i: usize| naive(case.mode, &neighbours, i as i32, j as i32) as u8;
                let message = format!("{N}x{N} mode {} with {:?}, {level:?}", case.mode, case.available);

                let pitch = N + random.next() as usize % 9;
                let (mut got, before) = (random.samples((N + 2) * pitch), 3);
                let mut expected = got.clone();
                for j in 0..N {
                    for i in 0..N {
                        expected[before + j * pitch + i] = want(j, i);
                    }
                }
                let recon = Block::external_ref(&picture, [HEIGHT, STRIDE]).unwrap();
                let mut pred = Block::external_pitched(&mut got[before..], [N, N], pitch)
                    .unwrap()
                    .fixed::<[[u8; N]; N]>()
                    .unwrap()
                    .with_origin([y as isize, x as isize])
                    .unwrap();
                (case.apart)(&mut pred, &recon);
                assert_eq!(got, expected, "{message}");

                let (mut got, mut expected) = (picture.clone(), picture.clone());
                for j in 0..N {
                    for i in 0..N {
                        expected[(y + j) * STRIDE + x + i] = want(j, i);
                    }
                }
                let mut recon = Block::external(&mut got, [HEIGHT, STRIDE]).unwrap();
                let spans = [y as isize..(y + N) as isize, x as isize..(x + N) as isize];
                let mut part = recon.view_mut().partition(spans).unwrap();
                (case.within)(&mut part.tensor_mut().unwrap().fixed::<[[u8; N]; N]>().unwrap());
                assert_eq!(got, expected, "in place, {message}");
            }
        }
    });
}

#[test]
fn intra_4x4_is_that_of_the_clause() {
    let cases = cases! { intra_4x4:
        0 [F, T, F, F] => vertical, vertical_4x4;
        1 [T, F, F, F] => horizontal, horizontal_4x4;
        2 [T, T, F, F] => dc, dc_4x4;
        2 [T, F, F, F] => dc_left, dc_left_4x4;
        2 [F, T, F, F] => dc_above, dc_above_4x4;
        3 [F, T, F, T] => diagonal_down_left<ABOVE_RIGHT>, diagonal_down_left_4x4;
        3 [F, T, F, F] => diagonal_down_left<NO_ABOVE_RIGHT>, diagonal_down_left_4x4;
        4 [T, T, T, F] => diagonal_down_right, diagonal_down_right_4x4;
        5 [T, T, T, F] => vertical_right, vertical_right_4x4;
        6 [T, T, T, F] => horizontal_down, horizontal_down_4x4;
        7 [F, T, F, T] => vertical_left<ABOVE_RIGHT>, vertical_left_4x4;
        7 [F, T, F, F] => vertical_left<NO_ABOVE_RIGHT>, vertical_left_4x4;
        8 [T, F, F, F] => horizontal_up, horizontal_up_4x4;
    };
    compare(intra::intra_4x4, &cases, 100);
}

#[test]
fn intra_16x16_is_that_of_the_clause() {
    let cases = cases! { intra_16x16:
        0 [F, T, F, F] => vertical, vertical_16x16;
        1 [T, F, F, F] => horizontal, horizontal_16x16;
        2 [T, T, F, F] => dc, dc_16x16;
        2 [T, F, F, F] => dc_left, dc_left_16x16;
        2 [F, T, F, F] => dc_above, dc_above_16x16;
        3 [T, T, T, F] => plane, plane_16x16;
    };
    compare(intra::intra_16x16, &cases, 20);
}

#[test]
fn intra_chroma_is_that_of_the_clause() {
    let cases = cases! { intra_chroma:
        0 [T, T, F, F] => dc, dc_chroma;
        0 [T, F, F, F] => dc_left, dc_left_chroma;
        0 [F, T, F, F] => dc_above, dc_above_chroma;
        1 [T, F, F, F] => horizontal, horizontal_chroma;
        2 [F, T, F, F] => vertical, vertical_chroma;
        3 [T, T, T, F] => plane, plane_chroma;
    };
    compare(intra::intra_chroma, &cases, 40);
}

/// Asks a kernel whether it may run at `[y, x]` of an 8x16 picture.
macro_rules! fits_at {
    ($recon:expr, $($kernel:ident $(<$last:ident>)?),*) => {
        [$(|y: isize, x: isize| {
            let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]).unwrap();
            intra_4x4::$kernel::fits $(::<$last>)? (&pred, $recon).is_ok()
        }),*]
    };
}

#[test]
fn a_mode_fits_where_its_samples_are() {
    static PICTURE: [u8; 128] = [0; 128];
    fn recon() -> Picture<'static> {
        Block::external_ref(&PICTURE, [8, 16]).unwrap()
    }
    let places = [(0, 0), (0, 4), (4, 0), (4, 4), (4, 12)];
    let answers = |fits: fn(isize, isize) -> bool| places.map(|(y, x)| fits(y, x));
    let [above, above_right] = [[F, F, T, T, T], [F, F, T, T, F]];
    let [left, both] = [[F, T, F, T, T], [F, F, F, T, T]];
    let fits: [fn(isize, isize) -> bool; 4] = fits_at!(
        &recon(),
        vertical,
        dc_above,
        diagonal_down_left<NO_ABOVE_RIGHT>,
        vertical_left<NO_ABOVE_RIGHT>
    );
    assert_eq!(fits.map(answers), [above; 4]);
    let fits: [fn(isize, isize) -> bool; 2] =
        fits_at!(&recon(), diagonal_down_left<ABOVE_RIGHT>, vertical_left<ABOVE_RIGHT>);
    assert_eq!(fits.map(answers), [above_right; 2]);
    let fits: [fn(isize, isize) -> bool; 3] = fits_at!(&recon(), horizontal, dc_left, horizontal_up);
    assert_eq!(fits.map(answers), [left; 3]);
    let fits: [fn(isize, isize) -> bool; 4] =
        fits_at!(&recon(), dc, diagonal_down_right, vertical_right, horizontal_down);
    assert_eq!(fits.map(answers), [both; 4]);
}

#[test]
fn without_neighbours_it_is_half_of_white() {
    let none = |_, _| None;
    let want = [intra::intra_4x4(2, &none, 0, 0), intra::intra_16x16(2, &none, 0, 0)];
    assert_eq!((want, intra::intra_chroma(0, &none, 0, 0)), ([128; 2], 128));
    let mut pred = Block::<[[u8; 4]; 4]>::stack();
    intra_4x4::dc_none(&mut pred);
    assert_eq!(pred.as_slice(), [128; 16]);
    let mut pred = Block::<[[u8; 16]; 16]>::stack();
    intra_16x16::dc_none(&mut pred);
    assert_eq!(pred.as_slice(), [128; 256]);
    let mut pred = Block::<[[u8; 8]; 8]>::stack();
    intra_chroma::dc_none(&mut pred);
    assert_eq!(pred.as_slice(), [128; 64]);
}
