use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[i32]>) {
    let ref mut first = t[[0]];
    *first = 7;
}

fn main() {}
