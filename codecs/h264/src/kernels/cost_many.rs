//! Costs of several candidates for the same samples, as a search for motion asks for them.

use unite::kernel;

use super::satd;

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
