//! Names that stand for something else than the attribute takes them for: shadowed, bound by macros, constants of blocks.

#![allow(non_snake_case, non_upper_case_globals, unused_variables, unused_macros)]

use unite::{Block, kernel};

use crate::{block, is_refused, written, written_or_refused};

mod own_assert {
    use unite::kernel;

    /// Not that of the standard library: binds what it is given.
    macro_rules! assert {
        ($x:ident, $e:expr) => {{
            let $x = 0usize;
            $e
        }};
    }

    #[kernel]
    pub fn masked(t: &mut Tensor<[i32]>) {
        for i in 0..200_000usize {
            assert!(i, {
                if i < 4 {
                    t[[i]] = 1;
                }
            });
        }
    }

    #[kernel]
    pub fn counted(t: &mut Tensor<[i32]>, n: usize) {
        assert!(n, {
            for i in 0..n {
                t[[i]] = 1;
            }
            if n < 4 {
                t[[n]] = 1;
            }
        });
    }

    #[kernel]
    pub fn alone(t: &mut Tensor<[i32]>, n: usize) {
        assert!(n, t[[n]] = 1);
    }
}

mod dropped {
    use unite::kernel;

    macro_rules! assert {
        ($($any:tt)*) => {
            ()
        };
    }

    #[kernel]
    pub fn by_name(t: &mut Tensor<[i32; 4]>) {
        let b = Block::<[i32; 4]>::stack();
        for i in 0..4 {
            assert!({
                b[[i]] = 7;
                true
            });
        }
        t[[!i]] = b[[!i]];
    }

    #[kernel]
    pub fn in_release(t: &mut Tensor<[i32; 4]>) {
        let b = Block::<[i32; 4]>::stack();
        for i in 0..4 {
            debug_assert!({
                b[[i]] = 7;
                true
            });
        }
        t[[!i]] = b[[!i]];
    }
}

#[kernel]
fn upper_parameter(t: &mut Tensor<[i32]>, N: usize) {
    let (N, m) = (N + 100_000, 2);
    t[[N]] = m;
}

#[kernel]
fn upper_condition(t: &mut Tensor<[i32]>, N: usize) {
    let (N, m) = (N - 100_000, 2);
    if N < 4 {
        t[[N]] = m;
    }
}

#[kernel]
fn upper_loop(t: &mut Tensor<[i32]>, N: usize) {
    for (N, m) in [(N + 100_000, 1), (N, 1)] {
        t[[N]] = m;
    }
}

#[kernel]
fn upper_arm(t: &mut Tensor<[i32]>, n: usize, N: usize) {
    match n {
        N => t[[N]] = 1,
    }
}

#[kernel]
fn upper_range(t: &mut Tensor<[i32]>) {
    for M in 0..200_000usize {
        for N in 0..4usize {
            match M {
                N => t[[M]] = 1,
            }
        }
    }
}

#[kernel]
fn upper_closure(t: &mut Tensor<[i32]>, N: usize) {
    let mut f = |N: usize| t[[N]] = 1;
    f(N + 100_000);
}

#[kernel]
fn upper_if_let(t: &mut Tensor<[i32]>, N: usize) {
    if let Some(N) = Some(N + 100_000) {
        t[[N]] = 1;
    }
}

const K: usize = 0;
const HALF: usize = 50_000;
const W: usize = 4;

#[kernel]
fn hoisted(t: &mut Tensor<[i32]>) {
    t[[K]] = 1;
    const K: usize = 100_000;
}

#[kernel]
fn hoisted_sum(t: &mut Tensor<[i32]>) {
    t[[K]] = 1;
    const K: usize = 50_000 + HALF;
}

#[kernel]
fn lower_constant(t: &mut Tensor<[i32]>, n: usize) {
    if n < 4 {
        const n: usize = 50_000 + HALF;
        t[[n]] = 1;
    }
}

#[kernel]
fn narrower_block(t: &mut Tensor<[i32; 4]>) {
    const W: usize = 1 + K;
    let b = Block::<[i32; W]>::stack();
    b[[0]] = 1;
    t[[3]] = b[[W - 1]];
    for i in 0..4 {
        t[[i]] = b[[i]];
    }
}

#[kernel]
fn wider_range(t: &mut Tensor<[i32; 4]>) {
    const W: usize = 100_000 + K;
    for i in 0..W {
        t[[i]] = 1;
    }
}

#[kernel]
fn range_pattern(t: &mut Tensor<[i32]>, n: usize) {
    const TOP: usize = 50_000 + HALF;
    match n {
        K..=TOP => t[[n]] = 1,
        _ => {}
    }
}

