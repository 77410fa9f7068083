use unite::kernel;

#[kernel]
fn halve(a: &mut Tensor<[[f64]], _>) -> Option<()> {
    for ([i, j], element) in a.stored() {
        if element < 0.0 {
            break;
        }
        a[[i, j]] = root(element)?;
    }
    Some(())
}

fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

fn main() {}
