use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8; 8]]>) {
    let [a, b, _] = t[[0, ..]];
    out[[0]] = a + b;
}

fn main() {}