#[kernel]
fn variable_anew(t: &mut Tensor<[i32]>, n: usize) {
    for i in 0..n {
        let i = i + 3;
        t[[i]] = 1;
        let n = i + 100_000 * n;
        for i in 0..n {
            if i < 2 {
                t[[i]] = 1;
            }
        }
    }
}

#[kernel]
fn closures_of_one_name(t: &mut Tensor<[i32]>, i: usize) {
    for i in 0..4 {
        let mut f = |i: usize| {
            if i < 40 {
                t[[i]] = 1;
            }
        };
        f(i * 10_000 + 39);
    }
}

#[kernel]
fn tensor_anew(t: &mut Tensor<[i32]>) {
    let v = t[[0..2]];
    let t = Block::<i32>::zeros([5]);
    v[[1]] = 5;
    t[[4]] = 1;
    v[[0]] = t[[4]];
}

#[kernel]
fn view_of_inner(t: &mut Tensor<[i32]>, n: usize) {
    let v = t[[n..n + 2]];
    let n = 100_000usize;
    for n in 0..2 {
        v[[n]] = 1;
    }
    v[[n - 99_999]] += 1;
}

#[test]
fn macros_of_known_names_are_not_known() {
    for call in [own_assert::masked, |t: &mut _| own_assert::counted(t, 100_000)] {
        assert!(written_or_refused(call).is_none_or(|places| places == [0]));
    }
    assert_eq!(written(|t| own_assert::alone(t, 100_000)), [0]);
    let mut t = Block::<[i32; 4]>::stack();
    dropped::by_name(&mut t);
    assert_eq!(t.as_slice(), [0; 4]);
    dropped::in_release(&mut t);
    assert_eq!(t.as_slice(), if cfg!(debug_assertions) { [7; 4] } else { [0; 4] });
}

#[test]
fn names_in_upper_case_are_bound() {
    assert!(is_refused(|| upper_range(&mut block(8))));
    assert!(is_refused(|| upper_parameter(&mut block(8), 0)));
    assert!(written_or_refused(|t| upper_condition(t, 100_000)).is_none_or(|places| places == [0]));
    assert!(is_refused(|| upper_loop(&mut block(8), 0)));
    assert!(written_or_refused(|t| upper_arm(t, 3, 0)).is_none_or(|places| places == [3]));
    assert!(is_refused(|| upper_arm(&mut block(8), 100_000, 0)));
    assert!(is_refused(|| upper_closure(&mut block(8), 0)));
    assert!(is_refused(|| upper_if_let(&mut block(8), 0)));
}

#[test]
fn constants_of_blocks() {
    assert!(is_refused(|| hoisted(&mut block(8))));
    assert!(is_refused(|| hoisted_sum(&mut block(8))));
    assert!(is_refused(|| lower_constant(&mut block(8), 0)));
    let mut t = Block::<[i32; 4]>::stack();
    assert!(is_refused(|| narrower_block(&mut t)));
    assert!(is_refused(|| wider_range(&mut Block::<[i32; 4]>::stack())));
    assert!(is_refused(|| range_pattern(&mut block(8), 100_000)));
    assert_eq!(written(|t| range_pattern(t, 3)), [3]);
}

#[test]
fn names_bound_anew() {
    assert_eq!(written(|t| variable_anew(t, 1)), [0, 1, 3]);
    assert_eq!(written(|t| closures_of_one_name(t, 100_000)), [39]);
    let mut t = block(2);
    tensor_anew(&mut t);
    assert_eq!(t.as_slice(), [1, 5]);
    let mut t = block(5);
    view_of_inner(&mut t, 3);
    assert_eq!(t.as_slice(), [0, 0, 0, 1, 2]);
}

/// A macro of a known name that takes apart what it is given, and leaves out what stands before the access.
mod taken_apart {
    use unite::kernel;

    macro_rules! assert {
        ($i:ident, { let $v:ident $($rest:tt)* }) => { assert!(# $v $($rest)*) };
        (# $v:ident = :: unite :: staged :: index_of $g:tt; $t:ident . require $w:tt; $u:tt $access:tt) => {{
            let $v = 100_000_000_000isize;
            $u $access
        }};
        ($i:ident, $e:expr) => { $e };
    }

    #[kernel]
    pub fn read(t: &mut Tensor<[i32]>, n: usize) {
        for i in 0..n {
            let read = assert!(i, t[[i]]);
            t[[i]] = read + 1;
        }
    }
}

#[test]
fn accesses_are_not_taken_apart() {
    assert_eq!(written(|t| taken_apart::read(t, 3)), [0, 1, 2]);
    assert!(is_refused(|| taken_apart::read(&mut block(8), 9)));
}
