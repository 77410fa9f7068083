use unite::kernel;

#[allow(non_camel_case_types)]
type u8 = u16;

#[kernel]
#[export]
fn halve(row: &mut Tensor<[u8; 16]>) {
    row[[!x]] = row[[!x]] >> 1;
}

fn main() {}
