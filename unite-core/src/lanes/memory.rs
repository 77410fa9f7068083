//! Lanes from memory and to it.

use super::count::Count;
use super::gather::one_by_one;
use super::lane::Lanes;
use super::order::{Backwards, ByElement, Join, Repeated, ordered, reordered};
use super::pace::{Pace, is_pace};
use super::piece::{Pieces, elements, pieces, put_pieces, spaced};
use super::raw::{Raw, Source};
use super::wide::Wide;
use super::{Range, Simd, check};
use crate::Elem;
use crate::ptr::Ptr;
use core::marker::PhantomData;
use fearless_simd::u8x16;

/// Elements that lanes can load and store.
pub trait Memory: Elem<Wide = i32> + sealed::Sealed {
    /// The values of an element.
    const RANGE: Range;

    /// What vectors hold of an element: as many bits.
    type Bits: Bits;

    /// Elements as lanes, which hold their values.
    fn decode<S: Simd, L: Lanes<S, N>, const N: usize>(raw: RawOf<S, Self, L::Count, N>) -> L::Vector;
    /// Lanes as elements, whose values they have or wrap to.
    fn encode<S: Simd, L: Lanes<S, N>, const N: usize>(v: L::Vector) -> RawOf<S, Self, L::Count, N>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for i8 {}
    impl Sealed for u16 {}
    impl Sealed for i16 {}
    impl Sealed for i32 {}
}

/// The vector of `N` elements `T`, as memory holds them.
pub type RawOf<S, T, C, const N: usize> = <<T as Memory>::Bits as Bits>::Raw<S, C, N>;

/// Bits of an element.
pub trait Bits: Copy + Default + 'static {
    /// A vector of them.
    type Raw<S: Simd, C: Count<S, N>, const N: usize>: Raw<S, Self, N>;

    /// Elements with these bits, which lie anywhere.
    ///
    /// # Safety
    /// They lie in the memory behind `ptr`, which nobody else writes meanwhile.
    unsafe fn gathered<S: Simd, T: Memory<Bits = Self>, C: Count<S, N>, const N: usize>(
        simd: S,
        ptr: Ptr<T>,
        at: C::I32,
    ) -> Self::Raw<S, C, N>;
}

macro_rules! narrow_bits {
    ($($bits:ident $raw:ident)*) => {$(
        impl Bits for $bits {
            type Raw<S: Simd, C: Count<S, N>, const N: usize> = C::$raw;

            #[cfg_attr(not(debug_assertions), inline(always))]
            #[track_caller]
            unsafe fn gathered<S: Simd, T: Memory<Bits = Self>, C: Count<S, N>, const N: usize>(
                simd: S,
                ptr: Ptr<T>,
                at: C::I32,
            ) -> C::$raw {
                // SAFETY: as the caller promises.
                unsafe { one_by_one::<S, T, C, N>(simd, ptr, at) }
            }
        }
    )*};
}

narrow_bits!(u8 U8 u16 U16);

impl Bits for i32 {
    type Raw<S: Simd, C: Count<S, N>, const N: usize> = C::I32;

    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    unsafe fn gathered<S: Simd, T: Memory<Bits = Self>, C: Count<S, N>, const N: usize>(
        _: S,
        ptr: Ptr<T>,
        at: C::I32,
    ) -> C::I32 {
        // SAFETY: as the caller promises; the elements are these bits.
        unsafe { at.gathered(ptr.zero().cast()) }
    }
}

