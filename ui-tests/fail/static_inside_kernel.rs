use unite::kernel;

const N: usize = 1;

#[kernel]
fn hidden(t: &mut Tensor<[i32]>) {
    static N: usize = 100_000;
    t[[N]] = 1;
}

fn main() {
    let _ = N;
}
