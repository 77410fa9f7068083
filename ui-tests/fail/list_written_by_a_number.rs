use unite::kernel;

#[kernel]
fn fill(out: &mut Tensor<[[u8; 4]; 4]>) {
    out[[0, ..]] = 0;
}

fn main() {}
