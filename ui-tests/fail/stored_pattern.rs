use unite::kernel;

#[kernel]
fn rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for (i, element) in a.stored() {
        y[[i]] += element;
    }
}

fn main() {}
