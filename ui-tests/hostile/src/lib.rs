//! Kernels in a crate that makes it hard: the dependency is renamed, there is no `std`, nothing but that is `unsafe`, every
//! lint is denied, and names are those that the generated code might want for itself.
#![no_std]
#![deny(
    warnings,
    missing_docs,
    unused,
    unused_qualifications,
    unused_results,
    unreachable_pub,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    let_underscore_drop,
    missing_debug_implementations,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    redundant_lifetimes,
    non_ascii_idents,
    clippy::all,
    clippy::pedantic,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block
)]
// A kernel computes in the integers that its elements widen to.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod names;

pub use names::{Result, clashes, shadowed_prelude};

use core::ops::{Add, Mul};

use my_unite::{Elem, kernel};

/// Every construct at once.
#[kernel(unsafe(crate = my_unite))]
pub fn smooth(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, strength: i32, x0: usize) {
    let tmp = plane.to_block();
    let small = Block::<[[i32; 4]; 4]>::stack();
    small[[!y, !x]] = !y + !x;
    let turned = small.permute([1, 0]);
    for [y, x] in out.indices() {
        let up = if y > 0 { tmp[[y - 1, x]] } else { 0 };
        out[[y, x]] = (up + strength + turned[[0, 3]]).clamp(0, 255);
    }
    for i in 0..2 {
        out[[0, x0 + i]] += 1;
    }
    scale(&mut out[[0..1, ..]], 1);
}

/// Called by the first.
#[kernel(unsafe(crate = my_unite))]
pub fn scale<T>(out: &mut Tensor<[[T]]>, factor: T)
where
    T: Elem + From<u8>,
    T::Wide: Mul<Output = T::Wide> + Add<Output = T::Wide>,
{
    let factor = factor.widen();
    out[[!y, !x]] = out[[!y, !x]] * factor;
}

/// Private kernels in a function.
#[must_use]
pub fn local() -> i32 {
    #[kernel(unsafe(crate = my_unite))]
    fn sum(row: &Tensor<[i32]>) -> i32 {
        let mut sum = 0;
        for [i] in row.indices() {
            sum += row[[i]];
        }
        sum
    }
    sum(&my_unite::Block::from([1, 2, 3]))
}

/// Kernels in a trait's implementation call free ones.
pub trait Filter {
    /// Runs it.
    fn run(&self, out: &mut my_unite::Block<[[u8; 4]; 4], [[u8; 4]; 4]>);
}

/// A filter.
#[derive(Debug)]
pub struct Invert;

impl Filter for Invert {
    fn run(&self, out: &mut my_unite::Block<[[u8; 4]; 4], [[u8; 4]; 4]>) {
        #[kernel(unsafe(crate = my_unite))]
        fn invert(out: &mut Tensor<[[u8; 4]; 4]>) {
            out[[!y, !x]] = 255 - out[[!y, !x]];
        }
        invert(out);
    }
}

/// A kernel made by a macro.
#[macro_export]
macro_rules! filling {
    ($name:ident, $elem:ty, $value:expr) => {
        /// Fills.
        #[$crate::reexported::kernel(unsafe(crate = $crate::reexported))]
        pub fn $name(out: &mut Tensor<[[$elem]]>) {
            for [y, x] in out.indices() {
                out[[y, x]] = $value;
            }
        }
    };
}

/// For the macro.
pub mod reexported {
    pub use my_unite::*;
}

filling!(fill_with_seven, u8, 7);

/// Lifetimes, closures and constants.
#[kernel(unsafe(crate = my_unite))]
pub fn closures<'a, F: Fn(&'a str, i32) -> i32, const N: usize>(
    out: &mut Tensor<[[i32; N]; 2]>,
    name: &'a str,
    f: F,
    g: impl Fn(i32) -> i32,
) -> &'a str {
    for [y, x] in out.indices() {
        out[[y, x]] = f(name, x) + g(y);
    }
    name
}

/// Looks at one tensor from where the other one is.
#[kernel(unsafe(crate = my_unite))]
pub fn below(row: &mut Tensor<[[u8; 2]; 1]>, plane: &Tensor<[[u8]]>) {
    row[[!y, !x]] = plane[row][[-1, !x]];
}

/// Two views of one frame, passed to the other kernel.
#[kernel(unsafe(crate = my_unite))]
pub fn downwards(plane: &mut Tensor<[[u8]]>) {
    for y in 1..plane.extent(0) {
        below(&mut plane[[y..y + 1, 0..2]], plane);
    }
}
