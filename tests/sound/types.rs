//! Integers of every type, and types, traits and constants that are not what they are called.

#![allow(unused_variables, clippy::wrong_self_convention)]

use unite::{Block, kernel};

use crate::{block, is_refused, written, written_or_refused};

mod without_prelude {
    #![no_implicit_prelude]

    use ::unite::kernel;

    /// Methods of ranges that are not those of iterators. Generated code calls none of them.
    #[expect(dead_code)]
    pub trait Turned {
        fn rev(self) -> ::core::ops::Range<usize>;
        fn step_by(self, by: usize) -> ::core::ops::Range<usize>;
    }

    impl Turned for ::core::ops::Range<usize> {
        fn rev(self) -> ::core::ops::Range<usize> {
            100_000..100_004
        }

        fn step_by(self, _: usize) -> ::core::ops::Range<usize> {
            100_000..100_004
        }
    }

    #[kernel]
    pub fn turned(t: &mut Tensor<[i32]>, n: usize) {
        for i in (0..n).rev() {
            t[[i]] = 1;
        }
    }

    #[kernel]
    pub fn stepped(t: &mut Tensor<[i32]>, n: usize) {
        for i in (0..n).step_by(2) {
            t[[i]] = 1;
        }
    }

    #[kernel]
    fn first(t: &mut Tensor<[i32]>) {
        t[[0]] = 1;
    }

    /// What is called in a loop is asked ahead in one like it.
    #[kernel]
    pub fn called(t: &mut Tensor<[i32]>, n: usize) {
        for i in (0..n).step_by(2) {
            first(&mut t[[i..i + 1]]);
        }
    }

    #[kernel]
    pub fn literal(t: &mut Tensor<[i32; 8]>) {
        for i in (0usize..8).rev() {
            t[[i]] = 1;
        }
    }

    /// Of numbers that are not those of `Ord`.
    pub trait Least {
        fn min(self, _: Self) -> Self;
    }

    impl Least for usize {
        fn min(self, _: usize) -> usize {
            100_000
        }
    }

    #[kernel]
    pub fn least(t: &mut Tensor<[i32]>, n: usize) {
        let m = n.min(3);
        if n.min(3) >= 50_000 {
            t[[m]] = 1;
        }
        t[[n.min(3)]] = 1;
        for i in 0..n.min(3) {
            t[[i]] = 1;
        }
    }
}

mod by_value {
    use unite::kernel;

    /// Methods that the compiler finds before those that borrow. Generated code calls none of them.
    #[expect(dead_code)]
    pub trait Lenient: Sized {
        fn require(self, _: &str, _: &str, _: usize, _: isize, _: isize) {}
        fn within(
            self,
            _: &str,
            _: &str,
            _: usize,
            _: isize,
            _: isize,
        ) -> Result<(), ::unite::staged::FootprintError> {
            Ok(())
        }
        fn extent(self, _: usize) -> isize {
            100_000
        }
        fn stride(self, _: usize) -> isize {
            100_000
        }
        fn origin(self, _: usize) -> isize {
            100_000
        }
        fn lo(self, _: usize) -> isize {
            -100_000
        }
        fn hi(self, _: usize) -> isize {
            100_000
        }
        fn distance_to(self, _: usize, _: isize) -> isize {
            100_000
        }
        fn is_located(self, _: usize) -> Result<(), ::unite::staged::Fault> {
            Ok(())
        }
        fn carrier(self) -> Self {
            self
        }
    }

    /// The same for what is not copied.
    #[expect(dead_code)]
    pub trait Careless: Sized {
        fn is_err(self) -> bool {
            false
        }
        fn contains<T>(self, _: T) -> bool {
            true
        }
        fn fits(self) -> bool {
            true
        }
    }

    impl<T: Copy> Lenient for T {}
    impl<T> Careless for T {}

    #[kernel]
    pub fn required(t: &mut Tensor<[i32]>, all: &[usize]) {
        for i in all {
            t[[*i]] = 1;
        }
    }

    #[kernel]
    pub fn edges(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, n: i32) {
        let p = t.with_boundary(Boundary::Clamp);
        for [i] in out.indices() {
            out[[i]] = p[[i + n]];
        }
        let b = t.to_block();
        for [i] in b.indices() {
            out[[i]] += b[[i]];
        }
    }

