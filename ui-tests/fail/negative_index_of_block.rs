use unite::kernel;

#[kernel]
fn above(out: &mut Tensor<[u8; 1]>) {
    let tmp = Block::<[[u8; 4]; 4]>::stack();
    out[[0]] = tmp[[-1, 0]];
}

fn main() {}
