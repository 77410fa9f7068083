use unite::kernel;

const LAST: usize = 100;

#[kernel]
fn write(out: &mut Tensor<[i32]>) {
    #[cfg(any())]
    const LAST: usize = 3;
    out[[LAST]] = 1;
}

fn main() {
    let _ = LAST;
}
