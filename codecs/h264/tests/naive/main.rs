//! The kernels once more, straight from the clauses and without a thought of speed, and the tests that compare the two.

mod compare_construct_dc;
mod compare_cost;
mod compare_deblock;
mod compare_fused;
mod compare_high;
mod compare_high_residual;
mod compare_inter;
mod compare_intra;
mod compare_intra_8x8;
mod compare_intra_costs;
mod compare_neighbours;
mod compare_planes;
mod compare_quantization;
mod compare_residual;
mod compare_residual_8x8;
mod cost;
mod deblock;
mod inter;
mod intra;
mod intra_8x8;
mod neighbours;
mod padded;
mod quantization;
mod residual;
mod residual_8x8;
mod rig;
