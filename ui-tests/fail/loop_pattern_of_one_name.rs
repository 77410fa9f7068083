use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    for at in out.indices() {
        out[[0, 0]] = 0;
    }
}

fn main() {}
