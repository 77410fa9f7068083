use unite::kernel;

#[kernel]
fn floats(out: &mut Tensor<[[u8]]>) {
    let copy = out.to_block::<f32>();
    out[[!y, !x]] = copy[[!y, !x]] as u8;
}

fn main() {}
