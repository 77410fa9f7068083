use unite::kernel;

#[kernel]
fn copy(out: &mut Tensor<[[u8; 4]; 4]>, t: &Tensor<[[u8; 4]; 4]>) {
    out[[0, ..]] = t[[1, ..]];
}

fn main() {}
