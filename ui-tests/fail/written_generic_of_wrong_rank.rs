//! A kernel whose generics are written out is called with a tensor of another rank: one message, at the tensor.

use unite::{Elem, kernel};

#[kernel]
fn clear<T: Elem, const N: usize>(square: &mut Tensor<[[T; N]; N]>) {
    square[[0, 0]] = square[[0, 1]];
}

#[kernel]
fn clear_row(row: &mut Tensor<[u8; 4]>) {
    clear::<u8, 4>(row);
}

fn main() {}
