use unite::kernel;

#[kernel]
fn shift(out: &mut Tensor<[[u8; 4]; 4]>) {
    let mut tmp = Block::<[[u8; 4]; 4]>::stack();
    for x in 0..5 {
        tmp[[0, x]] = 1;
    }
    out[[!y, !x]] = tmp[[!y, !x]];
}

fn main() {}
