use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8; 8]]>) {
    let [a, b, .., c] = t[[0, 2..4]];
    out[[0]] = a + b + c;
}

fn main() {}
