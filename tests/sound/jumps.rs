//! Memory that is written as a whole before it is read, or not: jumps, panics, closures and futures that never run.

#![allow(unused_must_use, unused_variables, clippy::diverging_sub_expression)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, kernel};

use crate::refusal;

macro_rules! stop {
    ($i:expr) => {
        if $i > 0 {
            break;
        } else {
            7
        }
    };
}

#[kernel]
fn jump_in_an_expression(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    for i in 0..4 {
        b[[i]] = stop!(i);
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn jump_in_an_index(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    for [i] in b.indices() {
        b[[if i > 0 { break } else { 0 }]] = 7;
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn jump_to_a_label(t: &mut Tensor<[i32; 4]>, n: i32) {
    let b = Block::<[i32; 4]>::stack();
    'out: {
        for i in 0..4 {
            if i > n {
                break 'out;
            }
            b[[i]] = 7;
        }
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn closure_not_called(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    let mut fill = || {
        for i in 0..4 {
            b[[i]] = 7;
        }
    };
    t[[!i]] = b[[!i]];
}

#[kernel]
fn future_not_polled(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    let fill = async {
        for i in 0..4 {
            b[[i]] = 7;
        }
    };
    t[[!i]] = b[[!i]];
}

fn diverge(i: i32) -> i32 {
    if i > 0 { std::panic::resume_unwind(Box::new("enough")) } else { 7 }
}

#[kernel]
fn caught_inside(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    let _ = catch_unwind(AssertUnwindSafe(|| {
        for i in 0..4 {
            b[[i]] = diverge(i);
        }
    }));
    t[[!i]] = b[[!i]];
}

#[kernel]
fn never(t: &mut Tensor<[i32; 4]>, n: i32) {
    let b = Block::<[i32; 4]>::stack();
    if n > 5 {
        for i in 0..4 {
            b[[i]] = 7;
        }
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn every_second(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    for i in (0..4).step_by(2) {
        b[[i]] = 7;
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn turned(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[[i32; 2]; 2]>::stack();
    let c = b.permute([1, 0]);
    for i in 0..2 {
        for j in 0..=i {
            c[[i, j]] = 7;
        }
    }
    for i in 0..4 {
        t[[i]] = b[[i / 2, i % 2]];
    }
}

#[kernel]
fn read_by_itself(t: &mut Tensor<[i32; 4]>) {
    let b = Block::<[i32; 4]>::stack();
    for i in 0..4 {
        b[[i]] = b[[3 - i]] + 7;
    }
    t[[!i]] = b[[!i]];
}

#[kernel]
fn of_the_last_pass(t: &mut Tensor<[i32; 4]>) {
    for i in 0..4 {
        let b = Block::<[i32; 4]>::stack();
        if i == 0 {
            for j in 0..4 {
                b[[j]] = 7;
            }
        }
        t[[i]] = b[[i]];
    }
}

#[kernel]
fn of_an_element_without_zero(t: &mut Tensor<[Side; 4]>) {
    let b = Block::<[Side; 4]>::stack();
    let c = Block::<Side>::zeros([4]);
    t[[0]] = b[[1]];
    t[[3]] = c[[1]];
}

/// No bit pattern of zeros is one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(u8)]
enum Side {
    #[default]
    Left = 5,
    Right = 9,
}

impl unite::Elem for Side {
    type Wide = Self;

    fn widen(self) -> Self {
        self
    }

    fn narrow(wide: Self) -> Self {
        wide
    }
}

/// Panics where it goes out of scope.
struct Last<'a>(&'a mut bool);

impl Drop for Last<'_> {
    fn drop(&mut self) {
        *self.0 = true;
        panic!("dropped");
    }
}

#[kernel]
fn panics_late(t: &mut Tensor<[i32]>, seen: &mut bool) {
    let last = Last(seen);
    let b = Block::<i32>::zeros([3]);
    b[[2]] = 7;
    t[[0]] = b[[2]];
}

/// Its arithmetic is not what it should be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moody(i32);

impl unite::Elem for Moody {
    type Wide = i32;

    fn widen(self) -> i32 {
        self.0
    }

    fn narrow(wide: i32) -> Self {
        assert!(wide < 3, "no more than 2");
        Moody(wide)
    }
}

#[kernel]
fn panics_between(t: &mut Tensor<[Moody]>) {
    let b = t.to_block();
    for [i] in t.indices() {
        t[[i]] = b[[i]] + i;
    }
}

fn filled(call: impl FnOnce(&mut Block<[i32; 4], [i32; 4]>)) -> [i32; 4] {
    let mut t = Block::from([1; 4]);
    call(&mut t);
    t.into_memory()
}

#[test]
fn what_is_not_written_is_zero() {
    assert_eq!(filled(jump_in_an_expression), [7, 0, 0, 0]);
    assert_eq!(filled(jump_in_an_index), [7, 0, 0, 0]);
    assert_eq!(filled(|t| jump_to_a_label(t, 1)), [7, 7, 0, 0]);
    assert_eq!(filled(closure_not_called), [0; 4]);
    assert_eq!(filled(future_not_polled), [0; 4]);
    assert_eq!(filled(caught_inside), [7, 0, 0, 0]);
    assert_eq!(filled(|t| never(t, 5)), [0; 4]);
    assert_eq!(filled(every_second), [7, 0, 7, 0]);
    assert_eq!(filled(turned), [7, 7, 0, 7]);
    assert_eq!(filled(read_by_itself), [7, 7, 14, 14]);
    assert_eq!(filled(of_the_last_pass), [7, 0, 0, 0]);
}

#[test]
fn blocks_hold_what_their_elements_can_be() {
    let mut t = Block::from([Side::Right; 4]);
    of_an_element_without_zero(&mut t);
    assert_eq!(t.as_slice(), [Side::Left, Side::Right, Side::Right, Side::Left]);
    assert_eq!(Block::<Side>::zeros([3]).as_slice(), [Side::Left; 3]);
}

#[test]
fn panics_leave_memory_whole() {
    let (mut t, mut seen) = (crate::block(1), false);
    assert!(refusal(|| panics_late(&mut t, &mut seen)).unwrap().contains("dropped"));
    assert!(seen);
    assert_eq!(t.as_slice(), [7]);
    let mut t = Block::<Moody>::zeros([5]);
    assert!(refusal(|| panics_between(&mut t)).unwrap().contains("no more than 2"));
    assert_eq!(t.as_slice(), [0, 1, 2, 0, 0].map(Moody));
}
