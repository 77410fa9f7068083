//! Functions that kernels see into, and kernels of a type: names mean there what they mean where the function is.

#![allow(clippy::redundant_closure, clippy::redundant_pattern)]

use unite::{Block, kernel};

use super::is_refused;

/// Where the functions are: most of its names stand for something else outside.
mod far {
    use unite::kernel;

    pub mod a {
        pub const B: i32 = 7;

        #[unite::kernel]
        pub fn tap(x: i32) -> i32 {
            x + 1000
        }
    }

    pub mod b {
        #[unite::kernel]
        pub fn tap(x: i32) -> i32 {
            x + 2000
        }
    }

    pub const A_B: i32 = 5;
    const N: i32 = 2;

    #[kernel]
    pub fn joined(x: i32) -> i32 {
        a::B * 100 + A_B + x
    }

    #[kernel]
    pub fn joined_inside(x: i32) -> i32 {
        const A_B: i32 = 1;
        a::B * 100 + A_B + x
    }

    #[kernel]
    pub fn within(x: i32) -> i32 {
        x.clamp(0, N)
    }

    #[kernel]
    pub fn truncated(x: i32) -> i32 {
        let byte = (x + 300) as u8;
        i32::from(byte) + byte as i32
    }

    #[kernel]
    pub fn matched(x: i32) -> i32 {
        match Some(x) {
            Some(N) => 100,
            Some(five) => five,
            None => -1,
        }
    }

    #[kernel]
    pub fn returns(x: i32) -> i32 {
        if x > N {
            return x - N;
        }
        0
    }

    #[kernel]
    pub fn divided(x: i32, by: i32) -> i32 {
        x / by
    }

    #[kernel]
    pub fn scoped(x: i32) -> i32 {
        let n = {
            let x = x + 1;
            x * 2
        };
        let x = |n: i32| n - x;
        x(n)
    }

    #[kernel]
    pub fn of_bytes(x: u8, y: u8) -> u8 {
        x.wrapping_sub(y)
    }

    #[kernel]
    pub fn wide(x: i64) -> i64 {
        x * 4_000_000_000
    }

    #[kernel(inline(within, a::tap, b::tap))]
    pub fn through(x: i32) -> i32 {
        a::tap(within(x)) - b::tap(x)
    }
}

/// Constants, types and functions of the same names as those where the functions are.
const N: i32 = 100_000;
#[allow(dead_code)]
const A_B: i32 = 100_000;

#[kernel(inline(far::a::tap, far::b::tap))]
fn two_of_one_name(t: &mut Tensor<[i32]>) {
    for [i] in t.indices() {
        t[[i]] = far::a::tap(i) * 10_000 + far::b::tap(i);
    }
}

#[kernel(inline(far::a::tap))]
fn hidden_by_a_closure(t: &mut Tensor<[i32]>) {
    let tap = |x: i32| x + 1;
    for [i] in t.indices() {
        t[[i]] = far::a::tap(i) * 10_000 + tap(i);
    }
}

#[kernel(inline(far::joined, far::joined_inside))]
fn constants_of_one_name(t: &mut Tensor<[i32]>) {
    t[[!i]] = far::joined(!i) * 1000 + far::joined_inside(!i);
}

#[kernel(inline(far::within))]
fn as_an_index(t: &mut Tensor<[i32]>, n: i32) {
    t[[far::within(n)]] = N;
}

#[kernel(inline(far::within))]
fn as_a_bound(t: &mut Tensor<[i32]>, n: i32) {
    for i in 0..far::within(n) + 1 {
        t[[i]] = 1;
    }
}

#[kernel(inline(far::within))]
fn as_a_condition(t: &mut Tensor<[i32]>, n: i32) {
    if far::within(n) == n {
        t[[n]] = 1;
    }
}

#[kernel(inline(far::matched, far::returns, far::scoped))]
fn ways_out(t: &mut Tensor<[i32]>) {
    for i in 0..t.extent(0) {
        t[[i]] = far::matched(i) + 10 * far::returns(i) + 1000 * far::scoped(i);
    }
}

#[kernel(inline(far::divided))]
fn panics_in_it(t: &mut Tensor<[i32]>, by: i32) {
    t[[!i]] = far::divided(100 + !i, by);
}

