use unite::kernel;

#[kernel]
fn fill(t: &Tensor<[[u8; 2]; 2]>) {
    t[[0, ..]] = [1, 2];
}

fn main() {}
