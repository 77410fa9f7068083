//! Where Rust's integers, which wrap around, meet indices, which do not: what generated code assumes of the numbers
//! in a kernel is what they are.

use core::ops::{Range, RangeInclusive};

use super::require_coordinate;

/// What only Rust's integers are.
mod sealed {
    pub trait Sealed {}
}

/// One of Rust's own integer types, or `bool`: whatever indices are made of is one, so that it means the same where it is
/// checked and where the program compares it.
#[diagnostic::on_unimplemented(
    message = "an index is an integer, and `{Self}` is none",
    label = "`{Self}` in an index",
    note = "convert it first, with `as i32` for one"
)]
pub trait Number: Copy + sealed::Sealed {
    /// The number; the greatest or the least where there is no such `i128`.
    fn wide(self) -> i128;

    /// The number of this type that an index is, which lies between two of this type.
    fn of_index(at: isize) -> Self;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl sealed::Sealed for $ty {}
        impl Number for $ty {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn wide(self) -> i128 {
                self as i128
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of_index(at: isize) -> Self {
                at as Self
            }
        }
    )*};
}

integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize i128);

impl sealed::Sealed for bool {}
impl Number for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wide(self) -> i128 {
        self as i128
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_index(at: isize) -> Self {
        at != 0
    }
}

impl sealed::Sealed for u128 {}
impl Number for u128 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wide(self) -> i128 {
        i128::try_from(self).unwrap_or(i128::MAX)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_index(at: isize) -> Self {
        at as Self
    }
}

/// The part of a range that lies from `from` to before `to`.
///
/// ```
/// use unite_core::staged::part;
/// assert_eq!(part(&(0u8..9), 3, 20), 3..9);
/// assert!(part(&(0u8..9), -1, 0).is_empty());
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn part<T: Number>(range: &Range<T>, from: isize, to: isize) -> Range<T> {
    let bound = |at: isize| {
        if (at as i128) <= range.start.wide() {
            range.start
        } else if at as i128 >= range.end.wide() {
            range.end
        } else {
            T::of_index(at)
        }
    };
    bound(from)..bound(to)
}

/// The number of a range that an index is, which lies in it.
///
/// ```
/// use unite_core::staged::counted;
/// assert_eq!(counted(&(3u8..9), 5), 5);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn counted<T: Number>(_: &Range<T>, at: isize) -> T {
    T::of_index(at)
}

/// Kernels are for targets whose pointers have 64 bits, as the numbers have that checks count in: sums and products of indices
/// that are each an `i32`.
///
/// # Panics
/// On other targets, when a kernel is compiled.
pub const fn require_wide_pointers() {
    if isize::BITS < 64 {
        panic!("kernels need a target whose pointers have 64 bits: checks of indices count in as many");
    }
}

/// A number of any integer type as an index.
///
/// # Panics
/// If it does not fit an `i32`. `name` is what the kernel calls it.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn index_of<T: Number>(kernel: &'static str, name: &'static str, value: T) -> isize {
    require_coordinate(kernel, name, value.wide())
}

/// A number of any integer type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn wide<T: Number>(value: T) -> i128 {
    value.wide()
}

/// A constant that is bound anew inside of a kernel is the one that its check was made with.
///
/// # Panics
/// If it is another one. `name` is what the kernel calls it.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn require_same<T: Number>(kernel: &'static str, name: &'static str, inside: T, outside: i128) {
    if inside.wide() != outside {
        panic!("kernel {kernel}: {name} is {} inside and {outside} outside", inside.wide())
    }
}

/// A range that a loop of `kernel` runs over, whose bounds were computed: `start..end` if nothing wrapped around.
///
/// # Panics
/// If it is another one. `name` is that of the loop's variable.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn exact_range<T: Number>(
    kernel: &'static str,
    name: &'static str,
    range: Range<T>,
    start: isize,
    end: isize,
) -> Range<T> {
    require_bounds(kernel, name, [range.start, range.end], [start as i128, end as i128]);
    range
}

/// The number after the last one of a range.
///
/// # Panics
/// If the last one is the largest of its type.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn after<T: Number>(last: T) -> T {
    let after = last.wide().wrapping_add(1);
    let number = T::of_index(after as isize);
    if number.wide() != after {
        no_number_after(last.wide());
    }
    number
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_number_after(last: i128) -> ! {
    panic!("a loop runs to {last}, after which its type has no number: no tensor has so many indices")
}

