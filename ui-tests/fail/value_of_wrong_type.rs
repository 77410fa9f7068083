use unite::kernel;

#[kernel]
fn scale(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>, g: f32) {
    out[[!i]] = t[[!i]] as f32 * g;
}

fn main() {}
