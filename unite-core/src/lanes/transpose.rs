//! Matrices transposed in registers, block by block.

use super::Simd;
use super::raw::Raw;

/// Vectors that are computed together; those from some number on do not matter.
pub type Rows<V> = [V; 16];

/// The first half of `count` vectors zipped with the second half: this rotates the bits of the index of an element, in
/// all of them together, to the left by one.
macro_rules! zip_halves {
    ($v:ident: $($low:literal $high:literal -> $even:literal $odd:literal),*) => {{
        let all = $v;
        $(($v[$even], $v[$odd]) = all[$low].zip(all[$high]);)*
    }};
}

/// A matrix in vectors, one element after the other, column by column. The numbers are constants, so that no other form is
/// compiled.
pub trait Matrix {
    /// How many vectors there are: more than one.
    const VECTORS: usize;
    /// How many rows there are: a power of two up to 16.
    const ROWS: usize;
}

/// One rotation of the bits of indices, in all vectors of a matrix.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rotated<S: Simd, M: Matrix, E, V: Raw<S, E, N>, const N: usize>(mut v: Rows<V>) -> Rows<V> {
    match const { M::VECTORS } {
        2 => zip_halves!(v: 0 1 -> 0 1),
        4 => zip_halves!(v: 0 2 -> 0 1, 1 3 -> 2 3),
        8 => zip_halves!(v: 0 4 -> 0 1, 1 5 -> 2 3, 2 6 -> 4 5, 3 7 -> 6 7),
        16 => zip_halves!(
            v: 0 8 -> 0 1, 1 9 -> 2 3, 2 10 -> 4 5, 3 11 -> 6 7,
            4 12 -> 8 9, 5 13 -> 10 11, 6 14 -> 12 13, 7 15 -> 14 15
        ),
        _ => {}
    }
    v
}

/// The rows of a matrix as its columns.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn transposed<S: Simd, M: Matrix, E, V: Raw<S, E, N>, const N: usize>(mut v: Rows<V>) -> Rows<V> {
    if const { M::ROWS >= 2 } {
        v = rotated::<S, M, E, V, N>(v);
    }
    if const { M::ROWS >= 4 } {
        v = rotated::<S, M, E, V, N>(v);
    }
    if const { M::ROWS >= 8 } {
        v = rotated::<S, M, E, V, N>(v);
    }
    if const { M::ROWS >= 16 } {
        v = rotated::<S, M, E, V, N>(v);
    }
    v
}
