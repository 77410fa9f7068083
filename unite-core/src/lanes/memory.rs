//! Lanes from memory and to it.

use super::count::Count;
use super::lane::Lanes;
use super::raw::Raw;
use super::{Range, Simd, check};
use crate::Elem;
use crate::ptr::Ptr;

/// Elements that lanes can load and store.
pub trait Memory: Elem<Wide = i32> + sealed::Sealed {
    /// The values of an element.
    const RANGE: Range;

    /// What vectors hold of an element: as many bits.
    type Bits: Bits;

    /// The bits of the element.
    fn to_bits(self) -> Self::Bits;
    /// The element of these bits.
    fn from_bits(bits: Self::Bits) -> Self;
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
}

impl Bits for u8 {
    type Raw<S: Simd, C: Count<S, N>, const N: usize> = C::U8;
}

impl Bits for u16 {
    type Raw<S: Simd, C: Count<S, N>, const N: usize> = C::U16;
}

impl Bits for i32 {
    type Raw<S: Simd, C: Count<S, N>, const N: usize> = C::I32;
}

macro_rules! memory {
    ($($elem:ident, $range:expr, $bits:ty, $raw:ident, |$in:ident| $decode:expr, $encode:path;)*) => {$(
        impl Memory for $elem {
            const RANGE: Range = $range;
            type Bits = $bits;

            #[inline(always)]
            fn to_bits(self) -> $bits {
                self as $bits
            }
            #[inline(always)]
            fn from_bits(bits: $bits) -> Self {
                bits as $elem
            }
            #[inline(always)]
            fn decode<S: Simd, L: Lanes<S, N>, const N: usize>($in: RawOf<S, Self, L::Count, N>) -> L::Vector {
                $decode
            }
            #[inline(always)]
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

/// Where the lanes of `R` rows and `C` columns are, from element `offset` on. Rows that continue each other are one.
#[derive(Clone, Copy)]
pub struct Places {
    offset: isize,
    columns: usize,
    strides: [isize; 2],
}

impl Places {
    /// The places of a rectangle.
    #[inline(always)]
    pub fn new<const R: usize, const C: usize, const N: usize>(offset: isize, strides: [isize; 2]) -> Places {
        const { assert!(R * C == N, "rows times columns is the number of lanes") };
        if C == 1 {
            Places { offset, columns: N, strides: [0, strides[0]] }
        } else if R == 1 || strides[0] == C as isize * strides[1] {
            Places { offset, columns: N, strides: [0, strides[1]] }
        } else {
            Places { offset, columns: C, strides }
        }
    }

    /// The offset of a lane.
    #[inline(always)]
    pub fn at(self, lane: usize) -> isize {
        let (row, column) = ((lane / self.columns) as isize, (lane % self.columns) as isize);
        self.offset + row * self.strides[0] + column * self.strides[1]
    }
}

/// The element at an offset.
///
/// # Safety
/// It lies in the memory behind `ptr`, which nobody else writes meanwhile.
#[inline(always)]
#[track_caller]
unsafe fn get<T: Memory>(ptr: Ptr<T>, offset: isize) -> T {
    // SAFETY: the caller promises that the element may be read.
    unsafe { *ptr.run(offset, 1) }
}

/// Lane `(r, c)` is the element at `offset + r * strides[0] + c * strides[1]`, of `R` rows and `C` columns.
///
/// # Safety
/// These elements lie in the memory behind `ptr`, which nobody else writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or its value does not fit lanes of type `L`.
#[inline(always)]
#[track_caller]
pub unsafe fn load<S: Simd, L: Lanes<S, N>, T: Memory, const R: usize, const C: usize, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: [isize; 2],
) -> L::Vector {
    let places = Places::new::<R, C, N>(offset, strides);
    // SAFETY: the caller promises that the elements may be read.
    let elements: [T; N] = core::array::from_fn(|lane| unsafe { get(ptr, places.at(lane)) });
    if cfg!(debug_assertions) && !T::RANGE.fits(L::RANGE) {
        check::fit::<L>("load", &elements.map(T::widen), &[0; N], |a, _| a);
    }
    T::decode::<S, L, N>(Raw::load(simd, &elements.map(T::to_bits)))
}

/// Puts lane `(r, c)` into the element at `offset + r * strides[0] + c * strides[1]`, of `R` rows and `C` columns.
/// Values that the elements do not hold wrap.
///
/// # Safety
/// These elements lie in the memory behind `ptr`, which nobody else reads or writes meanwhile.
///
/// # Panics
/// With debug assertions on, if an element lies elsewhere, or does not hold its value.
#[inline(always)]
#[track_caller]
pub unsafe fn store<S: Simd, L: Lanes<S, N>, T: Memory, const R: usize, const C: usize, const N: usize>(
    simd: S,
    ptr: Ptr<T>,
    offset: isize,
    strides: [isize; 2],
    v: L::Vector,
) {
    let _ = simd;
    if cfg!(debug_assertions) && !L::RANGE.fits(T::RANGE) {
        for value in check::values::<S, L, N>(&v) {
            let _ = T::narrow(value);
        }
    }
    let places = Places::new::<R, C, N>(offset, strides);
    let mut elements = [T::Bits::default(); N];
    T::encode::<S, L, N>(v).store(&mut elements);
    for (lane, bits) in elements.into_iter().enumerate() {
        // SAFETY: the caller promises that the element may be written.
        unsafe { *ptr.run(places.at(lane), 1) = T::from_bits(bits) };
    }
}
