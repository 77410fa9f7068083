use unite::kernel;

#[kernel]
fn first(t: &Tensor<[u8]>) -> u8 {
    let v: u8 = t[[0]];
    v
}

fn main() {}
