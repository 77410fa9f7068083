//! What changes between a check and an access: closures that count, guards that assign, bounds with effects, blocks of constants,
//! labels, chains of conditions.

#![allow(clippy::redundant_closure)]

use unite::{Block, kernel};

use super::is_refused;

#[kernel]
fn constant_blocks(t: &mut Tensor<[i32]>) {
    t[[const { 2 + 1 }]] = 1;
    for i in 0..const { 4 } {
        t[[i]] += 1;
    }
    if const { false } {
        t[[100_000]] = 3;
    }
}

#[kernel]
fn of_any_length<const N: usize>(t: &mut Tensor<[i32; N]>) {
    for i in 0..N {
        t[[N - 1 - i]] = i as i32;
    }
}

#[kernel]
fn counting_indices(t: &mut Tensor<[i32]>) {
    let mut n = 0;
    let mut next = || {
        n += 1;
        n
    };
    t[[next()]] = 10;
    t[[next()]] = 20;
    t[[next() + next()]] = 30;
}

#[kernel]
fn bound_with_an_effect(t: &mut Tensor<[i32]>) {
    let mut n = 0usize;
    for i in 0..({
        n += 3;
        n
    }) {
        t[[i]] = 1;
    }
    t[[n]] = 9;
}

#[kernel]
fn condition_with_an_effect(t: &mut Tensor<[i32]>, n: usize) {
    let mut k = 0;
    for _ in 0..n {
        if {
            k += 1;
            k
        } < 3
        {
            t[[k]] = 1;
        }
    }
}

#[kernel]
fn guard_assigns(t: &mut Tensor<[i32]>, n: usize) {
    let mut m = n;
    match n {
        5 if {
            m = 2;
            false
        } => {}
        _ if m < 4 => t[[m]] = 1,
        _ => t[[m]] = 2,
    }
}

#[kernel]
fn guard_assigns_what_is_matched(t: &mut Tensor<[i32]>) {
    let mut m = 1;
    match { m } {
        1 if {
            m = 100_000;
            false
        } =>
        {
            t[[m]] = 1
        }
        _ => t[[m]] = 2,
    }
}

#[kernel]
fn chained(t: &mut Tensor<[i32]>, n: Option<usize>) {
    if let Some(n) = n
        && n < 5
        && let m = n + 4
        && m < 100_000
    {
        t[[m]] = 1;
    }
}

#[kernel]
fn or_else(t: &mut Tensor<[i32]>, n: usize) {
    let m @ 0..=4 = n else {
        t[[n]] = 100;
        return;
    };
    t[[m]] = 3;
}

#[kernel]
fn value_of_a_block(t: &mut Tensor<[i32]>, n: usize) {
    let x = 'a: {
        if n > 4 {
            break 'a 0;
        }
        n
    };
    t[[x]] = 1;
}

#[kernel]
fn in_a_list(t: &mut Tensor<[i32]>, n: usize) {
    let v = vec![t[[0]], t[[n]], 3];
    t[[v[2]]] = v[1] + matches!(t[[1]], 0..=5) as i32;
}

#[kernel]
fn diagonal(t: &mut Tensor<[[i32]]>) {
    t[[!i, 0]] = t[[!i, !i]];
}

#[kernel]
fn of_128_bits(t: &mut Tensor<[u128]>, s: &Tensor<[u128]>) {
    t[[!i]] = s[[!i]] * 3 + 1;
}

#[kernel]
fn unrolled_to_an_end(t: &mut Tensor<[i32]>, n: usize) {
    #[unroll]
    for i in 0..4 {
        if i == n {
            break;
        }
        t[[i]] = i as i32 + 1;
    }
}

#[kernel]
fn below_zero_and_back(t: &mut Tensor<[i32]>) {
    for i in -3..3 {
        t[[i + 3]] = i;
    }
    for i in (0..9).rev().step_by(4) {
        t[[i]] += 100;
    }
}

#[kernel]
fn usize_beside_a_number(t: &mut Tensor<[i32]>, m: usize) {
    let number = {
        let v: i32 = 3;
        v
    };
    let rest = |v: usize| m - v;
    t[[rest(1)]] = number;
}

