//! Constructors and traits that take what the user says: extents beyond an `i32`, of blocks without size and of places, places of
//! another rank and those that change, constants on the type of a kernel.

use std::cell::Cell;

use unite::library::{Place, ViewError};
use unite::space::ReferenceSpace;
use unite::staged::Reach;
use unite::{Block, kernel};

use super::nothing::Nothing;
use super::{block, is_refused, written, written_or_refused};

#[test]
fn blocks_without_size_have_a_limit() {
    assert!(is_refused(|| {
        let _ = Block::<Nothing>::zeros([3_000_000_000]);
    }));
}

/// Where a block is, with extents that no tensor has.
struct Vast<P>(P);

impl<P: Place<1>> Place<1> for Vast<P> {
    fn space(&self) -> ReferenceSpace {
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

/// Where a tensor of two axes is, in a space of one.
struct Flat;

impl Place<2> for Flat {
    fn space(&self) -> ReferenceSpace {
        flat()
    }

    fn extents(&self) -> [usize; 2] {
        [64, 64]
    }
}

/// A space of one axis in a universe of two.
fn flat() -> ReferenceSpace {
    ReferenceSpace::universe(2).child(&[0], &[0, 0], &[1], &[1]).expect("a space")
}

/// What says something else each time: first the truth, then a space of one axis, or other extents.
struct Changing {
    spaces: Cell<usize>,
    extents: Cell<usize>,
}

impl Changing {
    fn new() -> Self {
        Changing { spaces: Cell::new(0), extents: Cell::new(0) }
    }
}

impl Place<2> for Changing {
    fn space(&self) -> ReferenceSpace {
        match self.spaces.replace(self.spaces.get() + 1) {
            0 => ReferenceSpace::universe(2),
            _ => flat(),
        }
    }

    fn extents(&self) -> [usize; 2] {
        match self.extents.replace(self.extents.get() + 1) {
            0 => [64, 64],
            _ => [100_000, 1],
        }
    }
}

#[kernel]
fn seen_there(t: &mut Tensor<[[i32]]>, u: &Tensor<[[i32]]>) {
    let v = t[u];
    for y in 0..u.extent(0) {
        for x in 0..u.extent(1) {
            v[[y, x]] = 7;
        }
    }
}

#[test]
fn places_of_another_rank_are_none() {
    let block = Block::<i32>::zeros([64, 64]);
    for error in [
        block.view().colocate(&Flat).map(|_| ()),
        block.view().region_of(&Flat).map(|_| ()),
        block.view().coverage([0, 0], &Flat).map(|_| ()),
    ] {
        let said = error.expect_err("a space of one axis").to_string();
        assert!(said.contains("extents"), "{said}");
    }
}

#[test]
fn places_are_asked_once() -> Result<(), ViewError> {
    let (mut t, u) = (Block::<i32>::zeros([64, 64]), Block::<i32>::zeros([64, 64]));
    let there = u.view().colocate(&Changing::new())?;
    assert_eq!((there.space().rank(), there.extents()), (2, [64, 64]));
    let there = there.partition([0..64, 0..64])?;
    seen_there(&mut t, &there.tensor()?);
    assert!(t.as_slice().iter().all(|element| *element == 7));
    let copy = u.view().colocate(&Changing::new())?.to_block()?;
    seen_there(&mut t, &copy);
    assert_eq!(u.view().region_of(&Changing::new())?.extents(), [64, 64]);
    assert_eq!(u.view().coverage([3, 4], &Changing::new())?.extents(), [1, 1]);
    Ok(())
}

/// Touches its tensors by a number; a footprint that is not that of its own says otherwise.
#[kernel]
fn by_a_number(a: &Tensor<[i32]>, b: &Tensor<[i32]>, t: &mut Tensor<[i32]>, n: usize) {
    t[[n]] = a[[n]] + b[[n]] + 1;
}

impl by_a_number {
    pub const LOCATED: Option<&'static [Reach]> = Some(&[Reach::NONE; 12]);
}

#[kernel]
fn calls_by_a_number(u: &Tensor<[i32]>, t: &mut Tensor<[i32]>, n: usize) {
    by_a_number(&u[[0..4]], &u[[2..6]], &mut t, n);
}

/// The same of all types.
#[allow(dead_code)]
trait Located {
    const LOCATED: Option<&'static [Reach]> = Some(&[Reach::NONE; 12]);
    const FOOTPRINT: Option<[Reach; 3]> = Some([Reach::NONE; 3]);
}

impl<T: ?Sized> Located for T {}

#[kernel]
fn beside_a_trait(a: &Tensor<[i32]>, b: &Tensor<[i32]>, t: &mut Tensor<[i32]>, n: usize) {
    t[[n]] = a[[n]] + b[[n]] + 1;
}

#[kernel]
fn calls_beside_a_trait(u: &Tensor<[i32]>, t: &mut Tensor<[i32]>, n: usize) {
    beside_a_trait(&u[[0..4]], &u[[2..6]], &mut t, n);
}

#[test]
fn what_a_kernel_touches_is_said_by_the_attribute() {
    let u = block(40);
    assert!(by_a_number::LOCATED.is_some());
    let calls: [fn(&_, &mut _, usize); 2] = [calls_by_a_number, calls_beside_a_trait];
    for call in calls {
        assert_eq!(written(|t| call(&u, t, 3)), [3]);
        assert!(is_refused(|| call(&u, &mut block(40), 100_000_000)));
    }
}
