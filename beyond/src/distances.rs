//! How much two pictures differ.

use unite::kernel;

/// Every element of `out` is the sum of the squared differences of `a` and `b` over a block of 8 by 8.
#[kernel]
pub fn squares(out: &mut Tensor<[[i32]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let mut sum = 0;
        for i in 0..8 {
            for j in 0..8 {
                let d = a[[8 * y + i, 8 * x + j]] - b[[8 * y + i, 8 * x + j]];
                sum += d * d;
            }
        }
        out[[y, x]] = sum;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};
    use unite::span;

    #[test]
    fn blocks_of_eight_by_eight() {
        for extents @ [height, width] in EXTENTS {
            let (a, b) = (plane([8 * height, 8 * width]), plane([8 * height + 1, 8 * width]));
            let b = b.view().partition((span(1..), ..)).expect("the rows after the first");
            check::<i32>(
                extents,
                |out| super::squares(out, &a, &b.tensor().expect("strides")),
                |_, [y, x]| {
                    let places = (0..64).map(|k| [8 * y + k / 8, 8 * x + k % 8]);
                    places.map(|at| i32::from(a.read(at)) - i32::from(b.read(at))).map(|d| d * d).sum()
                },
            );
        }
    }
}
