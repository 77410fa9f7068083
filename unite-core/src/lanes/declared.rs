//! Elements of which a kernel declares what values they have.
//!
//! Lanes are chosen by that, and nothing else is: where a value is another one, lanes wrap around. Builds with debug assertions
//! look at each element that is read.

use super::memory::{Memory, Places};
use crate::ptr::Ptr;

/// An element that was read of a tensor.
///
/// # Panics
/// With debug assertions on, if it is not from `first` to `last`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn declared(value: i32, kernel: &'static str, tensor: &'static str, [first, last]: [i128; 2]) -> i32 {
    if cfg!(debug_assertions) && !(first..=last).contains(&value.into()) {
        undeclared(value, kernel, tensor, [first, last]);
    }
    value
}

/// The same of elements that lanes are about to be loaded from.
///
/// # Safety
/// As for [`load`](super::load).
///
/// # Panics
/// With debug assertions on, if one of them is not from `first` to `last`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn all_declared<T: Memory, const R: usize, const C: usize, const N: usize>(
    ptr: Ptr<T>,
    offset: isize,
    strides: [isize; 2],
    kernel: &'static str,
    tensor: &'static str,
    range: [i128; 2],
) {
    if cfg!(debug_assertions) {
        let places = Places::new::<C>(offset, strides);
        for lane in 0..N {
            // SAFETY: the caller promises that the elements may be read.
            let value = unsafe { ptr.read(places.at::<T, R, C, N>(lane)) };
            declared(value, kernel, tensor, range);
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn undeclared(value: i32, kernel: &'static str, tensor: &'static str, [first, last]: [i128; 2]) -> ! {
    panic!("kernel {kernel} declares elements of {tensor} to be {first}..={last}, and reads {value}");
}
