//! Intra prediction of chrominance (H.264 8.3.4) at 4:2:2, where a component of a macroblock is 16 rows of 8 samples: one kernel for
//! each mode of table 8-5, in its order. All is as in [`intra_chroma`](super::intra_chroma).
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::intra_chroma_422::{dc, dc_above, dc_left, dc_none, horizontal, plane, vertical};
//!
//! let recon = Block::<u8>::from_vec((0..408).map(|i| if i < 24 { 10 } else { 30 }).collect(), [17, 24])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 8])?;
//! dc(&mut pred, &recon);
//! assert_eq!([[0, 0], [0, 4], [12, 0], [12, 4]].map(|at| pred.read(at)), [20, 10, 30, 20]);
//!
//! let recon = Block::<u8>::from_vec((0..256).map(|i| (i / 16) as u8).collect(), [16, 16])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([0, 8])?;
//! dc_left(&mut pred, &recon);
//! assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [2, 14]);
//!
//! let recon = Block::<u8>::from_vec((0..136).map(|i| (i % 8) as u8).collect(), [17, 8])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 0])?;
//! dc_above(&mut pred, &recon);
//! assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [2, 6]);
//!
//! let mut pred = Block::<[[u8; 8]; 16]>::stack();
//! dc_none(&mut pred);
//! assert_eq!(pred.as_slice(), [128; 128]);
//!
//! let recon = Block::<u8>::from_vec((0..=255).collect(), [16, 16])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([0, 8])?;
//! horizontal(&mut pred, &recon);
//! assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [7, 247]);
//!
//! let recon = Block::<u8>::from_vec((0..136).collect(), [17, 8])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([1, 0])?;
//! vertical(&mut pred, &recon);
//! assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [0, 7]);
//!
//! // A picture that grows by 3 from left to right and by 4 from row to row goes on as it is.
//! let recon = Block::<u8>::from_vec((0..288).map(|i| (i % 16 * 3 + i / 16 * 4) as u8).collect(), [18, 16])?;
//! let mut pred = Block::<[[u8; 8]; 16]>::stack().with_origin([2, 8])?;
//! plane(&mut pred, &recon);
//! assert_eq!([[0, 0], [15, 7]].map(|at| pred.read(at)), [8 * 3 + 2 * 4, 15 * 3 + 17 * 4]);
//! # Ok::<(), unite::BlockError>(())
//! ```

pub use super::intra_chroma::of_8_bits_422::*;
