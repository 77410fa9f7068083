use unite::kernel;

#[kernel]
fn product(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    c[[!i, !j]] = sum(|k| a[[i, k]] * b[[k, !j]]);
}

fn main() {}
