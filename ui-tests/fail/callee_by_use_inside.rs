use unite::kernel;

mod far {
    use unite::kernel;

    #[kernel]
    pub fn set(t: &mut Tensor<[i32]>) {
        t[[100_000]] = 1;
    }
}

#[kernel]
fn set(t: &mut Tensor<[i32]>) {
    t[[0]] = 1;
}

#[kernel]
fn outer(t: &mut Tensor<[i32]>) {
    use far::set;
    set(&mut t[[0..1]]);
}

fn main() {}
