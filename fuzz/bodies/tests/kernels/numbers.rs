//! What a number is in a kernel: in statements what Rust computes; in an index, as the reference says, the whole number that was
//! meant. Then nothing wraps around, and a cast to `usize`, `i32` or `i64` changes nothing.

use std::ops::{Add, Div, Mul, Rem, Shr, Sub};

/// Of larger constants an index is what Rust computes.
const LIMIT: i128 = 1 << 60;

/// A type of numbers.
pub trait Int: Copy + PartialOrd {
    fn wide(self) -> i128;
    /// As a cast does it.
    fn cut(wide: i128) -> Self;
}

macro_rules! int {
    ($($ty:ty)*) => {$(
        impl Int for $ty {
            fn wide(self) -> i128 {
                self as i128
            }

            fn cut(wide: i128) -> Self {
                wide as $ty
            }
        }
    )*};
}

int!(usize i32 u8 i64);

/// A number, by what Rust computes and by what an index is.
#[derive(Clone, Copy)]
pub struct N<T> {
    /// Nothing, if the computation overflows.
    rust: Option<T>,
    /// Nothing, if an index that has it is what Rust computes: lower-case constants, results of functions, other casts.
    exact: Option<i128>,
    /// What an index is: each of the terms that are added and subtracted for itself.
    sum: Option<i128>,
    /// Whether the name of a value is in it, which is no name for an index: a pattern or a macro bound it.
    of_value: bool,
}

impl<T: Int> N<T> {
    /// What statements have.
    pub fn force(self) -> T {
        self.rust.expect("attempt to overflow")
    }

    /// What an index is.
    pub fn index(self) -> i128 {
        self.sum.expect("attempt to overflow")
    }

    /// Under a name of its own, by `let` or as the last arm of a `match`: a name for an index, if it is one.
    pub fn named(self) -> Self {
        match self.exact {
            Some(_) if !self.of_value => N { rust: Some(self.force()), ..self },
            _ => self.kept(),
        }
    }

    /// Under a name that a pattern binds.
    pub fn kept(self) -> Self {
        let number = self.force();
        N { rust: Some(number), exact: Some(number.wide()), sum: Some(number.wide()), of_value: true }
    }

    /// Behind a macro that may have bound the name anew.
    pub fn opaque(self) -> Self {
        if self.exact.is_some() { self.kept() } else { self }
    }

    pub fn min(self, other: Self) -> Self {
        self.with(other, |a, b| Some(a.min(b)))
    }

    pub fn max(self, other: Self) -> Self {
        self.with(other, |a, b| Some(a.max(b)))
    }

    fn with(self, other: Self, compute: impl Fn(i128, i128) -> Option<i128>) -> Self {
        let rust = self.rust.zip(other.rust).and_then(|(a, b)| compute(a.wide(), b.wide()));
        let rust = rust.map(T::cut).filter(|number| Some(number.wide()) == rust);
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| compute(a, b));
        let exact = exact.filter(|exact| exact.abs() <= LIMIT);
        let of_value = self.of_value || other.of_value;
        N { rust, exact, sum: exact.or(rust.map(T::wide)), of_value }
    }

    fn plus(self, other: Self, compute: impl Fn(i128, i128) -> Option<i128>) -> Self {
        let terms = self.sum.zip(other.sum).and_then(|(a, b)| compute(a, b));
        let whole = self.with(other, compute);
        N { sum: whole.exact.or(terms), ..whole }
    }
}

/// A literal, a parameter, or a constant.
pub fn number<T: Int>(number: T) -> N<T> {
    let exact = number.wide();
    N { rust: Some(number), exact: (exact.abs() <= LIMIT).then_some(exact), sum: Some(exact), of_value: false }
}

/// What an index cannot follow.
pub fn other<T: Int>(number: T) -> N<T> {
    N { rust: Some(number), exact: None, sum: Some(number.wide()), of_value: false }
}

/// A number that an unknown macro binds, under a name that may have been there before.
pub fn bound<T: Int, U>(number: N<T>, before: Option<N<U>>) -> N<T> {
    match before {
        Some(N { exact: Some(_), .. }) => number.kept(),
        _ => other(number.force()),
    }
}

/// A cast, and whether an index keeps the number.
pub fn cast<T: Int, U: Int>(number: N<T>, keeps: bool) -> N<U> {
    let rust = number.rust.map(|number| U::cut(number.wide()));
    let exact = number.exact.filter(|_| keeps);
    N { rust, exact, sum: exact.or(rust.map(U::wide)), of_value: number.of_value }
}

/// The numbers of a range. `known`: whether the variable is one of an index, if both ends are.
pub fn ranged<T: Int, I: Iterator<Item = T>>(
    first: N<T>,
    last: N<T>,
    known: bool,
    range: impl FnOnce(T, T) -> I,
) -> Vec<N<T>> {
    let of_value = !known || first.exact.is_none() || last.exact.is_none();
    let one = |number: T| {
        let exact = Some(number.wide());
        N { rust: Some(number), exact, sum: exact, of_value }
    };
    range(first.force(), last.force()).map(one).collect()
}

macro_rules! operators {
    ($($name:ident $method:ident $by:ident $compute:ident)*) => {$(
        impl<T: Int> $name for N<T> {
            type Output = N<T>;

            fn $method(self, other: N<T>) -> N<T> {
                self.$by(other, i128::$compute)
            }
        }
    )*};
}

operators! {
    Add add plus checked_add
    Sub sub plus checked_sub
    Mul mul with checked_mul
    Div div with checked_div
    Rem rem with checked_rem
}

impl<T: Int> Shr<u32> for N<T> {
    type Output = N<T>;

    fn shr(self, by: u32) -> N<T> {
        self.with(self, |number, _| Some(number >> by))
    }
}

impl<T: Int> PartialEq for N<T> {
    fn eq(&self, other: &Self) -> bool {
        self.force() == other.force()
    }
}

impl<T: Int> PartialOrd for N<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.force().partial_cmp(&other.force())
    }
}
