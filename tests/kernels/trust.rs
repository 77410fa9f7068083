//! Conditions and bounds that are not what they look like: of floating point, too large, cast, or wrapped around. No
//! check is lost to them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, kernel};

/// Whether a call ends in a panic of the kernel's own checks. The memory's own check would be too late.
fn is_refused(call: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(()) => false,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map_or("", |s| s.as_str());
            assert!(!text.contains("outside the block's memory"), "{text}");
            true
        }
    }
}

#[kernel]
fn by_float(out: &mut Tensor<[i32]>, a: f32, b: f32) {
    if a < b {
        out[[100]] = 1;
    }
}

#[kernel]
fn by_local_float(out: &mut Tensor<[i32]>, f: impl Fn() -> f64) {
    let a = f();
    let b = a + 0.25;
    for i in 0..2 {
        if a < b {
            out[[i + 100]] = 1;
        }
    }
}

#[kernel]
fn by_large(out: &mut Tensor<[i32]>, n: u64) {
    if n > 5 {
        out[[100]] = 1;
    }
}

#[kernel]
fn by_large_local(out: &mut Tensor<[i32]>, f: impl Fn() -> u64) {
    let k = f();
    for i in 0..2 {
        if k > 5 {
            out[[i + 100]] = 1;
        }
        if k < 3 {
            out[[k]] = 2;
        }
    }
}

#[kernel]
fn by_sign(out: &mut Tensor<[i32]>, x: i32) {
    if (x as usize) >= 4 {
        out[[x + 100]] = 1;
    } else {
        out[[x]] = 1;
    }
}

#[kernel]
fn by_cast(out: &mut Tensor<[i32]>, x: i64) {
    if (x as u8) < 4 {
        out[[x]] = 1;
    }
}

#[kernel]
fn by_wrapped(out: &mut Tensor<[i32]>, n: usize) {
    let before = n.wrapping_sub(1);
    if before > 5 {
        out[[n + 100]] = 1;
    }
}

#[kernel]
fn by_guarded_name(out: &mut Tensor<[i32]>, n: i32, m: i32) {
    match m {
        n if n > 5 => out[[n]] = 1,
        _ => out[[n]] = 2,
    }
}

#[kernel]
fn hash(out: &mut Tensor<[i32]>, hash: u64, flags: u32) {
    if hash == 0xFFFF_FFFF_FFFF {
        out[[0]] = 1;
    }
    if flags & 0x8000_0000 != 0 {
        out[[1]] = 1;
    }
}

#[kernel]
fn edges(out: &mut Tensor<[[i32]]>, width: usize, height: usize) {
    for y in 0..height {
        for x in 0..width {
            if y + 2 < height && x > 0 {
                out[[y, x]] += out[[y + 2, x - 1]] + 1;
            }
        }
    }
}

#[kernel]
fn triangle(out: &mut Tensor<[[i32; 5]; 5]>) {
    for y in 0..5usize {
        for x in y + 1..5 {
            out[[y, x - 1]] = 1;
        }
        for x in (0..=y).rev() {
            out[[x, y]] += 2;
        }
    }
}

fn four() -> Block<unite::Dyn<i32>> {
    Block::<i32>::zeros([4])
}

#[test]
fn floats_are_no_indices() {
    by_float(&mut four(), 2.0, 1.0);
    assert!(is_refused(|| by_float(&mut four(), 0.5, 0.75)));
    assert!(is_refused(|| by_local_float(&mut four(), || 0.5)));
}

#[test]
fn large_numbers_are_large() {
    by_large(&mut four(), 4);
    for n in [6, 1 << 40, u64::MAX] {
        assert!(is_refused(|| by_large(&mut four(), n)), "{n}");
        assert!(is_refused(|| by_large_local(&mut four(), || n)), "{n}");
    }
    by_large_local(&mut four(), || 2);
}

#[test]
fn casts_are_not_followed_blindly() {
    by_sign(&mut four(), 3);
    assert!(is_refused(|| by_sign(&mut four(), -1)));
    assert!(is_refused(|| by_sign(&mut four(), 4)));
    by_cast(&mut four(), 3);
    assert!(is_refused(|| by_cast(&mut four(), 256)));
    by_cast(&mut four(), 255);
}

#[test]
fn wrapping_is_not_followed_blindly() {
    by_wrapped(&mut four(), 3);
    assert!(is_refused(|| by_wrapped(&mut four(), 0)));
}

#[test]
fn names_in_patterns_are_new() {
    by_guarded_name(&mut four(), 3, 1);
    assert!(is_refused(|| by_guarded_name(&mut four(), 3, 6)));
    assert!(is_refused(|| by_guarded_name(&mut four(), 4, 1)));
}

#[test]
fn numbers_that_are_no_indices_may_be_large() {
    let mut out = four();
    hash(&mut out, 0xFFFF_FFFF_FFFF, u32::MAX);
    assert_eq!(out.as_slice(), [1, 1, 0, 0]);
}

#[test]
fn computed_bounds_are_exact() {
    let mut out = Block::<i32>::zeros([4, 3]);
    edges(&mut out, 3, 4);
    assert_eq!(out.as_slice(), [0, 1, 2, 0, 1, 2, 0, 0, 0, 0, 0, 0].map(|v| i32::from(v > 0)));
    assert!(edges::fits(&out, 3, 4).is_ok());
    assert!(edges::fits(&out, 4, 4).is_err());
    assert!(edges::fits(&out, 3, 5).is_err());
    let mut out = Block::<[[i32; 5]; 5]>::stack();
    triangle(&mut out);
    assert_eq!(out.as_slice()[..10], [3, 3, 3, 3, 2, 0, 3, 3, 3, 2]);
}

/// Without overflow checks, a range can wrap around to nearly all numbers.
#[cfg(not(debug_assertions))]
mod without_overflow_checks {
    use super::*;

    #[kernel]
    fn but_the_last(out: &mut Tensor<[i32]>, n: usize) {
        for i in 0..n - 1 {
            out[[i]] = 1;
        }
    }

    #[kernel]
    fn but_the_last_32(out: &mut Tensor<[i32]>, n: u32) {
        for i in 0..n - 1 {
            out[[i]] = 1;
        }
    }

    #[kernel]
    fn past_zero(out: &mut Tensor<[i32]>, n: usize) {
        if n - 1 > 5 {
            out[[n + 1000]] = 1;
        }
    }

    #[kernel]
    fn past_the_largest(out: &mut Tensor<[i32]>, a: i32) {
        if a + 1 < 5 {
            out[[a + 1]] = 1;
        }
    }

    #[test]
    fn no_check_is_lost() {
        but_the_last(&mut four(), 5);
        assert!(is_refused(|| but_the_last(&mut four(), 0)));
        assert!(is_refused(|| but_the_last_32(&mut four(), 0)));
        past_zero(&mut four(), 3);
        assert!(is_refused(|| past_zero(&mut four(), 0)));
        past_the_largest(&mut four(), 2);
        assert!(is_refused(|| past_the_largest(&mut four(), i32::MAX)));
    }
}