#[kernel(inline(far::divided))]
fn asked_once(t: &mut Tensor<[i32]>) {
    let mut n = 0;
    let mut next = || {
        n += 1;
        n
    };
    t[[far::divided(next(), 1)]] = far::divided(10 * next(), next());
}

#[kernel(inline(far::divided))]
fn never_called(t: &mut Tensor<[i32]>, by: i32) {
    let value = if by == 0 { 7 } else { far::divided(t[[0]], by) };
    t[[0]] = value;
}

#[kernel(inline(far::divided))]
fn left_in_an_argument(t: &mut Tensor<[i32]>, n: i32) {
    for i in 0..4 {
        t[[i]] = far::divided(if i == n { break } else { 12 }, i + 1);
    }
}

#[kernel(inline(far::of_bytes))]
fn bytes_that_wrap(t: &mut Tensor<[u8]>, s: &Tensor<[u8]>) {
    t[[!i]] = far::of_bytes(s[[!i]] as u8, 250) as i32;
}

#[kernel(inline(far::wide))]
fn wide_indices(t: &mut Tensor<[i32]>, n: i64) {
    t[[far::wide(n)]] = 1;
}

#[kernel(inline(far::through))]
fn through_another(t: &mut Tensor<[i32]>) {
    t[[!i]] = far::through(!i);
}

mod narrow {
    use super::far;
    use unite::kernel;

    #[allow(non_camel_case_types, dead_code)]
    type u8 = ::core::primitive::u16;

    #[kernel(inline(far::truncated))]
    pub fn types(t: &mut Tensor<[i32]>) {
        t[[!i]] = far::truncated(!i);
    }
}

mod imported {
    use super::far::{a, b::tap};
    use unite::kernel;

    #[kernel(inline(a::tap))]
    pub fn another_imported(t: &mut Tensor<[i32]>) {
        t[[!i]] = a::tap(!i) * 10_000 + tap(!i);
    }

    #[kernel(inline(tap))]
    pub fn hidden_by_a_function(t: &mut Tensor<[i32]>) {
        fn tap(x: i32) -> i32 {
            x - 1
        }
        t[[!i]] = tap(!i);
    }

    #[kernel(inline(tap))]
    pub fn hidden_by_a_parameter(t: &mut Tensor<[i32]>, tap: usize) {
        t[[tap]] = 3;
    }
}

fn filled(n: usize, kernel: impl FnOnce(&mut Block<unite::Dyn<i32>>)) -> Vec<i32> {
    let mut block = Block::<i32>::zeros([n]);
    kernel(&mut block);
    block.as_slice().to_vec()
}

fn expected(n: i32, value: impl Fn(i32) -> i32) -> Vec<i32> {
    (0..n).map(value).collect()
}

#[test]
fn names_mean_what_they_mean_at_the_function() {
    let two = expected(20, |i| (i + 1000) * 10_000 + i + 2000);
    assert_eq!(filled(20, |t| two_of_one_name(t)), two);
    assert_eq!(filled(20, |t| hidden_by_a_closure(t)), expected(20, |i| (i + 1000) * 10_000 + i + 1));
    assert_eq!(filled(20, |t| imported::another_imported(t)), two);
    assert_eq!(filled(20, |t| imported::hidden_by_a_function(t)), expected(20, |i| i - 1));
    assert_eq!(filled(3, |t| imported::hidden_by_a_parameter(t, 1)), [0, 3, 0]);
    assert_eq!(filled(20, |t| constants_of_one_name(t)), expected(20, |i| (705 + i) * 1000 + 701 + i));
    assert_eq!(filled(20, |t| narrow::types(t)), expected(20, |i| 2 * (i + 44)));
    assert_eq!(filled(20, |t| through_another(t)), expected(20, |i| i.min(2) - i - 1000));
}

