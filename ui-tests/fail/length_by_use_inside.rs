use unite::kernel;

mod inner {
    pub const N: usize = 1000;
}

const N: usize = 1;

#[kernel]
fn filled(t: &mut Tensor<[u8; N]>) {
    use inner::N;
    for i in 0..N {
        t[[i]] = 1;
    }
}

fn main() {
    let _ = N;
}
