use unite::kernel;

#[kernel]
fn product(t: &mut Tensor<[i32]>, a: i32, b: i32, c: i32, d: i32) {
    t[[a * b * c * d * a]] = 1;
}

fn main() {}
