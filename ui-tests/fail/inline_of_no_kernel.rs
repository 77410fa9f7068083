use unite::kernel;

fn mean(a: i32, b: i32) -> i32 {
    (a + b + 1) >> 1
}

#[kernel(inline(mean))]
fn means(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    out[[!y, !x]] = mean(t[[!y, !x]], 3);
}

fn main() {}
