use unite::kernel;

#[kernel(fast)]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn main() {}