#[test]
fn what_they_compute_is_checked() {
    assert_eq!(filled(3, |t| as_an_index(t, 100_000)), [0, 0, N]);
    assert!(is_refused(|| drop(filled(2, |t| as_an_index(t, 100_000)))));
    assert_eq!(filled(3, |t| as_a_bound(t, 100_000)), [1, 1, 1]);
    assert!(is_refused(|| drop(filled(2, |t| as_a_bound(t, 100_000)))));
    assert_eq!(filled(3, |t| as_a_condition(t, 100_000)), [0, 0, 0]);
    assert_eq!(filled(3, |t| as_a_condition(t, 2)), [0, 0, 1]);
    assert!(is_refused(|| drop(filled(2, |t| as_a_condition(t, 2)))));
    assert!(is_refused(|| drop(filled(2, |t| wide_indices(t, 4)))));
    assert!(is_refused(|| drop(filled(2, |t| wide_indices(t, i64::MAX / 4_000_000_000)))));
}

#[test]
fn they_are_evaluated_as_calls_are() {
    let out = |i: i32| (if i == 2 { 100 } else { i }) + 10 * (i - 2).max(0) + 1000 * (2 * (i + 1) - i);
    assert_eq!(filled(6, |t| ways_out(t)), expected(6, out));
    assert_eq!(filled(40, |t| panics_in_it(t, 3)), expected(40, |i| (100 + i) / 3));
    assert!(is_refused(|| drop(filled(40, |t| panics_in_it(t, 0)))));
    assert_eq!(filled(5, |t| never_called(t, 0))[0], 7);
    assert_eq!(filled(4, |t| left_in_an_argument(t, 2)), [12, 6, 0, 0]);
    let mut bytes = Block::<u8>::zeros([40]);
    let source = Block::from_vec((0..40).collect(), [40]).unwrap();
    bytes_that_wrap(&mut bytes, &source);
    assert_eq!(bytes.as_slice(), (0..40u8).map(|i| i.wrapping_sub(250)).collect::<Vec<_>>());
    // The right side is computed before the place, as Rust does it.
    assert_eq!(filled(5, |t| asked_once(t)), [0, 0, 0, 5, 0]);
}

/// A type whose names are those of others.
struct Coder;

impl Coder {
    const LEN: usize = 3;

    fn plain(x: i32) -> i32 {
        x + 1
    }
}

trait Long {
    const LONG: usize;
}

impl Long for Coder {
    const LONG: usize = 5;
}

#[allow(dead_code)]
const LEN: usize = 100_000;

#[kernel]
impl Coder {
    #[kernel]
    fn fill(t: &mut Tensor<[i32]>) {
        for i in 0..Self::LEN {
            t[[i]] = 1;
        }
        t[[Coder::LEN - 1]] = 7;
    }

    #[kernel]
    fn calls(t: &mut Tensor<[i32]>) {
        Self::fill(&mut t);
        Coder::fill(&mut t[[1..]]);
    }

    #[kernel]
    fn under_a_constant(t: &mut Tensor<[i32]>, n: usize) {
        if n < Self::LEN {
            t[[n]] = Self::plain(t[[n]]);
        }
    }

    #[kernel]
    fn of_a_length(t: &mut Tensor<[i32; Self::LEN]>) {
        t[[!i]] = !i;
    }

    #[kernel]
    fn of_a_trait(t: &mut Tensor<[i32]>) {
        t[[Self::LONG]] = 1;
        t[[<Self as Long>::LONG - 1]] = 2;
    }
}

#[test]
fn kernels_of_a_type() {
    assert_eq!(filled(4, |t| Coder::fill(t)), [1, 1, 7, 0]);
    assert!(is_refused(|| drop(filled(2, |t| Coder::fill(t)))));
    assert_eq!(filled(4, |t| Coder::calls(t)), [1, 1, 1, 7]);
    assert!(is_refused(|| drop(filled(3, |t| Coder::calls(t)))));
    assert_eq!(filled(3, |t| Coder::under_a_constant(t, 2)), [0, 0, 1]);
    assert_eq!(filled(3, |t| Coder::under_a_constant(t, 100_000)), [0, 0, 0]);
    assert!(is_refused(|| drop(filled(2, |t| Coder::under_a_constant(t, 2)))));
    let mut three = Block::from([9; 3]);
    Coder::of_a_length(&mut three);
    assert_eq!(three.as_slice(), [0, 1, 2]);
    assert_eq!(filled(6, |t| Coder::of_a_trait(t)), [0, 0, 0, 0, 2, 1]);
    assert!(is_refused(|| drop(filled(5, |t| Coder::of_a_trait(t)))));
}
