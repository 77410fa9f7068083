//! Costs as sums over all differences.

/// Differences of samples, row by row.
pub type Differences = Vec<Vec<i32>>;

/// The sum of absolute differences.
pub fn sad(d: &Differences) -> i32 {
    d.iter().flatten().map(|d| d.abs()).sum()
}

/// The sum of squared differences.
pub fn ssd(d: &Differences) -> i32 {
    d.iter().flatten().map(|d| d * d).sum()
}

/// The sum of absolute values of the Hadamard transforms of the blocks of `N` by `N` differences: an entry of the matrix is
/// -1 where row and column have an odd number of ones in common.
pub fn hadamard_sum<const N: usize>(d: &Differences) -> i32 {
    let sign = |i: usize, j: usize| if (i & j).count_ones().is_multiple_of(2) { 1 } else { -1 };
    let mut sum = 0;
    for y in (0..d.len()).step_by(N) {
        for x in (0..d[0].len()).step_by(N) {
            for (i, j) in (0..N * N).map(|at| (at / N, at % N)) {
                let terms =
                    (0..N * N).map(|at| sign(i, at / N) * sign(j, at % N) * d[y + at / N][x + at % N]);
                sum += terms.sum::<i32>().abs();
            }
        }
    }
    sum
}
