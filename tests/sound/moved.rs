//! Loops over ranges that change places, or might: their ranges say the same in any order only where they have no names of each other
//! and do not panic; and what reads, writes or calls functions of the user's is told the order.

use std::cell::RefCell;
use std::ops::Add;

use unite::{Block, Dyn, Elem, kernel};

use crate::is_refused;

/// The range of the outer loop has a name that the inner one binds.
#[kernel]
fn name_of_the_inner(out: &mut Tensor<[[i32]]>, y: i32) {
    for x in 0..y {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1 + x + 10 * y;
        }
    }
}

#[kernel]
fn name_of_the_innermost(out: &mut Tensor<[[[i32]]]>, y: i32, z: i32) {
    for x in 0..z {
        for y in 0..y {
            for z in 0..out.extent(0) {
                out[[z, y, x]] = 1 + x + 10 * y + 100 * z;
            }
        }
    }
}

/// Lanes run along the outer loop here.
#[kernel]
fn name_of_the_lanes(out: &mut Tensor<[[i32]]>, y: i32) {
    for x in 0..y {
        for y in 1..out.extent(0) {
            out[[y, x]] += out[[y - 1, x]] + 1;
        }
    }
}

#[kernel]
fn raw_name(out: &mut Tensor<[[i32]]>, r#y: i32) {
    for x in 0..r#y {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1 + x + 10 * y;
        }
    }
}

type Call<'c> = &'c dyn Fn(&mut Block<Dyn<Dyn<i32>>>);

#[test]
fn names_of_ranges() {
    for n in 0..=5 {
        let places = |height: usize, each: fn(usize, usize) -> i32| -> Vec<i32> {
            let value = |k: usize| if k % 5 < n { each(k / 5, k % 5) } else { 0 };
            (0..5 * height).map(value).collect()
        };
        let called = |call: Call<'_>| {
            let mut out = Block::<i32>::zeros([3, 5]);
            call(&mut out);
            out.as_slice().to_vec()
        };
        let expected = places(3, |y, x| 1 + x as i32 + 10 * y as i32);
        assert_eq!(called(&|out| name_of_the_inner(out, n as i32)), expected);
        assert_eq!(called(&|out| raw_name(out, n as i32)), expected);
        assert_eq!(called(&|out| name_of_the_lanes(out, n as i32)), places(3, |y, _| y as i32));
        let mut out = Block::<i32>::zeros([3, 2, 5]);
        name_of_the_innermost(&mut out, 2, n as i32);
        let expected = places(6, |k, x| 1 + x as i32 + 10 * (k as i32 % 2) + 100 * (k as i32 / 2));
        assert_eq!(out.as_slice(), expected);
    }
    let out = || Block::<i32>::zeros([3, 5]);
    for n in [6, i32::MAX] {
        assert!(is_refused(|| name_of_the_inner(&mut out(), n)), "{n}");
        assert!(is_refused(|| raw_name(&mut out(), n)), "{n}");
        assert!(is_refused(|| name_of_the_lanes(&mut out(), n)), "{n}");
    }
    for n in [-1, i32::MIN] {
        name_of_the_inner(&mut out(), n);
        raw_name(&mut out(), n);
        name_of_the_lanes(&mut out(), n);
    }
}

/// Where the outer loop has no pass, nobody asks how long the inner one is.
#[kernel]
fn never_asked(out: &mut Tensor<[[i32]]>, a: i32, b: u8) {
    for x in 0..a {
        for y in 0..b + 1 {
            out[[y, x]] = 1;
        }
    }
}

#[kernel]
fn never_asked_by_lanes(out: &mut Tensor<[[i32]]>, a: i32, b: u8) {
    for x in 0..a {
        for y in 1..b + 1 {
            out[[y, x]] += out[[y - 1, x]] + 1;
        }
    }
}

#[test]
fn ranges_that_panic() {
    let out = || Block::<i32>::zeros([3, 5]);
    for call in [never_asked as fn(&mut Block<Dyn<Dyn<i32>>>, i32, u8), never_asked_by_lanes] {
        for a in [0, -1, i32::MIN] {
            call(&mut out(), a, 255);
        }
        call(&mut out(), 5, 2);
        assert!(is_refused(|| call(&mut out(), 5, 3)));
        assert!(is_refused(|| call(&mut out(), 6, 2)));
    }
}

thread_local!(static TOLD: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) });

fn tell(x: i32) -> i32 {
    TOLD.with_borrow_mut(|told| told.push(x));
    x
}

/// Tells where it is added, and where it is read.
#[derive(Clone, Copy, Default)]
struct Loud(i32);

impl Elem for Loud {
    type Wide = Loud;

    fn widen(self) -> Loud {
        Loud(tell(self.0))
    }

