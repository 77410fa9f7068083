use unite::kernel;

#[allow(non_camel_case_types)]
type u8 = u16;

#[kernel]
fn truncated(x: i32) -> i32 {
    x as u8 as i32
}

#[kernel(inline(truncated))]
fn all(out: &mut Tensor<[i32]>) {
    out[[!x]] = truncated(!x);
}

fn main() {}
