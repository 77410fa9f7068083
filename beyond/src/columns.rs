//! Rows become columns.

use unite::kernel;

/// Element `[x, y]` of `out` is element `[y, x]` of `plane`.
#[kernel]
pub fn transpose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let columns = plane.permute([1, 0]);
    out[[!x, !y]] = columns[[!x, !y]];
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn rows_become_columns() {
        for [height, width] in EXTENTS {
            let plane = plane([width, height]);
            check::<u8>([height, width], |out| super::transpose(out, &plane), |_, [y, x]| plane.read([x, y]));
        }
    }
}
