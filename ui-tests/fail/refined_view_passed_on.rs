use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

#[kernel]
fn clear_all(out: &mut Tensor<[[u8]]>) {
    clear(&mut out.refine([2, 2]));
}

fn main() {}
