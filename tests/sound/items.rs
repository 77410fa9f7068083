//! Items that hide what checks are made with: of macros, whatever stands around what they are given, and of the attribute's own. Items
//! that a kernel shows are refused where they hide anything: `ui-tests/fail/constant_hidden.rs`.

#![allow(dead_code)]

use unite::kernel;

use crate::{block, is_refused, refusal, written};

const K: usize = 0;
const FAR: usize = 100_000_000;

macro_rules! hide {
    ($($name:ident)*) => {
        const K: usize = FAR;
        $(const $name: usize = FAR;)*
    };
}

#[kernel]
fn by_a_macro_after(t: &mut Tensor<[i32]>) {
    t[[K]] = 1;
    hide!();
}

#[kernel]
fn by_a_macro_of_a_block(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    {
        v[[0]] = 1;
        hide!();
    }
}

#[kernel]
fn by_a_macro_of_a_loop(t: &mut Tensor<[i32]>) {
    let n = K;
    for i in 0..4usize {
        t[[n + i]] = 1;
        hide! {}
    }
}

#[kernel]
fn by_a_macro_of_an_arm(t: &mut Tensor<[i32]>, n: i32) {
    let v = t[[K..]];
    match n {
        0 => {
            v[[0]] = 1;
            hide!();
        }
        _ => v[[1]] = 1,
    }
}

#[kernel]
fn by_a_macro_of_a_closure(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    let mut write = || {
        v[[0]] = 1;
        hide!();
    };
    write();
}

#[kernel]
fn by_a_macro_of_a_condition(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    if {
        hide!();
        v[[0]] == 0
    } {
        v[[1]] = 1;
    }
}

#[kernel]
fn by_a_macro_of_a_right_side(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    t[[!i]] = {
        hide!();
        v[[!i]] + 1
    };
}

#[kernel]
fn by_a_macro_of_a_sum(t: &mut Tensor<[i32]>) {
    let v = t[[K..K + 4]];
    let all = {
        hide!();
        v[[0]] + v[[3]]
    };
    t[[0]] = all + 1;
}

#[kernel]
fn a_generic_constant<const N: usize>(t: &mut Tensor<[i32]>) {
    let v = t[[N..]];
    {
        v[[0]] = 1;
        hide!(N);
    }
}

#[kernel]
fn a_length(t: &mut Tensor<[i32]>) {
    let b = Block::<[i32; LENGTH]>::stack();
    {
        for i in 0..b.extent(0) {
            b[[i]] = 1;
        }
        hide!(LENGTH);
    }
    t[[0]] = b[[0]];
}

const LENGTH: usize = 4;

#[kernel]
fn four(t: &mut Tensor<[i32]>) {
    for i in 0..4 {
        t[[i]] = 1;
    }
}

#[kernel]
fn a_view_that_is_passed_on(t: &mut Tensor<[i32]>) {
    let v = t[[K..K + 4]];
    {
        four(&mut v);
        hide!();
    }
}

#[test]
fn items_of_macros_hide_nothing_from_checks() {
    let calls: [fn(&mut _); 11] = [
        by_a_macro_after,
        by_a_macro_of_a_block,
        by_a_macro_of_a_loop,
        |t| by_a_macro_of_an_arm(t, 0),
        by_a_macro_of_a_closure,
        by_a_macro_of_a_condition,
        by_a_macro_of_a_right_side,
        by_a_macro_of_a_sum,
        a_generic_constant::<0>,
        a_length,
        a_view_that_is_passed_on,
    ];
    for (k, call) in calls.into_iter().enumerate() {
        let said = refusal(|| call(&mut block(40))).unwrap_or_else(|| panic!("call {k} is not refused"));
        assert!(said.contains("100000000"), "call {k}: {said}");
    }
    assert_eq!(written(|t| by_a_macro_of_an_arm(t, 1)), [1]);
}

/// Macros of known names, with items around what they are given.
mod around {
    use unite::kernel;

    use super::{FAR, K, four};

    #[kernel]
    pub fn five(t: &mut Tensor<[i32]>) {
        t[[50_000_000]] = 1;
    }

    macro_rules! assert {
        ($e:expr) => {{
            const K: usize = FAR;
            $e
        }};
        ($e:expr, called) => {{
            use five as four;
            $e
        }};
        ($e:expr, function) => {{
            fn K() {}
            K();
            $e
        }};
    }

