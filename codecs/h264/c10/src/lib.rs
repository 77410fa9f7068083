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

mod cost;
mod deblock;
mod inter;
mod intra_costs;
mod luma;
mod predict;
mod predict_8x8;
mod quantization;
mod residual;

pub use cost::*;
pub use deblock::{Deblock, DeblockIntra, unite_h264_x264_10_deblock};
pub use inter::{Average, Chroma, HalfPlanes, unite_h264_x264_10_average, unite_h264_x264_10_inter};
pub use intra_costs::{IntraX3, unite_h264_x264_10_intra_costs};
pub use luma::{Luma, Reference, Weigh, unite_h264_x264_10_luma, unite_h264_x264_10_weights};
pub use predict::*;
pub use predict_8x8::{Predict8x8, Predict8x8Filter, unite_h264_x264_10_predict_8x8};
pub use quantization::*;
pub use residual::*;

/// The bit depth of samples.
const BIT_DEPTH: i32 = 10;
