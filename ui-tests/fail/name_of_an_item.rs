#![forbid(unsafe_code)]

use unite::kernel;

struct UniteView1;

impl UniteView1 {
    const AT: usize = 0;
}

#[kernel]
fn reserved(t: &mut Tensor<[i32]>) {
    t[[UniteView1::AT]] = 1;
}

#[kernel]
fn reserved_in_a_type(t: &mut Tensor<[i32; UniteView1::AT]>) {
    t[[0]] = 1;
}

fn main() {}
