#![forbid(unsafe_code)]
#![allow(warnings, arithmetic_overflow, unconditional_panic)]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use numbers::*;
use unite::{Block, kernel};

const K: usize = 2;
const FAR: usize = 100_000;
const low: usize = 5;

type Size = usize;
type Number = i32;
/// Not what it is called.
type u16 = u8;
type Wide = i64;

macro_rules! set {
    ($x:ident: $t:ty = $e:expr) => {
        let $x: $t = $e;
    };
}

/// Binds what it is given, and is not that of the standard library.
macro_rules! assert {
    ($x:ident, $e:expr) => {{
        let $x = 3usize;
        $e
    }};
}

/// The same in plain Rust.
macro_rules! assert_plainly {
    ($x:ident, $e:expr) => {{
        let $x = other(3usize);
        $e
    }};
}

fn once() -> i32 {
    5
}

fn near(n: usize) -> usize {
    n % 11
}

/// Eight elements after one another, from a view that may overlap the other.
#[kernel]
fn slide(to: &mut Tensor<[i32]>, from: &Tensor<[i32]>) {
    for i in 0..8 {
        to[[i]] = from[[i]] / 2 + 1;
    }
}

fn slide_plainly(to: Cells<'_>, from: Cells<'_>) {
    for i in 0..8 {
        to.write(i, from.read(i) / 2 + 1);
    }
}

/// What a tensor is in plain Rust: memory, and where index 0 is.
#[derive(Clone, Copy)]
struct Cells<'a>(&'a [Cell<i32>], i128);

impl Cells<'_> {
    fn block() -> Cells<'static> {
        Cells(Box::leak((0..8).map(|_| Cell::new(0)).collect::<Vec<_>>().into_boxed_slice()), 0)
    }

    fn cell(&self, at: i128) -> &Cell<i32> {
        let place = usize::try_from(self.1 + at).ok().filter(|place| *place < self.0.len());
        &self.0[place.unwrap_or_else(|| panic!("outside of the cells"))]
    }

    fn read(self, at: i128) -> i32 {
        self.cell(at).get()
    }

    fn write(self, at: i128, value: i32) {
        self.cell(at).set(value);
    }

    fn part(self, first: i128) -> Self {
        Cells(self.0, self.1 + first)
    }
}

/// The elements behind a call, or what it says.
fn outcome(call: impl FnOnce(&mut Vec<i32>)) -> Result<Vec<i32>, String> {
    let mut elements = (0..12).collect();
    match catch_unwind(AssertUnwindSafe(|| call(&mut elements))) {
        Ok(()) => Ok(elements),
        Err(payload) => Err(match payload.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => payload.downcast_ref::<&str>().map_or(String::new(), |text| text.to_string()),
        }),
    }
}

const NUMBERS: [(usize, i32, u8, i64, usize); 6] = [
    (2, 1, 3, 0, 1),
    (0, 7, 0, 11, 5),
    (11, -2, 255, -1, 0),
    (100_000, 3, 9, 4, 100_000),
    (3, i32::MAX, 1, i64::MAX, 2),
    (usize::MAX, i32::MIN, 4, i64::MIN, 7),
];

type Numbers = (usize, i32, u8, i64, usize);

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut same, mut refused, mut outside) = (0, 0, 0);
    let mut wrong = Vec::new();
    for (number, (kernel, plain)) in ALL.iter().enumerate() {
        for given in NUMBERS {
            let ours = outcome(|elements| {
                let mut t = Block::<i32>::from_vec(elements.clone(), [12]).unwrap();
                kernel(&mut t, given);
                *elements = t.into_memory();
            });
            let theirs = outcome(|elements| {
                let cells: Vec<Cell<i32>> = elements.iter().copied().map(Cell::new).collect();
                plain(Cells(&cells, 0), given);
                *elements = cells.iter().map(Cell::get).collect();
            });
            match (&ours, &theirs) {
                (Err(text), _) if text.contains("outside the block's memory") => wrong.push((number, given, ours, theirs)),
                (Ok(ours), Ok(theirs)) if ours == theirs => same += 1,
                (Ok(_), _) => wrong.push((number, given, ours, theirs)),
                (Err(_), Ok(_)) => refused += 1,
                (Err(_), Err(_)) => outside += 1,
            }
        }
    }
    println!("{} kernels: {same} right, {refused} refused, {outside} refused by both", ALL.len());
    for (number, given, ours, theirs) in &wrong {
        println!("kernel_{number}{given:?}: {ours:?}, in plain Rust {theirs:?}");
    }
    std::assert!(wrong.is_empty(), "{} calls are wrong", wrong.len());
    std::assert!(2 * same >= refused, "hardly anything runs");
}
