use unite::kernel;

#[allow(non_camel_case_types)]
type i32 = f32;

#[kernel]
fn between(t: &mut Tensor<[u8]>, a: i32, b: i32) {
    if a < b {
        t[[a + 100_000]] = 1;
    }
}

fn main() {}
