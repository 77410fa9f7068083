//! Transforms and scans against the naive forms: on parts of larger memory whose border must not change.

use unite::Block;

use super::padded::Padded;
use super::residual::{self, FORWARD, HADAMARD, Matrix};
use super::rig::{Random, at_every_level};
use unite_h264::kernels;

const PITCH: usize = 13;

/// Where a block begins in its memory.
const BEFORE: usize = 5;

/// Memory for rows of [`PITCH`] numbers of `lo..=hi`.
fn memory<T: TryFrom<i32>>(random: &mut Random, lo: i32, hi: i32) -> Vec<T> {
    (0..BEFORE + 5 * PITCH).map(|_| T::try_from(random.within(lo, hi)).ok().unwrap()).collect()
}

/// The 4x4 block in it.
fn block<T: Copy + Into<i32>>(memory: &[T]) -> Matrix {
    [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| memory[BEFORE + i * PITCH + j].into()))
}

/// The memory with another block in it.
fn with<T: Copy + TryFrom<i32>>(memory: &[T], block: &Matrix) -> Vec<T> {
    let mut memory = memory.to_vec();
    for (i, row) in block.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            memory[BEFORE + i * PITCH + j] = T::try_from(value).ok().unwrap();
        }
    }
    memory
}

/// The 4x4 block as a tensor.
macro_rules! tensor {
    ($make:ident, $memory:expr, $elem:ty) => {
        Block::$make($memory, [4, 4], PITCH).unwrap().fixed::<[[$elem; 4]; 4]>().unwrap()
    };
}

#[test]
fn forward_is_the_product_of_matrices() {
    at_every_level(|level| {
        let mut random = Random(1);
        for _ in 0..300 {
            let [samples, pred] = [(); 2].map(|()| memory::<u8>(&mut random, 0, 255));
            let mut got = memory::<i16>(&mut random, -500, 500);
            let (a, b) = (block(&samples), block(&pred));
            let r: Matrix = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] - b[i][j]));
            let want = with(&got, &residual::transform(&FORWARD, &r));
            kernels::forward(
                &tensor!(external_pitched_ref, &samples[BEFORE..], u8),
                &tensor!(external_pitched_ref, &pred[BEFORE..], u8),
                &mut tensor!(external_pitched, &mut got[BEFORE..], i16),
            );
            assert_eq!(got, want, "{level:?}");
        }
    });
}

#[test]
fn blocks_are_transformed_where_they_are() {
    at_every_level(|level| {
        let mut random = Random(2);
        for [h, w] in [[4, 4], [8, 12], [16, 16], [4, 64]] {
            let [samples, pred] = [(); 2].map(|()| random.picture(h, w));
            let pitch = w + 3;
            let mut got: Vec<i16> = (0..h * pitch).map(|_| random.next() as i16).collect();
            let mut want = got.clone();
            for y in (0..h).step_by(4) {
                for x in (0..w).step_by(4) {
                    let r: Matrix = std::array::from_fn(|i| {
                        std::array::from_fn(|j| {
                            let at = (y + i) * w + x + j;
                            i32::from(samples[at]) - i32::from(pred[at])
                        })
                    });
                    for (i, row) in residual::transform(&FORWARD, &r).iter().enumerate() {
                        for (j, &c) in row.iter().enumerate() {
                            want[(y + i) * pitch + x + j] = c as i16;
                        }
                    }
                }
            }
            kernels::forward_blocks(
                &Block::external_ref(&samples, [h, w]).unwrap(),
                &Block::external_ref(&pred, [h, w]).unwrap(),
                &mut Block::external_pitched(&mut got, [h, w], pitch).unwrap(),
            );
            assert_eq!(got, want, "{h} by {w}, {level:?}");
        }
    });
}

#[test]
fn inverse_and_construction_are_those_of_the_clause() {
    at_every_level(|level| {
        let mut random = Random(3);
        for _ in 0..300 {
            let d = memory::<i16>(&mut random, -2600, 2600);
            let want = residual::inverse(&block(&d));
            let mut r = memory::<i16>(&mut random, -500, 500);
            let expected = with(&r, &want);
            let coefficients = tensor!(external_pitched_ref, &d[BEFORE..], i16);
            kernels::inverse(&coefficients, &mut tensor!(external_pitched, &mut r[BEFORE..], i16));
            assert_eq!(r, expected, "{level:?}");

            let mut u = memory::<u8>(&mut random, 0, 255);
            let pred = block(&u);
            let want =
                std::array::from_fn(|i| std::array::from_fn(|j| (pred[i][j] + want[i][j]).clamp(0, 255)));
            let expected = with(&u, &want);
            kernels::construct(&coefficients, &mut tensor!(external_pitched, &mut u[BEFORE..], u8));
            assert_eq!(u, expected, "{level:?}");
        }
    });
}