/// The same for a range with its end: `start..=end - 1`.
///
/// # Panics
/// If it is another one.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn exact_range_inclusive<T: Number>(
    kernel: &'static str,
    name: &'static str,
    range: RangeInclusive<T>,
    start: isize,
    end: isize,
) -> RangeInclusive<T> {
    // One before the least `isize` is not the largest.
    require_bounds(kernel, name, [*range.start(), *range.end()], [start as i128, end as i128 - 1]);
    range
}

/// The same as [`exact_range`] for a range whose bounds may be no indices: sums, products, large literals. What the loop runs
/// through is made sure of before it begins; a range of nothing has nothing to be made sure of.
///
/// # Panics
/// If it is another range, or if its first or its last number does not fit an `i32`.
///
/// ```
/// use unite_core::staged::index_range;
/// assert_eq!(index_range("k", "x", 7i64..9, 7, 9), 7..9);
/// assert!(index_range("k", "x", 1i64 << 40..3, 1 << 40, 3).is_empty());
/// let far = 1i64 << 40..(1 << 40) + 3;
/// assert!(std::panic::catch_unwind(|| index_range("k", "x", far, 1 << 40, (1 << 40) + 3)).is_err());
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn index_range<T: Number>(
    kernel: &'static str,
    name: &'static str,
    range: Range<T>,
    start: isize,
    end: isize,
) -> Range<T> {
    let range = exact_range(kernel, name, range, start, end);
    require_indices(kernel, name, range.start.wide(), range.end.wide());
    range
}

/// The same for a range with its end: `start..=end - 1`.
///
/// # Panics
/// If it is another range, or if its first or its last number does not fit an `i32`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn index_range_inclusive<T: Number>(
    kernel: &'static str,
    name: &'static str,
    range: RangeInclusive<T>,
    start: isize,
    end: isize,
) -> RangeInclusive<T> {
    let range = exact_range_inclusive(kernel, name, range, start, end);
    require_indices(kernel, name, range.start().wide(), range.end().wide() + 1);
    range
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
fn require_indices(kernel: &'static str, name: &'static str, start: i128, end: i128) {
    // As the numbers of the range itself: of an `i32` nothing is left to ask.
    if start < end {
        if start < i32::MIN as i128 {
            require_coordinate(kernel, name, start);
        }
        if end - 1 > i32::MAX as i128 {
            require_coordinate(kernel, name, end - 1);
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
fn require_bounds<T: Number>(kernel: &'static str, name: &'static str, found: [T; 2], meant: [i128; 2]) {
    // One number after the other: arrays of them are compared in memory, where the compiler does not see what is constant.
    if found[0].wide() != meant[0] || found[1].wide() != meant[1] {
        panic!(
            "kernel {kernel}: the bounds of {name} wrapped around, or are not what the kernel takes them for"
        )
    }
}

/// A condition on numbers that were computed holds without wrapping too.
///
/// # Panics
/// If it does not.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn require_exact(kernel: &'static str, holds: bool) {
    if !holds {
        wrapped(kernel, "a condition")
    }
}

/// A number shifted left by another one that is not a constant.
///
/// # Panics
/// If it is shifted by less than 0 or more than 63 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub const fn shifted_left(number: i128, by: i128) -> i128 {
    number << shift(by)
}

/// A number shifted right by another one that is not a constant.
///
/// # Panics
/// If it is shifted by less than 0 or more than 63 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub const fn shifted_right(number: isize, by: isize) -> isize {
    let by = shift(by as i128);
    // All that is left of an `isize` of fewer bits is its sign.
    number >> if by < isize::BITS { by } else { isize::BITS - 1 }
}

/// The same for a number that may leave an `isize`.
///
/// # Panics
/// If it is shifted by less than 0 or more than 63 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub const fn shifted_right_widely(number: i128, by: i128) -> i128 {
    number >> shift(by)
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
const fn shift(by: i128) -> u32 {
    if by < 0 || by > 63 {
        shifted_too_far()
    }
    by as u32
}

#[cold]
#[inline(never)]
#[track_caller]
const fn shifted_too_far() -> ! {
    panic!("an index is shifted by less than 0 or more than 63 bits")
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrapped(kernel: &'static str, what: &'static str) -> ! {
    panic!("kernel {kernel}: the numbers in {what} wrapped around, or are not what the kernel takes them for")
}
