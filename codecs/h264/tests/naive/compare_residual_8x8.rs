//! The 8x8 transforms and scans against the naive forms.

use super::padded::Padded;
use super::residual_8x8::{self as naive, FIELD, Matrix};
use super::rig::{Random, at_every_level};
use unite::Block;
use unite_h264::kernels;

#[test]
fn forward_8x8_is_that_of_encoders() {
    at_every_level(|level| {
        let mut random = Random(1);
        for _ in 0..200 {
            let [samples, pred]: [Padded<u8, 8, 8>; 2] =
                std::array::from_fn(|_| Padded::random(&mut random, 0, 255));
            let (a, b) = (samples.values(), pred.values());
            let r: Matrix = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] - b[i][j]));
            let mut c: Padded<i16, 8, 8> = Padded::random(&mut random, -500, 500);
            let want = c.with(naive::forward(&r));
            kernels::forward_8x8(&samples.tensor(), &pred.tensor(), &mut c.tensor_mut());
            assert_eq!(c, want, "{level:?}");
        }
    });
}

#[test]
fn forward_8x8_is_nearly_the_product_of_matrices() {
    let mut random = Random(2);
    for round in 0..200 {
        // The largest coefficients there are, and random ones.
        let r: Matrix = std::array::from_fn(|i| {
            std::array::from_fn(|j| match round {
                0..64 => 255 * naive::FORWARD[round / 8][i].signum() * naive::FORWARD[round % 8][j].signum(),
                _ => random.within(-255, 255),
            })
        });
        let exactly = naive::forward_exactly(&r);
        for (i, row) in naive::forward(&r).iter().enumerate() {
            for (j, &c) in row.iter().enumerate() {
                assert!((64 * c - exactly[i][j]).abs() < 64 * 10, "{c} for {} / 64", exactly[i][j]);
                assert!(i16::try_from(c).is_ok());
            }
        }
        let samples: [[u8; 8]; 8] = r.map(|row| row.map(|r| r.max(0) as u8));
        let pred: [[u8; 8]; 8] = r.map(|row| row.map(|r| (-r).max(0) as u8));
        let mut c = Block::<[[i16; 8]; 8]>::stack();
        kernels::forward_8x8(&Block::from(samples), &Block::from(pred), &mut c);
        assert_eq!(c.as_slice()[9], naive::forward(&r)[1][1] as i16);
    }
}

#[test]
fn inverse_8x8_and_construction_are_those_of_the_clause() {
    at_every_level(|level| {
        let mut random = Random(3);
        for _ in 0..200 {
            // Whatever their signs, what the clause computes of these fits 16 bits.
            let d: Padded<i16, 8, 8> = Padded::random(&mut random, -500, 500);
            let r = naive::inverse(&d.values());
            let mut got: Padded<i16, 8, 8> = Padded::random(&mut random, -500, 500);
            let want = got.with(r);
            kernels::inverse_8x8(&d.tensor(), &mut got.tensor_mut());
            assert_eq!(got, want, "{level:?}");

            let mut u: Padded<u8, 8, 8> = Padded::random(&mut random, 0, 255);
            let pred = u.values();
            let want = u
                .with(std::array::from_fn(|i| std::array::from_fn(|j| (pred[i][j] + r[i][j]).clamp(0, 255))));
            kernels::construct_8x8(&d.tensor(), &mut u.tensor_mut());
            assert_eq!(u, want, "{level:?}");
        }
    });
}

#[test]
fn inverse_8x8_undoes_forward_8x8() {
    // What rows are enlarged by, forth and back.
    const N: [i32; 4] = [256, 289, 160, 289];
    let mut random = Random(4);
    for _ in 0..50 {
        let r: Matrix = std::array::from_fn(|_| std::array::from_fn(|_| random.within(-255, 255)));
        let c = naive::forward(&r);
        let scaled =
            |i: usize, j: usize| (i64::from(c[i][j]) * (64 << 10) / i64::from(N[i % 4] * N[j % 4])) as i32;
        let back = naive::inverse(&std::array::from_fn(|i| std::array::from_fn(|j| scaled(i, j))));
        for (r, back) in r.as_flattened().iter().zip(back.as_flattened()) {
            assert!((r - back).abs() <= 2, "{back} for {r}");
        }
    }
}

#[test]
fn scans_8x8_are_their_figures() {
    at_every_level(|level| {
        let mut random = Random(5);
        let zigzag = std::array::from_fn(|i| std::array::from_fn(|j| naive::zigzag(i, j)));
        for (places, field) in [(zigzag, false), (FIELD, true)] {
            let mut c: Padded<i16, 8, 8> = Padded::random(&mut random, -2000, 2000);
            let mut list: Padded<i16, 1, 64> = Padded::random(&mut random, -2000, 2000);
            let mut values = [0; 64];
            for (row, places) in c.values().iter().zip(places) {
                for (&value, place) in row.iter().zip(places) {
                    values[place] = value;
                }
            }
            let want = list.with([values]);
            let mut tensor = list.tensor_mut();
            let mut view = tensor.view_mut().slice(0, 0).unwrap();
            let mut view = view.tensor_mut().unwrap().fixed::<[i16; 64]>().unwrap();
            if field {
                kernels::field_scan_8x8(&c.tensor(), &mut view);
            } else {
                kernels::zigzag_scan_8x8(&c.tensor(), &mut view);
            }
            assert_eq!(list, want, "{level:?}");

            let expected = c.clone();
            c = c.with([[0; 8]; 8]);
            let list = Block::from(values.map(|value| value as i16));
            if field {
                kernels::inverse_field_scan_8x8(&list, &mut c.tensor_mut());
            } else {
                kernels::inverse_zigzag_scan_8x8(&list, &mut c.tensor_mut());
            }
            assert_eq!(c, expected, "{level:?}");
        }
    });
}
