use unite::kernel;

#[kernel]
fn clear(out: &mut Tensor) {
    out[[!y, !x]] = 0;
}

fn main() {}
