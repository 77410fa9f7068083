use unite::kernel;

#[kernel]
fn change(t: &mut Tensor<[i32]>) {
    match t[[0]] {
        ref mut first => *first = 7,
    }
}

fn main() {}
