use unite::kernel;

#[kernel]
fn sum(total: &mut Tensor<[i32; 1]>, row: &Tensor<[u8]>) {
    total[[0]] = row[[!i]];
}

fn main() {}
