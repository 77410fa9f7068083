use std::ops::AddAssign;
use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[i32]>) {
    t[[0]].add_assign(5);
}

fn main() {}
