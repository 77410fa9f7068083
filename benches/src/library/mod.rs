//! Kernels as the run-time library runs them: each view is a value that is made where the kernel names it, and each access
//! goes through one. Otherwise they are laid out as the kernels are.

pub mod color;
pub mod flags;
pub mod intra;
pub mod lossless;
pub mod transform;
pub mod unlocated;

/// What a view of the benches cannot fail at: they all lie inside their blocks.
const INSIDE: &str = "a view inside its block";