    #[kernel]
    pub fn a_read(t: &mut Tensor<[i32]>) {
        let v = t[[K..]];
        let read = assert!(v[[0]]);
        t[[0]] = read + 1;
    }

    #[kernel]
    pub fn a_write(t: &mut Tensor<[i32]>) {
        let v = t[[K..]];
        assert!(v[[0]] = 1);
    }

    #[kernel]
    pub fn a_loop(t: &mut Tensor<[i32]>) {
        let v = t[[K..]];
        assert!({
            for i in 0..4 {
                v[[i]] = 1;
            }
        });
    }

    #[kernel]
    pub fn a_closure(t: &mut Tensor<[i32]>) {
        let v = t[[K..]];
        assert!((|| v[[0]] = 1)());
    }

    #[kernel]
    pub fn inside_of_another(t: &mut Tensor<[i32]>) {
        let v = t[[K..]];
        assert!(assert!(v[[0]] = 1));
    }

    #[kernel]
    pub fn a_call(t: &mut Tensor<[i32]>) {
        let v = t[[K..K + 4]];
        assert!(four(&mut v));
    }
}

#[test]
fn items_around_what_a_macro_is_given_hide_nothing_from_checks() {
    let calls: [fn(&mut _); 6] = [
        around::a_read,
        around::a_write,
        around::a_loop,
        around::a_closure,
        around::inside_of_another,
        around::a_call,
    ];
    for (k, call) in calls.into_iter().enumerate() {
        assert!(is_refused(|| call(&mut block(40))), "call {k}");
    }
}

/// A type whose name begins like a view, and a trait that says something else of all others.
struct WideRow;

impl WideRow {
    const AT: usize = 0;
}

struct WideRowThere;

impl WideRowThere {
    const AT: usize = 0;
}

trait Far {
    const AT: usize = FAR;
}

impl<T> Far for T {}

#[kernel]
fn named_like_a_type(t: &mut Tensor<[i32]>) {
    let wide_row = t[[WideRow::AT..WideRow::AT + 4]];
    four(&mut wide_row);
}

#[kernel]
fn placed(t: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    for i in 0..4 {
        t[[i]] += frame[[i]] + frame.origin(0) + 1;
    }
}

#[kernel]
fn named_like_its_place(t: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    let wide_row = frame[[WideRowThere::AT..WideRowThere::AT + 4]];
    placed(&mut t[[0..4]], &wide_row.refine([2]).coarsen([2]));
}

#[test]
fn types_are_the_users_own() {
    assert_eq!(written(named_like_a_type), [0, 1, 2, 3]);
    assert_eq!(written(|t| named_like_its_place(t, &block(8))), [0, 1, 2, 3]);
}

/// Items that hide nothing: each block has its own, and so has a function.
#[kernel]
fn of_blocks_beside_each_other(t: &mut Tensor<[i32]>) {
    {
        const AT: usize = 1;
        t[[AT]] = 1;
    }
    {
        t[[AT]] = 1;
        const AT: usize = 2 + K;
    }
    let at = {
        const AT: usize = 3;
        AT
    };
    t[[at]] = 1;
}

#[kernel]
fn of_a_function(t: &mut Tensor<[i32]>) {
    fn four() -> usize {
        const K: usize = 4;
        K
    }
    let v = t[[K..]];
    v[[four()]] = 1;
}

/// A constant that is made of others is known where it stands only, and so is what is made of it.
#[kernel]
fn of_a_block_of_a_block(t: &mut Tensor<[i32]>) {
    const AT: usize = FAR / 100_000_000;
    let v = t[[AT..]];
    for _ in 0..1 {
        const AT: usize = FAR;
        v[[0]] = AT as i32;
    }
}

#[kernel]
fn of_the_whole_body(t: &mut Tensor<[i32]>) {
    const AT: usize = 5 + K;
    fn after(at: usize) -> usize {
        at + 1
    }
    t[[AT]] = 1;
    t[[after(AT)]] = 1;
}

#[test]
fn items_that_hide_nothing_are_as_good_as_others() {
    assert_eq!(written(of_blocks_beside_each_other), [1, 2, 3]);
    assert_eq!(written(of_a_function), [4]);
    assert_eq!(written(of_a_block_of_a_block), [1]);
    assert_eq!(written(of_the_whole_body), [5, 6]);
}
