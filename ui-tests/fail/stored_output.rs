use unite::kernel;

#[kernel]
fn scale(a: &mut Tensor<[[f64]], _>) {
    a[[!i, 0]] *= 2.0;
}

fn main() {}
