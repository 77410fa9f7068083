//! The nine predictions of 4 by 4, H.264 8.3.1.2, and whether each may run.

use unite::kernel;

/// Figure 6.8: whether the row above and the column to the left exist, and were predicted within the picture.
#[kernel]
pub fn can_run_vertical_right(
    frame: &Tensor<[[u8]]>,
    pred: &Tensor<[[u8; 4]; 4]>,
    used: &Tensor<Refined<[[u8]]>>,
) -> bool {
    let row = pred[[-1..0, ..]];
    let column = pred[[.., -1..0]];
    let row_origin = frame[row].origin(0);
    let column_origin = frame[column].origin(1);
    if row_origin >= frame.origin(0) && column_origin >= frame.origin(1) {
        let flags = used[pred];
        flags[[-1, 0]] == 1 && flags[[-1, -1]] == 1 && flags[[0, -1]] == 1
    } else {
        false
    }
}

/// The same for the row above.
#[kernel]
pub fn can_run_vertical(
    frame: &Tensor<[[u8]]>,
    pred: &Tensor<[[u8; 4]; 4]>,
    used: &Tensor<Refined<[[u8]]>>,
) -> bool {
    let row = pred[[-1..0, ..]];
    if frame[row].origin(0) >= frame.origin(0) { used[pred][[-1, 0]] == 1 } else { false }
}

/// The same for the column to the left.
#[kernel]
pub fn can_run_horizontal(
    frame: &Tensor<[[u8]]>,
    pred: &Tensor<[[u8; 4]; 4]>,
    used: &Tensor<Refined<[[u8]]>>,
) -> bool {
    let column = pred[[.., -1..0]];
    if frame[column].origin(1) >= frame.origin(1) { used[pred][[0, -1]] == 1 } else { false }
}

/// The same for the row above and as many samples after it.
#[kernel]
pub fn can_run_down_left(
    frame: &Tensor<[[u8]]>,
    pred: &Tensor<[[u8; 4]; 4]>,
    used: &Tensor<Refined<[[u8]]>>,
) -> bool {
    let row = pred[[-1..0, ..]];
    let after = pred[[-1..0, 7..8]];
    let is_inside = frame[row].origin(0) >= frame.origin(0)
        && frame[after].origin(1) < frame.origin(1) + frame.extent(1) as i32;
    if is_inside {
        let flags = used[pred];
        flags[[-1, 0]] == 1 && flags[[-1, 4]] == 1
    } else {
        false
    }
}

/// Intra_4x4_Vertical
#[kernel]
pub fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = recon[pred][[-1, !x]];
}

/// Intra_4x4_Horizontal
#[kernel]
pub fn horizontal(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = recon[pred][[!y, -1]];
}

/// Intra_4x4_DC
#[kernel]
pub fn dc(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>, above: bool, left: bool) {
    let p = recon[pred];
    let mut sum = 0;
    if above {
        for x in 0..4 {
            sum += p[[-1, x]];
        }
    }
    if left {
        for y in 0..4 {
            sum += p[[y, -1]];
        }
    }
    let mean = match (above, left) {
        (true, true) => (sum + 4) >> 3,
        (false, false) => 128,
        _ => (sum + 2) >> 2,
    };
    pred[[!y, !x]] = mean;
}

/// Intra_4x4_Diagonal_Down_Left
#[kernel]
pub fn diagonal_down_left(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = if x == 3 && y == 3 {
            (p[[-1, 6]] + 3 * p[[-1, 7]] + 2) >> 2
        } else {
            (p[[-1, x + y]] + 2 * p[[-1, x + y + 1]] + p[[-1, x + y + 2]] + 2) >> 2
        };
    }
}

/// Intra_4x4_Diagonal_Down_Right
#[kernel]
pub fn diagonal_down_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = if x > y {
            (p[[-1, x - y - 2]] + 2 * p[[-1, x - y - 1]] + p[[-1, x - y]] + 2) >> 2
        } else if x < y {
            (p[[y - x - 2, -1]] + 2 * p[[y - x - 1, -1]] + p[[y - x, -1]] + 2) >> 2
        } else {
            (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2
        };
    }
}

/// Figure 6.9: Intra_4x4_Vertical_Right
#[kernel]
pub fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        let z_vr = 2 * x - y;
        pred[[y, x]] = if z_vr == 0 || z_vr == 2 || z_vr == 4 || z_vr == 6 {
            (p[[-1, x - (y >> 1) - 1]] + p[[-1, x - (y >> 1)]] + 1) >> 1
        } else if z_vr == 1 || z_vr == 3 || z_vr == 5 {
            (p[[-1, x - (y >> 1) - 2]] + 2 * p[[-1, x - (y >> 1) - 1]] + p[[-1, x - (y >> 1)]] + 2) >> 2
        } else if z_vr == -1 {
            (p[[0, -1]] + 2 * p[[-1, -1]] + p[[-1, 0]] + 2) >> 2
        } else {
            (p[[y - 1, -1]] + 2 * p[[y - 2, -1]] + p[[y - 3, -1]] + 2) >> 2
        };
    }
}

/// Intra_4x4_Horizontal_Down
#[kernel]
pub fn horizontal_down(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        let z_hd = 2 * y - x;
        pred[[y, x]] = if z_hd == 0 || z_hd == 2 || z_hd == 4 || z_hd == 6 {
            (p[[y - (x >> 1) - 1, -1]] + p[[y - (x >> 1), -1]] + 1) >> 1
        } else if z_hd == 1 || z_hd == 3 || z_hd == 5 {
            (p[[y - (x >> 1) - 2, -1]] + 2 * p[[y - (x >> 1) - 1, -1]] + p[[y - (x >> 1), -1]] + 2) >> 2
        } else if z_hd == -1 {
            (p[[0, -1]] + 2 * p[[-1, -1]] + p[[-1, 0]] + 2) >> 2
        } else {
            (p[[-1, x - 1]] + 2 * p[[-1, x - 2]] + p[[-1, x - 3]] + 2) >> 2
        };
    }
}

/// Intra_4x4_Vertical_Left
#[kernel]
pub fn vertical_left(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = if y == 0 || y == 2 {
            (p[[-1, x + (y >> 1)]] + p[[-1, x + (y >> 1) + 1]] + 1) >> 1
        } else {
            (p[[-1, x + (y >> 1)]] + 2 * p[[-1, x + (y >> 1) + 1]] + p[[-1, x + (y >> 1) + 2]] + 2) >> 2
        };
    }
}

/// Intra_4x4_Horizontal_Up
#[kernel]
pub fn horizontal_up(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        let z_hu = x + 2 * y;
        pred[[y, x]] = if z_hu > 5 {
            p[[3, -1]]
        } else if z_hu == 5 {
            (p[[2, -1]] + 3 * p[[3, -1]] + 2) >> 2
        } else if z_hu == 1 || z_hu == 3 {
            (p[[y + (x >> 1), -1]] + 2 * p[[y + (x >> 1) + 1, -1]] + p[[y + (x >> 1) + 2, -1]] + 2) >> 2
        } else {
            (p[[y + (x >> 1), -1]] + p[[y + (x >> 1) + 1, -1]] + 1) >> 1
        };
    }
}
