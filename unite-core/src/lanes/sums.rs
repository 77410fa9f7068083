//! Sums of many terms that machines add up as they make them, in fewer and wider lanes.

use super::Simd;
use super::count::Count;
use super::lane::{I16, Lanes, U8, Vector};
use super::vector::Arithmetic;

/// Sums of distances of bytes.
#[derive(Clone, Copy)]
pub struct Distances<S: Simd, const N: usize>(<<U8 as Lanes<S, N>>::Count as Count<S, N>>::Distances)
where
    U8: Lanes<S, N>;

impl<S: Simd, const N: usize> Distances<S, N>
where
    U8: Lanes<S, N>,
{
    /// No distance yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn none(simd: S) -> Self {
        Distances(Arithmetic::splat(simd, 0))
    }
}

/// Adds the distances of all lanes, of which there are 4 to 32.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn add_distances<S: Simd, const N: usize>(
    simd: S,
    sums: Distances<S, N>,
    a: Vector<S, U8, N>,
    b: Vector<S, U8, N>,
) -> Distances<S, N>
where
    U8: Lanes<S, N>,
{
    Distances(sums.0.add(distances::<S, N>(simd, a, b)))
}

/// Takes away the distances of all lanes, of which there are 4 to 32. The sums wrap.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sub_distances<S: Simd, const N: usize>(
    simd: S,
    sums: Distances<S, N>,
    a: Vector<S, U8, N>,
    b: Vector<S, U8, N>,
) -> Distances<S, N>
where
    U8: Lanes<S, N>,
{
    Distances(sums.0.sub(distances::<S, N>(simd, a, b)))
}

/// The distances of all lanes, summed up by eight.
#[cfg_attr(not(debug_assertions), inline(always))]
fn distances<S: Simd, const N: usize>(
    simd: S,
    a: Vector<S, U8, N>,
    b: Vector<S, U8, N>,
) -> <<U8 as Lanes<S, N>>::Count as Count<S, N>>::Distances
where
    U8: Lanes<S, N>,
{
    let (mut a, mut b) = (<U8 as Lanes<S, N>>::cut_to_u8(a), <U8 as Lanes<S, N>>::cut_to_u8(b));
    if const { N < 8 } {
        // Eight are summed up at once: those above the lanes hold anything.
        let lanes = Arithmetic::from_fn(simd, |lane| if lane < N { -1 } else { 0 });
        (a, b) = (a.and(lanes), b.and(lanes));
    }
    <U8 as Lanes<S, N>>::Count::distances(a, b)
}

/// All of it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sum_of_distances<S: Simd, const N: usize>(simd: S, sums: Distances<S, N>) -> i32
where
    U8: Lanes<S, N>,
{
    // Every second of them is 0.
    sums.0.total(simd, N / 4, 2)
}

/// Sums of products of numbers of 16 bits.
#[derive(Clone, Copy)]
pub struct Products<S: Simd, const N: usize>(<<I16 as Lanes<S, N>>::Count as Count<S, N>>::Products)
where
    I16: Lanes<S, N>;

impl<S: Simd, const N: usize> Products<S, N>
where
    I16: Lanes<S, N>,
{
    /// No product yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn none(simd: S) -> Self {
        Products(Arithmetic::splat(simd, 0))
    }
}

/// Adds the products of all lanes. The sums wrap.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn add_products<S: Simd, const N: usize>(
    simd: S,
    sums: Products<S, N>,
    a: Vector<S, I16, N>,
    b: Vector<S, I16, N>,
) -> Products<S, N>
where
    I16: Lanes<S, N>,
{
    let _ = simd;
    let (a, b) = (<I16 as Lanes<S, N>>::to_i16(a), <I16 as Lanes<S, N>>::to_i16(b));
    Products(sums.0.add(<I16 as Lanes<S, N>>::Count::products(a, b)))
}

/// All of it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sum_of_products<S: Simd, const N: usize>(simd: S, sums: Products<S, N>) -> i32
where
    I16: Lanes<S, N>,
{
    sums.0.total(simd, N / 2, 1)
}
