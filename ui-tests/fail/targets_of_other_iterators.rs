use unite::kernel;

#[kernel]
fn split(a: &mut Tensor<[[u8]]>, b: &mut Tensor<[u8]>, t: &Tensor<[[u8]]>) {
    (a[[!y, !x]], b[[!y]]) = (t[[!y, !x]], 0);
}

fn main() {}
