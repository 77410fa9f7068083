use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn caller() {
    let mut row = unite::Block::<u8>::zeros([16]);
    clear(&mut row);
}

fn main() {}
