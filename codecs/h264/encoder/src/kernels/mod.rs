//! The kernels between those of `unite-h264` and the macroblocks of a picture: each finds a block in whole planes and tables by
//! its location.

pub mod activity;
pub mod context;
pub mod filter;
pub mod intra;
pub mod motion;
pub mod residual;
pub mod window;
