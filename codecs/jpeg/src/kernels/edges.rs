//! Filling up to whole minimum coded units (T.81 A.2.4): the last sample of each row and the last row are repeated.

/// Repeats the last of the first `width` samples of `row` to its end. `width` must not be 0.
pub(crate) fn extend_right(row: &mut [u8], width: usize) {
    if width < row.len() {
        let last = row[width - 1];
        row[width..].fill(last);
    }
}

/// Repeats the last of the first `height` rows of `plane` up to row `end`. Rows are `stride` samples; `height` must not
/// be 0.
pub(crate) fn extend_down(plane: &mut [u8], stride: usize, height: usize, end: usize) {
    for y in height..end {
        plane.copy_within((height - 1) * stride..height * stride, y * stride);
    }
}
