use unite::kernel;

mod inner {
    pub const N: usize = 100;
}

const N: usize = 1;

#[kernel]
fn hidden(t: &mut Tensor<[i32]>) {
    use inner::N;
    t[[N]] = 1;
}

fn main() {
    let _ = N;
}
