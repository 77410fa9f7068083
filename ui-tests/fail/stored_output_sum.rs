use unite::kernel;

#[kernel]
fn product(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !k]] = sum(|j| a[[j, !i]] * b[[j, !k]]);
}

fn main() {}
