use unite::kernel;

#[kernel]
fn fill(out: &mut Tensor<[[u8]]>, n: usize) {
    out[[0, 0..n]] = [0; n];
}

fn main() {}