macro_rules! memory {
    ($($elem:ident, $range:expr, $bits:ty, $raw:ident, |$in:ident| $decode:expr, $encode:path;)*) => {$(
        impl Memory for $elem {
            const RANGE: Range = $range;
            type Bits = $bits;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<S: Simd, L: Lanes<S, N>, const N: usize>($in: RawOf<S, Self, L::Count, N>) -> L::Vector {
                $decode
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<S: Simd, L: Lanes<S, N>, const N: usize>(v: L::Vector) -> RawOf<S, Self, L::Count, N> {
                $encode(v)
            }
        }
    )*};
}

memory! {
    u8, Range::U8, u8, U8, |raw| L::of_u8(raw), L::cut_to_u8;
    i8, Range::I8, u8, U8, |raw| L::of_i16(L::Count::i8_to_i16(raw)), L::cut_to_u8;
    u16, Range::U16, u16, U16, |raw| L::of_u16(raw), L::cut_to_u16;
    i16, Range::I16, u16, U16, |raw| L::of_i16(L::Count::signed(raw)), L::cut_to_u16;
    i32, Range::I32, i32, I32, |raw| L::of_i32(raw), L::to_i32;
}

/// How lanes of elements `T` are blocks of 16 bytes, and runs of lanes in one row.
pub struct Layout<T, const R: usize, const C: usize, const N: usize>(PhantomData<T>);

impl<T, const R: usize, const C: usize, const N: usize> Layout<T, R, C, N> {
    /// Lanes of a row. A single column is a row too.
    pub const COLUMNS: usize = {
        assert!(R * C == N, "rows times columns is the number of lanes");
        if R == 1 || C == 1 { N } else { C }
    };
    /// Lanes of a block.
    pub const LANES: usize = if N < elements::<T>() { N } else { elements::<T>() };
    /// Lanes of a row that are in one block.
    pub const RUN: usize = if Self::COLUMNS < Self::LANES { Self::COLUMNS } else { Self::LANES };
    /// Rows that are in one block.
    pub const RUNS: usize = Self::LANES / Self::RUN;
    const ONE: usize = 1;
}

/// Where lanes are. The stride from row to row is nowhere asked for its value.
#[derive(Clone, Copy)]
pub struct Places {
    offset: isize,
    strides: [isize; 2],
}

impl Places {
    /// The places of a rectangle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<const C: usize>(offset: isize, strides: [isize; 2]) -> Places {
        Places { offset, strides: if const { C == 1 } { [0, strides[0]] } else { strides } }
    }

    /// As many elements further on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn further(self, elements: isize) -> Places {
        Places { offset: self.offset + elements, ..self }
    }

    /// The offset of a lane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at<T, const R: usize, const C: usize, const N: usize>(self, lane: usize) -> isize {
        let columns = Layout::<T, R, C, N>::COLUMNS;
        let (row, column) = ((lane / columns) as isize, (lane % columns) as isize);
        self.offset + row * self.strides[0] + column * self.strides[1]
    }
}

/// The first lane, and the stride of the rest, of what becomes the pieces of a block.
macro_rules! pieces_of_layout {
    ($($name:ident, $width:ident, $count:ident, $rows:literal, $back:expr, $what:literal;)*) => {$(
        #[doc = $what]
        struct $name<T, const R: usize, const C: usize, const N: usize> {
            places: Places,
            first: usize,
            layout: PhantomData<Layout<T, R, C, N>>,
        }

        impl<T, const R: usize, const C: usize, const N: usize> Clone for $name<T, R, C, N> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T, const R: usize, const C: usize, const N: usize> Copy for $name<T, R, C, N> {}

        impl<T: Memory, const R: usize, const C: usize, const N: usize> Pieces for $name<T, R, C, N> {
            type Elem = T;
            const WIDTH: usize = Layout::<T, R, C, N>::$width;
            const COUNT: usize = Layout::<T, R, C, N>::$count;
            const ARE_ROWS: bool = $rows;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn begin(self, piece: usize) -> isize {
                let run = Layout::<T, R, C, N>::LANES / Self::COUNT;
                let back: usize = $back;
                self.places.at::<T, R, C, N>(self.first + piece * run + back)
            }
        }
    )*};
}

