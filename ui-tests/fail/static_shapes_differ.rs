use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8; 4]; 4]>) {
    out[[!y, !x]] = 0;
}

fn caller() {
    let mut block = unite::Block::<[[u8; 8]; 4]>::stack();
    clear(&mut block);
}

fn main() {}
