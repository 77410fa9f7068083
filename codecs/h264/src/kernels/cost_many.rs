//! Costs of several candidates for the same samples, as a search for motion asks for them.

use unite::kernel;

use super::{sad, satd};

/// [`sad()`](super::sad()) of three candidates at once.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_x3;
///
/// let samples = Block::from([[7u8; 8]; 8]);
/// let candidates = [8, 9, 10].map(|sample: u8| Block::from([[sample; 8]; 8]));
/// let [p0, p1, p2] = &candidates;
/// assert_eq!(sad_x3(&samples, p0, p1, p2), [64, 128, 192]);
/// ```
#[kernel]
pub fn sad_x3<const H: usize, const W: usize>(
    samples: &Tensor<[[u8; W]; H]>,
    p0: &Tensor<[[u8; W]; H]>,
    p1: &Tensor<[[u8; W]; H]>,
    p2: &Tensor<[[u8; W]; H]>,
) -> [i32; 3] {
    let mut sum0 = 0;
    let mut sum1 = 0;
    let mut sum2 = 0;
    for [y, x] in samples.indices() {
        let s = samples[[y, x]];
        sum0 += (s - p0[[y, x]]).abs();
        sum1 += (s - p1[[y, x]]).abs();
        sum2 += (s - p2[[y, x]]).abs();
    }
    [sum0, sum1, sum2]
}

/// [`sad()`](super::sad()) of four candidates at once.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_x4;
///
/// let samples = Block::from([[7u8; 8]; 8]);
/// let candidates = [8, 9, 10, 11].map(|sample: u8| Block::from([[sample; 8]; 8]));
/// let [p0, p1, p2, p3] = &candidates;
/// assert_eq!(sad_x4(&samples, p0, p1, p2, p3), [64, 128, 192, 256]);
/// ```
#[kernel]
pub fn sad_x4<const H: usize, const W: usize>(
    samples: &Tensor<[[u8; W]; H]>,
    p0: &Tensor<[[u8; W]; H]>,
    p1: &Tensor<[[u8; W]; H]>,
    p2: &Tensor<[[u8; W]; H]>,
    p3: &Tensor<[[u8; W]; H]>,
) -> [i32; 4] {
    let mut sum0 = 0;
    let mut sum1 = 0;
    let mut sum2 = 0;
    let mut sum3 = 0;
    for [y, x] in samples.indices() {
        let s = samples[[y, x]];
        sum0 += (s - p0[[y, x]]).abs();
        sum1 += (s - p1[[y, x]]).abs();
        sum2 += (s - p2[[y, x]]).abs();
        sum3 += (s - p3[[y, x]]).abs();
    }
    [sum0, sum1, sum2, sum3]
}

/// [`satd()`] of three candidates at once.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_x3;
///
/// let samples = Block::from([[7u8; 8]; 8]);
/// let candidates = [8, 9, 10].map(|sample: u8| Block::from([[sample; 8]; 8]));
/// let [p0, p1, p2] = &candidates;
/// assert_eq!(satd_x3(&samples, p0, p1, p2), [32, 64, 96]);
/// ```
#[kernel]
pub fn satd_x3<const H: usize, const W: usize>(
    samples: &Tensor<[[u8; W]; H]>,
    p0: &Tensor<[[u8; W]; H]>,
    p1: &Tensor<[[u8; W]; H]>,
    p2: &Tensor<[[u8; W]; H]>,
) -> [i32; 3] {
    [satd(samples, p0), satd(samples, p1), satd(samples, p2)]
}

