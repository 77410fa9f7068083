use unite::kernel;

#[kernel]
fn swap(t: &mut Tensor<[i32]>) {
    let mut x = 1;
    (x, t[[0]]) = (t[[0]], x);
    t[[1]] = x;
}

fn main() {}
