use unite::kernel;

#[kernel]
fn between(t: &mut Tensor<[i32]>, a: f32, b: f32) {
    if a < b {
        t[[a + 100_000]] = 1;
    }
}

fn main() {}
