//! What a kernel touches is inferred, so "may this mode run here?" is asked of the kernel and not written by hand again.
//!
//! Five of the prediction modes of H.264 8.3.1.2, at five places of a picture of 16 by 16 pixels.

use unite::{Block, BlockError, kernel};

/// Intra_4x4_Vertical, H.264 8.3.1.2.1
#[kernel]
fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = recon[pred][[-1, !x]];
}

/// Intra_4x4_Horizontal, H.264 8.3.1.2.2
#[kernel]
fn horizontal(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    pred[[!y, !x]] = recon[pred][[!y, -1]];
}

/// Intra_4x4_DC, H.264 8.3.1.2.3, where there are no neighbours.
#[kernel]
fn dc_128(pred: &mut Tensor<[[u8; 4]; 4]>) {
    pred[[!y, !x]] = 128;
}

/// Intra_4x4_Diagonal_Down_Left, H.264 8.3.1.2.4
#[kernel]
fn diagonal_down_left(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = if x == 3 && y == 3 {
            (p[[-1, 6]] + 3 * p[[-1, 7]] + 2) >> 2
        } else {
            (p[[-1, x + y]] + 2 * p[[-1, x + y + 1]] + p[[-1, x + y + 2]] + 2) >> 2
        };
    }
}

/// Intra_4x4_Diagonal_Down_Right, H.264 8.3.1.2.5
#[kernel]
fn diagonal_down_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
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

fn main() -> Result<(), BlockError> {
    let recon = Block::<u8>::zeros([16, 16]);
    println!("place      vertical  horizontal  dc    down left  down right");
    for [y, x] in [[0, 0], [0, 8], [8, 0], [8, 8], [8, 12]] {
        let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([y, x])?;
        let modes = [
            vertical::fits(&pred, &recon).is_ok(),
            horizontal::fits(&pred, &recon).is_ok(),
            dc_128::fits(&pred).is_ok(),
            diagonal_down_left::fits(&pred, &recon).is_ok(),
            diagonal_down_right::fits(&pred, &recon).is_ok(),
        ];
        // As a decoder has to decide it otherwise: above, left, always, above and right, above and left.
        assert_eq!(modes, [y > 0, x > 0, true, y > 0 && x + 8 <= 16, y > 0 && x > 0]);
        let [v, h, dc, left, right] = modes.map(|fits| if fits { "yes" } else { "-" });
        println!("{:<10} {v:<9} {h:<11} {dc:<5} {left:<10} {right}", format!("[{y}, {x}]"));
    }

    println!("\nand if it is not asked, a call says what is missing:");
    let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([8, 12])?;
    if let Err(error) = diagonal_down_left::fits(&pred, &recon) {
        println!("{error}");
    }
    Ok(())
}
