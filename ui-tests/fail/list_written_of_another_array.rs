use unite::kernel;

#[kernel]
fn fill(out: &mut Tensor<[[i32; 4]; 4]>) {
    let pair = |a: i32| [a, a + 1];
    out[[0, ..]] = pair(1);
}

fn main() {}
