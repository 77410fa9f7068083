use unite::kernel;

#[kernel]
#[export]
fn invert(#[tight] row: &mut Tensor<[u8; 16]>) {
    row[[!x]] = 255 - row[[!x]];
}

fn main() {}