#[test]
fn four_blocks_are_transformed_as_one_is() {
    at_every_level(|level| {
        let mut random = Random(7);
        for _ in 0..100 {
            let [samples, pred]: [Padded<u8, 8, 8>; 2] =
                std::array::from_fn(|_| Padded::random(&mut random, 0, 255));
            let (a, b) = (samples.values(), pred.values());
            let mut c = Block::<[[[i16; 4]; 4]; 4]>::stack();
            kernels::forward_four(&samples.tensor(), &pred.tensor(), &mut c);
            for block in 0..4 {
                let (y, x) = (block / 2 * 4, block % 2 * 4);
                let r: Matrix =
                    std::array::from_fn(|i| std::array::from_fn(|j| a[y + i][x + j] - b[y + i][x + j]));
                let want = residual::transform(&FORWARD, &r).concat();
                let got: Vec<i32> = c.as_slice()[16 * block..][..16].iter().map(|&c| c.into()).collect();
                assert_eq!(got, want, "{level:?}");
            }

            // Whatever their signs, what the clause computes of these fits 16 bits.
            let d: [i16; 64] = std::array::from_fn(|_| random.within(-2600, 2600) as i16);
            let mut u: Padded<u8, 8, 8> = Padded::random(&mut random, 0, 255);
            let mut want = u.values();
            for (block, d) in d.chunks(16).enumerate() {
                let (y, x) = (block / 2 * 4, block % 2 * 4);
                let r =
                    residual::inverse(&std::array::from_fn(|i| std::array::from_fn(|j| d[4 * i + j].into())));
                for (i, row) in r.iter().enumerate() {
                    for (j, r) in row.iter().enumerate() {
                        want[y + i][x + j] = (want[y + i][x + j] + r).clamp(0, 255);
                    }
                }
            }
            let want = u.with(want);
            let d = Block::from_vec(d.to_vec(), [4, 4, 4]).unwrap().fixed::<[[[i16; 4]; 4]; 4]>().unwrap();
            kernels::construct_four(&d, &mut u.tensor_mut());
            assert_eq!(u, want, "{level:?}");
        }
    });
}

#[test]
fn inverse_undoes_forward() {
    let mut random = Random(4);
    for _ in 0..100 {
        let [samples, pred]: [[[u8; 4]; 4]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| random.next() as u8)));
        let mut c = Block::<[[i16; 4]; 4]>::stack();
        kernels::forward(&Block::from(samples), &Block::from(pred), &mut c);
        // The inverse divides by 64 = 8 * 8. Rows of the forward matrix have squared norms of 4 and 10, and the odd ones
        // are halved in the inverse: 8 / 4 = 20 / 10, and 8 / (10 / 2) = 16 / 10.
        let scale = |k: usize| if k.is_multiple_of(2) { 20 } else { 16 };
        let coefficient = |i: usize, j: usize| i32::from(c.as_slice()[4 * i + j]) * scale(i) * scale(j) / 100;
        let r = residual::inverse(&std::array::from_fn(|i| std::array::from_fn(|j| coefficient(i, j))));
        for (i, row) in r.iter().enumerate() {
            for (j, r) in row.iter().enumerate() {
                let d = i32::from(samples[i][j]) - i32::from(pred[i][j]);
                assert!((r - d).abs() <= 1, "{r} for {d}");
            }
        }
    }
}

#[test]
fn hadamard_is_the_product_of_matrices() {
    at_every_level(|level| {
        let mut random = Random(5);
        for _ in 0..300 {
            let mut c = memory::<i32>(&mut random, -10_000, 10_000);
            let want = with(&c, &residual::transform(&HADAMARD, &block(&c)));
            kernels::luma_dc(&mut tensor!(external_pitched, &mut c[BEFORE..], i32));
            assert_eq!(c, want, "{level:?}");

            let mut c = memory::<i32>(&mut random, -10_000, 10_000);
            let [[a, b, ..], [d, e, ..], ..] = block(&c);
            let mut want = c.clone();
            want[BEFORE..BEFORE + 2].copy_from_slice(&[a + b + d + e, a - b + d - e]);
            want[BEFORE + PITCH..BEFORE + PITCH + 2].copy_from_slice(&[a + b - d - e, a - b - d + e]);
            let mut dc = Block::external_pitched(&mut c[BEFORE..], [2, 2], PITCH).unwrap();
            kernels::chroma_dc(&mut dc.lend_mut().fixed::<[[i32; 2]; 2]>().unwrap());
            assert_eq!(c, want, "{level:?}");
        }
    });
}

#[test]
fn scans_are_their_tables() {
    at_every_level(|level| {
        let mut random = Random(6);
        for (table, field) in [(residual::ZIGZAG, false), (residual::FIELD, true)] {
            let mut c = memory::<i16>(&mut random, -2000, 2000);
            let values = block(&c);
            let want = table.map(|(i, j)| values[i][j] as i16);
            let mut got = [77i16; 18];
            let coefficients = tensor!(external_pitched_ref, &c[BEFORE..], i16);
            let mut list = Block::external(&mut got[1..17], [16]).unwrap().fixed::<[i16; 16]>().unwrap();
            if field {
                kernels::field_scan(&coefficients, &mut list);
            } else {
                kernels::zigzag_scan(&coefficients, &mut list);
            }
            assert_eq!((&got[1..17], got[0], got[17]), (&want[..], 77, 77), "{level:?}");

            let expected = c.clone();
            c = with(&c, &[[0; 4]; 4]);
            let list = Block::from(want);
            let mut coefficients = tensor!(external_pitched, &mut c[BEFORE..], i16);
            if field {
                kernels::inverse_field_scan(&list, &mut coefficients);
            } else {
                kernels::inverse_zigzag_scan(&list, &mut coefficients);
            }
            assert_eq!(c, expected, "{level:?}");
        }
    });
}
