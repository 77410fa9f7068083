//! Several vectors at once.

use super::Simd;
use super::check;
use super::count::Count;
use super::lane::Lanes;
use super::memory::{Memory, Places, RawOf, load, store};
use super::native::apart8;
use super::order::{Apart, ByElement, Ends, From, Join, Transposed, ordered, reordered};
use super::pace::{Pace, is_other, is_pace};
use super::piece::{Pieces, Whole, elements, pieces, put_pieces};
use super::raw::{Raw, Source};
use super::threes::put_threes;
use super::transpose::{Matrix, Rows, transposed};
use super::vector::Arithmetic;
use crate::ptr::Ptr;
use core::marker::PhantomData;
use fearless_simd::{Bytes, SimdBase, u8x16};

/// How a tile of `K` vectors is transposed: lanes are rows of `K` elements in memory. Rows of more elements than a
/// block has are cut into groups of columns.
struct Plan<T, const K: usize, const R: usize, const C: usize, const N: usize>(PhantomData<T>);

impl<T, const K: usize, const R: usize, const C: usize, const N: usize> Plan<T, K, R, C, N> {
    /// Lanes of a block.
    const LANES: usize = if N < elements::<T>() { N } else { elements::<T>() };
    /// Columns of a group.
    const COLUMNS: usize = if K < elements::<T>() { K } else { elements::<T>() };
    /// Groups.
    const GROUPS: usize = K / Self::COLUMNS;
    /// Elements of a block of lanes and a group of columns.
    const ELEMENTS: usize = Self::LANES * Self::COLUMNS;
    /// The vectors that hold them, one element after the other.
    const VECTORS: usize = Self::ELEMENTS.div_ceil(elements::<T>());
    /// The rows that one of these holds.
    const ROWS: usize = if Self::VECTORS > 1 { elements::<T>() / Self::COLUMNS } else { Self::LANES };
    /// The first row of block `index` of one of these vectors: in order, or one vector after the other, if the order does not matter
    /// and a row of lanes fills a vector.
    const fn first_row(index: usize, vector: usize, any_order: bool) -> usize {
        if any_order && C * K >= 2 * elements::<T>() {
            (vector * (N / Self::LANES) + index) * Self::ROWS
        } else {
            index * Self::LANES + vector * Self::ROWS
        }
    }
    /// The byte where a column begins, of columns one after the other.
    const fn begin(column: usize) -> usize {
        column * Self::LANES * size_of::<T>()
    }
    /// Whether there is a way to do it.
    const EXISTS: bool = K.is_power_of_two() && K > 1 && K <= 16 && N.is_power_of_two();
}

impl<T, const K: usize, const R: usize, const C: usize, const N: usize> Matrix for Plan<T, K, R, C, N> {
    const VECTORS: usize = Self::VECTORS;
    const ROWS: usize = Self::LANES;
}

/// The same with rows and columns exchanged: what is written.
struct Back<P>(PhantomData<P>);

impl<T, const K: usize, const R: usize, const C: usize, const N: usize> Matrix for Back<Plan<T, K, R, C, N>> {
    const VECTORS: usize = Plan::<T, K, R, C, N>::VECTORS;
    const ROWS: usize = Plan::<T, K, R, C, N>::COLUMNS;
}

/// A matrix after one step of transposing it.
struct Further<M>(PhantomData<M>);

impl<M: Matrix> Matrix for Further<M> {
    const VECTORS: usize = M::VECTORS;
    const ROWS: usize = M::ROWS / 2;
}

/// The rows that one block holds of a group of columns.
struct Group<T, const K: usize, const R: usize, const C: usize, const N: usize> {
    places: Places,
    lane: usize,
    plan: PhantomData<Plan<T, K, R, C, N>>,
}

impl<T, const K: usize, const R: usize, const C: usize, const N: usize> Clone for Group<T, K, R, C, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const K: usize, const R: usize, const C: usize, const N: usize> Copy for Group<T, K, R, C, N> {}

impl<T: Memory, const K: usize, const R: usize, const C: usize, const N: usize> Pieces
    for Group<T, K, R, C, N>
{
    type Elem = T;
    const WIDTH: usize = Plan::<T, K, R, C, N>::COLUMNS;
    const COUNT: usize = Plan::<T, K, R, C, N>::ROWS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self, row: usize) -> isize {
        self.places.at::<T, R, C, N>(self.lane + row)
    }
}

