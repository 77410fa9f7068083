use unite::kernel;

#[kernel]
fn lift(t: &mut Tensor<[u8]>) {
    t[[!i]] = t[[!i]].saturating_add(100);
}

fn main() {}
