use unite::kernel;

#[kernel]
fn first(t: &Tensor<[f32]>) -> i32 {
    let v: i32 = t[[0]];
    v
}

fn main() {}
