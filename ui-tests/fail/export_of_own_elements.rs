use unite::kernel;

type Sample = u16;

#[kernel]
#[export]
fn halve(row: &mut Tensor<[Sample; 16]>) {
    row[[!x]] = row[[!x]] >> 1;
}

fn main() {}
