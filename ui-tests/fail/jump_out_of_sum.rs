use unite::kernel;

#[kernel]
fn first(t: &Tensor<[i32]>) -> i32 {
    sum(|i| if t[[i]] < 0 { return 0 } else { t[[i]] })
}

fn main() {}
