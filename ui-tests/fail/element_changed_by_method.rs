use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[i32]>) {
    use std::ops::AddAssign;
    t[[0]].add_assign(5);
}

fn main() {}
