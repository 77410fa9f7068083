use unite::kernel;

#[kernel]
fn shift(t: &mut Tensor<[[i32; 4]; 4]>) {
    t[[!y, t[[0, 0]]]] = t[[3 - !y, 1]];
}

fn main() {}
