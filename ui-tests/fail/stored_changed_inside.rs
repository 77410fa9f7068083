use unite::kernel;

#[kernel]
fn halve(a: &mut Tensor<[[f64]], _>) {
    for ([i, j], element) in a.stored() {
        a[[i, j]] = element + 1.0;
        a[[!i, !j]] *= 0.5;
    }
}

fn main() {}
