//! The spaces of blocks, and how they change when a block does.

use crate::Shape;
use crate::staged::{Coarsened, Located, Pitched, RowMajor, Space, Strided};

/// The space of a block: how its elements follow each other in memory, as far as the type knows.
pub trait Layout<const N: usize>: Space<N> {
    /// The same layout at a location that only the run time knows.
    type Located: Layout<N, Elem = Self::Elem, Shape = Self::Shape>;
    /// The same layout, where the shape `S` knows the extents.
    type Reshaped<S: Shape<N, Elem = Self::Elem>>: Layout<N, Elem = Self::Elem, Shape = S>;
}

impl<S: Shape<N>, const N: usize> Layout<N> for RowMajor<S> {
    type Located = Located<Self>;
    type Reshaped<R: Shape<N, Elem = S::Elem>> = RowMajor<R>;
}

impl<S: Shape<N>, const N: usize> Layout<N> for Pitched<S> {
    type Located = Located<Self>;
    type Reshaped<R: Shape<N, Elem = S::Elem>> = Pitched<R>;
}

impl<S: Shape<N>, const N: usize> Layout<N> for Strided<S> {
    type Located = Self;
    type Reshaped<R: Shape<N, Elem = S::Elem>> = Strided<R>;
}

impl<P: Layout<N>, const N: usize> Layout<N> for Located<P> {
    type Located = Self;
    type Reshaped<R: Shape<N, Elem = P::Elem>> = Located<P::Reshaped<R>>;
}

impl<P: Layout<N>, const N: usize, const STEP: usize> Layout<N> for Coarsened<P, STEP> {
    type Located = Located<P>;
    type Reshaped<R: Shape<N, Elem = P::Elem>> = Coarsened<P::Reshaped<R>, STEP>;
}
