//! What has another value each time that it is asked.

#![allow(unused_assignments)]

use std::cell::Cell;
use std::ops::{Deref, Index};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use unite::{Block, kernel};

use crate::{block, is_refused, refusal, written, written_or_refused};

/// 0 and 100000 in turn.
#[derive(Default)]
struct Flip(Cell<bool>);

impl Flip {
    fn next(&self) -> usize {
        self.0.set(!self.0.get());
        *self.deref_now()
    }

    fn deref_now(&self) -> &'static usize {
        if self.0.get() { &0 } else { &100_000 }
    }
}

impl Index<usize> for Flip {
    type Output = usize;

    fn index(&self, _: usize) -> &usize {
        self.0.set(!self.0.get());
        self.deref_now()
    }
}

impl Deref for Flip {
    type Target = usize;

    fn deref(&self) -> &usize {
        self.0.set(!self.0.get());
        self.deref_now()
    }
}

#[kernel]
fn asked_once(t: &mut Tensor<[i32]>, flip: &Flip) {
    t[[flip.next()]] = 1;
}

#[kernel]
fn added_once(t: &mut Tensor<[i32]>, flip: &Flip) {
    t[[flip.next()]] += 1;
}

#[kernel]
fn asked_again(t: &mut Tensor<[i32]>, flip: &Flip) {
    if flip.next() < 4 {
        t[[flip.next()]] = 1;
    }
}

#[kernel]
fn looked_up(t: &mut Tensor<[i32]>, flip: &Flip) {
    if flip[0] < 4 {
        t[[flip[0]]] = 1;
    }
}

#[kernel]
fn dereferenced(t: &mut Tensor<[i32]>, flip: &Flip) {
    if **flip < 4 {
        t[[**flip]] = 1;
    }
}

#[kernel]
fn counted(t: &mut Tensor<[i32]>, flip: &Flip) {
    flip.next();
    for i in flip.next()..flip.next() {
        t[[i]] = 1;
    }
}

#[kernel]
fn viewed(t: &mut Tensor<[i32]>, flip: &Flip) {
    let v = t[[flip.next()..flip.next() + 2]];
    for [i] in v.indices() {
        v[[i]] = 1;
    }
}

#[kernel]
fn sized(t: &mut Tensor<[i32]>, flip: &Flip) {
    flip.next();
    let b = Block::<i32>::zeros([flip.next() + 2]);
    for [i] in b.indices() {
        b[[i]] = 1;
    }
    t[[0]] = b[[b.extent(0) - 1]];
}

#[kernel]
fn right_side_first(t: &mut Tensor<[i32]>) {
    let mut x = 0usize;
    t[[x]] = {
        x = 100_000;
        1
    };
    t[[x]] = 1;
}

#[kernel]
fn right_side_added(t: &mut Tensor<[i32]>, n: &Cell<usize>) {
    t[[n.get()]] += {
        n.set(100_000);
        1
    };
}

#[kernel]
fn through_a_reference(t: &mut Tensor<[i32]>) {
    let mut n = 2usize;
    if n < 4 {
        let r = &mut n;
        *r = 100_000;
        t[[n]] = 1;
    }
}

#[kernel]
fn through_a_closure(t: &mut Tensor<[i32]>) {
    let mut n = 2usize;
    let mut more = || n += 50_000;
    more();
    more();
    t[[n]] = 1;
}

#[kernel]
fn changed_in_condition(t: &mut Tensor<[i32]>) {
    let mut n = 0usize;
    while n < 4 && {
        n += 100_000;
        true
    } {
        t[[n]] = 1;
    }
}

#[kernel]
fn changed_by_argument(t: &mut Tensor<[i32]>) {
    let mut n = 0usize;
    set(&mut t[[n..n + 2]], {
        n += 100_000;
        n
    });
    set(&mut t[[n..n + 2]], n);
}

#[kernel]
fn set(t: &mut Tensor<[i32]>, n: usize) {
    t[[n % 2]] = 1;
}

