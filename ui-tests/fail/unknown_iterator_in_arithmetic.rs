use unite::kernel;

#[kernel]
fn ramp(out: &mut Tensor<[i32]>) {
    out[[!i]] = 2 * !j;
}

fn main() {}
