//! Refined views on their way to a kernel: several of their points share an element, so that no stride leads from one to the
//! next. Where the points are and where the elements are goes apart, and a floor leads from one to the other.

use core::marker::PhantomData;

use super::axes::each_axis;
use super::derive::ceil_div;
use super::pass::Carried;
use super::{Carrier, Exclusive, Place, Space, Strided, Tensor, TensorMut, Writable};
use crate::geometry::Geometry;
use crate::ptr::Ptr;
use crate::{Elem, Shape};

/// Which elements the points of a tensor of rank `N` show: index `i` of axis `j` shows that of index
/// `floor((a * i + b) / d)`, where `[a, b, d]` is entry `j`; `a` and `d` are at least 1.
pub type Floors<const N: usize> = [[isize; 3]; N];

/// The floors of a tensor whose points have an element each.
pub const fn each<const N: usize>() -> Floors<N> {
    [[1, 0, 1]; N]
}

/// A carried tensor whose points may share elements, in memory that is borrowed for `'a`.
pub struct Repeated<'a, S: Space<N>, const N: usize> {
    place: Geometry<N>,
    at: Floors<N>,
    elements: Carrier<'a, S, N>,
    floors: Floors<N>,
}

impl<S: Space<N>, const N: usize> Clone for Repeated<'_, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space<N>, const N: usize> Copy for Repeated<'_, S, N> {}

/// What the place of a tensor holds that is carried without its elements. It has no size: where the carrier of such a place is, reading
/// touches no memory, and gives nothing that a kernel could take for an element.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

#[diagnostic::do_not_recommend]
impl Elem for Nothing {
    type Wide = Nothing;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn widen(self) -> Nothing {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn narrow(wide: Nothing) -> Nothing {
        wide
    }
}

/// The space of the place of a tensor of this shape.
pub type PlaceOf<S, const N: usize> = Strided<<S as Shape<N>>::With<Nothing>>;

/// What a tensor whose points share elements is made of: something of its extents without elements, and by which floors its points
/// are where that is; its elements, and which points show which.
pub type Apart<'a, S, const N: usize> =
    (Carrier<'a, PlaceOf<<S as Space<N>>::Shape, N>, N>, Floors<N>, Carrier<'a, S, N>, Floors<N>);

impl<'a, S: Space<N>, const N: usize> Carrier<'a, S, N> {
    /// A tensor of the extents of this one, at another place, whose points show the elements of this one by floors. `follows`:
    /// by which floors it is where something else is, if it is so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn repeated(
        self,
        place: Place<N>,
        floors: Floors<N>,
        follows: Option<(Geometry<N>, Floors<N>)>,
    ) -> Repeated<'a, S, N> {
        let own = self.located(place).geometry();
        // What is refined and was coarsened before has no step of its own.
        let (mut place, at) = match follows {
            Some((other, at)) if own.refine.contains(&0) => {
                (Geometry { frame: own.frame.lost_in(other.frame), ..other }, at)
            }
            _ => (own, each()),
        };
        place.extent = own.extent;
        place.root_rank = own.root_rank;
        place.offset = 0;
        if !place.is_nowhere() {
            (place.lo, place.hi) = reach(&self.geometry(), &floors);
        }
        Repeated { place, at, elements: self, floors }
    }
}

impl<'a, S: Space<N>, const N: usize> Repeated<'a, S, N> {
    /// Carries a tensor whose place and whose elements are told apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(place: Geometry<N>, at: Floors<N>, elements: Carrier<'a, S, N>, floors: Floors<N>) -> Self {
        Repeated { place, at, elements, floors }
    }

    /// What it is made of.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apart(self) -> Apart<'a, S, N> {
        let place = Carrier { ptr: Ptr::nowhere(), geometry: self.place, space: PhantomData };
        (place, self.at, self.elements, self.floors)
    }

    /// Lets the tensor be written by the kernel that it is passed to.
    ///
    /// # Safety
    /// The memory of the nearest block is borrowed mutably for as long as the result is used.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn writable(self) -> ExclusiveRepeated<'a, S, N> {
        ExclusiveRepeated(self)
    }
}

/// The first index along each axis, and one past the last, that shows an element of the nearest block, if the geometry has
/// those of elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn reach<const N: usize>(elements: &Geometry<N>, floors: &Floors<N>) -> ([isize; N], [isize; N]) {
    let (mut lo, mut hi) = (elements.lo, elements.hi);
    each_axis!(j below N: {
        let [a, b, d] = floors[j];
        (lo[j], hi[j]) = (ceil_div(lo[j] * d - b, a.max(1)), ceil_div(hi[j] * d - b, a.max(1)));
    });
    (lo, hi)
}

/// A carried tensor whose points may share elements, and that may be written.
pub struct ExclusiveRepeated<'a, S: Space<N>, const N: usize>(Repeated<'a, S, N>);

impl<S: Space<N>, const N: usize> Clone for ExclusiveRepeated<'_, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space<N>, const N: usize> Copy for ExclusiveRepeated<'_, S, N> {}

