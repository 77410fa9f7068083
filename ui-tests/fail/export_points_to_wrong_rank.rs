use unite::kernel;

#[kernel]
#[export]
fn invert(#[at(4)] rows: &mut Tensor<[[u8; 8]; 4]>) {
    rows[[!y, !x]] = 255 - rows[[!y, !x]];
}

fn main() {}
