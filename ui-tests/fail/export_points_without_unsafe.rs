use unite::kernel;

/// # Safety
/// None.
const unsafe fn second() -> isize {
    1
}

#[kernel]
#[export]
fn invert(#[at(second(), 0)] rows: &mut Tensor<[[u8; 8]; 4]>) {
    rows[[!y, !x]] = 255 - rows[[!y, !x]];
}

fn main() {}
