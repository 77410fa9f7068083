use unite::kernel;

#[kernel]
fn count(y: &mut Tensor<[u8]>, a: &Tensor<[[u8]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]]);
}

fn main() {}
