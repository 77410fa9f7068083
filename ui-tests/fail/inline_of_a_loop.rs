use unite::kernel;

#[kernel]
fn power(x: i32, n: i32) -> i32 {
    let mut power = 1;
    for _ in 0..n {
        power *= x;
    }
    power
}

#[kernel(inline(power))]
fn cubes(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    out[[!y, !x]] = power(t[[!y, !x]], 3);
}

fn main() {}
