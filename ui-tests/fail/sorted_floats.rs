use unite::kernel;

#[kernel]
fn middle(out: &mut Tensor<[f32]>, x: &Tensor<[f32]>) {
    for [i] in out.indices() {
        let mut three = [x[[i]], x[[i + 1]], x[[i + 2]]];
        three.sort();
        out[[i]] = three[1];
    }
}

fn main() {}