    fn narrow(wide: Loud) -> Loud {
        wide
    }
}

impl Add for Loud {
    type Output = Loud;

    fn add(self, other: Loud) -> Loud {
        Loud(tell(self.0) + other.0)
    }
}

/// Tells where it is written.
#[derive(Clone, Copy, Default)]
struct Kept(i32);

impl Elem for Kept {
    type Wide = i32;

    fn widen(self) -> i32 {
        self.0
    }

    fn narrow(wide: i32) -> Kept {
        Kept(tell(wide))
    }
}

#[kernel]
fn of_loud_elements(out: &mut Tensor<[[Loud]]>, t: &Tensor<[[Loud]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = t[[y, x]] + t[[y, x]];
        }
    }
}

#[kernel]
fn of_kept_elements(out: &mut Tensor<[[Kept]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = t[[y, x]];
        }
    }
}

/// Methods of the user's on numbers, which are found before those that take a reference.
trait Telling: Sized {
    fn len(self) -> i32;
    fn clone(self) -> i32;
    fn contains(&mut self, x: i32) -> bool;
}

impl Telling for i32 {
    fn len(self) -> i32 {
        tell(self)
    }

    fn clone(self) -> i32 {
        tell(self)
    }

    fn contains(&mut self, x: i32) -> bool {
        *self = 77;
        tell(x) >= 0
    }
}

#[kernel]
fn by_its_length(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = t[[y, x]].len();
        }
    }
}

#[kernel]
fn by_a_clone(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = t[[y, x]].clone();
        }
    }
}

/// What it changes is a copy of the element.
#[kernel]
fn by_what_it_contains(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = t[[y, x]].contains(3 * y + x) as i32;
        }
    }
}

/// An index, a bound and a condition of it: each is what it was when it was asked.
#[kernel]
fn as_a_number(out: &mut Tensor<[i32]>, n: i32) {
    for i in 0..n.len() {
        if i < n.len() {
            out[[i + n.len()]] = 1;
        }
    }
}

fn numbers() -> Block<Dyn<Dyn<i32>>> {
    Block::<i32>::from_vec((0..6).collect(), [2, 3]).unwrap()
}

/// The numbers of the elements, column by column.
const ORDER: [i32; 6] = [0, 3, 1, 4, 2, 5];

#[test]
fn elements_and_methods_that_tell() {
    let told = |call: &dyn Fn()| {
        TOLD.take();
        call();
        TOLD.take()
    };
    let t = numbers();
    let thrice: Vec<i32> = ORDER.into_iter().flat_map(|x| [x; 3]).collect();
    let loud = Block::<Loud>::from_vec((0..6).map(Loud).collect(), [2, 3]).unwrap();
    assert_eq!(told(&|| of_loud_elements(&mut Block::<Loud>::zeros([2, 3]), &loud)), thrice);
    assert_eq!(told(&|| of_kept_elements(&mut Block::<Kept>::zeros([2, 3]), &t)), ORDER);
    assert_eq!(told(&|| by_its_length(&mut numbers(), &t)), ORDER);
    assert_eq!(told(&|| by_a_clone(&mut numbers(), &t)), ORDER);
    assert_eq!(told(&|| by_what_it_contains(&mut numbers(), &t)), ORDER);
    assert_eq!(t.as_slice(), [0, 1, 2, 3, 4, 5]);
    let mut out = Block::<i32>::zeros([6]);
    as_a_number(&mut out, 3);
    assert_eq!(out.as_slice(), [0, 0, 0, 1, 1, 1]);
    assert!(is_refused(|| as_a_number(&mut Block::<i32>::zeros([6]), 4)));
}

type Real = f32;

/// Nothing says that these sums are not of integers but a name of another place, or nothing at all.
#[kernel]
fn of_an_alias(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) -> i32 {
    let mut sum = 0 as Real;
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            sum += t[[y, x]] as Real;
        }
    }
    sum as i32
}

#[kernel]
fn of_what_is_returned(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) -> Real {
    let mut sum = (t[[0, 0]] as i16 - t[[0, 0]] as i16).into();
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            sum += t[[y, x]] as Real;
        }
    }
    sum
}

#[test]
fn sums_of_no_integers() {
    // Which of these numbers comes first decides what is rounded away.
    let t = Block::<i32>::from_vec(vec![1 << 25, 1 - (1 << 25), 0, 1, 0, 0], [2, 3]).unwrap();
    let sum = ORDER.iter().fold(0.0f32, |sum, k| sum + t.as_slice()[*k as usize] as f32);
    assert_eq!(of_an_alias(&mut numbers(), &t), sum as i32);
    assert_eq!(of_what_is_returned(&mut numbers(), &t), sum);
}
