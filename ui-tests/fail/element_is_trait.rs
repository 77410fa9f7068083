use unite::kernel;

#[kernel]
fn clear(t: &mut Tensor<[dyn Copy]>) {
    t[[!i]] = 0;
}

fn main() {}
