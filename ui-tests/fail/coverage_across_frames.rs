use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    let own = Block::<[[u8; 4]; 4]>::stack();
    let part = out.coverage([0, 0], own);
    part[[!y, !x]] = 0;
}

fn main() {}
