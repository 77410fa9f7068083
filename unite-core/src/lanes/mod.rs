//! What vector code is made of: lanes.
//!
//! This module is for generated code, and for experts who look into it. A kernel computes in unbounded integers; the
//! attribute infers the [`Range`] of each value and lets vectors hold it in the narrowest [`Lane`] type that does. So
//! the functions here say what they compute in mathematical integers, and the caller proves that the result fits
//! its lanes. In builds with debug assertions each lane is checked, as Rust checks its integers; in others nothing of
//! that is left, and results wrap.
//!
//! Vectors have 4, 8, 16 or 32 lanes of any type, whatever registers the machine has. All functions take first the
//! token of the instruction set that they are compiled for, and are inlined into functions that enable its target
//! features.
//!
//! Lanes stand for a rectangle of `R` rows and `C` columns of a tensor, row by row; memory is touched exactly where
//! the elements named are.

mod arithmetic;
mod blocks;
mod check;
mod compare;
mod convert;
mod count;
mod declared;
mod division;
mod dot;
mod every_second;
mod gather;
mod halves;
mod lane;
mod memory;
mod native;
mod neighbours;
mod order;
mod pace;
mod pairs;
mod pick;
mod piece;
mod products;
mod ramp;
mod raw;
mod reduce;
mod repeated;
mod sums;
mod threes;
mod tile;
mod token;
mod transpose;
mod vector;
mod wide;

pub use arithmetic::{
    abs, abs_diff, add, add_capped, add_capped_to_byte, and, average, butterfly_abs, magnitude, max, min,
    mul, neg, not, or, shl, shr, splat, sub, sub_capped, weighted, wrapping_add, wrapping_mul, wrapping_neg,
    wrapping_sub, xor,
};
pub use compare::{bits, eq, ge, gt, le, lt, mask_and, mask_convert, mask_not, mask_of, mask_or, ne, select};
pub use convert::convert;
pub use count::{Count, Lanewise};
pub use declared::{all_declared, declared};
pub use division::{divided, quotient};
pub use dot::{Pairing, Read, Sum, Terms, Weights, dot, terms};
pub use every_second::store_every_second;
pub use gather::{Along, distances, gather, has_gathers, is_small, nearest_along, within_axis};
pub use halves::Halves;
pub use lane::{I16, I32, Key, Lane, Lanes, Mask, Pick, Picked, U8, U16, Vector};
pub use memory::{Memory, load, load_for_pairs, store};
pub use neighbours::{sums_of_neighbours, take_apart};
pub use pace::{Fixed, Pace};
pub use pairs::{Pairs, dot2, dot2_of, plus_or_minus, read_pairs};
pub use pick::{Sixteen, pick, piece, sixteen};
pub use products::{
    apart, byte_products, byte_products_times, mul_high, mul_high_signed, mul_rounded, nearest, shr_rounded,
    two_products, uniform, with_sign, wrap,
};
pub use ramp::{low_bits, ramp};
pub use raw::{Raw, Source};
pub use reduce::{any_nonzero, anywhere, reduce_add, reduce_max, reduce_min};
pub use repeated::load_repeated;
pub use sums::{
    Distances, Products, add_distances, add_products, sub_distances, sum_of_distances, sum_of_products,
};
pub use tile::{put_tile, tile};
pub use token::*;
pub use unite_ranges::{Division, Linear, Range, are_narrow, are_signed, lane, pairs, single_pairs, widest};
pub use vector::{Arithmetic, Truth};
pub use wide::Wide;
