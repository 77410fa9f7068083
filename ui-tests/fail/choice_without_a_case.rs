//! A choice by two conditions that leaves out a case is one to the compiler, too.

use unite::kernel;

#[kernel]
fn choose(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let here = plane[[y, x]];
        out[[y, x]] = match (here > 3, here > 9) {
            (true, true) => 1,
            (false, _) => 2,
        };
    }
}

fn main() {}
