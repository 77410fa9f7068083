use unite::kernel;

#[kernel]
fn swap(t: &mut Tensor<[i32]>) {
    std::mem::swap(&mut t[[0]], &mut t[[1]]);
}

fn main() {}
