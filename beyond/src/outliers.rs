//! The median of three by three elements, which takes away single wrong ones.

use unite::kernel;

/// Every element of `out` is the median of an element of `plane` and its eight neighbours. `plane` has one row and one
/// column more on each side.
///
/// Columns of three are sorted. The median is then that of the greatest of the small ones, of the median of the middle
/// ones, and of the least of the large ones.
#[kernel]
pub fn median(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane[[1.., 1..]]; // where out is
    let middle = |a: i32, b: i32, c: i32| a.min(b).max(a.max(b).min(c));
    for [y, x] in out.indices() {
        let (a0, a1, a2) = (p[[y - 1, x - 1]], p[[y, x - 1]], p[[y + 1, x - 1]]);
        let (b0, b1, b2) = (p[[y - 1, x]], p[[y, x]], p[[y + 1, x]]);
        let (c0, c1, c2) = (p[[y - 1, x + 1]], p[[y, x + 1]], p[[y + 1, x + 1]]);
        let small = a0.min(a1).min(a2).max(b0.min(b1).min(b2)).max(c0.min(c1).min(c2));
        let large = a0.max(a1).max(a2).min(b0.max(b1).max(b2)).min(c0.max(c1).max(c2));
        out[[y, x]] =
            middle(small, middle(middle(a0, a1, a2), middle(b0, b1, b2), middle(c0, c1, c2)), large);
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn the_fifth_of_nine() {
        for [height, width] in EXTENTS {
            let plane = plane([height + 2, width + 2]);
            check::<u8>(
                [height, width],
                |out| super::median(out, &plane),
                |_, [y, x]| {
                    let mut nine: Vec<u8> = (0..9).map(|k| plane.read([y + k / 3, x + k % 3])).collect();
                    nine.sort_unstable();
                    nine[4]
                },
            );
        }
    }
}