    #[kernel]
    pub fn rows(t: &mut Tensor<[[i32]]>, n: usize) {
        let v = t[[n..n + 2, ..]].permute([1, 0]);
        for [x, y] in v.indices() {
            v[[x, y]] = 1;
        }
        set(&mut v[[.., n]], n);
    }

    #[kernel]
    pub fn set(t: &mut Tensor<[i32]>, n: usize) {
        t[[n]] = 2;
    }
}

#[kernel]
fn boolean(t: &mut Tensor<[i32]>, b: bool) {
    t[[b]] = 1;
    t[[2 * (b as i32) + 4]] = 1;
}

#[kernel]
fn counts_widely(t: &mut Tensor<[i32]>, n: u128) {
    for i in 0..n {
        t[[i]] = 1;
    }
}

#[kernel]
fn counts_to_the_end(t: &mut Tensor<[i32]>, n: i64) {
    for i in (n - 3..=n).rev() {
        t[[i]] = 1;
    }
}

#[kernel]
fn counts_bytes(t: &mut Tensor<[i32]>, n: u8) {
    for i in n..=255u8 {
        t[[i - 250]] = 1;
    }
}

#[kernel]
fn counts_negative(t: &mut Tensor<[i32]>, n: i8) {
    for i in (-128..=n).step_by(3) {
        t[[i + 128]] = 1;
    }
}

#[kernel]
fn wraps(t: &mut Tensor<[i32]>, n: u8) {
    let m = n.wrapping_add(1);
    t[[m]] = 1;
    let k = n as i8;
    if k < 4 {
        t[[k]] = 1;
    }
}

#[kernel]
fn casts(t: &mut Tensor<[i32]>, n: i64) {
    if (n as u8) < 4 {
        t[[n as u8]] = 1;
    }
    if (n as u8) < 4 {
        t[[n]] = 1;
    }
}

#[kernel]
fn truncates(t: &mut Tensor<[i32]>, n: u64) {
    let k = n as u32 as usize;
    if k < 4 {
        t[[n as usize]] = 1;
    }
}

#[kernel]
fn from_a_float(t: &mut Tensor<[i32]>, x: f32) {
    if x < 4.0 {
        t[[x as i16]] = 1;
    }
}

/// What differs by type.
trait Named {
    const N: usize;
    const LOW: isize = -2;
}

struct Few;
struct Many;

impl Named for Few {
    const N: usize = 2;
}

impl Named for Many {
    const N: usize = 100_000;
    const LOW: isize = isize::MIN;
}

#[kernel]
fn associated<A: Named, B: Named>(t: &mut Tensor<[i32]>, n: usize) {
    for i in 0..A::N {
        t[[i]] = 1;
    }
    if n < B::N {
        t[[n]] = 1;
    }
    t[[<A as Named>::N + 1]] = 1;
}

#[kernel]
fn associated_below<A: Named>(t: &mut Tensor<[i32]>, n: isize) {
    if n + A::LOW >= 0 {
        t[[n + A::LOW]] = 1;
    }
}

const fn grown(n: usize) -> usize {
    n * 100_000
}

const GROWN: usize = grown(1);
const BELOW: isize = -1;
const HUGE: u128 = u128::MAX;
const NONE: u128 = 1 << 64;
const END: isize = isize::MAX - 1;

#[kernel]
fn around_the_end(t: &mut Tensor<[i32]>, n: usize) {
    for i in 0..n {
        t[[i + END]] = 1;
    }
}

#[kernel]
fn viewed_around_the_end(t: &mut Tensor<[i32]>, n: usize) {
    let v = t[[END..END + n]];
    for [i] in v.indices() {
        v[[i]] = 1;
    }
}

#[kernel]
fn at_zero_of_many(t: &mut Tensor<[i32]>) {
    t[[NONE]] = 1;
}

#[kernel]
fn of_a_function(t: &mut Tensor<[i32]>, n: usize) {
    if n < GROWN {
        t[[n]] = 1;
    }
    t[[n + BELOW]] = 1;
}

#[kernel]
fn at_a_huge_constant(t: &mut Tensor<[i32]>) {
    t[[HUGE]] = 1;
}

#[kernel]
fn below_a_huge_constant(t: &mut Tensor<[i32]>, n: u128) {
    if n < HUGE {
        t[[n]] = 1;
    }
}

