//! What levels of DC coefficients of chrominance make.

use unite::kernel;

#[kernel]
#[instance(of_16_bits: Coefficient = i16)]
#[instance(of_32_bits: Coefficient = i32)]
/// That of coefficients of a type.
pub mod chroma_levels {
    use unite::kernel;
    use unite_h264::kernels;

    /// What levels make of coefficients, times `scale` and with what is for `rounding`.
    #[kernel(autovectorize)]
    #[instance(made_420: ROWS = 2, transform = kernels::chroma_dc)]
    #[instance(made_422: ROWS = 4, transform = kernels::chroma_dc_422)]
    pub fn made_of<Coefficient, const ROWS: usize>(
        made: &mut Tensor<[[i32; 2]; ROWS]>,
        levels: &Tensor<[[Coefficient; 2]; ROWS]>,
        scale: i32,
        rounding: i32,
        transform: impl Fn(&mut Tensor<[[i32; 2]; ROWS]>),
    ) {
        let c = Block::<[[i32; 2]; ROWS]>::stack();
        c[[!i, !j]] = levels[[!i, !j]];
        transform(&mut c);
        made[[!i, !j]] = c[[!i, !j]].wrapping_mul(scale).wrapping_add(rounding);
    }

    /// The coefficients at 4:2:2.
    #[kernel(autovectorize)]
    pub fn back_422<Coefficient>(
        f: &mut Tensor<[[Coefficient; 2]; 4]>,
        levels: &Tensor<[[Coefficient; 2]; 4]>,
        scale: i32,
        rounding: i32,
    ) {
        let made = Block::<[[i32; 2]; 4]>::stack();
        made_422(&mut made, levels, scale, rounding);
        f[[!i, !j]] = i32::from((made[[!i, !j]] >> 6) as Coefficient);
    }
}
