//! What three modes of intra prediction cost, as kernels on windows of the picture: a row above and a column to the left of the
//! block come first.

use unite::kernel;
use unite_h264::kernels;

#[kernel]
#[instance(satd_of_three_4x4: H = 4, W = 4, costs = kernels::satd_of_three_4x4)]
#[instance(sad_of_three_4x4: H = 4, W = 4, costs = kernels::sad_of_three_4x4)]
#[instance(satd_of_three_16x16: H = 16, W = 16, costs = kernels::satd_of_three_16x16)]
#[instance(sad_of_three_16x16: H = 16, W = 16, costs = kernels::sad_of_three_16x16)]
#[instance(satd_of_three_chroma: H = 8, W = 8, costs = kernels::satd_of_three_chroma)]
#[instance(sad_of_three_chroma: H = 8, W = 8, costs = kernels::sad_of_three_chroma)]
#[instance(satd_of_three_chroma_422: H = 16, W = 8, costs = kernels::satd_of_three_chroma_422)]
#[instance(sad_of_three_chroma_422: H = 16, W = 8, costs = kernels::sad_of_three_chroma_422)]
#[allow(dead_code, reason = "tables are filled with the forms for each level")]
pub fn of_three<const H: usize, const W: usize>(
    window: &Tensor<[[u8]]>,
    samples: &Tensor<[[u8; W]; H]>,
    costs: impl Fn(&Tensor<[[u8; W]; H]>, &Tensor<[[u8]]>, &Tensor<[[u8; W]; H]>) -> [i32; 3],
) -> [i32; 3] {
    costs(window[[1..H + 1, 1..W + 1]], window, samples)
}