pieces_of_layout! {
    Rows, RUN, RUNS, true, 0, "Runs of lanes.";
    Runs, RUN, RUNS, false, 0, "Runs of lanes that are put into another order.";
    RowsBack, RUN, RUNS, false, Layout::<T, R, C, N>::RUN - 1, "Runs of lanes, by their last one.";
    Firsts, ONE, RUNS, false, 0, "The first lanes of runs.";
    Singles, ONE, LANES, false, 0, "Lanes.";
}

/// Blocks of the lanes at some places; whether they are used as they are, and not put into another order.
pub struct Reading<'a, S, T, P, const R: usize, const C: usize, const N: usize, const AS_IT_IS: bool> {
    pub simd: S,
    pub ptr: Ptr<'a, T>,
    pub places: Places,
    pub pace: PhantomData<P>,
}

impl<S: Simd, T: Memory, P: Pace, const R: usize, const C: usize, const N: usize, const AS_IT_IS: bool>
    Reading<'_, S, T, P, R, C, N, AS_IT_IS>
{
    // Forms that few reads have are inlined, but not always: where the stride is a constant in the end, nothing of the others is
    // ever optimised.

    /// Lanes of which all of a row are one element.
    ///
    /// # Safety
    /// The first element of each row lies in the memory behind the pointer.
    #[inline]
    #[track_caller]
    unsafe fn repeated(&self, first: usize) -> u8x16<S> {
        let Reading { simd, ptr, places, .. } = *self;
        // SAFETY: as the caller promises.
        let block =
            unsafe { pieces(simd, ptr, Firsts { places, first, layout: PhantomData::<Layout<T, R, C, N>> }) };
        match const { Layout::<T, R, C, N>::RUN } {
            2 => reordered::<S, ByElement<Repeated<T, 2>>>(simd, block),
            4 => reordered::<S, ByElement<Repeated<T, 4>>>(simd, block),
            8 => reordered::<S, ByElement<Repeated<T, 8>>>(simd, block),
            _ => reordered::<S, ByElement<Repeated<T, 16>>>(simd, block),
        }
    }

    /// Lanes of rows that run backwards.
    ///
    /// # Safety
    /// The elements of each row lie in the memory behind the pointer.
    #[inline]
    #[track_caller]
    unsafe fn back(&self, first: usize) -> u8x16<S> {
        let Reading { simd, ptr, places, .. } = *self;
        // SAFETY: as the caller promises.
        let block = unsafe {
            pieces(simd, ptr, RowsBack { places, first, layout: PhantomData::<Layout<T, R, C, N>> })
        };
        backwards::<S, T, R, C, N>(simd, block)
    }

    /// Lanes that are anyhow apart.
    ///
    /// # Safety
    /// The elements lie in the memory behind the pointer.
    #[inline]
    #[track_caller]
    unsafe fn apart(&self, first: usize) -> u8x16<S> {
        let Reading { simd, ptr, places, .. } = *self;
        // SAFETY: as the caller promises.
        unsafe { pieces(simd, ptr, Singles { places, first, layout: PhantomData::<Layout<T, R, C, N>> }) }
    }

    /// Lanes that are `STRIDE` apart in each row.
    ///
    /// # Safety
    /// The elements from the first to the last of each row lie in the memory behind the pointer.
    #[inline]
    #[track_caller]
    unsafe fn spaced<const STRIDE: isize>(&self, first: usize) -> u8x16<S> {
        let Reading { simd, ptr, places, .. } = *self;
        /// The rows of a block, of as many lanes.
        macro_rules! rows {
            ($run:literal) => {
                // SAFETY: as the caller promises.
                unsafe {
                    macro_rules! row {
                        ($row:literal) => {
                            spaced::<S, T, STRIDE, $run>(
                                simd,
                                ptr,
                                places.at::<T, R, C, N>(first + $row * $run),
                            )
                        };
                    }
                    match const { Layout::<T, R, C, N>::RUNS } {
                        1 => row!(0),
                        2 => ordered::<S, Join<8>>(simd, row!(0), row!(1)),
                        _ => {
                            let low = ordered::<S, Join<4>>(simd, row!(0), row!(1));
                            let high = ordered::<S, Join<4>>(simd, row!(2), row!(3));
                            ordered::<S, Join<8>>(simd, low, high)
                        }
                    }
                }
            };
        }
        match const { Layout::<T, R, C, N>::RUN } {
            2 => rows!(2),
            4 => rows!(4),
            8 => rows!(8),
            _ => rows!(16),
        }
    }
}

