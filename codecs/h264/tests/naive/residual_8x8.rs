//! The 8x8 transforms one row at a time, and the field scan as its table.

/// An 8x8 matrix.
pub type Matrix = [[i32; 8]; 8];

/// The columns of a matrix as rows.
pub fn transposed(m: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}

/// The one-dimensional transform of 8.5.13.2, step by step.
fn inverse_1d(d: [i32; 8]) -> [i32; 8] {
    let mut e = [0; 8];
    e[0] = d[0] + d[4];
    e[1] = -d[3] + d[5] - d[7] - (d[7] >> 1);
    e[2] = d[0] - d[4];
    e[3] = d[1] + d[7] - d[3] - (d[3] >> 1);
    e[4] = (d[2] >> 1) - d[6];
    e[5] = -d[1] + d[7] + d[5] + (d[5] >> 1);
    e[6] = d[2] + (d[6] >> 1);
    e[7] = d[3] + d[5] + d[1] + (d[1] >> 1);
    let mut f = [0; 8];
    f[0] = e[0] + e[6];
    f[1] = e[1] + (e[7] >> 2);
    f[2] = e[2] + e[4];
    f[3] = e[3] + (e[5] >> 2);
    f[4] = e[2] - e[4];
    f[5] = (e[3] >> 2) - e[5];
    f[6] = e[0] - e[6];
    f[7] = e[7] - (e[1] >> 2);
    std::array::from_fn(|i| {
        if i < 4 {
            f[[0, 2, 4, 6][i]] + f[[7, 5, 3, 1][i]]
        } else {
            f[[6, 4, 2, 0][i - 4]] - f[[1, 3, 5, 7][i - 4]]
        }
    })
}

/// The residual of scaled coefficients (8.5.13.2).
pub fn inverse(d: &Matrix) -> Matrix {
    let g = d.map(inverse_1d);
    let m = transposed(&transposed(&g).map(inverse_1d));
    m.map(|row| row.map(|m| (m + 32) >> 6))
}

/// The rows of the forward transform, in eighths: what the shifts of the integer transform round.
pub const FORWARD: Matrix = [
    [8, 8, 8, 8, 8, 8, 8, 8],
    [12, 10, 6, 3, -3, -6, -10, -12],
    [8, 4, -4, -8, -8, -4, 4, 8],
    [10, -3, -12, -6, 6, 12, 3, -10],
    [8, -8, -8, 8, 8, -8, -8, 8],
    [6, -12, 3, 10, -10, -3, 12, -6],
    [4, -8, 8, -4, -4, 8, -8, 4],
    [3, -6, 10, -12, 12, -10, 6, -3],
];

/// The exact product of matrices that the forward transform is without rounding, in 64ths.
pub fn forward_exactly(x: &Matrix) -> Matrix {
    let times = |m: &Matrix, x: &Matrix| -> Matrix {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..8).map(|k| m[i][k] * x[k][j]).sum()))
    };
    times(&times(&FORWARD, x), &transposed(&FORWARD))
}

/// The forward transform of one row with the shifts of the encoders: halves of odd parts are rounded down, quarters of
/// the sums too.
pub fn forward_1d(x: [i32; 8]) -> [i32; 8] {
    let sum: [i32; 4] = std::array::from_fn(|i| x[i] + x[7 - i]);
    let difference: [i32; 4] = std::array::from_fn(|i| x[i] - x[7 - i]);
    let more_than_half = |x: i32| x + (x >> 1);
    let even = [sum[0] + sum[3], sum[1] + sum[2], sum[0] - sum[3], sum[1] - sum[2]];
    let odd = [
        difference[1] + difference[2] + more_than_half(difference[0]),
        difference[0] - difference[3] - more_than_half(difference[2]),
        difference[0] + difference[3] - more_than_half(difference[1]),
        difference[1] - difference[2] + more_than_half(difference[3]),
    ];
    [
        even[0] + even[1],
        odd[0] + (odd[3] >> 2),
        even[2] + (even[3] >> 1),
        odd[1] + (odd[2] >> 2),
        even[0] - even[1],
        odd[2] - (odd[1] >> 2),
        (even[2] >> 1) - even[3],
        (odd[0] >> 2) - odd[3],
    ]
}

/// The forward transform with the shifts of the encoders, columns first.
pub fn forward(x: &Matrix) -> Matrix {
    transposed(&transposed(x).map(forward_1d)).map(forward_1d)
}

/// The place in the list of each coefficient, in the zig-zag scan (8.5.7): along diagonals, in turn up and down.
pub fn zigzag(i: usize, j: usize) -> usize {
    let before = |d: usize| (0..d).map(|d| if d < 8 { d + 1 } else { 15 - d }).sum::<usize>();
    let d = i + j;
    let first = d.saturating_sub(7);
    before(d) + if d % 2 == 1 { i - first } else { j - first }
}

/// The place in the list of each coefficient, in the field scan (8.5.7).
#[rustfmt::skip]
pub const FIELD: [[usize; 8]; 8] = [
    [ 0,  3,  8, 15, 22, 30, 38, 52],
    [ 1,  4, 14, 21, 29, 37, 45, 53],
    [ 2,  7, 16, 23, 31, 39, 46, 58],
    [ 5,  9, 20, 28, 36, 44, 51, 59],
    [ 6, 13, 24, 32, 40, 47, 54, 60],
    [10, 17, 25, 33, 41, 48, 55, 61],
    [11, 18, 26, 34, 42, 49, 56, 62],
    [12, 19, 27, 35, 43, 50, 57, 63],
];
