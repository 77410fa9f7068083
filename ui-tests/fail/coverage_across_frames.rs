use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let part = out.coverage([0, 0], plane);
    part[[!y, !x]] = 0;
}

fn main() {}
