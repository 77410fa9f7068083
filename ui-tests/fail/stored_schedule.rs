use unite::kernel;

#[kernel]
fn rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    #[vectorize(j)]
    for ([i, j], element) in a.stored() {
        y[[i]] += element;
    }
}

fn main() {}
