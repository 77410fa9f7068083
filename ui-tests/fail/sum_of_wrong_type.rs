use unite::kernel;

#[kernel]
fn add(out: &mut Tensor<[u8]>, g: f32) {
    out[[!i]] += g;
}

fn main() {}