/// One of the vectors that hold rows one after the other: in block `b` those of the lanes of block `b`, if their order matters.
struct Linear<'a, S, T, const K: usize, const R: usize, const C: usize, const N: usize> {
    simd: S,
    ptr: Ptr<'a, T>,
    places: Places,
    vector: usize,
    any_order: bool,
}

impl<S: Simd, T: Memory, const K: usize, const R: usize, const C: usize, const N: usize> Source<S>
    for Linear<'_, S, T, K, R, C, N>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let lane = Plan::<T, K, R, C, N>::first_row(index, self.vector, self.any_order);
        let group = Group::<T, K, R, C, N> { places: self.places, lane, plan: PhantomData };
        // SAFETY: who makes this promises that the elements of all rows may be read.
        unsafe { pieces(self.simd, self.ptr, group) }
    }
}

/// Pairs of bytes, one after the other.
struct Couples<'a, S, T> {
    simd: S,
    ptr: Ptr<'a, T>,
    offset: isize,
}

impl<S: Simd, T: Memory> Source<S> for Couples<'_, S, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let whole = Whole(self.offset + (index * elements::<T>()) as isize, PhantomData);
        // SAFETY: who makes this promises that the bytes of all pairs may be read.
        unsafe { pieces(self.simd, self.ptr, whole) }
    }
}

/// Groups of four bytes, one after the other, of which the fourth byte of the last is not there: in block `b` of vector `v` those of
/// the lanes from `16 * b + 4 * v` on.
struct Incomplete<'a, S, T, const N: usize> {
    simd: S,
    ptr: Ptr<'a, T>,
    offset: isize,
    vector: usize,
}

impl<S: Simd, T: Memory, const N: usize> Source<S> for Incomplete<'_, S, T, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let lane = 16 * index + 4 * self.vector;
        let first = self.offset + 4 * lane as isize;
        let load = |from| {
            let bytes = self.ptr.run(from, 16).cast::<[u8; 16]>();
            // SAFETY: who makes this promises that the bytes of all groups may be read, but for the very last.
            u8x16::load_array_ref(self.simd, unsafe { &*bytes })
        };
        // What ends with the last byte that is there begins one byte before its groups.
        if lane + 4 < N { load(first) } else { reordered::<S, From<1>>(self.simd, load(first - 1)) }
    }
}

/// A block as the source of a vector.
struct Single<S: Simd>(u8x16<S>);

impl<S: Simd> Source<S> for Single<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block(&self, _: usize) -> u8x16<S> {
        self.0
    }
}

/// The first or the second elements of pairs, which lie in two vectors.
struct OfPairs<S, V, T, const N: usize, const SECOND: bool> {
    simd: S,
    pairs: (V, V),
    elem: PhantomData<T>,
}

impl<S: Simd, T: Memory, V: Raw<S, T::Bits, N>, const N: usize, const SECOND: bool> Source<S>
    for OfPairs<S, V, T, N, SECOND>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block(&self, index: usize) -> u8x16<S> {
        let simd = self.simd;
        // Of each vector the first elements, then the second ones.
        let (a, b) = (self.pairs.0.block(index), self.pairs.1.block(index));
        let a = reordered::<S, ByElement<Apart<T>>>(simd, a);
        let b = reordered::<S, ByElement<Apart<T>>>(simd, b);
        match const { SECOND } {
            false => ordered::<S, Join<8>>(simd, a, b),
            true => ordered::<S, Ends>(simd, a, b),
        }
    }
}

/// A block in which a matrix is transposed, of `LANES` rows or (`BACK`) columns.
#[cfg_attr(not(debug_assertions), inline(always))]
fn within<S: Simd, T, const K: usize, const R: usize, const C: usize, const N: usize, const BACK: bool>(
    simd: S,
    block: u8x16<S>,
) -> u8x16<S> {
    macro_rules! transpose {
        ($($columns:literal $count:literal),*) => {
            $(if const {
                let columns =
                    if BACK { Plan::<T, K, R, C, N>::LANES } else { Plan::<T, K, R, C, N>::COLUMNS };
                columns == $columns && Plan::<T, K, R, C, N>::ELEMENTS == $count
            } {
                return reordered::<S, ByElement<Transposed<T, $columns, $count>>>(simd, block);
            })*
        };
    }
    transpose!(2 8, 4 8, 2 16, 4 16, 8 16);
    block
}

/// A block from a byte on, which is a constant.
macro_rules! rest {
    ($simd:ident, $block:expr, $first:expr) => {
        match const { $first } {
            4 => reordered::<S, From<4>>($simd, $block),
            8 => reordered::<S, Ends>($simd, $block),
            12 => reordered::<S, From<12>>($simd, $block),
            _ => $block,
        }
    };
}

