use unite::kernel;

#[kernel]
#[instance(copy_words: Sample = String)]
fn copy<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[Sample]>) {
    out[[!x]] = t[[!x]];
}

fn main() {}