/// [`satd()`] of four candidates at once.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_x4;
///
/// let samples = Block::from([[7u8; 8]; 8]);
/// let candidates = [8, 9, 10, 11].map(|sample: u8| Block::from([[sample; 8]; 8]));
/// let [p0, p1, p2, p3] = &candidates;
/// assert_eq!(satd_x4(&samples, p0, p1, p2, p3), [32, 64, 96, 128]);
/// ```
#[kernel]
pub fn satd_x4<const H: usize, const W: usize>(
    samples: &Tensor<[[u8; W]; H]>,
    p0: &Tensor<[[u8; W]; H]>,
    p1: &Tensor<[[u8; W]; H]>,
    p2: &Tensor<[[u8; W]; H]>,
    p3: &Tensor<[[u8; W]; H]>,
) -> [i32; 4] {
    [satd(samples, p0), satd(samples, p1), satd(samples, p2), satd(samples, p3)]
}

/// [`sad()`](super::sad()) of eight candidates of 4x4 samples that lie side by side.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::sad_of_eight;
///
/// let samples = Block::from([[7u8; 4]; 4]);
/// let candidates = Block::from([std::array::from_fn::<u8, 32, _>(|x| 8 + x as u8 / 4); 4]);
/// assert_eq!(sad_of_eight(&samples, &candidates), [16, 32, 48, 64, 80, 96, 112, 128]);
/// ```
#[kernel]
pub fn sad_of_eight(samples: &Tensor<[[u8; 4]; 4]>, candidates: &Tensor<[[u8; 32]; 4]>) -> [i32; 8] {
    [
        sad(samples, candidates[[.., 0..4]]),
        sad(samples, candidates[[.., 4..8]]),
        sad(samples, candidates[[.., 8..12]]),
        sad(samples, candidates[[.., 12..16]]),
        sad(samples, candidates[[.., 16..20]]),
        sad(samples, candidates[[.., 20..24]]),
        sad(samples, candidates[[.., 24..28]]),
        sad(samples, candidates[[.., 28..32]]),
    ]
}

/// [`satd_4x4()`](super::satd_4x4()) of eight candidates that lie side by side.
///
/// ```
/// use unite::Block;
/// use unite_h264::kernels::satd_of_eight;
///
/// let samples = Block::from([[7u8; 4]; 4]);
/// let candidates = Block::from([std::array::from_fn::<u8, 32, _>(|x| 8 + x as u8 / 4); 4]);
/// assert_eq!(satd_of_eight(&samples, &candidates), [8, 16, 24, 32, 40, 48, 56, 64]);
/// ```
#[kernel]
pub fn satd_of_eight(samples: &Tensor<[[u8; 4]; 4]>, candidates: &Tensor<[[u8; 32]; 4]>) -> [i32; 8] {
    // The samples as often as there are candidates.
    let again = Block::<[[u8; 32]; 4]>::stack();
    for b in 0..8 {
        for y in 0..4 {
            for x in 0..4 {
                again[[y, 4 * b + x]] = samples[[y, x]];
            }
        }
    }
    let columns = Block::<[[i16; 32]; 4]>::stack();
    let sums = Block::<[i16; 32]>::stack();
    for x in 0..32 {
        let [a0, a1, a2, a3] = again[[.., x]];
        let [b0, b1, b2, b3] = candidates[[.., x]];
        let (d0, d1, d2, d3) = (a0 - b0, a1 - b1, a2 - b2, a3 - b3);
        let (s03, s12, d03, d12) = (d0 + d3, d1 + d2, d0 - d3, d1 - d2);
        columns[[.., x]] = [s03 + s12, d03 + d12, s03 - s12, d03 - d12];
    }
    for b in 0..8 {
        for y in 0..4 {
            let [c0, c1, c2, c3] = columns[[y, 4 * b..4 * b + 4]];
            let (s03, s12, d03, d12) = (c0 + c3, c1 + c2, c0 - c3, c1 - c2);
            sums[[4 * b + y]] = s03.abs().max(s12.abs()) + d03.abs().max(d12.abs());
        }
    }
    let of = |b: usize| sums[[4 * b]] + sums[[4 * b + 1]] + sums[[4 * b + 2]] + sums[[4 * b + 3]];
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}
