//! Colocation: one tensor indexed by another. `a[b]` is where `b` is, in `a`.
//!
//! A decoder reconstructs a frame; the prediction of a block is a small tensor of its own that stands for a part of that
//! frame; and there is one set of flags for every 16 by 16 pixels. Nobody computes an offset here.

use unite::library::Place;
use unite::{Block, ViewError, kernel};

/// Intra_4x4_DC, H.264 8.3.1.2.3, when the pixels above and to the left are there.
#[kernel]
fn dc(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred]; // where pred is, in recon
    let mut sum = 0;
    for i in 0..4 {
        sum += p[[-1, i]] + p[[i, -1]];
    }
    pred[[!y, !x]] = (sum + 4) >> 3;
}

/// Adds the residual of a block to its prediction, at the place in the frame where both are.
#[kernel]
fn reconstruct(recon: &mut Tensor<[[u8]]>, pred: &Tensor<[[u8; 4]; 4]>, residual: &Tensor<[[i16; 4]; 4]>) {
    let r = recon[pred];
    r[[!y, !x]] = (pred[[!y, !x]] + residual[[!y, !x]]).clamp(0, 255);
}

fn main() -> Result<(), ViewError> {
    let mut recon = Block::<u8>::from_vec((0..32 * 32).map(|i| (i % 32 + i / 32) as u8).collect(), [32, 32])?;
    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([8, 20])?;

    // In the library, a step at a time.
    {
        let p = recon.view().colocate(&pred)?;
        println!("pred is at {:?} and has the extents {:?}", origin(&pred), pred.extents());
        println!("recon[pred] has the same: {:?}, {:?}", origin(&p), p.extents());
        println!("the pixel above it: {}, the one left of it: {}", p.read([-1, 0]), p.read([0, -1]));
        assert_eq!(p.read([-1, 0]), recon.read([7, 20]));
    }

    // In kernels, compiled.
    dc(&mut pred, &recon);
    println!("the mean of those above and left: {}", pred.read([0, 0]));
    assert_eq!(pred.as_slice(), [29; 16]); // 27 to 30 above, and to the left: 228 / 8, rounded
    reconstruct(&mut recon, &pred, &Block::from([[-3i16; 4]; 4]));
    println!("reconstructed: {}", recon.read([8, 20]));
    assert_eq!((recon.read([8, 20]), recon.read([8, 19])), (26, 27));

    // Other densities: a flag for every 16 by 16 pixels, and chrominance with half the samples both ways.
    let mut is_intra = Block::<bool>::zeros([2, 2]).with_coarsening([16, 16])?;
    is_intra.write([0, 1], true);
    println!("the macroblock of pred is intra: {}", is_intra.view().colocate(&pred)?.read([0, 0]));
    assert!(is_intra.view().colocate(&pred)?.read([0, 0]));
    let chroma = Block::<u8>::zeros([16, 16]).with_coarsening([2, 2])?;
    let part = chroma.view().region_of(&pred)?;
    println!("in chrominance, pred covers {:?} samples at {:?} of the frame", part.extents(), origin(&part));
    assert_eq!((part.extents(), origin(&part)), ([2, 2], vec![8, 20]));
    Ok(())
}

/// Where the first element of a tensor is in the frame.
fn origin(tensor: &impl Place<2>) -> Vec<isize> {
    tensor.tensor_space().origin_in(tensor.space().root()).unwrap_or_default()
}
