//! One level of the reversible 5/3 wavelet transform of JPEG 2000 (T.800 F.3.8.2), in place.

use unite::kernel;

/// The rows: elements with an odd index become what they differ by from their neighbours, then those with an even one become means.
/// The block that `t` lies in is mirrored at its ends.
#[kernel]
pub fn wavelet_rows(t: &mut Tensor<[[i32]]>) {
    let (even, odd) = (t[[.., (0..).step_by(2)]], t[[.., (1..).step_by(2)]]);
    let (low, high) = (even.with_boundary(Boundary::Mirror), odd.with_boundary(Boundary::Mirror));
    for [y, x] in odd.indices() {
        odd[[y, x]] -= (low[[y, x]] + low[[y, x + 1]]) >> 1;
    }
    for [y, x] in even.indices() {
        even[[y, x]] += (high[[y, x - 1]] + high[[y, x]] + 2) >> 2;
    }
}

/// The rows, then the columns.
#[kernel]
pub fn wavelet(t: &mut Tensor<[[i32]]>) {
    wavelet_rows(&mut t);
    wavelet_rows(&mut t.permute([1, 0]));
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, numbers};
    use unite::Block;
    use unite::level::{self, Level};

    /// A signal of more than one element, transformed.
    fn lifted(mut signal: Vec<i32>) -> Vec<i32> {
        let last = signal.len() - 1;
        let mirrored = |k: isize| (k.unsigned_abs()).min(2 * last - k.unsigned_abs().min(2 * last));
        for k in (1..=last).step_by(2) {
            signal[k] -= (signal[k - 1] + signal[mirrored(k as isize + 1)]) >> 1;
        }
        for k in (0..=last).step_by(2) {
            signal[k] += (signal[mirrored(k as isize - 1)] + signal[mirrored(k as isize + 1)] + 2) >> 2;
        }
        signal
    }

    #[test]
    fn rows_then_columns() {
        for [height, width] in EXTENTS.into_iter().filter(|[h, w]| h.min(w) > &1) {
            let before: Vec<i32> = numbers(height * width, 256).map(|n| n as i32).collect();
            let rows: Vec<Vec<i32>> = before.chunks(width).map(|row| lifted(row.to_vec())).collect();
            let column = |x: usize| lifted(rows.iter().map(|row| row[x]).collect());
            let columns: Vec<Vec<i32>> = (0..width).map(column).collect();
            for level in Level::available() {
                level::limit(level);
                let mut t = Block::from_vec(before.clone(), [height, width]).expect("a picture");
                super::wavelet(&mut t);
                for at @ [y, x] in t.view().indices() {
                    assert_eq!(
                        t.read(at),
                        columns[x as usize][y as usize],
                        "at {y}, {x} of {height} by {width}"
                    );
                }
            }
        }
    }
}