/// A list of 16 vectors: of those whose number is below a constant what an expression is, then of the first once more.
///
/// The condition is one of constants, so that what is not computed is not compiled either.
macro_rules! sixteen {
    ($count:expr, $at:ident => $value:expr) => {
        sixteen!(@ $count, $at => $value; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $count:expr, $at:ident => $value:expr; $($number:literal)*) => {{
        let first = {
            const $at: usize = 0;
            $value
        };
        [first, $(if const { $number < $count } {
            const $at: usize = $number;
            $value
        } else {
            first
        }),*]
    }};
}

/// A group of columns: as many vectors as it has columns.
///
/// # Safety
/// The rows lie in the memory behind `ptr`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
unsafe fn read_group<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
>(
    simd: S,
    ptr: Ptr<T>,
    places: Places,
    any_order: bool,
) -> Rows<RawOf<S, T, L::Count, N>> {
    let linear = sixteen!(Plan::<T, K, R, C, N>::VECTORS, VECTOR => {
        RawOf::<S, T, L::Count, N>::from_blocks(&Linear::<S, T, K, R, C, N> { simd, ptr, places, vector: VECTOR, any_order })
    });
    if const { Plan::<T, K, R, C, N>::VECTORS == 1 } {
        let mut block = within::<S, T, K, R, C, N, false>(simd, linear[0].block(0));
        if const { K == 2 && size_of::<T>() == 1 } {
            // The compiler would look up each column by itself.
            block = apart8(block.bitcast()).bitcast();
        }
        return sixteen!(Plan::<T, K, R, C, N>::COLUMNS, COLUMN => {
            Raw::from_blocks(&Single(rest!(simd, block, Plan::<T, K, R, C, N>::begin(COLUMN) % 16)))
        });
    }
    if const { Plan::<T, K, R, C, N>::COLUMNS == 2 && Plan::<T, K, R, C, N>::LANES == elements::<T>() } {
        let pairs = (linear[0], linear[1]);
        let first = Raw::from_blocks(&OfPairs::<_, _, T, N, false> { simd, pairs, elem: PhantomData });
        let second = Raw::from_blocks(&OfPairs::<_, _, T, N, true> { simd, pairs, elem: PhantomData });
        return sixteen!(2, AT => if AT == 0 { first } else { second });
    }
    let columns = transposed::<S, Plan<T, K, R, C, N>, <T as Memory>::Bits, _, N>(linear);
    if const { Plan::<T, K, R, C, N>::LANES == elements::<T>() } {
        return columns;
    }
    // Blocks hold several columns of few lanes.
    sixteen!(Plan::<T, K, R, C, N>::COLUMNS, COLUMN => {
        let block = columns[const { Plan::<T, K, R, C, N>::begin(COLUMN) / 16 % 16 }].block(0);
        Raw::from_blocks(&Single(rest!(simd, block, Plan::<T, K, R, C, N>::begin(COLUMN) % 16)))
    })
}

/// Writes a group of columns.
///
/// # Safety
/// The rows lie in the memory behind `ptr`, which nobody else uses meanwhile.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
unsafe fn write_group<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
>(
    simd: S,
    ptr: Ptr<T>,
    places: Places,
    columns: Rows<RawOf<S, T, L::Count, N>>,
) {
    let lanes = Plan::<T, K, R, C, N>::LANES;
    // Blocks of several columns of few lanes.
    let packed = match const { elements::<T>() / Plan::<T, K, R, C, N>::LANES } {
        1 => columns,
        // Half of them with the other half in turn: a step of transposing, too.
        2 => sixteen!(Plan::<T, K, R, C, N>::VECTORS, AT => {
            let half = Plan::<T, K, R, C, N>::VECTORS;
            columns[AT].zip(columns[(AT + half) % 16]).0
        }),
        _ => sixteen!(Plan::<T, K, R, C, N>::VECTORS, AT => {
            let (a, b) = (columns[4 * AT % 16].block(0), columns[(4 * AT + 1) % 16].block(0));
            let (c, d) = (columns[(4 * AT + 2) % 16].block(0), columns[(4 * AT + 3) % 16].block(0));
            let (low, high) = (ordered::<S, Join<4>>(simd, a, b), ordered::<S, Join<4>>(simd, c, d));
            Raw::from_blocks(&Single(ordered::<S, Join<8>>(simd, low, high)))
        }),
    };
    let linear = if const { elements::<T>() / Plan::<T, K, R, C, N>::LANES == 2 } {
        transposed::<S, Further<Back<Plan<T, K, R, C, N>>>, <T as Memory>::Bits, _, N>(packed)
    } else if const { Plan::<T, K, R, C, N>::VECTORS == 1 && Plan::<T, K, R, C, N>::COLUMNS == 2 } {
        // Two columns take turns in a block.
        [columns[0].zip(columns[1]).0; 16]
    } else if const { Plan::<T, K, R, C, N>::VECTORS == 1 } {
        let block = within::<S, T, K, R, C, N, true>(simd, packed[0].block(0));
        [Raw::from_blocks(&Single(block)); 16]
    } else {
        transposed::<S, Back<Plan<T, K, R, C, N>>, <T as Memory>::Bits, _, N>(packed)
    };
    macro_rules! put {
        ($($vector:literal)*) => {$(
            if const { $vector < Plan::<T, K, R, C, N>::VECTORS } {
                let mut index = 0;
                while index < N / lanes {
                    let lane = index * lanes + $vector * Plan::<T, K, R, C, N>::ROWS;
                    let group = Group::<T, K, R, C, N> { places, lane, plan: PhantomData };
                    // SAFETY: the caller promises that the rows may be written.
                    unsafe { put_pieces(linear[$vector].block(index), ptr, group) };
                    index += 1;
                }
            }
        )*};
    }
    put!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// The first `K` of 16 vectors.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_of<V: Copy, const K: usize>(all: &Rows<V>) -> [V; K] {
    match all.first_chunk() {
        Some(first) => *first,
        None => unreachable!(),
    }
}

/// `K` vectors: vector `k` is what [`load`] gives at `offset + k * step`.
///
/// Where `step` is 1 and lanes are further apart, lanes are rows of `K` elements, which are loaded as they are and
/// transposed in registers, for `K` of 2, 4, 8 and 16, and so are three of four bytes. `are_apart` says that
/// this need not be asked; `any_order`, that the lanes of all vectors may be in another order, the same one, where that is less to do.
///
/// # Safety
/// That of [`load`], for each of them.
///
/// # Panics
/// As [`load`] does.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn tile<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
    Q: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: (isize, P),
    step: Q,
    are_apart: bool,
    any_order: bool,
) -> [L::Vector; K] {
    let right = strides.1.pace();
    if const { K == 2 && R == 1 && N >= 8 && size_of::<T>() == 1 && T::RANGE.first == 0 && L::BITS == 16 }
        && (is_pace!(Q, step.pace(), 1))
        && (is_pace!(P, right, 2))
    {
        // The halves of numbers of 16 bits.
        let couples: <L::Count as Count<S, N>>::U16 = Raw::from_blocks(&Couples { simd, ptr, offset });
        let (first, second) = (couples.and(Arithmetic::splat(simd, 0xFF)), couples.shr(8));
        return core::array::from_fn(|k| L::of_u16(if k == 0 { first } else { second }));
    }
    if const { K == 3 } && (is_pace!(Q, step.pace(), 1)) && (is_pace!(P, right, 2)) {
        // Both of a pair, and the second of the pairs from there on.
        // SAFETY: the elements from the first to the last of the three may be read.
        let pairs = unsafe {
            [
                tile::<S, L, T, 2, R, C, N, P, Q>(simd, ptr, offset, strides, step, are_apart, false),
                tile::<S, L, T, 2, R, C, N, P, Q>(simd, ptr, offset + 1, strides, step, are_apart, false),
            ]
        };
        return core::array::from_fn(|k| if k < 2 { pairs[0][k] } else { pairs[1][1] });
    }
    if const { K == 3 && R == 1 && N >= 16 && size_of::<T>() == 1 }
        && (is_pace!(Q, step.pace(), 1))
        && (is_pace!(P, right, 4))
    {
        let groups = sixteen!(4, VECTOR => {
            RawOf::<S, T, L::Count, N>::from_blocks(&Incomplete::<S, T, N> { simd, ptr, offset, vector: VECTOR })
        });
        let columns = transposed::<S, Plan<T, 4, R, C, N>, <T as Memory>::Bits, _, N>(groups);
        return core::array::from_fn(|k| T::decode::<S, L, N>(columns[k]));
    }
    if const { Plan::<T, K, R, C, N>::EXISTS }
        && (is_pace!(Q, step.pace(), 1))
        && (const { C == 1 || is_other::<P>(1) } || are_apart || right != 1)
    {
        // Pairs are put in order as they are taken apart, and where one instruction does it, order costs nothing.
        let any_order = any_order && const { K > 2 && !S::HAS_AVX512 };
        let columns = Plan::<T, K, R, C, N>::COLUMNS;
        let places = Places::new::<C>(offset, [strides.0, right]);
        macro_rules! group {
            ($group:literal) => {{
                let places = places.further(($group * columns) as isize);
                // SAFETY: the caller promises that all elements of all rows may be read.
                unsafe { read_group::<S, L, T, K, R, C, N>(simd, ptr, places, any_order) }
            }};
        }
        let first = group!(0);
        let groups = match const { Plan::<T, K, R, C, N>::GROUPS } {
            1 => [first; 4],
            2 => [first, group!(1), first, first],
            _ => [first, group!(1), group!(2), group!(3)],
        };
        if cfg!(debug_assertions) && !T::RANGE.fits(L::RANGE) {
            for k in 0..K {
                // SAFETY: as above.
                unsafe { load::<S, L, T, R, C, N, P>(simd, ptr, offset + k as isize, strides) };
            }
        }
        let all = sixteen!(K, AT => T::decode::<S, L, N>(groups[AT / columns % 4][AT % columns]));
        return first_of(&all);
    }
    const { assert!(K <= 16, "tiles are of at most 16 vectors") };
    let all = sixteen!(K, AT => {
        // SAFETY: the caller promises it for every vector.
        unsafe { load::<S, L, T, R, C, N, P>(simd, ptr, offset + AT as isize * step.pace(), strides) }
    });
    first_of(&all)
}

