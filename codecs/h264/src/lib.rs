//! Kernels of H.264 (ITU-T H.264 | ISO/IEC 14496-10) that read like the standard, for samples of 8 to 14 bits at 4:2:0.
//!
//! What is here is intra prediction, interpolation and weighted prediction, the transforms, quantisation and scaling, the
//! scans, deblocking, and the costs that an encoder chooses by: see [`kernels`]. The encoder on them is
//! `unite-h264-encoder`; for C there is `unite-h264-c`.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::intra_4x4::vertical_right;
//!
//! // A picture whose samples grow by 8 from left to right, and the prediction of the block at row 4, column 8 of it.
//! let recon = Block::<u8>::from_vec((0..256).map(|i| 8 * (i % 16) as u8).collect(), [16, 16])?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 8])?;
//! vertical_right(&mut pred, &recon);
//! assert_eq!(pred.as_slice()[..4], [60, 68, 76, 84]);
//! # Ok::<(), unite::BlockError>(())
//! ```

pub mod cabac;
pub mod kernels;
pub mod trellis;
