#![forbid(unsafe_code)]

use unite::kernel;

#[kernel]
fn first(out: &mut Tensor<[u8]>, bytes: &[u8]) {
    out[[0]] = unsafe { *bytes.as_ptr() } as i32;
}

fn main() {}