#[kernel]
fn shared(t: &mut Tensor<[i32]>, at: &AtomicUsize) {
    if at.load(Ordering::Relaxed) < 4 {
        t[[at.load(Ordering::Relaxed)]] += 1;
    }
    let n = at.load(Ordering::Relaxed);
    if n < 4 {
        t[[n]] += 1;
    }
}

#[kernel]
fn own_index(t: &mut Tensor<[i32]>, flip: &Flip, table: &Tensor<[usize; 2]>) {
    let n = flip[0];
    t[[table[[n]]]] = 1;
}

#[kernel]
fn constant_outside(out: &mut Tensor<[i32; 4]>, t: &Tensor<[i32]>, flip: &Flip) {
    let p = t.with_boundary(Boundary::Constant(flip.next() as i32));
    out[[!i]] = p[[!i - 2]];
}

#[kernel]
fn element_of_element(t: &mut Tensor<[i32]>, at: &Tensor<[i32]>) {
    for i in 0..4 {
        if at[[i]] < 4 {
            t[[at[[i]]]] += 1;
        }
    }
}

#[test]
fn calls_in_indices_are_made_once() {
    assert_eq!(written(|t| asked_once(t, &Flip::default())), [0]);
    assert_eq!(written(|t| added_once(t, &Flip::default())), [0]);
    assert!(is_refused(|| asked_again(&mut block(8), &Flip::default())));
    assert!(is_refused(|| looked_up(&mut block(8), &Flip::default())));
    assert!(is_refused(|| dereferenced(&mut block(8), &Flip::default())));
    assert!(is_refused(|| own_index(&mut block(8), &Flip(Cell::new(true)), &Block::stack())));
}

#[test]
fn bounds_are_asked_once() {
    assert!(written_or_refused(|t| counted(t, &Flip::default())).is_none_or(|places| places.is_empty()));
    assert!(written_or_refused(|t| viewed(t, &Flip::default())).is_none());
    let flip = Flip(Cell::new(false));
    assert!(refusal(|| sized(&mut block(8), &flip)).is_none());
    let t = Block::<i32>::from_vec(vec![1, 2, 3], [3]).unwrap();
    let mut out = Block::<[i32; 4]>::stack();
    if refusal(|| constant_outside(&mut out, &t, &Flip::default())).is_none() {
        assert_eq!(out.as_slice()[2..], [1, 2]);
    }
}

#[test]
fn variables_change() {
    assert!(is_refused(|| right_side_first(&mut block(8))));
    let places = written_or_refused(|t| right_side_added(t, &Cell::new(0)));
    assert!(places.is_none_or(|places| places == [0]));
    assert!(is_refused(|| through_a_reference(&mut block(8))));
    assert!(is_refused(|| through_a_closure(&mut block(8))));
    assert!(is_refused(|| changed_in_condition(&mut block(8))));
    assert!(is_refused(|| changed_by_argument(&mut block(8))));
    let at = Block::<i32>::from_vec(vec![3, 100_000, -1, 3], [4]).unwrap();
    assert!(is_refused(|| element_of_element(&mut block(8), &at)));
    let at = Block::<i32>::from_vec(vec![3, 100_000, 1, 3], [4]).unwrap();
    assert_eq!(written(|t| element_of_element(t, &at)), [1, 3]);
}

#[test]
fn another_thread_changes_what_is_asked() {
    let (at, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let rounds = if cfg!(miri) { 40 } else { 4000 };
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                at.store(100_000, Ordering::Relaxed);
                std::thread::yield_now();
                at.store(2, Ordering::Relaxed);
                std::thread::yield_now();
            }
        });
        for _ in 0..rounds {
            let mut t = block(40);
            let hook = refusal(|| shared(&mut t, &at));
            assert!(hook.is_none_or(|text| text.contains("100000")));
            assert!((0..40).all(|i| i == 2 || i == 0 || t.as_slice()[i] == 0));
        }
        over.store(true, Ordering::Relaxed);
    });
}