fn filled(n: usize, kernel: impl FnOnce(&mut Block<unite::Dyn<i32>>)) -> Vec<i32> {
    let mut block = Block::<i32>::zeros([n]);
    kernel(&mut block);
    block.as_slice().to_vec()
}

fn refused(n: usize, kernel: impl FnOnce(&mut Block<unite::Dyn<i32>>)) -> bool {
    is_refused(|| drop(filled(n, kernel)))
}

#[test]
fn blocks_and_bounds() {
    assert_eq!(filled(5, |t| constant_blocks(t)), [1, 1, 1, 2, 0]);
    assert!(refused(3, |t| constant_blocks(t)));
    let mut five = Block::from([0; 5]);
    of_any_length(&mut five);
    assert_eq!(five.as_slice(), [4, 3, 2, 1, 0]);
    assert_eq!(filled(4, |t| bound_with_an_effect(t)), [1, 1, 1, 9]);
    assert!(refused(3, |t| bound_with_an_effect(t)));
    assert_eq!(filled(9, |t| below_zero_and_back(t)), [97, -2, -1, 0, 101, 2, 0, 0, 100]);
    assert!(refused(8, |t| below_zero_and_back(t)));
    assert_eq!(filled(4, |t| unrolled_to_an_end(t, 2)), [1, 2, 0, 0]);
    assert!(refused(3, |t| unrolled_to_an_end(t, 9)));
    assert_eq!(filled(5, |t| usize_beside_a_number(t, 5)), [0, 0, 0, 0, 3]);
    assert!(refused(4, |t| usize_beside_a_number(t, 5)));
}

#[test]
fn what_counts_and_assigns() {
    assert_eq!(filled(8, |t| counting_indices(t)), [0, 10, 20, 0, 0, 0, 0, 30]);
    assert!(refused(7, |t| counting_indices(t)));
    assert_eq!(filled(3, |t| condition_with_an_effect(t, 5)), [0, 1, 1]);
    assert!(refused(2, |t| condition_with_an_effect(t, 5)));
    assert_eq!(filled(3, |t| guard_assigns(t, 5)), [0, 0, 1]);
    assert!(refused(3, |t| guard_assigns(t, 100_000)));
    assert!(refused(3, |t| guard_assigns(t, 3)));
    assert!(refused(3, |t| guard_assigns_what_is_matched(t)));
}

#[test]
fn ways_through() {
    assert_eq!(filled(9, |t| chained(t, Some(4)))[8], 1);
    assert!(refused(8, |t| chained(t, Some(4))));
    assert_eq!(filled(8, |t| chained(t, Some(40_000))), [0; 8]);
    assert_eq!(filled(9, |t| or_else(t, 4))[4], 3);
    assert_eq!(filled(9, |t| or_else(t, 8))[8], 100);
    assert!(refused(9, |t| or_else(t, 14)));
    assert_eq!(filled(9, |t| value_of_a_block(t, 4))[4], 1);
    assert_eq!(filled(9, |t| value_of_a_block(t, 14))[0], 1);
    assert!(refused(4, |t| value_of_a_block(t, 4)));
    assert_eq!(filled(5, |t| in_a_list(t, 4)), [0, 0, 0, 1, 0]);
    assert!(refused(4, |t| in_a_list(t, 4)));
    assert!(refused(3, |t| in_a_list(t, 1)));
}

#[test]
fn shapes() {
    let square = Block::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    let mut t = Block::<i32>::from_vec(square.as_slice().to_vec(), [3, 3]).unwrap();
    diagonal(&mut t);
    assert_eq!(t.as_slice(), [1, 2, 3, 5, 5, 6, 9, 8, 9]);
    let mut t = Block::<i32>::zeros([3, 2]);
    assert!(is_refused(|| diagonal(&mut t)));
    let (mut t, s) = (Block::from([0; 5]), Block::from([u128::MAX / 4; 5]));
    of_128_bits(&mut t, &s);
    assert_eq!(t.as_slice(), [u128::MAX / 4 * 3 + 1; 5]);
}
