//! The kernels once more, straight from the clauses and without a thought of speed, and the tests that compare the two.

mod compare_intra;
mod compare_intra_8x8;
mod compare_residual;
mod intra;
mod intra_8x8;
mod residual;
mod rig;