#[kernel]
fn of_a_called_function(t: &mut Tensor<[i32]>) {
    t[[grown(0)]] = 1;
    t[[grown(1)]] = 1;
}

#[kernel]
fn generic<const N: usize, const M: isize>(t: &mut Tensor<[i32; N]>, out: &mut Tensor<[i32]>) {
    for i in 0..N {
        out[[i]] = t[[i]] + 1;
    }
    out[[M]] = 1;
}

mod aliases {
    #![allow(non_camel_case_types)]

    use unite::kernel;

    type i128 = i64;
    type bool = u8;

    #[kernel]
    pub fn renamed(t: &mut Tensor<[i32]>, n: i64, m: i128, b: bool) {
        for i in 0..n {
            t[[i]] = 1;
        }
        if m < n {
            t[[m]] = 1;
        }
        t[[b]] = 1;
    }
}

mod modules {
    #![allow(dead_code, non_camel_case_types)]

    use unite::kernel;

    /// Names that generated code might use.
    mod core {}
    mod std {}
    struct Result;
    struct Option;
    enum Some {}
    enum Ok {}
    fn drop() {}

    #[kernel]
    pub fn hidden(t: &mut Tensor<[i32]>, n: usize) {
        let b = t.to_block();
        for i in 0..n {
            t[[i]] = b[[i]] + 1;
        }
    }
}

#[test]
fn methods_of_others() {
    use without_prelude::{called, least, literal, stepped, turned};
    assert_eq!(written(|t| called(t, 4)), [0, 2]);
    let (room, short) = (block(3), block(2));
    assert!(called::fits(&room, 4).is_ok() && called::fits(&short, 4).is_err());
    for places in [written_or_refused(|t| turned(t, 4)), written_or_refused(|t| stepped(t, 4))] {
        assert!(places.is_none_or(|places| places.iter().all(|i| *i < 4)));
    }
    let mut t = Block::<[i32; 8]>::stack();
    crate::refusal(|| literal(&mut t));
    assert!(written_or_refused(|t| least(t, 2)).is_none_or(|places| places == [0, 1, 2]));
}

#[test]
fn methods_that_take_values() {
    assert_eq!(written(|t| by_value::required(t, &[3, 5])), [3, 5]);
    assert!(is_refused(|| by_value::required(&mut block(40), &[3, 100_000])));
    let t = Block::<i32>::from_vec(vec![1, 2, 3], [3]).unwrap();
    let mut out = block(3);
    by_value::edges(&mut out, &t, -1);
    assert_eq!(out.as_slice(), [2, 3, 5]);
    let mut t = Block::<i32>::zeros([3, 2]);
    by_value::rows(&mut t, 1);
    assert_eq!(t.as_slice(), [0, 0, 1, 1, 1, 2]);
    assert!(is_refused(|| by_value::rows(&mut t, 2)));
}

#[test]
fn integers_of_every_type() {
    assert_eq!(written(|t| boolean(t, true)), [1, 6]);
    for n in [41, u128::MAX, 1 << 64, i128::MAX as u128] {
        assert!(is_refused(|| counts_widely(&mut block(40), n)));
    }
    assert_eq!(written(|t| counts_widely(t, 2)), [0, 1]);
    assert_eq!(written(|t| counts_to_the_end(t, 3)), [0, 1, 2, 3]);
    for n in [i64::MAX, i64::MIN + 3, 2, 40] {
        assert!(is_refused(|| counts_to_the_end(&mut block(40), n)));
    }
    assert_eq!(written(|t| counts_bytes(t, 253)), [3, 4, 5]);
    assert!(is_refused(|| counts_bytes(&mut block(5), 253)));
    assert_eq!(written(|t| counts_negative(t, -122)), [0, 3, 6]);
    assert!(is_refused(|| counts_negative(&mut block(40), 127)));
    assert!(is_refused(|| wraps(&mut block(40), 255)));
    assert_eq!(written(|t| wraps(t, 3)), [3, 4]);
}

