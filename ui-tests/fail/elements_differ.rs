use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn caller() {
    let mut block = unite::Block::<i16>::zeros([4, 4]);
    clear(&mut block);
}

fn main() {}
