use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[u8]>) {
    for [i] in out.indices() {
        out[i] = 0;
    }
}

fn main() {}
