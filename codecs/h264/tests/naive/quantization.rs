//! Quantisation and scaling, coefficient by coefficient (H.264 8.5.9 to 8.5.13).

/// The nearest level below `c / step`, towards 0, after a part of a step was added: `q_bits` bits of fraction.
pub fn level(c: i32, multiplied: impl Fn(i64) -> i64) -> i32 {
    let level = multiplied(i64::from(c).abs()) as i32;
    level * c.signum()
}

/// `weightScale * normAdjust4x4(m, i, j)` of 8.5.9.
pub fn level_scale_4x4(weight_scale: &[[u8; 4]; 4], m: usize, i: usize, j: usize) -> i32 {
    let v = [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]];
    let norm_adjust = if i.is_multiple_of(2) && j.is_multiple_of(2) {
        v[m][0]
    } else if !i.is_multiple_of(2) && !j.is_multiple_of(2) {
        v[m][1]
    } else {
        v[m][2]
    };
    i32::from(weight_scale[i][j]) * norm_adjust
}

/// `weightScale * normAdjust8x8(m, i, j)` of 8.5.9.
pub fn level_scale_8x8(weight_scale: &[[u8; 8]; 8], m: usize, i: usize, j: usize) -> i32 {
    let v = [
        [20, 18, 32, 19, 25, 24],
        [22, 19, 35, 21, 28, 26],
        [26, 23, 42, 24, 33, 31],
        [28, 25, 45, 26, 35, 33],
        [32, 28, 51, 30, 40, 38],
        [36, 32, 58, 34, 46, 43],
    ];
    let (odd_i, odd_j) = (i % 2 == 1, j % 2 == 1);
    let norm_adjust = match (i % 4, j % 4) {
        (0, 0) => v[m][0],
        _ if odd_i && odd_j => v[m][1],
        (2, 2) => v[m][2],
        (0, _) if odd_j => v[m][3],
        (_, 0) if odd_i => v[m][3],
        (0, 2) | (2, 0) => v[m][4],
        _ => v[m][5],
    };
    i32::from(weight_scale[i][j]) * norm_adjust
}

/// `c * scale * 2^(qp / 6 - down)`, rounded: 8.5.12.1 with `down` 4, 8.5.10 and 8.5.13.1 with 6.
pub fn scaled(c: i32, scale: i32, qp: i32, down: i32) -> i32 {
    if qp >= 6 * down {
        (c * scale) << (qp / 6 - down)
    } else {
        (c * scale + (1 << (down - 1 - qp / 6))) >> (down - qp / 6)
    }
}
