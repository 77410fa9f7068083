//! In which order loops run, where somebody tells: operators, indices, methods, conversions and drops of the user's types, sums that are
//! no sums. Loops over ranges run as they are written then.

use std::cell::{Cell, RefCell};
use std::ops::{AddAssign, BitXorAssign, Index};
use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, Dyn, kernel};

use crate::is_refused;

thread_local!(static TOLD: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) });

fn tell(x: i32) -> i32 {
    TOLD.with_borrow_mut(|told| told.push(x));
    x
}

/// A sum that depends on the order.
struct Hash(i32);

impl AddAssign<i32> for Hash {
    fn add_assign(&mut self, x: i32) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(x);
    }
}

impl BitXorAssign<i32> for Hash {
    fn bitxor_assign(&mut self, x: i32) {
        self.add_assign(x);
    }
}

#[kernel]
fn hashed(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) -> i32 {
    let mut hash = Hash(1);
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            hash += t[[y, x]];
        }
    }
    hash.0
}

#[kernel]
fn hashed_by_bits(out: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) -> i32 {
    let mut hash = Hash(1);
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1.0;
            hash ^= t[[y, x]] as i32;
        }
    }
    hash.0
}

#[kernel]
fn hashed_outside(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>, hash: Hash) -> i32 {
    let mut hash = hash;
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            hash += t[[y, x]];
        }
    }
    hash.0
}

#[kernel]
fn spelt(out: &mut Tensor<[[i32]]>, letters: &[&str]) -> String {
    let mut text = String::new();
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            text += letters[(3 * y + x) as usize];
        }
    }
    text
}

/// All elements are integers, the sum is not.
#[kernel]
fn of_floats(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) -> f32 {
    let mut sum = 0.0f32;
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 1;
            sum += t[[y, x]] as f32;
        }
    }
    sum
}

fn numbers() -> Block<Dyn<Dyn<i32>>> {
    Block::<i32>::from_vec((0..6).collect(), [2, 3]).unwrap()
}

/// The numbers of the elements, as they are run through.
const ORDER: [i32; 6] = [0, 3, 1, 4, 2, 5];

#[test]
fn sums_that_are_none() {
    let t = numbers();
    let mut expected = Hash(1);
    ORDER.iter().for_each(|x| expected += *x);
    assert_eq!(hashed(&mut numbers(), &t), expected.0);
    assert_eq!(hashed_outside(&mut numbers(), &t, Hash(1)), expected.0);
    let floats = || Block::<f32>::from_vec((0..6u8).map(f32::from).collect(), [2, 3]).unwrap();
    assert_eq!(hashed_by_bits(&mut floats(), &floats()), expected.0);
    assert_eq!(spelt(&mut numbers(), &["a", "b", "c", "d", "e", "f"]), "adbecf");
    // Which of these numbers comes first decides what is rounded away.
    let t = Block::<i32>::from_vec(vec![1 << 25, 1 - (1 << 25), 0, 1, 0, 0], [2, 3]).unwrap();
    let sum = ORDER.iter().fold(0.0f32, |sum, k| sum + t.as_slice()[*k as usize] as f32);
    assert_eq!(of_floats(&mut numbers(), &t), sum);
}

struct Tick(i32);

impl From<i32> for Tick {
    fn from(x: i32) -> Tick {
        Tick(tell(x))
    }
}

/// Tells when it is dropped.
struct Late(i32);

impl Drop for Late {
    fn drop(&mut self) {
        tell(self.0);
    }
}

struct LateByName {
    at: i32,
}

impl Drop for LateByName {
    fn drop(&mut self) {
        tell(self.at);
    }
}

/// A row that tells what it is asked for.
struct Row;

impl Index<usize> for Row {
    type Output = i32;

    fn index(&self, at: usize) -> &i32 {
        tell(at as i32);
        &7
    }
}

impl Row {
    fn max(&self, x: i32) -> i32 {
        tell(x)
    }
}

#[allow(non_snake_case)]
fn Function(x: i32) -> i32 {
    tell(x)
}

#[kernel]
fn converted(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = Tick::from(t[[y, x]]).0;
        }
    }
}

#[kernel]
fn by_a_function(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = Function(t[[y, x]]);
        }
    }
}

#[kernel]
fn dropped(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            let _late = Late(t[[y, x]]);
            out[[y, x]] = 1;
        }
    }
}

