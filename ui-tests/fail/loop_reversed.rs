use unite::kernel;

#[kernel]
fn clear(t: &mut Tensor<[i32; 8]>) {
    let last = 0;
    for i in 7..=last {
        t[[i]] = 0;
    }
}

fn main() {}
