//! A kernel, and the listing of what became of it.
//!
//! To read the whole listing, write it to a folder: `UNITE_EMIT=target/listings cargo build --example 03_kernel`.
//! `docs/expanded.md` goes through it. All that can be seen of a kernel is on one page by `cargo xtask show vertical_right`.

use unite::inspect::Trie;
use unite::{Block, BlockError, kernel};

/// Intra_4x4_Vertical_Right, H.264 8.3.1.2.6
#[kernel]
pub fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    // The standard's p[ x, y ]: the samples around the block, first the column, then the row.
    let p = recon[pred].permute([1, 0]);
    let pred = pred.permute([1, 0]);
    for [x, y] in pred.indices() {
        let z_vr = 2 * x - y;
        pred[[x, y]] = match z_vr {
            0 | 2 | 4 | 6 => (p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 1) >> 1,
            1 | 3 | 5 => {
                (p[[x - (y >> 1) - 2, -1]] + 2 * p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 2) >> 2
            }
            -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
            _ => (p[[-1, y - 1]] + 2 * p[[-1, y - 2]] + p[[-1, y - 3]] + 2) >> 2,
        };
    }
}

fn main() -> Result<(), BlockError> {
    // A frame with an edge that falls down to the right, as this mode is made for.
    let edge = |i: usize| if 2 * (i % 16) > i / 16 + 8 { 200 } else { 50 };
    let recon = Block::<u8>::from_vec((0..16 * 16).map(edge).collect(), [16, 16])?;
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    vertical_right(&mut pred, &recon);

    let mut trie = Trie::new();
    trie.argument("recon", &recon).argument("pred", &pred);
    println!("where they are:\n\n{trie}");

    println!("the neighbours, and the prediction made from them:\n");
    for y in -1..4isize {
        let cell = |x| match pred.get([y, x]) {
            Ok(sample) => format!("[{sample:3}]"),
            // Outside of pred, which is a block of its own: a neighbour, in recon.
            Err(_) => format!(" {:3} ", recon.read([4 + y, 4 + x])),
        };
        println!("    {}", (-1..4).map(cell).collect::<String>());
    }
    assert_eq!(pred.as_slice()[..4], [50, 50, 125, 200]);

    // The same for any block that is at the right place: here one in memory of somebody else's, from its bottom row up.
    let mut memory = [0u8; 16];
    let upwards = unite::library::Strides { stride: [-4, 1], offset: 12 };
    let mut other = Block::external_strided(&mut memory, [4, 4], upwards)?
        .with_origin([4, 4])?
        .fixed::<[[u8; 4]; 4]>()?;
    vertical_right(&mut other, &recon);
    assert_eq!(memory[12..], pred.as_slice()[..4]);

    println!("\nWhat is left of the kernel is one check of its footprint,");
    println!("    recon at pred: rows -1..=2, columns -1..=3");
    println!("and four by four stores. Without the row above it does not run:\n");
    let top = Block::<[[u8; 4]; 4]>::stack().with_origin([0, 4])?;
    if let Err(error) = vertical_right::fits(&top, &recon) {
        println!("    {error}");
    }
    Ok(())
}
