//! The filter of the neighbours of an 8x8 block, which begins so many samples behind the corner of a window (8.3.2.2.1).

use unite::kernel;
use unite_h264::kernels::{high, neighbours_8x8};

#[kernel]
#[instance(of_8_bits: Sample = u8,
    filter = neighbours_8x8::filter::<LAST>, filter_left = neighbours_8x8::filter_left::<FIRST>,
    filter_above = neighbours_8x8::filter_above::<FIRST, LAST>, filter_corner = neighbours_8x8::filter_corner::<X, Y>,
    filter_eight_above = neighbours_8x8::filter_eight_above::<FIRST, RIGHT>)]
#[instance(of_more_bits: Sample = u16,
    filter = high::neighbours_8x8::filter::<LAST>, filter_left = high::neighbours_8x8::filter_left::<FIRST>,
    filter_above = high::neighbours_8x8::filter_above::<FIRST, LAST>, filter_corner = high::neighbours_8x8::filter_corner::<X, Y>,
    filter_eight_above = high::neighbours_8x8::filter_eight_above::<FIRST, RIGHT>)]
/// Those of samples of a type.
pub mod neighbours {
    use super::*;

    /// All of them.
    #[kernel]
    pub fn all<Sample, const LAST: i32>(
        window: &Tensor<[[Sample; 17]; 9]>,
        filtered: &mut Tensor<[Sample; 25]>,
        filter: impl Fn(&Tensor<[[Sample; 8]; 8]>, &Tensor<[[Sample]]>, &mut Tensor<[Sample; 25]>),
    ) {
        filter(window[[1..9, 1..9]], window, &mut filtered);
    }

    /// Those to the left.
    #[kernel]
    pub fn left<Sample, const Y: usize, const FIRST: i32>(
        window: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
        filter_left: impl Fn(&Tensor<[[Sample; 8]; 8]>, &Tensor<[[Sample]]>, &mut Tensor<[Sample; 25]>),
    ) {
        filter_left(window[[Y..Y + 8, 1..9]], window, &mut filtered);
    }

    /// Those above.
    #[kernel]
    pub fn above<Sample, const X: usize, const FIRST: i32, const LAST: i32>(
        window: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 25]>,
        filter_above: impl Fn(&Tensor<[[Sample; 8]; 8]>, &Tensor<[[Sample]]>, &mut Tensor<[Sample; 25]>),
    ) {
        filter_above(window[[1..9, X..X + 8]], window, &mut filtered);
    }

    /// That of the corner.
    #[kernel]
    pub fn corner<Sample, const X: i32, const Y: i32>(
        window: &Tensor<[[Sample; 2]; 2]>,
        filtered: &mut Tensor<[Sample; 25]>,
        filter_corner: impl Fn(&Tensor<[[Sample; 8]; 8]>, &Tensor<[[Sample]]>, &mut Tensor<[Sample; 25]>),
    ) {
        filter_corner(window[[1..9, 1..9]], window, &mut filtered);
    }

    /// Those above the block alone.
    #[kernel]
    pub fn eight_above<Sample, const X: usize, const FIRST: i32, const RIGHT: i32>(
        window: &Tensor<[[Sample]]>,
        filtered: &mut Tensor<[Sample; 8]>,
        filter_eight_above: impl Fn(&Tensor<[[Sample; 8]; 8]>, &Tensor<[[Sample]]>, &mut Tensor<[Sample; 8]>),
    ) {
        filter_eight_above(window[[1..9, X..X + 8]], window, &mut filtered);
    }
}
