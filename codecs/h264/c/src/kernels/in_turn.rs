//! Both components of chrominance, sample by sample in turn.

use unite::kernel;

#[kernel]
#[instance(of_8_bits: Sample = u8)]
#[instance(of_more_bits: Sample = u16)]
/// Those of samples of a type.
pub mod in_turn {
    use unite::kernel;

    /// Both sides of a vertical edge as rows: of one component, then of the other.
    #[kernel]
    pub fn apart<Sample>(window: &Tensor<[[Sample; 8]; 8]>, rows: &mut Tensor<[[Sample; 16]; 4]>) {
        for k in 0..8 {
            let x = window[[k, ..]];
            rows[[0, k]] = x[[0]];
            rows[[0, 8 + k]] = x[[1]];
            rows[[1, k]] = x[[2]];
            rows[[1, 8 + k]] = x[[3]];
            rows[[2, k]] = x[[4]];
            rows[[2, 8 + k]] = x[[5]];
            rows[[3, k]] = x[[6]];
            rows[[3, 8 + k]] = x[[7]];
        }
    }

    /// The samples at the edge, back from rows.
    #[kernel]
    pub fn together<Sample>(rows: &Tensor<[[Sample; 16]; 4]>, window: &mut Tensor<[[Sample; 8]; 8]>) {
        for k in 0..8 {
            let x = window[[k, 2..6]];
            x[[0]] = rows[[1, k]];
            x[[1]] = rows[[1, 8 + k]];
            x[[2]] = rows[[2, k]];
            x[[3]] = rows[[2, 8 + k]];
        }
    }

    /// Both sides of a vertical edge of four rows as rows along it.
    #[kernel]
    pub fn apart_along<Sample>(window: &Tensor<[[Sample; 8]; 4]>, rows: &mut Tensor<[[Sample; 8]; 4]>) {
        for k in 0..4 {
            for across in 0..4 {
                for component in 0..2 {
                    rows[[across, 2 * k + component]] = window[[k, 2 * across + component]];
                }
            }
        }
    }

    /// The samples at the edge, back from rows.
    #[kernel]
    pub fn together_along<Sample>(rows: &Tensor<[[Sample; 8]; 4]>, window: &mut Tensor<[[Sample; 8]; 4]>) {
        for k in 0..4 {
            for across in 1..3 {
                for component in 0..2 {
                    window[[k, 2 * across + component]] = rows[[across, 2 * k + component]];
                }
            }
        }
    }

    /// Both components of a macroblock: [`unite_h264::kernels::interleave()`] of a constant width, which a kernel that
    /// it called would not know.
    #[kernel]
    pub fn interleave<Sample>(
        both: &mut Tensor<[[Sample; 16]]>,
        cb: &Tensor<[[Sample; 8]]>,
        cr: &Tensor<[[Sample; 8]]>,
    ) {
        for y in 0..both.extent(0) {
            for x in 0..8 {
                both[[y, 2 * x]] = cb[[y, x]];
                both[[y, 2 * x + 1]] = cr[[y, x]];
            }
        }
    }

    /// The components of a macroblock: [`unite_h264::kernels::deinterleave()`] of a constant width.
    #[kernel]
    pub fn deinterleave<Sample>(
        both: &Tensor<[[Sample; 16]]>,
        cb: &mut Tensor<[[Sample; 8]]>,
        cr: &mut Tensor<[[Sample; 8]]>,
    ) {
        for y in 0..both.extent(0) {
            for x in 0..8 {
                cb[[y, x]] = both[[y, 2 * x]];
                cr[[y, x]] = both[[y, 2 * x + 1]];
            }
        }
    }
}
