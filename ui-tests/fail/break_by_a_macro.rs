//! A macro that leaves a loop over an index space, which is a nest or several loops, and one that the user does not see.

#![forbid(unsafe_code)]

use unite::kernel;

macro_rules! stop {
    () => {
        break
    };
}

#[kernel]
fn in_a_nest(out: &mut Tensor<[[i32]]>) {
    for [y, x] in out.indices() {
        if x == 3 {
            stop!();
        }
        out[[y, x]] = 1;
    }
}

#[kernel]
fn in_a_statement(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    for _ in 0..3 {
        out[[!x]] = if t[[!x]] > 3 { stop!() } else { 1 };
    }
}

#[kernel]
fn in_a_sum(t: &Tensor<[i32]>) -> i32 {
    let mut total = 0;
    for _ in 0..3 {
        total += sum(|x| if t[[x]] > 3 { (stop!()) } else { 1 });
    }
    total
}

fn main() {}
