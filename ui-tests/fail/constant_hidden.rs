#![forbid(unsafe_code)]
#![allow(unused)]

use unite::{Block, kernel};

const K: usize = 0;
const W: usize = 4;
const FAR: usize = 100_000_000;

#[kernel]
fn of_a_block(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    {
        const K: usize = FAR;
        v[[0]] = 1;
    }
}

#[kernel]
fn after_its_use(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    {
        v[[0]] = 1;
        #[allow(dead_code)]
        const K: usize = 100_000_000;
    }
}

#[kernel]
fn by_a_function(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    {
        fn K() {}
        v[[0]] = 1;
    }
}

#[kernel]
fn of_a_macro(t: &mut Tensor<[i32]>) {
    let v = t[[K..]];
    assert!({
        const K: usize = FAR;
        v[[0]] == 0
    });
}

#[kernel]
fn of_a_right_side(t: &mut Tensor<[i32]>, u: &Tensor<[i32]>) {
    let v = u[[K..]];
    t[[!i]] = {
        const K: usize = FAR;
        v[[!i]]
    };
}

#[kernel]
fn of_a_condition(t: &mut Tensor<[i32]>) {
    let n = K;
    if {
        const K: usize = FAR;
        t[[n]] == 0
    } {
        t[[0]] = 1;
    }
}

#[kernel]
fn of_an_arm(t: &mut Tensor<[i32]>, n: i32) {
    let v = t[[K..]];
    match n {
        0 => {
            const K: usize = FAR;
            v[[0]] = 1;
        }
        _ => {}
    }
}

#[kernel]
fn of_a_loop(t: &mut Tensor<[i32]>) {
    let b = Block::<[i32; W]>::stack();
    for k in 0..1 {
        const W: usize = FAR;
        for i in 0..b.extent(0) {
            b[[i]] = 1;
        }
    }
    t[[0]] = b[[0]];
}

#[kernel]
fn of_a_closure<const N: usize>(t: &mut Tensor<[i32]>) {
    let v = t[[N..]];
    let mut write = || {
        const N: usize = FAR;
        v[[0]] = 1;
    };
    write();
}

#[kernel]
fn of_the_body(t: &mut Tensor<[i32; W]>) {
    const W: usize = 1000;
    for i in 0..t.extent(0) {
        t[[i]] = 1;
    }
}

fn main() {}
