use unite::kernel;

#[kernel]
fn times(a: &mut Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    a[[!i, !j]] *= b[[!i, !j]];
}

fn main() {}
