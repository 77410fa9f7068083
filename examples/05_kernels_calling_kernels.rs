//! Kernels call kernels, with blocks and views alike: a two-dimensional transform is one pass over the rows and, on the
//! permuted block, the same pass over the columns. Each call is compiled into its caller.

use unite::staged::Reach;
use unite::{Block, kernel};

/// The one-dimensional transform of H.264 8.5.12.2, of every row: equations 8-338 to 8-345.
#[kernel]
fn inverse_1d(d: &mut Tensor<[[i32; 4]; 4]>) {
    for i in 0..4 {
        let d = d[[i, ..]];
        let (e0, e1) = (d[[0]] + d[[2]], d[[0]] - d[[2]]);
        let (e2, e3) = ((d[[1]] >> 1) - d[[3]], d[[1]] + (d[[3]] >> 1));
        d[[0]] = e0 + e3;
        d[[1]] = e1 + e2;
        d[[2]] = e1 - e2;
        d[[3]] = e0 - e3;
    }
}

/// The two-dimensional transform: the one-dimensional one of the rows, then of the columns.
#[kernel]
fn inverse_2d(d: &mut Tensor<[[i32; 4]; 4]>) {
    inverse_1d(d);
    inverse_1d(d.permute([1, 0]));
}

/// Scaled coefficients to a residual.
#[kernel]
fn inverse(coefficients: &Tensor<[[i16; 4]; 4]>, residual: &mut Tensor<[[i16; 4]; 4]>) {
    let block = Block::<[[i32; 4]; 4]>::stack();
    block[[!v, !u]] = coefficients[[!v, !u]];
    inverse_2d(&mut block);
    residual[[!y, !x]] = (block[[!y, !x]] + 32) >> 6;
}

/// The residual of every block of a picture, each from one row of 16 coefficients in zigzag order.
#[kernel]
fn residuals(levels: &Tensor<[[i16; 16]]>, picture: &mut Tensor<[[i16]]>) {
    let across = picture.extent(1) / 4;
    for b in 0..levels.extent(0) {
        let coefficients = Block::<[[i16; 4]; 4]>::stack();
        for (k, [v, u]) in coefficients.zigzag().enumerate() {
            coefficients[[v, u]] = levels[[b, k]];
        }
        let (y, x) = (4 * (b / across), 4 * (b % across));
        inverse(&coefficients, &mut picture[[y..y + 4, x..x + 4]]);
    }
}

fn main() {
    let mut residual = Block::<[[i16; 4]; 4]>::stack();
    inverse(&Block::from([[640, 0, 0, 0], [0; 4], [0; 4], [0; 4]]), &mut residual);
    println!("a block with nothing but its mean: {:?}", residual.as_slice());
    assert_eq!(residual.as_slice(), [10; 16]);

    // Two blocks side by side: a slope to the right, and one down.
    let mut levels = Block::from([[0; 16]; 2]);
    levels.write([0, 1], -640);
    levels.write([1, 2], -640);
    let mut picture = Block::from([[0i16; 8]; 4]);
    residuals(&levels, &mut picture);
    println!("a slope to the right, and one down:");
    for row in picture.as_slice().chunks(8) {
        println!("    {}", row.iter().map(|sample| format!("{sample:4}")).collect::<String>());
    }
    assert_eq!(picture.as_slice()[..8], [-10, -5, 5, 10, -10, -10, -10, -10]);

    // What each kernel touches, tensor by tensor, where that is a constant.
    println!("FOOTPRINT of inverse_1d: {}", footprint(inverse_1d::FOOTPRINT));
    println!("FOOTPRINT of residuals:  {}", footprint(residuals::FOOTPRINT));
    assert!(inverse_1d::FOOTPRINT.is_some_and(|[d]| d.first[..2] == [0, 0] && d.last[..2] == [3, 3]));
}

/// The box of indices of each tensor of rank 2.
fn footprint<const K: usize>(reaches: Option<[Reach; K]>) -> String {
    let axis = |reach: &Reach, axis: usize| format!("{}..={}", reach.first[axis], reach.last[axis]);
    match reaches {
        Some(all) => all.map(|reach| format!("[{}, {}]", axis(&reach, 0), axis(&reach, 1))).join(" and "),
        None => "depends on the call".into(),
    }
}
