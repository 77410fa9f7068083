//! The bytes of blocks in another order, which is constant.

use super::Simd;
use super::native::picked16;
use core::marker::PhantomData;
use fearless_simd::{SimdBase, SimdFrom, u8x16};

/// An order of the bytes of two blocks.
pub trait Order {
    /// For each byte of the result, the byte that it is: the first 16 are the first block's.
    const BYTES: [u8; 16];
}

/// Bytes of `a` and `b` in an order. The compiler sees a shuffle, and finds the best instructions for it.
// Not always: it is one instruction when it comes into a kernel, and were a hundred before.
#[inline]
pub fn ordered<S: Simd, O: Order>(simd: S, a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    let (a, b): ([u8; 16], [u8; 16]) = (a.into(), b.into());
    macro_rules! pick {
        ($($to:literal)*) => {
            [$({
                const { assert!(O::BYTES[$to] < 32) };
                if const { O::BYTES[$to] < 16 } {
                    a[const { O::BYTES[$to] as usize % 16 }]
                } else {
                    b[const { O::BYTES[$to] as usize % 16 }]
                }
            }),*]
        };
    }
    u8x16::simd_from(simd, pick!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15))
}

/// Bytes of one block in an order.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn reordered<S: Simd, O: Order>(simd: S, block: u8x16<S>) -> u8x16<S> {
    if const { S::HAS_TABLES } {
        block.swizzle_dyn(u8x16::simd_from(simd, const { of_one(O::BYTES) }))
    } else {
        ordered::<S, O>(simd, block, block)
    }
}

/// The order if both blocks are the same.
const fn of_one(mut bytes: [u8; 16]) -> [u8; 16] {
    let mut at = 0;
    while at < 16 {
        bytes[at] %= 16;
        at += 1;
    }
    bytes
}

/// [`ordered`], of blocks that were just loaded: each is looked up by itself. Of bytes of a load the compiler would make loads of bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn looked_up<S: Simd, O: Order>(simd: S, a: u8x16<S>, b: u8x16<S>) -> u8x16<S> {
    if const { S::HAS_TABLES } {
        let a = picked16(a, u8x16::simd_from(simd, const { of_first(O::BYTES) }));
        a | picked16(b, u8x16::simd_from(simd, const { of_second(O::BYTES) }))
    } else {
        ordered::<S, O>(simd, a, b)
    }
}

/// The bytes that are of the first block: 128 in place of others.
const fn of_first(mut bytes: [u8; 16]) -> [u8; 16] {
    let mut at = 0;
    while at < 16 {
        if bytes[at] >= 16 {
            bytes[at] = 128;
        }
        at += 1;
    }
    bytes
}

/// The bytes that are of the second block: 128 in place of others.
const fn of_second(mut bytes: [u8; 16]) -> [u8; 16] {
    let mut at = 0;
    while at < 16 {
        bytes[at] = if bytes[at] < 16 { 128 } else { bytes[at] - 16 };
        at += 1;
    }
    bytes
}

/// The first `BYTES` of one, then those of the other.
pub struct Join<const BYTES: usize>;

impl<const BYTES: usize> Order for Join<BYTES> {
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            order[to] = if to < BYTES { to } else { (16 + to - BYTES) % 32 } as u8;
            to += 1;
        }
        order
    };
}

/// The second halves of both.
pub struct Ends;

impl Order for Ends {
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            order[to] = if to < 8 { 8 + to } else { 16 + to } as u8;
            to += 1;
        }
        order
    };
}

/// The bytes from `FIRST` on.
pub struct From<const FIRST: usize>;

impl<const FIRST: usize> Order for From<FIRST> {
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            order[to] = ((to + FIRST) % 16) as u8;
            to += 1;
        }
        order
    };
}

/// Elements `T` in another order.
pub trait Elements {
    /// The element.
    type Elem;
    /// The element of the result at `to`.
    const FROM: [u8; 16];
}

/// Elements in an order, as bytes.
pub struct ByElement<O>(PhantomData<O>);

impl<O: Elements> Order for ByElement<O> {
    const BYTES: [u8; 16] = {
        let size = size_of::<O::Elem>();
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            order[to] = O::FROM[to / size] * size as u8 + (to % size) as u8;
            to += 1;
        }
        order
    };
}

/// Runs of `RUN` elements, each of them backwards.
pub struct Backwards<T, const RUN: usize>(PhantomData<T>);

impl<T, const RUN: usize> Elements for Backwards<T, RUN> {
    type Elem = T;
    const FROM: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 / size_of::<T>() {
            order[to] = ((to / RUN * RUN + RUN - 1 - to % RUN) % (16 / size_of::<T>())) as u8;
            to += 1;
        }
        order
    };
}

