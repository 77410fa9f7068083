use unite::kernel;

#[kernel]
fn sum_of(y: &mut Tensor<[f64]>, a: &Tensor<[[f64; 3]], _>) {
    for ([i, _], element) in a.stored() {
        y[[i]] += element;
    }
}

fn main() {}
