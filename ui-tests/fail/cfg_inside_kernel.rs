use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[u8]>) {
    #[cfg(debug_assertions)]
    let n = 1;
    #[cfg(not(debug_assertions))]
    let n = 2;
    out[[n]] = 1;
}

fn main() {}
