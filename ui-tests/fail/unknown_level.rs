use unite::kernel;

#[kernel(highest = v5)]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn main() {}
