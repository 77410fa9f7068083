//! Construction from first coefficients alone is that from whole blocks whose other coefficients are 0, on padded
//! rectangles.

use unite::Block;

use super::padded::Padded;
use super::residual;
use super::rig::{Random, at_every_level};
use unite_h264::kernels;

/// What becomes of the prediction in a rectangle of `N` rows, by 4x4 blocks.
fn constructed<const B: usize, const N: usize>(dc: [[i32; B]; B], pred: [[i32; N]; N]) -> [[i32; N]; N] {
    let mut u = pred;
    for i in 0..B {
        for j in 0..B {
            let mut d = [[0; 4]; 4];
            d[0][0] = dc[i][j];
            let r = residual::inverse(&d);
            for y in 0..4 {
                for x in 0..4 {
                    let sample = &mut u[4 * i + y][4 * j + x];
                    *sample = (*sample + r[y][x]).clamp(0, 255);
                }
            }
        }
    }
    u
}

#[test]
fn first_coefficients_alone() {
    at_every_level(|level| {
        let mut random = Random(21);
        for _ in 0..100 {
            let dc = [[0; 2]; 2].map(|row| row.map(|_: i32| random.within(-20000, 20000)));
            let mut u = Padded::<u8, 8, 8>::random(&mut random, 0, 255);
            let want = u.with(constructed(dc, u.values()));
            kernels::construct_dc_8x8(&Block::from(dc.map(|row| row.map(|c| c as i16))), &mut u.tensor_mut());
            assert_eq!(u, want, "8x8 at {level:?}");

            let dc = [[0; 4]; 4].map(|row| row.map(|_: i32| random.within(-20000, 20000)));
            let mut u = Padded::<u8, 16, 16>::random(&mut random, 0, 255);
            let want = u.with(constructed(dc, u.values()));
            kernels::construct_dc_16x16(
                &Block::from(dc.map(|row| row.map(|c| c as i16))),
                &mut u.tensor_mut(),
            );
            assert_eq!(u, want, "16x16 at {level:?}");
        }
    });
}
