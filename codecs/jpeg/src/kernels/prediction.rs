//! Prediction for lossless coding (T.81 H.1.2.1).
//!
//! A sample `x` is predicted from those of its component to the left, above, and above to the left, named as in figure
//! H.1:
//!
//! ```text
//! c  b
//! a  x
//! ```
//!
//! What is coded is the difference between the sample and its prediction, modulo 65536 (H.1.2.2).

use unite::{Elem, kernel};

/// The differences of samples to their predictions by selection value 1 to 7 (table H.1). Pixels are `components` samples
/// side by side, so that the sample to the left is so many before. Neighbours outside `samples` are those at that location
/// in its block.
///
/// ```
/// use unite::Block;
/// use unite_jpeg::kernels::prediction_differences;
///
/// let picture = Block::<u8>::from_vec((0..12).map(|i| i * i).collect(), [3, 4])?;
/// // All but the first row and column, which have no neighbours.
/// let inner = picture.view().partition([1..3, 1..4])?;
/// let mut difference = Block::<i16>::zeros([2, 3]);
/// prediction_differences(&inner.tensor()?, 1, 4, &mut difference);
/// // 25 - (16 + 1 - 0) = 8, and so on.
/// assert_eq!(difference.as_slice(), [8; 6]);
/// # Ok::<(), unite::ViewError>(())
/// ```
///
/// # Panics
/// If a neighbour that the selection value asks for is outside the block.
#[kernel]
pub fn prediction_differences<T: Elem<Wide = i32>>(
    samples: &Tensor<[[T]]>,
    components: isize,
    selection: u8,
    difference: &mut Tensor<[[i16]]>,
) {
    let x = samples;
    let a = samples[[.., -components..]];
    let b = samples[[-1.., ..]];
    let c = samples[[-1.., -components..]];
    let d = difference;
    match selection {
        1 => d[[!v, !u]] = modulo(x[[!v, !u]] - a[[!v, !u]]),
        2 => d[[!v, !u]] = modulo(x[[!v, !u]] - b[[!v, !u]]),
        3 => d[[!v, !u]] = modulo(x[[!v, !u]] - c[[!v, !u]]),
        4 => d[[!v, !u]] = modulo(x[[!v, !u]] - (a[[!v, !u]] + b[[!v, !u]] - c[[!v, !u]])),
        5 => d[[!v, !u]] = modulo(x[[!v, !u]] - (a[[!v, !u]] + ((b[[!v, !u]] - c[[!v, !u]]) >> 1))),
        6 => d[[!v, !u]] = modulo(x[[!v, !u]] - (b[[!v, !u]] + ((a[[!v, !u]] - c[[!v, !u]]) >> 1))),
        7 => d[[!v, !u]] = modulo(x[[!v, !u]] - ((a[[!v, !u]] + b[[!v, !u]]) >> 1)),
        // Table H.1: no prediction.
        _ => d[[!v, !u]] = modulo(x[[!v, !u]]),
    }
}

/// The differences of lines that follow line 0 of `samples`, which is only looked at: the first sample of a line is
/// predicted from the one above, the others by selection value `selection` (H.1.2.1).
#[kernel]
pub fn following_lines<T: Elem<Wide = i32>>(
    samples: &Tensor<[[T]]>,
    components: isize,
    selection: u8,
    difference: &mut Tensor<[[i16]]>,
) {
    let lines = samples[[1.., ..]];
    prediction_differences(
        lines[[.., components..]],
        components,
        selection,
        &mut difference[[.., components..]],
    );
    // Down the lines: they have so few of these.
    for i in 0..components {
        for v in 0..lines.extent(0) {
            difference[[v, i]] = modulo(lines[[v, i]] - lines[[v - 1, i]]);
        }
    }
}

/// The differences of the first line of a scan, or after a restart. Its first sample is predicted as half of the range,
/// `half` being `2^(P - Pt - 1)`, the others from the sample to the left (H.1.2.1).
#[kernel]
pub fn first_line<T: Elem<Wide = i32>>(
    samples: &Tensor<[[T]]>,
    components: isize,
    half: i32,
    difference: &mut Tensor<[[i16]]>,
) {
    let (x, d) = (samples[[.., components..]], difference[[.., components..]]);
    let a = x[[.., -components..]];
    d[[!v, !u]] = modulo(x[[!v, !u]] - a[[!v, !u]]);
    let first = difference[[.., 0..components]];
    first[[!v, !i]] = modulo(samples[[!v, !i]] - half);
}

/// A difference modulo 65536, as the number of 16 bits with that remainder.
#[inline(always)]
fn modulo(difference: i32) -> i32 {
    i32::from(difference as i16)
}

/// The point transform (A.4): samples `[row, column, component]` without their `shift` low bits. Of components beyond those
/// of `out`, nothing is kept.
#[kernel]
pub fn point_transform<T: Elem<Wide = i32>>(
    samples: &Tensor<[[[T]]]>,
    shift: i32,
    out: &mut Tensor<[[[T]]]>,
) {
    out[[!v, !u, !i]] = samples[[!v, !u, !i]] >> shift;
}

/// As [`point_transform()`], of three components that come in reversed order.
#[kernel]
pub fn point_transform_reversed<T: Elem<Wide = i32>>(
    samples: &Tensor<[[[T]]]>,
    shift: i32,
    out: &mut Tensor<[[[T]]]>,
) {
    out[[!v, !u, 0]] = samples[[!v, !u, 2]] >> shift;
    out[[!v, !u, 1]] = samples[[!v, !u, 1]] >> shift;
    out[[!v, !u, 2]] = samples[[!v, !u, 0]] >> shift;
}
