//! `i32::MAX` is taken for the number that it is, which rustc confirms.

use unite::kernel;

#[allow(non_camel_case_types)]
struct i32;

impl i32 {
    const MAX: core::primitive::i32 = 5;
}

#[allow(non_camel_case_types)]
struct i16;

impl i16 {
    const MAX: core::primitive::i32 = 5;
}

#[kernel]
fn least(out: &mut Tensor<[[u8; 16]; 4]>, a: &Tensor<[[u8; 16]; 4]>, b: &Tensor<[[u8; 16]; 4]>) {
    for [y, x] in out.indices() {
        let mut least = i32::MAX;
        let sum = a[[y, x]] + b[[y, x]];
        if sum < least {
            least = sum;
        }
        out[[y, x]] = least >> 1;
    }
}

/// Lanes of its points are made of what they read, not of rows.
#[kernel]
fn vertical_left(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
    let p = recon[pred];
    for [y, x] in pred.indices() {
        pred[[y, x]] = ((p[[-1, x + (y >> 1)]] + p[[-1, x + (y >> 1) + 1]] + 1) >> 1).min(i16::MAX);
    }
}

fn main() {}
