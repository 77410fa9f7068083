use unite::kernel;

#[kernel]
fn copy(out: &mut Tensor<[u8]>, plane: &Tensor<[u8]>) {
    out[[!i]] = plnae[[!i]];
}

fn main() {}
