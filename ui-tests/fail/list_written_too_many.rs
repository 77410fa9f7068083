use unite::kernel;

#[kernel]
fn fill(out: &mut Tensor<[[u8; 4]; 4]>) {
    let block = Block::<[[u8; 4]; 4]>::stack();
    block[[.., 1]] = [1, 2, 3, 4, 5];
    out[[!y, !x]] = block[[!y, !x]];
}

fn main() {}
