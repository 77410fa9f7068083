//! Shapes: which extents of a tensor are constants, as a type.

use core::marker::PhantomData;

use crate::Elem;
use crate::geometry::Geometry;

/// One axis whose extent is known only at run time, over the shape `S` of the axes inside it.
///
/// Rust's own array types spell static extents: `[[u8; 4]; 4]`. `Dyn` stands where a slice stands in a kernel's
/// signature: `[[i16; 8]]` is `Dyn<[i16; 8]>`, and `[[u8]]` is `Dyn<Dyn<u8>>`.
pub struct Dyn<S: ?Sized>(PhantomData<fn() -> *const S>);

/// What only element types, arrays and [`Dyn`] are: the memory of a tensor is laid out by what their shapes say.
mod sealed {
    use super::{Dyn, Elem};

    pub trait Shaped {}

    impl<T: Elem> Shaped for T {}
    impl<S, const LEN: usize> Shaped for [S; LEN] {}
    impl<S> Shaped for Dyn<S> {}
}

/// A shape of whatever rank: it says its own rank, so that a type that holds one need not repeat it. An element type
/// is a shape of rank 0.
///
/// ```
/// use unite_core::{Dyn, Ranked};
/// assert_eq!(<Dyn<[u8; 3]> as Ranked>::RANK, 2);
/// ```
pub trait Ranked: sealed::Shaped + 'static {
    /// What the tensor holds.
    type Item: Elem;
    /// Where a tensor of this rank is: [`Geometry`] of the rank.
    type Geometry: Copy + core::fmt::Debug;
    /// The number of axes.
    const RANK: usize;
}

impl<T: Elem> Ranked for T {
    type Item = T;
    type Geometry = Geometry<0>;
    const RANK: usize = 0;
}

/// An element type, seen as the element of tensors of rank `N` all of whose extents are dynamic.
///
/// ```
/// use unite_core::{Dyn, Dynamic};
/// fn same<S>(_: core::marker::PhantomData<(S, S)>) {}
/// same::<Dyn<Dyn<u8>>>(core::marker::PhantomData::<(<u8 as Dynamic<2>>::Shape, Dyn<Dyn<u8>>)>);
/// ```
pub trait Dynamic<const N: usize>: Elem {
    /// `Dyn`, `N` times, over the element type.
    type Shape: Shape<N, Elem = Self>;
}

impl<T: Elem> Dynamic<1> for T {
    type Shape = Dyn<T>;
}
impl<T: Elem> Dynamic<2> for T {
    type Shape = Dyn<Dyn<T>>;
}
impl<T: Elem> Dynamic<3> for T {
    type Shape = Dyn<Dyn<Dyn<T>>>;
}
impl<T: Elem> Dynamic<4> for T {
    type Shape = Dyn<Dyn<Dyn<Dyn<T>>>>;
}

/// A shape of rank `N`: an element type under `N` axes, each an array `[S; LEN]` or a [`Dyn<S>`](Dyn).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of rank {N}",
    note = "a shape of rank 2 is written `[[u8; 4]; 4]`, `Dyn<[u8; 4]>` or `Dyn<Dyn<u8>>`"
)]
pub trait Shape<const N: usize>:
    Ranked<Item = <Self as Shape<N>>::Elem, Geometry = Geometry<N>> + 'static
{
    /// What the tensor holds.
    type Elem: Elem;
    /// The same extents over another element type.
    type With<E: Elem>: Shape<N, Elem = E>;
    /// The extent of each axis, where it is a constant.
    const EXTENT: [Option<isize>; N];
}

/// A shape all of whose extents are constants.
pub trait StaticShape<const N: usize>: Shape<N> {
    /// The extent of each axis.
    const EXTENTS: [isize; N];
    /// How many elements the shape has.
    const LEN: usize;
}

/// `Self` may be passed where the shape `S` is asked for: constants match, and [`Dyn`] takes any extent.
#[diagnostic::on_unimplemented(
    message = "a tensor of shape `{Self}` does not fit the parameter of shape `{S}`",
    label = "constant extents must match; `Dyn` takes any extent"
)]
pub trait Accepts<S>: sealed::Shaped {}

impl<T: Elem> Accepts<T> for T {}
impl<A: Accepts<B>, B, const LEN: usize> Accepts<[B; LEN]> for [A; LEN] {}
impl<A: Accepts<B>, B, const LEN: usize> Accepts<Dyn<B>> for [A; LEN] {}
impl<A: Accepts<B>, B> Accepts<Dyn<B>> for Dyn<A> {}

