//! The checks of builds with debug assertions.
//!
//! There is one wherever lanes are computed, so what looks at values is no generic code: it is compiled once, here, and not in
//! each crate with kernels.

use unite_ranges::Range;

use super::Simd;
use super::lane::{Lane, Lanes};
use super::memory::Memory;
use super::vector::Arithmetic;

/// What is done to two lanes, or to the first of them.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// `a`, which is put into lanes.
    Splat,
    /// `a`, which is read.
    Load,
    /// `a`, which was in lanes of another type.
    Convert,
    /// `a + b`, an index.
    Count,
    /// `a + b`
    Add,
    /// `(a + b).min(0xFFFF)`
    AddCapped,
    /// `a - b`
    Subtract,
    /// The distance of `a` and `b`.
    Distance,
    /// `a * b`
    Multiply,
    /// `a << by`, of which `b` is `1 << by`.
    ShiftLeft,
    /// `-a`
    Negate,
    /// The absolute value of `a`.
    Magnitude,
    /// `!a`
    Complement,
}

impl Operation {
    /// As the compiler's own message calls it.
    const fn verb(self) -> &'static str {
        match self {
            Operation::Splat => "splat",
            Operation::Load => "load",
            Operation::Convert => "convert",
            Operation::Count => "count",
            Operation::Add | Operation::AddCapped => "add",
            Operation::Subtract | Operation::Distance => "subtract",
            Operation::Multiply => "multiply",
            Operation::ShiftLeft => "shift left",
            Operation::Negate | Operation::Magnitude => "negate",
            Operation::Complement => "complement",
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Operation::Splat | Operation::Load | Operation::Convert => a,
            Operation::Count | Operation::Add => a + b,
            Operation::AddCapped => (a + b).min(0xFFFF),
            Operation::Subtract => a - b,
            Operation::Distance => (a - b).abs(),
            Operation::Multiply | Operation::ShiftLeft => a * b,
            Operation::Negate => -a,
            Operation::Magnitude => a.abs(),
            Operation::Complement => !a,
        }
    }
}

/// The values of the lanes. Not inlined: it is there for checks only, and those are many.
#[inline(never)]
pub fn values<S: Simd, L: Lanes<S, N>, const N: usize>(v: &L::Vector) -> [i32; N] {
    let mut values = [0; N];
    v.values(&mut values);
    values
}

/// Panics, with debug assertions on, unless the results of an operation fit the lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn results<S: Simd, L: Lanes<S, N>, const N: usize>(operation: Operation, a: &L::Vector, b: &L::Vector) {
    if cfg!(debug_assertions) {
        fit(operation, &values::<S, L, N>(a), &values::<S, L, N>(b), L::RANGE);
    }
}

/// Panics, with debug assertions on, unless the values are of lane type `L`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn converted<S: Simd, From: Lanes<S, N>, L: Lane, const N: usize>(v: &From::Vector) {
    if cfg!(debug_assertions) && From::KEY != L::KEY {
        let values = values::<S, From, N>(v);
        fit(Operation::Convert, &values, &values, L::RANGE);
    }
}

/// Panics, with debug assertions on, unless elements `T` hold the values.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn narrowed<S: Simd, L: Lanes<S, N>, T: Memory, const N: usize>(v: &L::Vector) {
    if cfg!(debug_assertions) && !L::RANGE.fits(T::RANGE) {
        let values = values::<S, L, N>(v);
        if !hold(Operation::Convert, &values, &values, T::RANGE) {
            for value in values {
                let _ = T::narrow(value);
            }
        }
    }
}

/// Panics unless the results of an operation on each `a` and its `b` lie in `range`.
#[inline(never)]
#[track_caller]
pub fn fit(operation: Operation, a: &[i32], b: &[i32], range: Range) {
    if !hold(operation, a, b, range) {
        misfit(operation, a, b, range);
    }
}

/// Panics unless an `i32` holds each `a * ca + b * cb`.
#[inline(never)]
#[track_caller]
pub fn sums(a: &[i32], ca: i32, b: &[i32], cb: i32) {
    let sum =
        |(&a, &b): (&i32, &i32)| (i64::from(a) * i64::from(ca)).saturating_add(i64::from(b) * i64::from(cb));
    let fits = |pair| i32::try_from(sum(pair)).is_ok();
    // All are looked at, without a branch at each.
    if !a.iter().zip(b).fold(true, |all, pair| all & fits(pair)) {
        let lane = a.iter().zip(b).position(|pair| !fits(pair)).expect("a sum that does not fit");
        panic!("attempt to add with overflow: {} * {ca} + {} * {cb} in lane {lane}", a[lane], b[lane]);
    }
}

/// Panics unless an `i32` holds each `a * b + c * d`.
#[inline(never)]
#[track_caller]
pub fn products<const N: usize>([a, b, c, d]: [[i32; N]; 4]) {
    let product = |a: i32, b: i32| i64::from(a) * i64::from(b);
    for lane in 0..N {
        if i32::try_from(product(a[lane], b[lane]).saturating_add(product(c[lane], d[lane]))).is_err() {
            let [a, b, c, d] = [a[lane], b[lane], c[lane], d[lane]];
            panic!("attempt to add with overflow: {a} * {b} + {c} * {d} in lane {lane}");
        }
    }
}

/// Whether the results of an operation on each `a` and its `b` lie in `range`.
#[inline(never)]
fn hold(operation: Operation, a: &[i32], b: &[i32], range: Range) -> bool {
    // A loop for each operation, and no branch inside of it: a `match` on the outside.
    macro_rules! all {
        ($($operation:ident)*) => {
            match operation {
                $(Operation::$operation => a.iter().zip(b).fold(true, |all, (&a, &b)| {
                    all & holds(range, Operation::$operation.of(i64::from(a), i64::from(b)))
                }),)*
            }
        };
    }
    all!(Splat Load Convert Count Add AddCapped Subtract Distance Multiply ShiftLeft Negate Magnitude Complement)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn holds(range: Range, value: i64) -> bool {
    (range.first as i64 <= value) & (value <= range.last as i64)
}

#[cold]
#[track_caller]
fn misfit(operation: Operation, a: &[i32], b: &[i32], range: Range) -> ! {
    let result = |lane: usize| operation.of(i64::from(a[lane]), i64::from(b[lane]));
    let lane = (0..a.len()).find(|&lane| !holds(range, result(lane))).expect("a result that does not fit");
    let (verb, result) = (operation.verb(), result(lane));
    let (a, b) = (a[lane], b[lane]);
    panic!("attempt to {verb} with overflow: {a}, {b} in lane {lane} give {result}, lanes hold {range}");
}
