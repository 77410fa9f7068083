//! Predictions of H.265 from the samples around a block, of any size.

use unite::kernel;

/// INTRA_PLANAR, H.265 8.4.4.2.4. `N` is a power of two.
#[kernel]
pub fn planar<const N: usize>(pred: &mut Tensor<[[u8; N]; N]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    pred[[!y, !x]] = ((N - 1 - !x) * p[[!y, -1]]
        + (!x + 1) * p[[-1, N]]
        + (N - 1 - !y) * p[[-1, !x]]
        + (!y + 1) * p[[N, -1]]
        + N)
        >> (N.trailing_zeros() + 1);
}

/// INTRA_ANGULAR18 to 34 of blocks of 16 by 16, H.265 8.4.4.2.6: `angle` is intraPredAngle, `inverse` invAngle, without filters of
/// edges.
#[kernel]
pub fn angular(
    pred: &mut Tensor<[[u8; 16]; 16]>,
    recon: &Tensor<[[u8]]>,
    #[range(-32..=32)] angle: i32,
    #[range(-4096..=0)] inverse: i32,
) {
    let p = recon[pred];
    let memory = Block::<[u8; 50]>::stack(); // -16 to 33, where the last one has no weight
    let reference = memory[[16..]];
    for x in 0..=16 {
        reference[[x]] = p[[-1, x - 1]];
    }
    if angle < 0 {
        for x in (16 * angle) >> 5..0 {
            reference[[x]] = p[[((x * inverse + 128) >> 8) - 1, -1]];
        }
    } else {
        for x in 17..=32 {
            reference[[x]] = p[[-1, x - 1]];
        }
    }
    for [y, x] in pred.indices() {
        let (index, factor) = (((y + 1) * angle) >> 5, ((y + 1) * angle) & 31);
        pred[[y, x]] = if factor != 0 {
            ((32 - factor) * reference[[x + index + 1]] + factor * reference[[x + index + 2]] + 16) >> 5
        } else {
            reference[[x + index + 1]]
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::plane;
    use unite::Block;
    use unite::level::{self, Level};

    #[test]
    fn planes_of_every_size() {
        fn of<const N: usize>() {
            let recon = plane([100, 110]);
            let (y0, x0, n) = (17isize, 21isize, N as isize);
            let p = |y: isize, x: isize| recon.read([y0 + y, x0 + x]) as isize;
            let mut pred = Block::<[[u8; N]; N]>::stack().with_origin([y0, x0]).expect("a place");
            super::planar(&mut pred, &recon);
            for [y, x] in pred.view().indices() {
                let across = (n - 1 - x) * p(y, -1) + (x + 1) * p(-1, n);
                let along = (n - 1 - y) * p(-1, x) + (y + 1) * p(n, -1);
                assert_eq!(pred.read([y, x]) as isize, (across + along + n) / (2 * n), "{N} at {y}, {x}");
            }
        }
        for level in Level::available() {
            level::limit(level);
            of::<4>();
            of::<8>();
            of::<16>();
            of::<32>();
        }
    }

    #[test]
    fn every_angle() {
        const ANGLES: [(i32, i32); 17] = [
            (-32, -256),
            (-26, -315),
            (-21, -390),
            (-17, -482),
            (-13, -630),
            (-9, -910),
            (-5, -1638),
            (-2, -4096),
            (0, 0),
            (2, 0),
            (5, 0),
            (9, 0),
            (13, 0),
            (17, 0),
            (21, 0),
            (26, 0),
            (32, 0),
        ];
        let recon = plane([90, 110]);
        let p = |y: i32, x: i32| i32::from(recon.read([40 + y as isize, 50 + x as isize]));
        for level in Level::available() {
            level::limit(level);
            for (angle, inverse) in ANGLES {
                let mut pred = Block::<[[u8; 16]; 16]>::stack().with_origin([40, 50]).expect("a place");
                super::angular(&mut pred, &recon, angle, inverse);
                let reference = |x: i32| match x {
                    0.. => p(-1, x - 1),
                    _ => p(((x * inverse + 128) >> 8) - 1, -1),
                };
                for [y, x] in pred.view().indices() {
                    let at = (y as i32 + 1) * angle;
                    let (first, second) = (x as i32 + (at >> 5) + 1, x as i32 + (at >> 5) + 2);
                    let want = match at & 31 {
                        0 => reference(first),
                        f => ((32 - f) * reference(first) + f * reference(second) + 16) >> 5,
                    };
                    assert_eq!(i32::from(pred.read([y, x])), want, "angle {angle} at {y}, {x}");
                }
            }
        }
    }
}
