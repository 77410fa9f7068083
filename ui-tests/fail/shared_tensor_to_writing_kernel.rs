use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

#[kernel]
fn both(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    clear(out);
    clear(plane);
}

fn main() {}