#[test]
fn casts_are_what_they_are() {
    assert_eq!(written(|t| casts(t, 3)), [3]);
    assert!(is_refused(|| casts(&mut block(40), 1 << 20)));
    assert!(is_refused(|| truncates(&mut block(40), 1 << 32)));
    assert!(is_refused(|| from_a_float(&mut block(40), f32::NEG_INFINITY)));
    assert_eq!(written(|t| from_a_float(t, 3.9)), [3]);
    assert_eq!(written(|t| from_a_float(t, f32::NAN)), []);
}

#[test]
fn constants_of_every_kind() {
    assert_eq!(written(|t| associated::<Few, Many>(t, 5)), [0, 1, 3, 5]);
    assert!(is_refused(|| associated::<Many, Few>(&mut block(40), 5)));
    assert!(is_refused(|| associated::<Few, Many>(&mut block(40), 50_000)));
    assert_eq!(written(|t| associated::<Few, Few>(t, 50_000)), [0, 1, 3]);
    assert_eq!(written(|t| associated_below::<Few>(t, 5)), [3]);
    assert_eq!(written_or_refused(|t| associated_below::<Many>(t, 5)).unwrap_or_default(), []);
    assert_eq!(written(|t| of_a_function(t, 5)), [4, 5]);
    assert!(is_refused(|| of_a_function(&mut block(40), 99_999)));
    assert!(is_refused(|| of_a_function(&mut block(40), 0)));
    assert!(is_refused(|| at_a_huge_constant(&mut block(40))));
    assert!(is_refused(|| around_the_end(&mut block(40), 8)));
    assert!(is_refused(|| viewed_around_the_end(&mut block(40), 8)));
    assert!(is_refused(|| at_zero_of_many(&mut block(40))));
    assert!(is_refused(|| below_a_huge_constant(&mut block(40), 100_000)));
    assert!(is_refused(|| of_a_called_function(&mut block(40))));
    let (mut t, mut out) = (Block::<[i32; 3]>::stack(), block(4));
    generic::<3, 3>(&mut t, &mut out);
    assert_eq!(out.as_slice(), [1; 4]);
    assert!(is_refused(|| generic::<3, -1>(&mut t, &mut block(4))));
    assert!(is_refused(|| generic::<3, 2>(&mut t, &mut block(2))));
}

#[test]
fn names_of_types_are_hidden() {
    assert_eq!(written(|t| aliases::renamed(t, 2, 1, 7)), [0, 1, 7]);
    assert!(is_refused(|| aliases::renamed(&mut block(40), 2, i64::MIN, 7)));
    assert!(is_refused(|| aliases::renamed(&mut block(40), i64::MAX, 1, 7)));
    let mut t = block(3);
    modules::hidden(&mut t, 3);
    assert_eq!(t.as_slice(), [1; 3]);
}

const LEN: usize = 3;

/// Lengths that are sums are cast as a whole.
#[kernel]
fn lengths_are_sums(t: &mut Tensor<[[i32; 2 * LEN - 1]; LEN + 1]>, n: usize) {
    let b = Block::<[i32; LEN + 1]>::stack();
    for y in 0..LEN + 1 {
        b[[y]] = 1;
    }
    for y in 0..t.extent(0) {
        for x in 0..t.extent(1) {
            t[[y, x]] = b[[y]];
        }
    }
    t[[n, LEN + 1]] += b[[n]];
    t[[n, 0]] = b.extent(0);
}

#[kernel]
fn passes_lengths_on(t: &mut Tensor<[[i32; 2 * LEN - 1]; LEN + 1]>, n: usize) {
    lengths_are_sums(&mut t, n);
    let b = Block::<[[i32; 2 * LEN - 1]; LEN + 1]>::stack();
    lengths_are_sums(&mut b, n);
    t[[0, 1]] += b[[n, 4]];
}

#[test]
fn lengths_may_be_computed() {
    let mut t = Block::<[[i32; 5]; 4]>::stack();
    lengths_are_sums(&mut t, 3);
    assert_eq!(t.as_slice()[15..], [4, 1, 1, 1, 2]);
    assert!(is_refused(|| lengths_are_sums(&mut Block::<[[i32; 5]; 4]>::stack(), 4)));
    passes_lengths_on(&mut t, 2);
    assert_eq!((t.as_slice()[1], t.as_slice()[10]), (3, 4));
    assert!(is_refused(|| passes_lengths_on(&mut Block::<[[i32; 5]; 4]>::stack(), 4)));
}
