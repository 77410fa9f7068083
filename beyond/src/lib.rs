//! Small kernels that are no codec: what located tensors are good for elsewhere.
//!
//! | kernel | what it shows |
//! |---|---|
//! | [`box_blur()`] | neighbours by index |
//! | [`sobel()`] | the same, with arithmetic that leaves the range of the elements |
//! | [`median()`] | closures over numbers |
//! | [`seven_point()`] | three axes |
//! | [`transpose()`] | a permuted view |
//! | [`integral()`] | what was written is read |
//! | [`nearest()`] | a refined view |
//! | [`bilinear()`] | a boundary rule; views with a step |
//! | [`demosaic()`] | coarse views of one tensor |
//! | [`look_up()`] | an index that is data |
//! | [`relax()`] | every other element, in place |
//! | [`histogram()`] | an index that is data, written |
//! | [`matrix_times_vector()`], [`matrix_times_matrix()`], [`tensor_times_vector()`], [`inner_product()`] | a tensor that is stored in any format |
//!
//! ```
//! use unite::Block;
//!
//! let plane = Block::from([[0u8, 80], [160, 240]]);
//! let mut large = Block::<u8>::zeros([4, 4]);
//! unite_beyond::nearest(&mut large, &plane);
//! assert_eq!(large.as_slice()[..6], [0, 0, 80, 80, 0, 0]);
//! ```

mod blur;
mod columns;
mod counts;
mod diffusion;
mod edges;
mod enlargement;
mod interpolation;
mod mosaic;
mod outliers;
#[cfg(test)]
mod padded;
mod palette;
mod relaxation;
mod sparse;
mod sums;

pub use blur::box_blur;
pub use columns::transpose;
pub use counts::histogram;
pub use diffusion::seven_point;
pub use edges::sobel;
pub use enlargement::nearest;
pub use interpolation::bilinear;
pub use mosaic::demosaic;
pub use outliers::median;
pub use palette::look_up;
pub use relaxation::relax;
pub use sparse::{
    inner_product, matrix_times_matrix, matrix_times_vector, stored_inner_product, stored_mixture,
    stored_product, stored_sum, tensor_times_vector,
};
pub use sums::integral;
