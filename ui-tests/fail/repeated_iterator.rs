use unite::kernel;

#[kernel]
fn diagonal(out: &mut Tensor<[[u8]]>) {
    out[[!i, !i]] = 1;
}

fn main() {}
