use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8; 3]]>) {
    let [a, ref b, 3] = t[[0, ..]];
    out[[0]] = a + b;
}

fn main() {}
