use unite::kernel;

#[kernel]
fn last(out: &mut Tensor<[u8; 1]>) {
    let tmp = Block::<[u8; 8]>::stack();
    let half = tmp[[4..8]];
    out[[0]] = half[[4]];
}

fn main() {}
