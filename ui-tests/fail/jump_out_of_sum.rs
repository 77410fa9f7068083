use unite::kernel;

#[kernel]
fn first(t: &Tensor<[i32]>) -> i32 {
    sum(|i| if t[[i]] < 0 { break } else { t[[i]] })
}

fn main() {}