impl<S: Simd, T: Memory, P: Pace, const R: usize, const C: usize, const N: usize, const AS_IT_IS: bool>
    Source<S> for Reading<'_, S, T, P, R, C, N, AS_IT_IS>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn block(&self, index: usize) -> u8x16<S> {
        let Reading { simd, ptr, places, .. } = *self;
        let (first, layout) = (index * elements::<T>(), PhantomData::<Layout<T, R, C, N>>);
        let singles = Singles { places, first, layout };
        // SAFETY: who makes this promises that the elements of all lanes may be read. That, and what lies between
        // elements of a row, is what is read here.
        unsafe {
            if const { C == 1 && R > 1 || Layout::<T, R, C, N>::RUN == 1 } {
                return pieces(simd, ptr, singles);
            }
            let pace = places.strides[1];
            if is_pace!(P, pace, 1) {
                // Where any order is one instruction, the compiler makes rows of registers first.
                if const { AS_IT_IS || S::HAS_AVX512 } {
                    pieces(simd, ptr, Rows { places, first, layout })
                } else {
                    pieces(simd, ptr, Runs { places, first, layout })
                }
            } else if is_pace!(P, pace, 0) {
                self.repeated(first)
            } else if is_pace!(P, pace, -1) {
                self.back(first)
            } else if const { Layout::<T, R, C, N>::RUN * size_of::<T>() < 4 } {
                pieces(simd, ptr, singles)
            } else if is_pace!(P, pace, 2) {
                self.spaced::<2>(first)
            } else if is_pace!(P, pace, 3) {
                self.spaced::<3>(first)
            } else if is_pace!(P, pace, 4) {
                self.spaced::<4>(first)
            } else if is_pace!(P, pace, -2) {
                self.spaced::<-2>(first)
            } else {
                self.apart(first)
            }
        }
    }
}

/// Each run of lanes backwards.
#[cfg_attr(not(debug_assertions), inline(always))]
fn backwards<S: Simd, T, const R: usize, const C: usize, const N: usize>(
    simd: S,
    block: u8x16<S>,
) -> u8x16<S> {
    match const { Layout::<T, R, C, N>::RUN } {
        2 => reordered::<S, ByElement<Backwards<T, 2>>>(simd, block),
        4 => reordered::<S, ByElement<Backwards<T, 4>>>(simd, block),
        8 => reordered::<S, ByElement<Backwards<T, 8>>>(simd, block),
        _ => reordered::<S, ByElement<Backwards<T, 16>>>(simd, block),
    }
}

/// Lane `(r, c)` is the element at `offset + r * strides.0 + c * strides.1`, of `R` rows and `C` columns.
///
/// The code depends on `strides.1`, which is meant to be a constant: 1, 0, -1, 2, 3, 4 and -2 are loads of whole
/// vectors, which may read what lies between two elements of a row. A single column (`C == 1`) is read element by
/// element, whatever the stride.
///
/// # Safety
/// These elements, and those between two of a row, lie in the memory behind `ptr`, which nobody else writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or its value does not fit lanes of type `L`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn load<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: (isize, P),
) -> L::Vector {
    // SAFETY: as the caller promises.
    unsafe { loaded::<S, L, T, P, R, C, N, true>(simd, ptr, offset, strides) }
}

/// [`load`] of what is put into another order, as pairs are: rows of a few elements come to registers of their own.
///
/// # Safety
/// As for [`load`].
///
/// # Panics
/// As [`load`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn load_for_pairs<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: (isize, P),
) -> L::Vector {
    // SAFETY: as the caller promises.
    unsafe { loaded::<S, L, T, P, R, C, N, false>(simd, ptr, offset, strides) }
}

