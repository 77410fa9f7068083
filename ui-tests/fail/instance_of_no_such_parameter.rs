use unite::kernel;

#[kernel]
#[instance(copy_u8: Sample = u8, depth = 8)]
fn copy<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[Sample]>) {
    out[[!x]] = t[[!x]];
}

fn main() {}
