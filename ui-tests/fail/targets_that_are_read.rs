use unite::kernel;

#[kernel]
fn split(a: &mut Tensor<[u8]>, b: &mut Tensor<[u8]>) {
    (a[[!x]], b[[!x]]) = (b[[!x + 1]], a[[!x]]);
}

fn main() {}
