//! Kernels and their hand-written twins: what the instruction counts and the assembly check are made over.
//!
//! A new kernel needs a `pair!` in one of the files here, and one line in [`ALL`]. The pair makes two functions,
//! `ours_NAME` and `twin_NAME`, over data that was prepared before. Both do the same work: the same checks at entry, the
//! same data, the same instruction set, which is [`LEVEL`] for what is counted.
//!
//! `ours_NAME` does nothing but call the kernel: a loop of its own belongs to neither. A kernel that takes one block is
//! called by a kernel of the bench that takes a row of them, so that what a call of a kernel from Rust costs is spread
//! as it is in an encoder.
//!
//! The twin is plain Rust, as one would write it who knows the kernel and the compiler: slices and arrays whose lengths
//! the compiler can see, and no bounds check in a loop. Of several forms the one with the fewest instructions stays.

mod color;
mod control;
mod downsample;
mod encoder_path;
mod flags;
mod forward_dct;
mod gathers;
mod inserted;
mod intra;
mod lossless;
mod masks;
mod merged;
mod pair;
mod prediction_loop;
mod products;
mod quantization;
mod ranges;
mod resampling;
mod residual;
mod samples;
mod sequence;
mod sparse;
mod stencils;
mod tables;
mod transform;

use pair::Prepare;
pub use pair::{LEVEL, Pair};

/// One line of the table of kernels.
pub struct Twin {
    /// `NAME` in `ours_NAME` and `twin_NAME`.
    pub name: &'static str,
    /// The kernels that `ours_NAME` runs, as they are called in the source. The assembly check looks at every symbol
    /// below `ours_NAME` that contains one of these names.
    pub kernels: &'static [&'static str],
    /// What the loops of these kernels may look like.
    pub loops: Loops,
    /// What the kernels may cost.
    pub cost: Cost,
    /// Fresh data, the same at every call.
    pub prepare: Prepare,
}