/// # Safety
/// As for [`load`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
unsafe fn loaded<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    P: Pace,
    const R: usize,
    const C: usize,
    const N: usize,
    const AS_IT_IS: bool,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    (down, right): (isize, P),
) -> L::Vector {
    let places = Places::new::<C>(offset, [down, right.pace()]);
    if cfg!(debug_assertions) && !T::RANGE.fits(L::RANGE) {
        // SAFETY: the caller promises that the elements may be read.
        let elements: [i32; N] =
            core::array::from_fn(|lane| unsafe { ptr.read(places.at::<T, R, C, N>(lane)) });
        check::fit(check::Operation::Load, &elements, &elements, L::RANGE);
    }
    let raw = if const { R == 1 && N >= elements::<T>() } && (is_pace!(P, right.pace(), 1)) {
        // SAFETY: the caller promises that the elements may be read; the cast keeps their size and alignment.
        Raw::load(simd, unsafe { &*ptr.run(offset, N).cast::<[T::Bits; N]>() })
    } else {
        Raw::from_blocks(&Reading::<S, T, P, R, C, N, AS_IT_IS> { simd, ptr, places, pace: PhantomData })
    };
    T::decode::<S, L, N>(raw)
}

/// Puts lane `(r, c)` into the element at `offset + r * strides.0 + c * strides.1`, of `R` rows and `C` columns.
/// Values that the elements do not hold wrap.
///
/// The code depends on `strides.1`, which is meant to be a constant: 1 and -1 are stores of whole rows.
///
/// # Safety
/// These elements lie in the memory behind `ptr`, which nobody else reads or writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or does not hold its value.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub unsafe fn store<
    S: Simd,
    L: Lanes<S, N>,
    T: Memory,
    const R: usize,
    const C: usize,
    const N: usize,
    P: Pace,
>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    (down, right): (isize, P),
    v: L::Vector,
) {
    check::narrowed::<S, L, T, N>(&v);
    let raw = T::encode::<S, L, N>(v);
    if const { R == 1 && N >= elements::<T>() } && (is_pace!(P, right.pace(), 1)) {
        // SAFETY: the caller promises that the elements may be written; the cast keeps their size and alignment.
        raw.store(unsafe { &mut *ptr.run(offset, N).cast::<[T::Bits; N]>() });
        return;
    }
    let places = Places::new::<C>(offset, [down, right.pace()]);
    let (lanes, layout) = (Layout::<T, R, C, N>::LANES, PhantomData::<Layout<T, R, C, N>>);
    let mut index = 0;
    while index < N / lanes {
        let (block, first) = (raw.block(index), index * lanes);
        // SAFETY: the caller promises that the elements may be written.
        unsafe {
            if const { C == 1 } {
                put_pieces(block, ptr, Singles { places, first, layout });
            } else if is_pace!(P, right.pace(), 1) {
                put_pieces(block, ptr, Rows { places, first, layout });
            } else if is_pace!(P, right.pace(), -1) {
                let block = backwards::<S, T, R, C, N>(simd, block);
                put_pieces(block, ptr, RowsBack { places, first, layout });
            } else {
                put_apart::<S, T, R, C, N>(block, ptr, places, first);
            }
        }
        index += 1;
    }
}

/// Writes lanes of a block that are anyhow apart. Few writes are: it is inlined, but not always.
///
/// # Safety
/// The elements lie in the memory behind the pointer, which nobody else uses meanwhile.
#[inline]
#[track_caller]
unsafe fn put_apart<S: Simd, T: Memory, const R: usize, const C: usize, const N: usize>(
    block: u8x16<S>,
    ptr: Ptr<T>,
    places: Places,
    first: usize,
) {
    // SAFETY: as the caller promises.
    unsafe {
        put_pieces(block, ptr, Singles { places, first, layout: PhantomData::<Layout<T, R, C, N>> });
    }
}
