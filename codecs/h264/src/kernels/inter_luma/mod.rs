//! Luma sample interpolation (H.264 8.4.2.2.1): one kernel for each of the sixteen positions of figure 8-4, named as there,
//! for partitions of any size up to 16x16.
//!
//! ```text
//! G  a  b  c  H         xFrac 0 1 2 3
//! d  e  f  g
//! h  i  j  k  m
//! n  p  q  r
//! M     s     N         yFrac 0 1 2 3 downwards
//! ```
//!
//! `p` is the reference picture where the vector's full samples point: `p[[y, x]]` is `G` of `pred[[y, x]]`. Samples around it
//! are used, two before and three after, so `p` is a part of a larger plane.
//!
//! The standard lets vectors point outside the picture, where the samples of its border stand for others. There is no such
//! rule here: the plane that `p` is a part of has to be padded with copies of its border, as far as vectors reach, or
//! [`clamped_window()`](super::clamped_window()) makes what is around `p`.
//!
//! ```
//! use unite::Block;
//! use unite_h264::kernels::inter_luma;
//!
//! // A plane that grows by 4 from left to right and by 8 from row to row, and a 4x4 block of it, moved by quarters.
//! let plane = Block::<u8>::from_vec((0..256).map(|i| (i % 16 * 4 + i / 16 * 8) as u8).collect(), [16, 16])?;
//! let at = plane.view().partition([4..8, 4..8])?;
//! let p = at.tensor()?.fixed::<[[u8; 4]; 4]>()?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack();
//! inter_luma::interpolate(&mut pred, &p, 1, 0);
//! assert_eq!(pred.as_slice()[..4], [49, 53, 57, 61]);            // 48 + 1
//! inter_luma::interpolate(&mut pred, &p, 2, 3);
//! assert_eq!(pred.as_slice()[..4], [56, 60, 64, 68]);            // 48 + 2 + 6
//! # Ok::<(), unite::ViewError>(())
//! ```

mod positions;
mod six_taps;

pub use positions::of_8_bits::*;
pub(super) use positions::of_more_bits;
pub(super) use six_taps::MOST;
pub use six_taps::tap;
