use unite::kernel;

const ORDER: [usize; 2] = [1, 0];

#[kernel]
fn transpose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.permute(ORDER);
    out[[!y, !x]] = p[[!y, !x]];
}

fn main() {}
