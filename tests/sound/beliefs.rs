//! What a kernel reads of the program is not what the program is: names, patterns, types.

#![allow(unused_variables)]

use unite::{Block, kernel};

use crate::nothing::Nothing;
use crate::{block, is_refused, refusal, written};

macro_rules! set {
    ($x:ident = $e:expr) => {
        let $x = $e;
    };
}

macro_rules! leave {
    ($i:expr) => {
        if $i > 0 {
            break;
        }
    };
}

macro_rules! constant {
    ($n:ident) => {
        const $n: usize = 100_000;
    };
}

const N: usize = 1;

#[kernel]
fn bound_anew(t: &mut Tensor<[i32]>, n: usize) {
    set!(n = 0);
    if n < 4 {
        t[[n]] = 1;
    }
}

#[kernel]
fn variable_bound_anew(t: &mut Tensor<[i32]>) {
    for i in 0..4usize {
        set!(i = 100_000 + i);
        if i < 100 {
            t[[i]] = 1;
        }
    }
}

#[kernel]
fn end_bound_anew(t: &mut Tensor<[i32]>, n: usize) {
    set!(n = 100_000 + n);
    for i in 0..n {
        t[[i]] = 1;
    }
}

#[kernel]
fn sum_bound_anew(t: &mut Tensor<[i32; 16]>, a: &Tensor<[i32; 16]>, n: i32) {
    let m = n + 1;
    set!(m = 100 * n);
    for i in 0..16 {
        t[[i]] = a[[i]] + m;
    }
}

#[kernel]
fn left(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    for i in 0..4 {
        leave!(i);
        b[[i]] = 7;
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn constant_anew(t: &mut Tensor<[i32]>) {
    constant!(N);
    t[[N]] = 1;
}

#[kernel]
fn compared(t: &mut Tensor<[i32]>, a: f32, b: f32) {
    if a < b {
        t[[0]] = 1;
    }
}

#[kernel]
fn wide_kind(t: &mut Tensor<[i32]>, n: u128) {
    t[[n]] = 1;
}

#[kernel]
fn inferred(t: &mut Tensor<[i32]>, x: i32) {
    let n: u8 = x as _;
    t[[n]] = 1;
}

#[kernel]
fn strided(out: &mut Tensor<[i32]>, t: &Tensor<[u8]>) {
    let s = t.stride(0);
    if s < 4 {
        for i in 0..2 {
            out[[s + i]] = 1;
        }
    }
}

#[kernel(optimize = none)]
fn far_apart(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    let wide = t.refine([8_589_934_592]);
    out[[0]] = wide[[100_000]];
}

#[kernel]
fn vast(n: i32) -> i32 {
    let z = Block::<Nothing>::zeros([n * 2]);
    z.extent(0)
}

mod aliased {
    use unite::kernel;

    #[allow(non_camel_case_types)]
    type u8 = u64;

    // Lanes of what is no `u8` do not compile.
    #[kernel(autovectorize)]
    pub fn filled(out: &mut Tensor<[u64; 16]>) {
        let b = Block::<[u8; 16]>::stack();
        for i in 0..16 {
            b[[i]] = u8::MAX;
        }
        out[[!i]] = b[[!i]];
    }
}

#[test]
fn names_are_what_the_program_binds() {
    assert_eq!(written(|t| bound_anew(t, 100_000)), [0]);
    assert_eq!(written(variable_bound_anew), []);
    assert!(is_refused(|| end_bound_anew(&mut block(8), 3)));
    let (mut t, a) = (Block::<[i32; 16]>::stack(), Block::<[i32; 16]>::stack());
    sum_bound_anew(&mut t, &a, 7);
    assert_eq!(t.as_slice(), [700; 16]);
    let mut t = Block::<[i32; 4]>::stack();
    left(&mut t);
    assert_eq!(t.as_slice(), [7, 0, 0, 0]);
    assert!(refusal(|| constant_anew(&mut block(8))).unwrap().contains("inside"));
}

#[test]
fn numbers_are_integers() {
    assert_eq!(written(|t| compared(t, 0.25, 0.5)), [0]);
    assert!(is_refused(|| wide_kind(&mut block(8), u128::MAX)));
    assert_eq!(written(|t| wide_kind(t, 3)), [3]);
    assert_eq!(written(|t| inferred(t, 260)), [4]);
}

#[test]
fn extents_and_strides_have_a_limit() {
    assert!(is_refused(|| far_apart(&mut block(8), &block(8))));
    assert!(is_refused(|| {
        vast(i32::MAX);
    }));
    let strides = Block::<u8>::zeros([2]);
    let mut out = block(8);
    strided(&mut out, &strides);
    assert_eq!(out.as_slice()[1], 1);
}

#[test]
fn types_are_what_they_are_called() {
    let mut out = Block::<[u64; 16]>::stack();
    aliased::filled(&mut out);
    assert_eq!(out.as_slice(), [u64::MAX; 16]);
}

macro_rules! two_of_one_spelling {
    ($name:ident, $n:ident, $raw:ident) => {
        #[kernel]
        fn $name(t: &mut Tensor<[i32]>, $n: usize) {
            let n = 3usize;
            if $n < 4 {
                t[[$n]] = 1;
            }
            t[[n]] = 1;
            let $raw = 2 * n;
            let r#move = $raw + 1;
            for n in 0..2 {
                let [$n, m] = [30 + n, n];
                t[[$n]] = 1;
                t[[m + 20]] = 1;
                assert!($n == n + 30, "{n} {m}");
            }
            t[[r#move]] = 1;
            t[[$raw]] = 1;
        }
    };
}

two_of_one_spelling!(of_two_names, n, r#move);

macro_rules! shifted {
    ($name:ident, $k:ident, $offset:expr) => {
        #[kernel]
        fn $name(t: &mut Tensor<[i32; 16]>, a: &Tensor<[i32; 16]>, $k: i32) {
            let k = 1000;
            for i in 0..16 {
                let offset = $offset;
                t[[i]] = a[[i]] + k + offset;
            }
        }
    };
}

// Of the names in the argument, `k` is the parameter.
shifted!(shifted_by_two, k, 2 * k);

#[test]
fn names_of_macros_are_other_names() {
    assert_eq!(written(|t| of_two_names(t, 100_000)), [3, 6, 7, 20, 21, 30, 31]);
    assert_eq!(written(|t| of_two_names(t, 1)), [1, 3, 6, 7, 20, 21, 30, 31]);
    let (mut t, a) = (Block::<[i32; 16]>::stack(), Block::<[i32; 16]>::stack());
    shifted_by_two(&mut t, &a, 7);
    assert_eq!(t.as_slice(), [1014; 16]);
}
