use unite::kernel;

#[kernel]
fn total(c: &mut Tensor<[[f64]], _>) -> f64 {
    let mut total = 0.0;
    for ([_, _], element) in c.stored() {
        total += element;
    }
    total
}

fn main() {}
