//! Words that are spelt as what the attribute knows and are something else: raw names, types and functions of the user's, names
//! of patterns, literals that do not fit.

#![allow(non_camel_case_types, non_upper_case_globals, dead_code, unused_variables, overflowing_literals)]
#![allow(unused_comparisons, clippy::while_let_on_iterator)]

use unite::kernel;

use crate::{block, is_refused, written, written_or_refused};

#[kernel]
fn raw_anew(t: &mut Tensor<[i32]>, n: usize) {
    let r#n = n + 100_000;
    t[[n]] = 1;
}

#[kernel]
fn raw_condition(t: &mut Tensor<[i32]>, n: usize) {
    let m = n;
    let r#n = 3usize;
    if n < 4 {
        t[[m]] = 1;
    }
}

#[kernel]
fn raw_parameter(t: &mut Tensor<[i32]>, r#n: usize) {
    let n = n + 100_000;
    t[[r#n]] = 1;
}

#[kernel]
fn raw_loop(t: &mut Tensor<[i32]>, i: usize) {
    for r#i in 0..200_000usize {
        if i < 4 {
            t[[i]] = 1;
        }
    }
}

#[kernel]
fn raw_tensor(t: &mut Tensor<[i32]>, n: usize) {
    let r#t = t[[2..]];
    t[[n]] = 1;
}

#[kernel]
fn raw_twice(t: &mut Tensor<[i32]>, n: usize) {
    let n = 2 + n;
    let r#m = n;
    let m = 100_000 + m;
    t[[m - 100_000]] = 1;
    t[[r#m]] = 1;
}

mod narrow {
    use unite::kernel;

    type usize = u8;

    #[kernel]
    pub fn condition(t: &mut Tensor<[i32]>, n: u64) {
        if (n as usize) < 4 {
            t[[n]] = 1;
        }
    }

    #[kernel]
    pub fn index(t: &mut Tensor<[i32]>, n: u64) {
        t[[n as usize]] = 1;
    }

    #[kernel]
    pub fn range(t: &mut Tensor<[i32]>, n: u64) {
        for i in 0..n as usize {
            t[[i]] = 1;
        }
    }

    #[kernel]
    pub fn variable(t: &mut Tensor<[i32]>, n: u64) {
        let k = n as usize;
        t[[k]] = 1;
    }
}

mod ends {
    use unite::kernel;

    mod u8 {
        pub const MAX: u32 = 100_000;
    }

    mod i32 {
        pub const MAX: usize = 100_000;
    }

    #[kernel]
    pub fn condition(t: &mut Tensor<[::core::primitive::i32]>, n: usize) {
        if n <= u8::MAX as usize {
            t[[n]] = 1;
        }
    }

    #[kernel]
    pub fn range(t: &mut Tensor<[::core::primitive::i32]>, n: usize) {
        for i in 0..i32::MAX {
            t[[i]] = 1;
        }
    }
}

fn min(a: usize, _: usize) -> usize {
    a
}

mod cmp {
    pub fn max(_: isize, b: isize) -> isize {
        b
    }
}

#[kernel]
fn own_min(t: &mut Tensor<[i32]>, n: usize) {
    t[[min(n, 3)]] = 1;
}

#[kernel]
fn own_max(t: &mut Tensor<[i32]>, n: isize) {
    t[[cmp::max(0, n)]] = 1;
}

mod ordered {
    use unite::kernel;

    fn assert(_: bool) {}

    macro_rules! panic {
        ($($any:tt)*) => {
            ()
        };
    }

    macro_rules! matches {
        ($n:expr, $p:pat) => {
            true
        };
    }

    #[kernel]
    pub fn after_a_function(t: &mut Tensor<[i32]>, n: usize) {
        assert(n < 4);
        t[[n]] = 1;
    }

    #[kernel]
    pub fn after_no_panic(t: &mut Tensor<[i32]>, n: usize) {
        if n >= 4 {
            panic!("too large")
        }
        t[[n]] = 1;
    }

    #[kernel]
    pub fn where_it_matches(t: &mut Tensor<[i32]>, n: usize) {
        if matches!(n, 0..=3) {
            t[[n]] = 1;
        }
    }
}

struct Pair {
    n: usize,
    m: usize,
}

#[kernel]
fn taken_apart(t: &mut Tensor<[i32]>, Pair { n: m, m: n }: Pair) {
    if n < 4 {
        t[[n]] = 1;
    }
    t[[m]] = 1;
}

#[kernel]
fn in_a_pair(t: &mut Tensor<[i32]>, (n, m): (usize, usize)) {
    for i in n..m {
        t[[i]] = 1;
    }
}

#[kernel]
fn behind_references(t: &mut Tensor<[i32]>, n: &usize, &m: &usize) {
    if *n < 4 {
        t[[*n]] = 1;
    }
    t[[m]] = 1;
}

#[kernel]
fn too_large_for_its_type(t: &mut Tensor<[i32]>, n: u8) {
    if n < 300u8 {
        t[[n]] = 1;
    }
}

#[kernel]
fn index_too_large_for_its_type(t: &mut Tensor<[i32]>) {
    let k: u8 = 259;
    t[[k]] = 1;
}

#[kernel]
fn set(t: &mut Tensor<[i32; 4]>, n: usize) {
    t[[n]] = 1;
}

/// A function in the body hides the kernel that is called.
#[kernel]
fn hidden_callee(t: &mut Tensor<[i32; 4]>, n: usize) {
    fn set(_: i32, _: usize) {}
    set(&mut t, n);
}

#[kernel]
fn while_some(t: &mut Tensor<[i32]>, n: usize, all: &[usize]) {
    let mut rest = all.iter().copied();
    while let Some(n) = rest.next() {
        if n < 4 {
            t[[n]] = 1;
        }
        t[[n + 1]] = 1;
    }
    if n < 4 {
        t[[n]] = 1;
    }
}

#[kernel]
#[allow(clippy::bool_comparison)]
fn compared_twice(t: &mut Tensor<[i32]>, n: usize) {
    if (n < 4) == (n >= 4) || (n < 4) != true {
        t[[n]] = 1;
    }
}

#[kernel]
fn changed_between(t: &mut Tensor<[i32]>, n: usize) {
    let mut k = n;
    if k < 4 && {
        k += 100_000;
        true
    } {
        t[[k]] = 1;
    }
}

#[kernel]
fn changed_by_a_closure(t: &mut Tensor<[i32]>, n: usize) {
    let mut k = n;
    let mut grow = || k += 100_000;
    if n < 4 {
        grow();
        t[[k]] = 1;
    }
}

#[kernel]
fn swapped(t: &mut Tensor<[i32]>, n: usize, m: usize) {
    let (mut a, mut b) = (n, m);
    if a < 4 {
        core::mem::swap(&mut a, &mut b);
        t[[a]] = 1;
    }
}

#[kernel]
fn assigned_apart(t: &mut Tensor<[i32]>, n: usize, m: usize) {
    let (mut a, mut b) = (n, m);
    if a < 4 {
        (a, b) = (b, a);
        t[[a]] = 1;
        t[[b]] = 1;
    }
}

#[kernel]
fn loop_variable_changes(t: &mut Tensor<[i32]>, n: usize) {
    for mut i in 0..4usize {
        i += n;
        t[[i]] = 1;
    }
}

#[test]
fn raw_names_are_the_same_names() {
    assert!(is_refused(|| raw_anew(&mut block(8), 1)));
    assert!(is_refused(|| raw_condition(&mut block(8), 100_000)));
    assert!(is_refused(|| raw_parameter(&mut block(8), 1)));
    assert_eq!(written(|t| raw_loop(t, 100_000)), [0, 1, 2, 3]);
    assert_eq!(written(|t| raw_tensor(t, 1)), [3]);
    assert!(is_refused(|| raw_twice(&mut block(8), 1)));
}

#[test]
fn types_of_the_user() {
    for n in [2, 256, 258, 100_000] {
        let narrow = |places: Option<Vec<usize>>| {
            places.is_none_or(|places| places.iter().all(|place| *place <= n as u8 as usize))
        };
        assert!(written_or_refused(|t| narrow::condition(t, n)).is_none_or(|places| places.len() < 2));
        assert!(narrow(written_or_refused(|t| narrow::index(t, n))));
        assert!(narrow(written_or_refused(|t| narrow::range(t, n))));
        assert!(narrow(written_or_refused(|t| narrow::variable(t, n))));
    }
}

#[test]
fn functions_and_constants_of_the_user() {
    assert!(is_refused(|| ends::condition(&mut block(8), 90_000)));
    assert!(is_refused(|| ends::range(&mut block(8), 1)));
    assert!(is_refused(|| own_min(&mut block(8), 100_000)));
    assert!(is_refused(|| own_max(&mut block(8), -1)));
    assert!(is_refused(|| ordered::after_a_function(&mut block(8), 100_000)));
    assert!(is_refused(|| ordered::after_no_panic(&mut block(8), 100_000)));
    assert!(is_refused(|| ordered::where_it_matches(&mut block(8), 100_000)));
}

#[test]
fn patterns_and_literals() {
    assert!(is_refused(|| taken_apart(&mut block(8), Pair { n: 100_000, m: 1 })));
    assert_eq!(written(|t| taken_apart(t, Pair { n: 1, m: 100_000 })), [1]);
    assert!(is_refused(|| in_a_pair(&mut block(8), (2, 100_000))));
    assert_eq!(written(|t| behind_references(t, &100_000, &1)), [1]);
    assert!(is_refused(|| behind_references(&mut block(8), &1, &100_000)));
    // `300u8` is 44.
    assert!(written_or_refused(|t| too_large_for_its_type(t, 39)).is_none_or(|places| places == [39]));
    assert!(is_refused(|| too_large_for_its_type(&mut block(8), 43)));
    assert!(written_or_refused(|t| too_large_for_its_type(t, 44)).is_none_or(|places| places.is_empty()));
    let places = written_or_refused(index_too_large_for_its_type);
    assert!(places.is_none_or(|places| places == [3]));
}

#[test]
fn names_that_are_hidden_or_changed() {
    let mut four = unite::Block::<[i32; 4]>::stack();
    assert!(is_refused(|| hidden_callee(&mut four, 100_000)));
    assert_eq!(written(|t| while_some(t, 100_000, &[1, 7])), [1, 2, 8]);
    assert!(is_refused(|| while_some(&mut block(8), 0, &[1, 100_000])));
    assert!(is_refused(|| compared_twice(&mut block(8), 100_000)));
    assert!(is_refused(|| changed_between(&mut block(8), 1)));
    assert!(is_refused(|| changed_by_a_closure(&mut block(8), 1)));
    assert!(is_refused(|| swapped(&mut block(8), 1, 100_000)));
    assert!(is_refused(|| assigned_apart(&mut block(8), 1, 100_000)));
    assert!(is_refused(|| loop_variable_changes(&mut block(8), 100_000)));
}
