//! A blur whose weights are those of a binomial, one axis after the other.

use unite::kernel;

/// Every element of `out` is the mean of seven of its row, weighted by 1, 6, 15, 20, 15, 6, 1. The picture is mirrored at
/// its edges.
#[kernel]
pub fn binomial_rows(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Mirror);
    out[[!y, !x]] = (p[[!y, !x - 3]]
        + 6 * p[[!y, !x - 2]]
        + 15 * p[[!y, !x - 1]]
        + 20 * p[[!y, !x]]
        + 15 * p[[!y, !x + 1]]
        + 6 * p[[!y, !x + 2]]
        + p[[!y, !x + 3]]
        + 32)
        >> 6;
}

/// The same along both axes: the columns are the rows of the permuted view. `out` and `plane` have the same extents.
#[kernel]
pub fn binomial(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let between = plane.block_copy();
    binomial_rows(&mut between, plane);
    binomial_rows(&mut out.permute([1, 0]), between.permute([1, 0]));
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};
    use unite::library::Boundary;

    #[test]
    fn rows_then_columns() {
        const WEIGHTS: [u32; 7] = [1, 6, 15, 20, 15, 6, 1];
        for extents in EXTENTS {
            let plane = plane(extents);
            let read = |at| u32::from(plane.view().get_with(Boundary::Mirror, at).expect("a rule"));
            let row = |y: isize, x: isize| {
                let sum: u32 = (-3..).zip(WEIGHTS).map(|(k, w)| w * read([y, x + k])).sum();
                (sum + 32) >> 6
            };
            let height = extents[0] as isize;
            let mirrored = |y: isize| {
                let period = (2 * (height - 1)).max(1);
                let y = y.rem_euclid(period);
                y.min(period - y).min(height - 1)
            };
            check::<u8>(
                extents,
                |out| super::binomial(out, &plane),
                |_, [y, x]| {
                    let sum: u32 = (-3..).zip(WEIGHTS).map(|(k, w)| w * row(mirrored(y + k), x)).sum();
                    ((sum + 32) >> 6) as u8
                },
            );
        }
    }
}
