use unite::kernel;

#[kernel]
fn total(#[range(0..=9)] matrix: &Tensor<[[i32]], _>) -> i32 {
    sum(|i, j| matrix[[i, j]])
}

fn main() {}