/// Implements [`Shape`] for one pattern of static (`name`) and dynamic (`_`) axes, outermost first.
macro_rules! ranked {
    ($n:literal: $($axis:tt)*) => {
        ranked!(@const [$n] [] [$($axis)*] [$($axis)*]);
    };
    (@const [$n:literal] [$($c:ident)*] [_ $($rest:tt)*] $all:tt) => {
        ranked!(@const [$n] [$($c)*] [$($rest)*] $all);
    };
    (@const [$n:literal] [$($c:ident)*] [$name:ident $($rest:tt)*] $all:tt) => {
        ranked!(@const [$n] [$($c)* $name] [$($rest)*] $all);
    };
    (@const [$n:literal] [$($c:ident)*] [] [$($axis:tt)*]) => {
        impl<T: Elem $(, const $c: usize)*> Shape<$n> for ranked!(@ty T $($axis)*) {
            type Elem = T;
            type With<E: Elem> = ranked!(@ty E $($axis)*);
            const EXTENT: [Option<isize>; $n] = [$(ranked!(@extent $axis)),*];
        }
        impl<T: Elem $(, const $c: usize)*> Ranked for ranked!(@ty T $($axis)*) {
            type Item = T;
            type Geometry = Geometry<$n>;
            const RANK: usize = $n;
        }
        ranked!(@static [$n] [$($axis)*]);
    };
    (@ty $t:ident) => { $t };
    (@ty $t:ident _ $($rest:tt)*) => { Dyn<ranked!(@ty $t $($rest)*)> };
    (@ty $t:ident $len:ident $($rest:tt)*) => { [ranked!(@ty $t $($rest)*); $len] };
    (@extent _) => { None };
    (@extent $len:ident) => { Some($len as isize) };
    (@static [$n:literal] [$($len:ident)*]) => {
        impl<T: Elem $(, const $len: usize)*> StaticShape<$n> for ranked!(@ty T $($len)*) {
            const EXTENTS: [isize; $n] = [$($len as isize),*];
            const LEN: usize = 1 $(* $len)*;
        }
    };
    (@static [$n:literal] [$($axis:tt)*]) => {};
}

ranked!(1: A);
ranked!(1: _);
ranked!(2: A B);
ranked!(2: A _);
ranked!(2: _ B);
ranked!(2: _ _);
ranked!(3: A B C);
ranked!(3: A B _);
ranked!(3: A _ C);
ranked!(3: A _ _);
ranked!(3: _ B C);
ranked!(3: _ B _);
ranked!(3: _ _ C);
ranked!(3: _ _ _);
ranked!(4: A B C D);
ranked!(4: A B C _);
ranked!(4: A B _ D);
ranked!(4: A B _ _);
ranked!(4: A _ C D);
ranked!(4: A _ C _);
ranked!(4: A _ _ D);
ranked!(4: A _ _ _);
ranked!(4: _ B C D);
ranked!(4: _ B C _);
ranked!(4: _ B _ D);
ranked!(4: _ B _ _);
ranked!(4: _ _ C D);
ranked!(4: _ _ C _);
ranked!(4: _ _ _ D);
ranked!(4: _ _ _ _);

/// A shape as it stands in a kernel, as a type: `shape!([[u8; 3]])` is any number of rows of three.
///
/// A length that is left out is known at run time.
///
/// ```
/// use unite_core::{Block, Dyn, shape};
/// let rgb = [0u8; 2 * 5 * 3];
/// let image = Block::external_ref(&rgb, [2, 5, 3])?.fixed::<shape!([[[u8; 3]]])>()?;
/// let same: Block<Dyn<Dyn<[u8; 3]>>, _, _> = image;
/// assert_eq!(same.extents(), [2, 5, 3]);
/// # Ok::<(), unite_core::BlockError>(())
/// ```
#[macro_export]
macro_rules! shape {
    ([[$($inner:tt)*]; $length:expr]) => { [$crate::shape!([$($inner)*]); $length] };
    ([[$($inner:tt)*]]) => { $crate::Dyn<$crate::shape!([$($inner)*])> };
    ([$element:ty; $length:expr]) => { [$element; $length] };
    ([$element:ty]) => { $crate::Dyn<$element> };
}
