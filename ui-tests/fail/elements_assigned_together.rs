use unite::kernel;

#[kernel]
fn swap(t: &mut Tensor<[i32]>) {
    (t[[0]], t[[1]]) = (t[[1]], t[[0]]);
}

fn main() {}
