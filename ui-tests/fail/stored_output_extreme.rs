use unite::kernel;

#[kernel]
fn largest(c: &mut Tensor<[i32], _>, a: &Tensor<[[u8]], _>) {
    c[[!i]] = max(|j| a[[!i, j]]);
}

fn main() {}
