use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8; 2]]>) {
    let [a, b]: [i32; 2] = t[[0, ..]];
    out[[0]] = a + b;
}

fn main() {}
