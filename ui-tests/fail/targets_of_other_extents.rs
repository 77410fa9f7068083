use unite::kernel;

#[kernel]
fn split(a: &mut Tensor<[u8; 4]>, b: &mut Tensor<[u8; 5]>, t: &Tensor<[u8]>) {
    (a[[!x]], b[[!x]]) = (t[[!x]] & 15, t[[!x]] >> 4);
}

fn main() {}
