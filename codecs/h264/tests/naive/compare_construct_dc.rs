//! First coefficients alone, on padded rectangles: construction is that from whole blocks whose other coefficients are 0, and
//! those of chrominance are the first ones of whole blocks, transformed by the matrices of 8.5.11.1.

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

/// The matrix by which rows are transformed.
const TWO: [[i32; 2]; 2] = [[1, 1], [1, -1]];

/// First coefficients of `B` by 2 blocks, transformed by a matrix for columns.
fn forward<const B: usize, const H: usize>(
    by: [[i32; B]; B],
    samples: [[i32; 8]; H],
    pred: [[i32; 8]; H],
) -> [[i32; 2]; B] {
    let dc: [[i32; 2]; B] = std::array::from_fn(|v| {
        std::array::from_fn(|u| {
            let r = |i: usize, j: usize| samples[4 * v + i][4 * u + j] - pred[4 * v + i][4 * u + j];
            residual::transform(
                &residual::FORWARD,
                &std::array::from_fn(|i| std::array::from_fn(|j| r(i, j))),
            )[0][0]
        })
    });
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            (0..B).map(|v| (0..2).map(|u| by[i][v] * dc[v][u] * TWO[u][j]).sum::<i32>()).sum()
        })
    })
}

#[test]
fn first_coefficients_of_chrominance() {
    at_every_level(|level| {
        let mut random = Random(22);
        for _ in 0..100 {
            let [samples, pred] = [(); 2].map(|()| Padded::<u8, 8, 8>::random(&mut random, 0, 255));
            let mut c = Padded::<i16, 2, 2>::random(&mut random, -99, 99);
            let want = c.with(forward(TWO, samples.values(), pred.values()));
            kernels::forward_chroma_dc(&samples.tensor(), &pred.tensor(), &mut c.tensor_mut());
            assert_eq!(c, want, "4:2:0 at {level:?}");

            let [samples, pred] = [(); 2].map(|()| Padded::<u8, 16, 8>::random(&mut random, 0, 255));
            let mut c = Padded::<i16, 4, 2>::random(&mut random, -99, 99);
            let by = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]];
            let want = c.with(forward(by, samples.values(), pred.values()));
            kernels::forward_chroma_dc_422(&samples.tensor(), &pred.tensor(), &mut c.tensor_mut());
            assert_eq!(c, want, "4:2:2 at {level:?}");
        }
    });
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
