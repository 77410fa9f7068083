//! Constructors and traits that take what the user says: extents beyond an `i32`, of blocks without size and of places.

use unite::library::Place;
use unite::{Block, kernel};

use super::nothing::Nothing;
use super::{is_refused, written_or_refused};

#[test]
fn blocks_without_size_have_a_limit() {
    assert!(is_refused(|| {
        let _ = Block::<Nothing>::zeros([3_000_000_000]);
    }));
}

/// Where a block is, with extents that no tensor has.
struct Vast<P>(P);

impl<P: Place<1>> Place<1> for Vast<P> {
    fn space(&self) -> unite::space::ReferenceSpace {
        self.0.space()
    }

    fn extents(&self) -> [usize; 1] {
        [3_000_000_000]
    }
}

#[test]
fn places_have_a_limit() {
    let block = Block::<u8>::zeros([4]);
    assert!(block.view().colocate(&Vast(block.view())).is_err());
}

#[kernel]
fn around(t: &mut Tensor<[i32]>, n: i32) {
    for i in 0..n {
        // Conditions over variables of loops and extents, on the edge and past it.
        if i < t.extent(0) && 2 * i - n < t.extent(0) && i + 4 > t.extent(0) {
            t[[i]] = 1;
        }
        if t.extent(0) - i * i > 2 {
            t[[t.extent(0) - i * i - 1]] = 1;
        }
        let i = i + 30;
        if i < t.extent(0) {
            t[[i]] = 1;
        }
    }
    let mut i = n;
    if i < t.extent(0) {
        i += 100_000;
        if i < t.extent(0) {
            t[[i]] = 1;
        }
    }
    let last = t.extent(0);
    for i in (last - 2).min(n).max(0)..last.min(n) {
        t[[i]] = 1;
    }
}

/// The same over a slice, which checks.
fn around_slice(t: &mut [i32], n: i32) {
    let extent = t.len() as i32;
    for i in 0..n {
        if i < extent && 2 * i - n < extent && i + 4 > extent {
            t[i as usize] = 1;
        }
        if extent - i * i > 2 {
            t[(extent - i * i - 1) as usize] = 1;
        }
        let i = i + 30;
        if i < extent {
            t[i as usize] = 1;
        }
    }
    if n < extent && n + 100_000 < extent {
        t[(n + 100_000) as usize] = 1;
    }
    for i in (extent - 2).min(n).max(0)..extent.min(n) {
        t[i as usize] = 1;
    }
}

#[test]
fn conditions_over_variables_and_extents() {
    for n in [-100_000, -1, 0, 3, 7, 37, 38, 39, 40, 41, 100, 20_000] {
        let mut expected = [0; 40];
        around_slice(&mut expected, n);
        let expected: Vec<usize> = (0..40).filter(|i| expected[*i] != 0).collect();
        // What is no sum is checked at entry as if its condition were not there.
        match written_or_refused(|t| around(t, n)) {
            Some(touched) => assert_eq!(touched, expected, "{n}"),
            None => assert!(n > 7, "{n}"),
        }
    }
}
