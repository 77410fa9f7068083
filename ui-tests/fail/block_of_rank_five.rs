use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[u8; 1]>) {
    let tmp = Block::<u8>::zeros([1, 2, 3, 4, 5]);
    out[[0]] = 0;
}

fn main() {}
