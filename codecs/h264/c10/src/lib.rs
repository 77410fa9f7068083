//! The kernels of `unite-h264` for samples of 10 bits, in the layout of x264: what `unite-h264-c` has for 8. Samples are kept in
//! `u16`, coefficients in `i32`; strides count samples. Kernels are those of `unite_h264::kernels::high`, which are instances of the
//! modules for 8 bits, at a bit depth of 10.
//!
//! As a static and as a shared library with the header `include/unite_h264_10.h`; what `unite-h264-c` has is in it, so that one library fills the
//! tables of both depths. What a call may ask for is what it may there: no call ends the process, whatever is in samples and
//! coefficients. Samples of more than 10 bits are no samples: what comes of them is not said.
//!
//! ```
//! use unite_h264_c10::{Compare, unite_h264_x264_10_costs};
//!
//! unsafe extern "C" fn missing(_: *mut u16, _: isize, _: *mut u16, _: isize) -> i32 {
//!     -1
//! }
//! let [mut sad, mut ssd, mut satd] = [[missing as Compare; 8]; 3];
//! let (mut a, mut b) = ([1023u16; 256], [0u16; 256]);
//! // SAFETY: tables have 8 slots; the first one compares 16x16 samples.
//! let cost = unsafe {
//!     unite_h264_x264_10_costs(sad.as_mut_ptr(), ssd.as_mut_ptr(), satd.as_mut_ptr());
//!     sad[0](a.as_mut_ptr(), 16, b.as_mut_ptr(), 16)
//! };
//! assert_eq!(cost, 256 * 1023);
//! ```

mod activity;
mod chroma_levels;
mod cost;
mod deblock;
mod inter;
mod intra_costs;
mod levels;
mod lossless;
mod luma;
mod planes;
mod predict;
mod predict_8x8;
mod quantization;
mod residual;
mod search;
mod trellis;

pub use activity::*;
pub use chroma_levels::*;
pub use cost::*;
pub use deblock::*;
pub use inter::*;
pub use intra_costs::*;
pub use levels::*;
pub use lossless::*;
pub use luma::*;
pub use planes::*;
pub use predict::*;
pub use predict_8x8::*;
pub use quantization::*;
pub use residual::*;
pub use search::*;
pub use trellis::*;

/// The bit depth of samples.
const BIT_DEPTH: i32 = 10;
