use unite::kernel;

#[kernel]
#[instance(copy_u8: Sample = u8, N = 4)]
#[instance(copy_u16: Sample = u16)]
fn copy<Sample, const N: usize>(out: &mut Tensor<[Sample; N]>, t: &Tensor<[Sample; N]>) {
    out[[!x]] = t[[!x]];
}

fn main() {}