/// What the assembly check asks of loops.
pub enum Loops {
    /// Free of calls, divisions and panic paths.
    Affine,
    /// Nothing, for this reason.
    Exempt(&'static str),
    /// One of each of them: the check has to find them, or it finds nothing.
    Control,
}

/// What the count of instructions asks of a kernel.
pub enum Cost {
    /// No more than its twin, and the margin that all kernels have.
    Twin,
    /// Up to this many times its twin, for this reason. The limit is to come down, never to go up.
    Above(f64, &'static str),
}

/// A line for a kernel without exceptions.
const fn affine(name: &'static str, kernels: &'static [&'static str], prepare: Prepare) -> Twin {
    Twin { name, kernels, loops: Loops::Affine, cost: Cost::Twin, prepare }
}

impl Twin {
    const fn may_cost(mut self, times: f64, reason: &'static str) -> Twin {
        self.cost = Cost::Above(times, reason);
        self
    }

    const fn exempt(mut self, reason: &'static str) -> Twin {
        self.loops = Loops::Exempt(reason);
        self
    }
}

/// Why predictions, which look at the picture from where their block is, cost more in a loop.
const AT_EVERY_CALL: &str =
    "where the block is in the picture, and whether its neighbours are, is asked at every call";

/// Why loops over rows of any length cost more than those of a twin that knows it.
const A_CONSTANT_WIDTH: &str =
    "how long rows are is a constant of the twin, which has no loop for what is left of any row";

/// Why a kernel whose conditions lead to elements has a loop with panic paths beside the one that runs.
const ASKED_WHERE_SMALLER: &str =
    "where one plane is smaller than the other, each place is asked for: that loop is there, too";

const PUT_IN: &str =
    "six to nine instructions for each element that is put in, which the twin, unchecked, does without";

const ZEROS: &str = "where a sum has no terms, zeros are written as wholes: the call in the loop is memset";

/// Every kernel that has a twin.
#[rustfmt::skip]
pub const ALL: &[Twin] = &[
    affine("planes_to_ycbcr", &["planes_to_ycbcr"], color::planes_to_ycbcr),
    affine("rgb_to_ycbcr", &["rgb_to_ycbcr", "planes_to_ycbcr"], color::rgb_to_ycbcr),
    affine("pixels_to_ycbcr_3", &["pixels_to_ycbcr", "rgb_to_ycbcr", "planes_to_ycbcr"], color::pixels_to_ycbcr_3),
    affine("pixels_to_ycbcr_4", &["pixels_to_ycbcr", "rgb_to_ycbcr", "planes_to_ycbcr"], color::pixels_to_ycbcr_4),
    affine("planes_to_gray", &["planes_to_gray"], color::planes_to_gray),
    affine("rgb_to_gray", &["rgb_to_gray", "planes_to_gray"], color::rgb_to_gray),
    affine("pixels_to_gray_3", &["pixels_to_gray", "rgb_to_gray", "planes_to_gray"], color::pixels_to_gray_3),
    affine("pixels_to_gray_4", &["pixels_to_gray", "rgb_to_gray", "planes_to_gray"], color::pixels_to_gray_4),
    affine("first_samples_1", &["first_samples"], color::first_samples_1)
        .exempt("a row of grey samples is copied as a whole: the call in the loop is memcpy"),
    affine("first_samples_2", &["first_samples"], color::first_samples_2),
    affine("h2v1", &["h2v1"], downsample::h2v1),
    affine("h2v2", &["h2v2"], downsample::h2v2),
    affine("box_mean_1_2", &["box_mean"], downsample::box_mean_1_2),
    affine("box_mean_4_1", &["box_mean"], downsample::box_mean_4_1),
    affine("fdct", &["fdct"], forward_dct::fdct),
    affine("quantize", &["quantize"], quantization::quantize),
    affine("zigzag", &["zigzag"], sequence::zigzag).exempt("all of it is written out: there is no loop"),
    affine("transform_row", &["transform_row", "fdct", "quantize", "zigzag", "nonzero"], transform::transform_row),
    affine("encoder_path", &["pixels_to_ycbcr", "transform_row", "nonzero"], encoder_path::encoder_path),
    affine("following_lines", &["following_lines", "prediction_differences"], lossless::following_lines),
    affine("nonzero", &["nonzero"], masks::nonzero).exempt("all of it is written out: there is no loop"),
    affine("vertical_right", &["vertical_right_of_each", "vertical_right"], intra::vertical_right),
    affine("plane_16x16", &["plane_of_each", "plane"], intra::plane_16x16),
    affine("intra_loop", &["predict_all", "sad", "vertical", "vertical_right"], prediction_loop::intra_loop)
        .exempt(AT_EVERY_CALL),
    affine("flags", &["predictable"], flags::flags),
    affine("box_blur", &["box_blur"], stencils::box_blur),
    affine("sobel", &["sobel"], stencils::sobel),
    affine("median", &["median"], stencils::median),
    affine("seven_point", &["seven_point"], stencils::seven_point)
        .may_cost(1.10, "lanes hold no f32: left to the compiler, which here makes one vector at once, and two of the twin"),
    affine("product", &["product"], products::product).exempt(ZEROS),
    affine("product_with_vector", &["product_with_vector"], products::product_with_vector),
    affine("scores", &["scores"], products::scores)
        .may_cost(1.06, "what is left of a row goes to totals of its own, which are added to the others afterwards: eight instructions a row"),
    affine("correlation", &["correlation"], products::correlation).exempt(ZEROS),
    affine("relax", &["relax"], stencils::relax),
    affine("transpose", &["transpose"], resampling::transpose)
        .may_cost(1.14, "left to the compiler, as its twin is, which takes 57183 or 41657 instructions, by what it is compiled with"),
    affine("nearest", &["nearest"], resampling::nearest)
        .may_cost(1.15, "both rows of two are made of the elements, where the twin copies the second from the first"),
    affine("bilinear", &["bilinear"], resampling::bilinear),
    affine("demosaic", &["demosaic"], resampling::demosaic),
    affine("replaced", &["replace_large"], ranges::replaced)
        .exempt(ASKED_WHERE_SMALLER)
        .may_cost(1.08, A_CONSTANT_WIDTH),
    affine("columns", &["means_by_columns"], ranges::columns).may_cost(1.10, A_CONSTANT_WIDTH),
    affine("turns", &["by_turns"], ranges::turns)
        .exempt(ASKED_WHERE_SMALLER)
        .may_cost(1.12, A_CONSTANT_WIDTH),
    affine("look_up", &["look_up"], tables::look_up),
    affine("histogram", &["histogram"], tables::histogram),
    affine("bilateral", &["bilateral"], gathers::bilateral)
        .exempt("it divides by data: points near the edges one by one, and a divisor of zero panics"),
    affine("warp", &["warp"], gathers::warp),
    affine("integral", &["integral"], tables::integral),
    affine("forward_blocks", &["forward_blocks", "forward_16x4", "forward"], residual::forward_blocks),
    affine("satd_16x16", &["satd_of_each", "satd_16x16"], residual::satd_16x16),
    affine("spmv_csr", &["matrix_times_vector"], sparse::spmv_csr),
    affine("spmv_long_rows", &["long_rows_times_vector"], sparse::spmv_long_rows),
    affine("spmv_csc", &["matrix_times_vector"], sparse::spmv_csc),
    affine("spmv_coo", &["matrix_times_vector"], sparse::spmv_coo),
    affine("spmv_dia", &["matrix_times_vector"], sparse::spmv_dia),
    affine("spmv_window", &["matrix_times_vector"], sparse::spmv_window)
        // From one build to the next the twin has one instruction a row more or less.
        .may_cost(1.07, "some three instructions a row, and six for whether it is seen as a whole"),
    affine("inner_csr", &["inner_product"], sparse::inner_csr),
    affine("spmm_csr", &["matrix_times_matrix"], sparse::spmm_csr)
        .exempt("rows are set to zero as wholes: the call in the loop is memset"),
    affine("ttv_csf", &["tensor_times_vector"], sparse::ttv_csf)
        .exempt("a row is set to zero as a whole: the call in the loop is memset"),
    affine("scale_csr", &["scale"], sparse::scale_csr),
    affine("scale_rows_csr", &["scale_rows"], sparse::scale_rows_csr),
    affine("merged_inner", &["stored_inner_product"], merged::merged_inner),
    affine("merged_mixture", &["stored_mixture"], merged::merged_mixture),
    affine("merged_sum", &["stored_sum"], merged::merged_sum)
        .exempt("memory for the output is asked for before the loops, and the jump to what fails then goes back"),
    affine("merged_product", &["stored_product"], merged::merged_product)
        .exempt("memory for the output is asked for before the loops, and the jump to what fails then goes back"),
    affine("merged_times", &["stored_times_stored"], merged::merged_times)
        .exempt("the call in the loop over rows makes room for more elements"),
    affine("inserted_times", &["transposed_times_stored"], inserted::inserted_times)
        .exempt("the call in the loop makes room for more elements")
        .may_cost(1.04, PUT_IN),
    affine("inserted_terms", &["add_to_stored"], inserted::inserted_terms)
        .exempt("the call in the loop makes room for more elements, and what is outside panics where it is met")
        .may_cost(1.04, PUT_IN),
];

/// What the assembly check has to object to.
pub const CONTROL: Twin = Twin {
    name: "control",
    kernels: &["scatter"],
    loops: Loops::Control,
    cost: Cost::Twin,
    prepare: control::control,
};
