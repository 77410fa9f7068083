use unite::kernel;

#[kernel]
#[instance(copy_a: t = a)]
fn copy(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    out[[!x]] = t[[!x]];
}

fn main() {}
