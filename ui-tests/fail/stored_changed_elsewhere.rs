use unite::kernel;

#[kernel]
fn turn(a: &mut Tensor<[[f64]], _>) {
    for ([i, j], element) in a.stored() {
        a[[j, i]] = element;
    }
}

fn main() {}