#[kernel]
fn dropped_by_fields(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            let _late = LateByName { at: t[[y, x]] };
            out[[y, x]] = 1;
        }
    }
}

#[kernel]
fn asked(out: &mut Tensor<[[i32]]>, row: &Row) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = row[(3 * y + x) as usize];
        }
    }
}

#[kernel]
fn asked_by_name(out: &mut Tensor<[[i32]]>) {
    let row = &Row;
    let named = row;
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = named[(3 * y + x) as usize];
        }
    }
}

#[kernel]
fn by_a_method(out: &mut Tensor<[[i32]]>, row: &Row) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = row.max(3 * y + x);
        }
    }
}

macro_rules! assert_told {
    ($x:expr) => {
        tell($x)
    };
}

#[kernel]
fn by_a_macro(out: &mut Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            assert_told!(3 * y + x);
            out[[y, x]] = 1;
        }
    }
}

/// The order is the same for the indices of a tensor: row by row, whichever lies in the memory.
#[kernel]
fn of_all_indices(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for [y, x] in out.indices() {
        let _late = Late(t[[y, x]]);
        out[[y, x]] = 1;
    }
}

#[test]
fn values_that_tell() {
    type Call<'c> = &'c dyn Fn(&mut Block<Dyn<Dyn<i32>>>);
    let told = |call: Call<'_>| {
        TOLD.take();
        call(&mut numbers());
        TOLD.take()
    };
    let t = &numbers();
    assert_eq!(told(&|out| converted(out, t)), ORDER);
    assert_eq!(told(&|out| by_a_function(out, t)), ORDER);
    assert_eq!(told(&|out| dropped(out, t)), ORDER);
    assert_eq!(told(&|out| dropped_by_fields(out, t)), ORDER);
    assert_eq!(told(&|out| asked(out, &Row)), ORDER);
    assert_eq!(told(&|out| asked_by_name(out)), ORDER);
    assert_eq!(told(&|out| by_a_method(out, &Row)), ORDER);
    assert_eq!(told(&|out| by_a_macro(out)), ORDER);
    let turned = Block::<i32>::zeros([2, 3]).with_permutation([1, 0]).unwrap();
    TOLD.take();
    of_all_indices(&mut turned.clone(), t);
    assert_eq!(TOLD.take(), [0, 1, 2, 3, 4, 5]);
}

/// What a loop leaves behind is what its last pass did.
#[kernel]
fn last_pass(out: &mut Tensor<[[i32]]>, kept: &mut (i32, i32), cell: &Cell<i32>) -> i32 {
    let mut seen = 0;
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = cell.replace(3 * y + x);
        }
    }
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] += 1;
            kept.0 = 3 * y + x;
        }
    }
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] += match y {
                seen => seen - y,
            };
            seen = 3 * y + x;
        }
    }
    seen
}

/// Ranges of several types, whose first numbers are not 0, in any order.
#[kernel]
fn of_three(out: &mut Tensor<[[[i32]]]>, a: i32, b: u8, c: u64) {
    for x in 0..a {
        for y in 1..b {
            for z in 2..c {
                out[[z, y, x]] = x as i32 + 10 * y as i32 + 100 * z as i32;
            }
        }
    }
}

#[kernel]
fn of_two_of_three(out: &mut Tensor<[[[i32]]]>, a: i32, b: u8, c: u64) {
    for y in 1..b {
        for x in 0..a {
            for z in 2..c {
                out[[z, y, x]] = x as i32 + 10 * y as i32 + 100 * z as i32;
            }
        }
    }
}

/// What stands in one loop reads what another pass of it writes.
#[kernel]
fn first_column(out: &mut Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) - 1 {
            out[[y, x]] = out[[y + 1, 0]] + 1;
        }
    }
}

/// A pass that panics: nobody says how many others ran before it, but none that is not there.
#[kernel]
fn divided(out: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>) {
    for x in 0..out.extent(1) {
        for y in 0..out.extent(0) {
            out[[y, x]] = 60 / t[[y, x]];
        }
    }
}

