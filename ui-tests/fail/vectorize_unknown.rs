use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    #[vectorize(z)]
    for [y, x] in out.indices() {
        out[[y, x]] = 0;
    }
}

fn main() {}
