use unite::kernel;

#[kernel]
fn clear(t: &mut Tensor<[i32]>) {
    let part = t[[5..3]];
    part[[!i]] = 0;
}

fn main() {}
