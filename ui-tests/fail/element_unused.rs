use unite::kernel;

#[kernel]
fn look(t: &Tensor<[i32]>) {
    t[[0]];
}

fn main() {}
