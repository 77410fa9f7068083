use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    for [y, x, z] in out.indices() {
        out[[y, x]] = 0;
    }
}

fn main() {}
