use unite::kernel;

#[kernel]
fn mean(out: &mut Tensor<[i32; 1]>, row: &Tensor<[u8]>) {
    out[[0]] = row.mean();
}

fn main() {}
