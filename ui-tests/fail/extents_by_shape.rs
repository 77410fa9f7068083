use unite::kernel;

#[kernel]
fn product(c: &mut Tensor<[[f32]]>, a: &Tensor<[[f32]]>, b: &Tensor<[[f32]]>) {
    let [m, n] = c.shape();
    for i in 0..m {
        for j in 0..n {
            c[[i, j]] = sum(|k| a[[i, k]] * b[[k, j]]);
        }
    }
}

fn main() {}
