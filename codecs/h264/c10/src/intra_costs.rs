//! Three modes of intra prediction, tried: nothing is kept of them but their costs.

use unite::kernel;
use unite_h264::kernels::high::{self, intra_4x4, intra_8x8, intra_16x16, intra_chroma, intra_chroma_422};
use unite_h264_c::memory::{array, array_mut, at_pitch, line};
use unite_h264_c::tables::{FDEC_STRIDE, FENC_STRIDE, fill};
use unite_h264_c::{x264_three, x264_three_8x8};

/// `intra_satd_x3_..`, `intra_sa8d_x3_..` or `intra_sad_x3_..`: samples to encode, the block in the picture or, of 8x8
/// blocks, the filtered neighbours, and the costs of three modes.
pub type IntraX3 = unsafe extern "C" fn(samples: *mut u16, at: *mut u16, costs: *mut i32);

/// Modes in a window with a row above and a column to the left of the block, or from filtered neighbours.
mod windows {
    use super::*;

    #[kernel]
    #[instance(satd_4x4: H = 4, W = 4, cost = high::satd_4x4, first = intra_4x4::vertical, second = intra_4x4::horizontal, third = intra_4x4::dc)]
    #[instance(sad_4x4: H = 4, W = 4, cost = high::sad, first = intra_4x4::vertical, second = intra_4x4::horizontal, third = intra_4x4::dc)]
    #[instance(satd_16x16: H = 16, W = 16, cost = high::satd_16x16, first = intra_16x16::vertical, second = intra_16x16::horizontal, third = intra_16x16::dc)]
    #[instance(sad_16x16: H = 16, W = 16, cost = high::sad, first = intra_16x16::vertical, second = intra_16x16::horizontal, third = intra_16x16::dc)]
    #[instance(satd_chroma: H = 8, W = 8, cost = high::satd, first = intra_chroma::dc, second = intra_chroma::horizontal, third = intra_chroma::vertical)]
    #[instance(sad_chroma: H = 8, W = 8, cost = high::sad, first = intra_chroma::dc, second = intra_chroma::horizontal, third = intra_chroma::vertical)]
    #[instance(satd_chroma_422: H = 16, W = 8, cost = high::satd, first = intra_chroma_422::dc, second = intra_chroma_422::horizontal, third = intra_chroma_422::vertical)]
    #[instance(sad_chroma_422: H = 16, W = 8, cost = high::sad, first = intra_chroma_422::dc, second = intra_chroma_422::horizontal, third = intra_chroma_422::vertical)]
    pub fn of_three<const H: usize, const W: usize>(
        window: &Tensor<[[u16]]>,
        samples: &Tensor<[[u16; W]; H]>,
        cost: impl Fn(&Tensor<[[u16; W]; H]>, &Tensor<[[u16; W]; H]>) -> i32,
        first: impl Fn(&mut Tensor<[[u16; W]; H]>, &Tensor<[[u16]]>),
        second: impl Fn(&mut Tensor<[[u16; W]; H]>, &Tensor<[[u16]]>),
        third: impl Fn(&mut Tensor<[[u16; W]; H]>, &Tensor<[[u16]]>),
    ) -> [i32; 3] {
        let here = window[[1..1 + H, 1..1 + W]];
        let of_first = here.block_copy();
        first(&mut of_first, window);
        let of_second = here.block_copy();
        second(&mut of_second, window);
        let of_third = here.block_copy();
        third(&mut of_third, window);
        [cost(samples, of_first), cost(samples, of_second), cost(samples, of_third)]
    }

    /// Modes of 8x8 blocks, from filtered neighbours.
    #[kernel]
    #[instance(sa8d_of_8x8: cost = high::sa8d)]
    #[instance(sad_of_8x8: cost = high::sad)]
    pub fn of_8x8(
        filtered: &Tensor<[u16; 25]>,
        samples: &Tensor<[[u16; 8]; 8]>,
        cost: impl Fn(&Tensor<[[u16; 8]; 8]>, &Tensor<[[u16; 8]; 8]>) -> i32,
    ) -> [i32; 3] {
        let vertical = Block::<[[u16; 8]; 8]>::stack();
        intra_8x8::vertical(&mut vertical, filtered);
        let horizontal = Block::<[[u16; 8]; 8]>::stack();
        intra_8x8::horizontal(&mut horizontal, filtered);
        let dc = Block::<[[u16; 8]; 8]>::stack();
        intra_8x8::dc(&mut dc, filtered);
        [cost(samples, vertical), cost(samples, horizontal), cost(samples, dc)]
    }
}

x264_three! {
    [u16, windows]
    satd_4x4 = satd_4x4 of [4, 4] in [5, 5] at most v3;
    sad_4x4 = sad_4x4 of [4, 4] in [5, 5];
    satd_16x16 = satd_16x16 of [16, 16] in [17, 17] at most v3;
    sad_16x16 = sad_16x16 of [16, 16] in [17, 17];
    satd_chroma = satd_chroma of [8, 8] in [9, 9] at most v3;
    sad_chroma = sad_chroma of [8, 8] in [9, 9];
    satd_chroma_422 = satd_chroma_422 of [16, 8] in [17, 9] at most v3;
    sad_chroma_422 = sad_chroma_422 of [16, 8] in [17, 9];
}

x264_three_8x8! {
    [u16, windows]
    sa8d_8x8 = sa8d_of_8x8 at most v3;
    sad_8x8 = sad_of_8x8;
}

/// Costs of three modes of intra prediction at once: of 16x16 and of 4x4 blocks vertical, horizontal and DC; of one component
/// of chrominance at 4:2:0 DC, horizontal and vertical; of 8x8 blocks vertical, horizontal and DC from filtered neighbours.
/// First the sums of absolute values of a Hadamard transform (of 8x8 blocks `intra_sa8d_x3_8x8`), then those of absolute
/// differences.
///
/// # Safety
/// Both tables have 4 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_intra_costs(satd_table: *mut IntraX3, sad_table: *mut IntraX3) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        fill::<IntraX3, 4>(
            satd_table,
            [satd_16x16::current(), satd_4x4::current(), satd_chroma::current(), sa8d_8x8::current()],
        );
        fill::<IntraX3, 4>(
            sad_table,
            [sad_16x16::current(), sad_4x4::current(), sad_chroma::current(), sad_8x8::current()],
        );
    }
}

/// `intra_satd_x3_8x16c` and `intra_sad_x3_8x16c`: three modes of chrominance at 4:2:2.
///
/// # Safety
/// The table has 2 slots.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_10_intra_costs_422(table: *mut IntraX3) {
    // SAFETY: the caller vouches for the slots.
    unsafe { fill::<IntraX3, 2>(table, [satd_chroma_422::current(), sad_chroma_422::current()]) }
}
