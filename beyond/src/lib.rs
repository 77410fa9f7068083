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
//! | [`differences()`] | an index that is data, whose range is seen |
//! | [`squares()`] | sums over blocks |
//! | [`planar()`], [`angular()`] | samples around a block; any size; negative indices of a block of the kernel |
//! | [`wavelet()`] | every other element, mirrored at the ends, in place, along both axes |
//! | [`restrict()`], [`prolong()`] | regions, means and refined views of another tensor |
//! | [`binomial()`] | one kernel for rows and, permuted, for columns |
//! | [`bilateral()`], [`census()`], [`opening()`] | short loops inside, with a rule at the edges |
//! | [`equalise()`] | tables that a kernel makes |
//! | [`warp()`] | an index that is data, with a rule at the edges |
//! | [`product()`], [`product_with_vector()`], [`scores()`], [`correlation()`] | sums, and floats |
//! | [`nearest_colour()`] | what is assigned under a condition |
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
mod displacement;
mod distances;
mod edges;
mod enlargement;
mod equalisation;
mod interpolation;
mod lifting;
mod mesh;
mod morphology;
mod mosaic;
mod neighbourhoods;
mod outliers;
#[cfg(test)]
mod padded;
mod palette;
mod prediction;
mod preservation;
mod products;
mod relaxation;
mod smoothing;
mod sparse;
mod sums;

pub use blur::box_blur;
pub use columns::transpose;
pub use counts::{differences, histogram};
pub use diffusion::seven_point;
pub use displacement::warp;
pub use distances::squares;
pub use edges::sobel;
pub use enlargement::nearest;
pub use equalisation::equalise;
pub use interpolation::bilinear;
pub use lifting::{wavelet, wavelet_rows};
pub use mesh::{prolong, restrict};
pub use morphology::{dilate, erode, opening};
pub use mosaic::demosaic;
pub use neighbourhoods::census;
pub use outliers::median;
pub use palette::{look_up, nearest_colour};
pub use prediction::{angular, planar};
pub use preservation::bilateral;
pub use products::{correlation, product, product_with_vector, scores};
pub use relaxation::relax;
pub use smoothing::{binomial, binomial_rows};
pub use sparse::{
    add_to_stored, inner_product, long_rows_times_vector, masked_softmax, matrix_times_matrix,
    matrix_times_vector, scale, scale_rows, stored_inner_product, stored_mixture, stored_product, stored_sum,
    stored_times_stored, tensor_times_vector, transposed_times_stored,
};
pub use sums::integral;
