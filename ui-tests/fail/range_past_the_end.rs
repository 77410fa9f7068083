use unite::kernel;

#[kernel]
fn clear(t: &mut Tensor<[i32; 8]>) {
    let part = t[[8..]];
    part[[!i]] = 0;
}

fn main() {}
