use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[i32]>, t: &Tensor<[[u8]]>) {
    let [a, b] = t[[0, ..]] else { return };
    out[[0]] = a + b;
}

fn main() {}
