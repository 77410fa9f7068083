use unite::kernel;

#[kernel]
fn increase(a: &mut Tensor<[[f64]], _>) {
    a[[!i, !j]] += 2.0;
}

fn main() {}