#[test]
fn loops_that_change_places() {
    let (mut out, mut kept) = (numbers(), (0, 0));
    assert_eq!(last_pass(&mut out, &mut kept, &Cell::new(-1)), 5);
    assert_eq!((out.as_slice(), kept), ([0, 4, 5, 1, 2, 3].as_slice(), (5, 0)));
    let expected = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 210, 211, 220, 221, 0, 0, 310, 311, 320, 321];
    for call in [|t: &mut _| of_three(t, 2, 3, 4), |t: &mut _| of_two_of_three(t, 2, 3, 4)] {
        let mut out = Block::<i32>::zeros([4, 3, 2]);
        call(&mut out);
        assert_eq!(out.as_slice(), expected);
    }
    for (a, b, c) in [(3, 3, 4), (2, 4, 4), (2, 3, 5), (2, 3, u64::MAX), (i32::MAX, 3, 4), (2, 255, 4)] {
        assert!(is_refused(|| of_three(&mut Block::<i32>::zeros([4, 3, 2]), a, b, c)), "{a} {b} {c}");
        assert!(is_refused(|| of_two_of_three(&mut Block::<i32>::zeros([4, 3, 2]), a, b, c)), "{a} {b} {c}");
    }
    let mut out = numbers();
    first_column(&mut out);
    assert_eq!(out.as_slice(), [4, 4, 4, 3, 4, 5]);
    let (mut out, t) = (numbers(), Block::<i32>::from_vec(vec![1, 2, 3, 0, 5, 6], [2, 3]).unwrap());
    assert!(catch_unwind(AssertUnwindSafe(|| divided(&mut out, &t))).is_err());
    let allowed = |k: usize| t.as_slice()[k] != 0 && out.as_slice()[k] == 60 / t.as_slice()[k];
    assert!((0..6).all(|k| out.as_slice()[k] == k as i32 || allowed(k)));
}

/// Two passes at once, of which one knows that it is even.
#[kernel]
fn by_turns(out: &mut Tensor<[i32]>, from: i32, to: i32) {
    for x in from..to {
        if x % 2 == 0 {
            out[[x]] = tell(x);
        } else {
            out[[x]] = -tell(x);
        }
    }
}

#[kernel]
fn by_turns_of_bytes(out: &mut Tensor<[i32]>, from: u8, to: u8) {
    for x in from..to {
        if 1 & x == 0 {
            out[[x]] = i32::from(x) + 1;
        } else {
            out[[x]] = -i32::from(x);
        }
    }
}

#[kernel]
fn left_by_turns(out: &mut Tensor<[i32]>, from: usize, to: usize) -> Option<i32> {
    'all: {
        for x in from..to {
            out[[x]] = if x & 1 == 1 { 1 } else { 2 };
            if x == 7 {
                break 'all;
            }
            (x != 9).then_some(())?;
        }
        return Some(1);
    }
    Some(2)
}

#[test]
fn turns() {
    let out = || Block::<i32>::zeros([12]);
    for (from, to) in [(0, 12), (1, 12), (0, 11), (3, 4), (4, 5), (5, 5), (6, 2), (7, 2), (7, 0)] {
        let mut t = out();
        TOLD.take();
        by_turns(&mut t, from, to);
        assert_eq!(TOLD.take(), (from..to).collect::<Vec<_>>());
        let expected: Vec<i32> = (0..12)
            .map(|x| {
                if !(from..to).contains(&x) {
                    0
                } else if x % 2 == 0 {
                    x
                } else {
                    -x
                }
            })
            .collect();
        assert_eq!(t.as_slice(), expected);
        let mut t = out();
        by_turns_of_bytes(&mut t, from as u8, to as u8);
        let expected: Vec<i32> = (0..12)
            .map(|x| {
                if !(from..to).contains(&x) {
                    0
                } else if x % 2 == 0 {
                    x + 1
                } else {
                    -x
                }
            })
            .collect();
        assert_eq!(t.as_slice(), expected);
    }
    for (from, to) in [(-1, 3), (0, 13), (i32::MIN, 3), (i32::MIN, i32::MAX), (11, i32::MAX)] {
        assert!(is_refused(|| by_turns(&mut out(), from, to)), "{from} {to}");
    }
    by_turns(&mut out(), i32::MAX, i32::MIN);
    assert!(is_refused(|| by_turns_of_bytes(&mut out(), 0, 255)));
    by_turns_of_bytes(&mut out(), 255, 0);
    let left = |from, to| {
        let mut t = out();
        (left_by_turns(&mut t, from, to), t.as_slice().iter().filter(|x| **x != 0).count())
    };
    assert_eq!(left(0, 6), (Some(1), 6));
    assert_eq!(left(0, 12), (Some(2), 8));
    assert_eq!(left(8, 12), (None, 2));
}
