use unite::kernel;

#[kernel]
fn largest(y: &mut Tensor<[i32]>, a: &Tensor<[[i32]], _>, x: &Tensor<[i32]>) {
    y[[!i]] = max(|j| a[[!i, j]] + x[[j]]);
}

fn main() {}
