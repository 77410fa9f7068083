//! Transforms as products of matrices, scans as their table.

/// A 4x4 matrix.
pub type Matrix = [[i32; 4]; 4];

/// The forward core transform.
pub const FORWARD: Matrix = [[1, 1, 1, 1], [2, 1, -1, -2], [1, -1, -1, 1], [1, -2, 2, -1]];
/// The Hadamard transform (8.5.10).
pub const HADAMARD: Matrix = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]];

/// `m * x * transposed m`.
pub fn transform(m: &Matrix, x: &Matrix) -> Matrix {
    let mut y = [[0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                for l in 0..4 {
                    y[i][j] += m[i][k] * x[k][l] * m[j][l];
                }
            }
        }
    }
    y
}

/// The residual of scaled coefficients (8.5.12.2).
pub fn inverse(d: &Matrix) -> Matrix {
    fn one([d0, d1, d2, d3]: [i32; 4]) -> [i32; 4] {
        let e = [d0 + d2, d0 - d2, (d1 >> 1) - d3, d1 + (d3 >> 1)];
        [e[0] + e[3], e[1] + e[2], e[1] - e[2], e[0] - e[3]]
    }
    let f = d.map(one);
    let mut r = [[0; 4]; 4];
    for j in 0..4 {
        let h = one([f[0][j], f[1][j], f[2][j], f[3][j]]);
        for i in 0..4 {
            r[i][j] = (h[i] + 32) >> 6;
        }
    }
    r
}

/// The row and column of each coefficient of the zig-zag scan (8.5.6).
pub const ZIGZAG: [(usize, usize); 16] = [
    (0, 0),
    (0, 1),
    (1, 0),
    (2, 0),
    (1, 1),
    (0, 2),
    (0, 3),
    (1, 2),
    (2, 1),
    (3, 0),
    (3, 1),
    (2, 2),
    (1, 3),
    (2, 3),
    (3, 2),
    (3, 3),
];

/// The row and column of each coefficient of the field scan (8.5.6).
pub const FIELD: [(usize, usize); 16] = [
    (0, 0),
    (1, 0),
    (0, 1),
    (2, 0),
    (3, 0),
    (1, 1),
    (2, 1),
    (3, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    (3, 2),
    (0, 3),
    (1, 3),
    (2, 3),
    (3, 3),
];
