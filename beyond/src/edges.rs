//! How steep a picture is.

use unite::kernel;

/// The sum of the absolute differences along both axes, by the masks of Sobel, clipped to a byte. `plane` has one row and
/// one column more than `out` on each side.
#[kernel]
pub fn sobel(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane[[1.., 1..]]; // where out is
    for [y, x] in out.indices() {
        let right = p[[y - 1, x + 1]] + 2 * p[[y, x + 1]] + p[[y + 1, x + 1]];
        let left = p[[y - 1, x - 1]] + 2 * p[[y, x - 1]] + p[[y + 1, x - 1]];
        let above = p[[y - 1, x - 1]] + 2 * p[[y - 1, x]] + p[[y - 1, x + 1]];
        let below = p[[y + 1, x - 1]] + 2 * p[[y + 1, x]] + p[[y + 1, x + 1]];
        out[[y, x]] = ((right - left).abs() + (below - above).abs()).min(255);
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    /// Weights and places of the mask along x; along y it is transposed.
    const MASK: [(i32, isize, isize); 6] =
        [(-1, 0, 0), (1, 0, 2), (-2, 1, 0), (2, 1, 2), (-1, 2, 0), (1, 2, 2)];

    #[test]
    fn masks_of_sobel() {
        for [height, width] in EXTENTS {
            let plane = plane([height + 2, width + 2]);
            check::<u8>(
                [height, width],
                |out| super::sobel(out, &plane),
                |_, [y, x]| {
                    let along = |mask: fn(isize, isize) -> [isize; 2]| {
                        let term = |(weight, i, j): (i32, isize, isize)| {
                            let [i, j] = mask(i, j);
                            weight * i32::from(plane.read([y + i, x + j]))
                        };
                        MASK.into_iter().map(term).sum::<i32>().abs()
                    };
                    (along(|i, j| [i, j]) + along(|i, j| [j, i])).min(255) as u8
                },
            );
        }
    }
}
