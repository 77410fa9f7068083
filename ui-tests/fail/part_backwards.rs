//! A part of a tensor does not run backwards.

use unite::kernel;
use unite::stored::Csr;

#[kernel]
fn upside_down(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    let rows = t[[(0..t.extent(0)).rev(), ..]];
    for [y, x] in out.indices() {
        out[[y, x]] = rows[[y, x]];
    }
}

#[kernel]
fn last_rows(y: &mut Tensor<[f32]>, a: &Tensor<[[f32]], Csr>, x: &Tensor<[f32]>) {
    let last = a[[(2..4).rev(), ..]];
    y[[!i]] = sum(|j| last[[!i, j]] * x[[j]]);
}

fn main() {}
