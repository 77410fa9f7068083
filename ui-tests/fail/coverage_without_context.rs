use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    let part = out.coverage([0, 0]);
    part[[!y, !x]] = 0;
}

fn main() {}