impl<S: Space<N>, const N: usize> Carried for Repeated<'_, S, N> {}
impl<S: Space<N>, const N: usize> Carried for ExclusiveRepeated<'_, S, N> {}
impl<S: Space<N>, const N: usize> Writable for ExclusiveRepeated<'_, S, N> {}

/// What kernels pass to each other where the points of a tensor may share elements: any tensor.
#[diagnostic::on_unimplemented(
    message = "the kernel that is called takes a tensor of rank {N} here",
    label = "a tensor of another rank"
)]
pub trait Repeating<'a, const N: usize>: Carried {
    /// What the tensor holds.
    type Elem: Elem;
    /// Which extents are constants.
    type Shape: Shape<N, Elem = Self::Elem>;
    /// All that is static about the elements.
    type Space: Space<N, Elem = Self::Elem, Shape = Self::Shape>;

    /// The tensor.
    fn repeated(self) -> Repeated<'a, Self::Space, N>;
}

impl<'a, S: Space<N>, const N: usize> Repeating<'a, N> for Repeated<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeated(self) -> Self {
        self
    }
}

impl<'a, S: Space<N>, const N: usize> Repeating<'a, N> for ExclusiveRepeated<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeated(self) -> Repeated<'a, S, N> {
        self.0
    }
}

impl<'a, S: Space<N>, const N: usize> Repeating<'a, N> for Carrier<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeated(self) -> Repeated<'a, S, N> {
        Repeated {
            place: Geometry { offset: 0, ..self.geometry() },
            at: each(),
            elements: self,
            floors: each(),
        }
    }
}

impl<'a, S: Space<N>, const N: usize> Repeating<'a, N> for Exclusive<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeated(self) -> Repeated<'a, S, N> {
        Repeating::repeated(super::Readable::carrier(self))
    }
}

/// A tensor of rank `N` as it comes from a program: where it is, where its elements are in its memory, and which points show
/// which of them.
#[derive(Clone, Copy, Debug)]
pub struct Spread<const N: usize> {
    /// Something of its extents.
    pub place: Geometry<N>,
    /// By which floors its points are where that is.
    pub at: Floors<N>,
    /// Where its elements are, as a tensor of the same extents.
    pub elements: Geometry<N>,
    /// Which points show which.
    pub floors: Floors<N>,
}

impl<const N: usize> Spread<N> {
    fn of(geometry: &Geometry<N>) -> Self {
        Spread { place: Geometry { offset: 0, ..*geometry }, at: each(), elements: *geometry, floors: each() }
    }
}

/// A tensor of rank `N` that a kernel can read which takes refined ones: a block, a view, or a
/// [refined view](crate::library::Refined).
///
/// In the signature of a kernel it is written `&Tensor<Refined<[[u8]]>>`.
///
/// # Safety
/// Every index between `lo` and `hi` of the elements addresses an element of the memory, and their geometry agrees with the
/// constants of the space.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of rank {N}",
    note = "kernels take blocks, `&block`, and views as tensors, `&view.tensor()?` or `&view.refined()?`"
)]
pub unsafe trait RefinedTensor<const N: usize> {
    /// What the tensor holds.
    type Elem: Elem;
    /// Which extents are constants.
    type Shape: Shape<N, Elem = Self::Elem>;
    /// All that is static about the elements.
    type Space: Space<N, Elem = Self::Elem, Shape = Self::Shape>;

    /// The memory of the nearest block, whole, and where the tensor is.
    fn spread(&self) -> (&[Self::Elem], Spread<N>);
}

/// A tensor that a kernel can also write which takes refined ones.
///
/// # Safety
/// [`spread_mut`](RefinedTensorMut::spread_mut) is what [`spread`](RefinedTensor::spread) is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of rank {N} that can be written",
    note = "pass a block, `&mut block`, or a view as a tensor, `&mut view.tensor_mut()?` or `&mut view.refined_mut()?`"
)]
pub unsafe trait RefinedTensorMut<const N: usize>: RefinedTensor<N> {
    /// The memory of the nearest block, whole, and where the tensor is.
    fn spread_mut(&mut self) -> (&mut [Self::Elem], Spread<N>);
}

// SAFETY: the elements are the tensor itself.
unsafe impl<T: Tensor<N>, const N: usize> RefinedTensor<N> for T {
    type Elem = T::Elem;
    type Shape = T::Shape;
    type Space = T::Space;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spread(&self) -> (&[T::Elem], Spread<N>) {
        (self.memory(), Spread::of(self.geometry()))
    }
}

// SAFETY: the elements are the tensor itself.
unsafe impl<T: TensorMut<N>, const N: usize> RefinedTensorMut<N> for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spread_mut(&mut self) -> (&mut [T::Elem], Spread<N>) {
        let (memory, geometry) = self.parts_mut();
        (memory, Spread::of(geometry))
    }
}

/// The static part of where a tensor is and of its elements, as values.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn spaces_of<const N: usize, T: RefinedTensor<N>>(
    _: &T,
) -> (PhantomData<PlaceOf<T::Shape, N>>, PhantomData<T::Space>) {
    (PhantomData, PhantomData)
}
