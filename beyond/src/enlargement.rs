//! A picture twice as large, of the nearest elements.

use unite::kernel;

/// Every element of `plane` becomes two by two elements of `out`.
#[kernel]
pub fn nearest(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let fine = plane.refine([2, 2]);
    out[[!y, !x]] = fine[[!y, !x]];
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn two_by_two_of_each() {
        for [height, width] in EXTENTS {
            let plane = plane([height.div_ceil(2), width.div_ceil(2)]);
            check::<u8>(
                [height, width],
                |out| super::nearest(out, &plane),
                |_, [y, x]| plane.read([y / 2, x / 2]),
            );
        }
    }
}
