use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    let part = out.region_of(3);
    part[[!y, !x]] = 0;
}

fn main() {}
