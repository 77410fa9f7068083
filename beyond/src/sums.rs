//! Sums of all elements above and to the left, from which the sum of any rectangle is four reads.

use unite::kernel;

/// Element `[y, x]` of `sums` is the sum of the first `y + 1` rows and `x + 1` columns of `plane`.
#[kernel]
pub fn integral(sums: &mut Tensor<[[i32]]>, plane: &Tensor<[[u8]]>) {
    for y in 0..sums.extent(0) {
        let mut row = 0;
        for x in 0..sums.extent(1) {
            row += plane[[y, x]];
            let above = if y > 0 { sums[[y - 1, x]] } else { 0 };
            sums[[y, x]] = above + row;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn sums_of_rectangles() {
        for extents in EXTENTS {
            let plane = plane(extents);
            check::<i32>(
                extents,
                |sums| super::integral(sums, &plane),
                |_, [y, x]| {
                    let row = |y| (0..=x).map(|x| i32::from(plane.read([y, x]))).sum::<i32>();
                    (0..=y).map(row).sum()
                },
            );
        }
    }
}
