use unite::kernel;

#[kernel]
fn set(t: &mut Tensor<[i32]>) {
    t[[0]] = 1;
}

#[kernel]
fn outer(t: &mut Tensor<[i32]>) {
    #[kernel]
    fn set(t: &mut Tensor<[i32]>) {
        t[[100_000]] = 1;
    }
    set(&mut t[[0..1]]);
}

fn main() {}