/// Each element `RUN` times.
pub struct Repeated<T, const RUN: usize>(PhantomData<T>);

impl<T, const RUN: usize> Elements for Repeated<T, RUN> {
    type Elem = T;
    const FROM: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 / size_of::<T>() {
            order[to] = (to / RUN) as u8;
            to += 1;
        }
        order
    };
}

/// The first elements of pairs, then the second ones.
pub struct Apart<T>(PhantomData<T>);

impl<T> Elements for Apart<T> {
    type Elem = T;
    const FROM: [u8; 16] = {
        let (mut order, pairs) = ([0; 16], 8 / size_of::<T>());
        let mut to = 0;
        while to < 16 / size_of::<T>() {
            order[to] = (to % pairs * 2 + to / pairs) as u8;
            to += 1;
        }
        order
    };
}

/// Rows of `COLUMNS` elements, `COUNT` elements in all, column by column.
pub struct Transposed<T, const COLUMNS: usize, const COUNT: usize>(PhantomData<T>);

impl<T, const COLUMNS: usize, const COUNT: usize> Elements for Transposed<T, COLUMNS, COUNT> {
    type Elem = T;
    const FROM: [u8; 16] = {
        let (mut order, rows) = ([0; 16], COUNT / COLUMNS);
        let mut to = 0;
        while to < COUNT {
            order[to] = ((to % rows * COLUMNS + to / rows) % (16 / size_of::<T>())) as u8;
            to += 1;
        }
        order
    };
}

/// `COUNT` elements of which each is `STRIDE` after the one before, in loads that cover them: which bytes of which
/// loads.
pub struct Spaced<T, const STRIDE: isize, const COUNT: usize>(PhantomData<T>);

impl<T, const STRIDE: isize, const COUNT: usize> Spaced<T, STRIDE, COUNT> {
    const STEP: usize = STRIDE.unsigned_abs();

    /// The bytes from the first element to the last.
    pub const SPAN: usize = (Self::STEP * (COUNT - 1) + 1) * size_of::<T>();

    /// The bytes of a load.
    pub const WIDTH: usize = if Self::SPAN >= 16 {
        16
    } else if Self::SPAN >= 8 {
        8
    } else {
        4
    };

    /// How many loads there are.
    pub const LOADS: usize = Self::SPAN.div_ceil(Self::WIDTH);

    /// Where a load begins: the last ends with the span.
    pub const fn begin(load: usize) -> usize {
        let (after, last) = (load * Self::WIDTH, Self::SPAN.saturating_sub(Self::WIDTH));
        if after < last { after } else { last }
    }

    /// The load that has a byte of the result, and where.
    const fn place(to: usize) -> (usize, usize) {
        let lane = if to / size_of::<T>() < COUNT { to / size_of::<T>() } else { 0 };
        let element = Self::STEP * if STRIDE < 0 { COUNT - 1 - lane } else { lane };
        let byte = element * size_of::<T>() + to % size_of::<T>();
        let load = if byte / Self::WIDTH < Self::LOADS { byte / Self::WIDTH } else { Self::LOADS - 1 };
        (load, byte - Self::begin(load))
    }
}

/// What two loads from `FIRST` on give to [`Spaced`], in its place. If they are narrower than a block, both are in
/// the first.
pub struct Gathered<T, const STRIDE: isize, const COUNT: usize, const FIRST: usize>(PhantomData<T>);

impl<T, const STRIDE: isize, const COUNT: usize, const FIRST: usize> Order
    for Gathered<T, STRIDE, COUNT, FIRST>
{
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            let (load, at) = Spaced::<T, STRIDE, COUNT>::place(to);
            if load == FIRST {
                order[to] = at as u8;
            } else if load == FIRST + 1 {
                order[to] = (at + Spaced::<T, STRIDE, COUNT>::WIDTH) as u8;
            }
            to += 1;
        }
        order
    };
}

/// [`Spaced`], of what the first two loads gave, and what the others gave.
pub struct Merged<T, const STRIDE: isize, const COUNT: usize>(PhantomData<T>);

impl<T, const STRIDE: isize, const COUNT: usize> Order for Merged<T, STRIDE, COUNT> {
    const BYTES: [u8; 16] = {
        let mut order = [0; 16];
        let mut to = 0;
        while to < 16 {
            let (load, _) = Spaced::<T, STRIDE, COUNT>::place(to);
            order[to] = if load < 2 { to } else { 16 + to } as u8;
            to += 1;
        }
        order
    };
}
