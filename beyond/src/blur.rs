//! The mean of three by three elements.

use unite::kernel;

/// Every element of `out` is the mean, rounded, of an element of `plane` and its eight neighbours. `plane` has one row and
/// one column more on each side.
#[kernel]
pub fn box_blur(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane[[1.., 1..]]; // where out is
    for [y, x] in out.indices() {
        let above = p[[y - 1, x - 1]] + p[[y - 1, x]] + p[[y - 1, x + 1]];
        let beside = p[[y, x - 1]] + p[[y, x]] + p[[y, x + 1]];
        let below = p[[y + 1, x - 1]] + p[[y + 1, x]] + p[[y + 1, x + 1]];
        out[[y, x]] = (above + beside + below + 4) / 9;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn means_of_nine() {
        for [height, width] in EXTENTS {
            let plane = plane([height + 2, width + 2]);
            check::<u8>(
                [height, width],
                |out| super::box_blur(out, &plane),
                |_, [y, x]| {
                    let nine = (0..9).map(|k| u32::from(plane.read([y + k / 3, x + k % 3])));
                    ((nine.sum::<u32>() + 4) / 9) as u8
                },
            );
        }
    }
}