/// Panics, with debug assertions on, unless elements `T` hold the values of all vectors.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
fn all_narrowed<S: Simd, L: Lanes<S, N>, T: Memory, const K: usize, const N: usize>(
    vectors: &[L::Vector; K],
) {
    if cfg!(debug_assertions) {
        for v in vectors {
            check::narrowed::<S, L, T, N>(v);
        }
    }
}

/// Stores `K` vectors: vector `k` as [`store`] does at `offset + k * step`.
///
/// Where `step` is 1 and lanes are further apart, lanes are rows of `K` elements, which are transposed in registers and
/// stored as they are, for `K` of 2, 4, 8 and 16, and of 3 where these rows follow each other. `are_apart` says that this need not be
/// asked.
///
/// # Safety
/// That of [`store`], for each of them.
///
/// # Panics
/// As [`store`] does.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn put_tile<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const K: usize,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
    Q: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: (isize, P),
    step: Q,
    are_apart: bool,
    vectors: [L::Vector; K],
) {
    let right = strides.1.pace();
    if const { Plan::<T, K, R, C, N>::EXISTS }
        && (is_pace!(Q, step.pace(), 1))
        && (const { C == 1 || is_other::<P>(1) } || are_apart || right != 1)
    {
        let columns = Plan::<T, K, R, C, N>::COLUMNS;
        let places = Places::new::<C>(offset, [strides.0, right]);
        all_narrowed::<S, L, T, K, N>(&vectors);
        macro_rules! groups {
            ($($group:literal)*) => {$(
                if const { $group < Plan::<T, K, R, C, N>::GROUPS } {
                    let group = sixteen!(Plan::<T, K, R, C, N>::COLUMNS, AT => {
                        T::encode::<S, L, N>(vectors[($group * columns + AT) % K])
                    });
                    // SAFETY: the caller promises that all elements of all rows may be written.
                    unsafe {
                        write_group::<S, L, T, K, R, C, N>(
                            simd,
                            ptr,
                            places.further(($group * columns) as isize),
                            group,
                        )
                    };
                }
            )*};
        }
        groups!(0 1 2 3);
        return;
    }
    if const { K == 3 && R == 1 && N >= elements::<T>() }
        && (is_pace!(Q, step.pace(), 1))
        && (is_pace!(P, right, 3))
    {
        all_narrowed::<S, L, T, K, N>(&vectors);
        let three = [vectors[0], vectors[1 % K], vectors[2 % K]].map(|v| T::encode::<S, L, N>(v));
        // SAFETY: the caller promises that the elements may be written.
        unsafe { put_threes::<S, L, T, N>(simd, ptr, offset, three) };
        return;
    }
    macro_rules! put {
        ($($k:literal)*) => {$(
            if const { $k < K } {
                // SAFETY: the caller promises it for every vector.
                unsafe {
                    store::<S, L, T, R, C, N, P>(
                        simd,
                        ptr,
                        offset + $k as isize * step.pace(),
                        strides,
                        vectors[$k % K],
                    )
                };
            }
        )*};
    }
    const { assert!(K <= 16, "tiles are of at most 16 vectors") };
    put!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
