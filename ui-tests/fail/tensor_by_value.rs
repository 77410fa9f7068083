use unite::kernel;

#[kernel]
fn clear(out: Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn main() {}
