//! Fibres side by side.

use crate::fibre::{Cursor, Fibre};

/// The coordinates that two fibres both have, with what lies below them in each. One is walked, and the other is asked, if one can be
/// asked; otherwise both are walked.
///
/// ```
/// use unite_stored::{Csr, Intersection, Stored, StoredBlock};
/// let row = |entries: &[usize]| {
///     StoredBlock::<i32, Csr, 2>::from_entries([1, 9], entries.iter().map(|&at| ([0, at], at as i32)))
/// };
/// let (a, b) = (row(&[1, 4, 6])?, row(&[0, 4, 5, 6, 8])?);
/// let both = Intersection::new((&a).root(), (&b).root());
/// let columns: Vec<_> = both.flat_map(|(_, (a, b))| Intersection::new(a, b)).collect();
/// assert_eq!(columns, [(4, (4, 4)), (6, (6, 6))]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Intersection<A: Fibre, B: Fibre>(Sides<A::Walk, B, A, B::Walk, A::Cursor, B::Cursor>);

#[derive(Clone, Debug)]
enum Sides<WalkA, B, A, WalkB, CursorA, CursorB> {
    First(WalkA, B),
    Second(A, WalkB),
    Both(CursorA, CursorB),
}

impl<A: Fibre, B: Fibre> Intersection<A, B> {
    /// Whether the first is walked, and the second asked.
    const FIRST: bool = B::LOCATES && (!A::FULL || B::FULL || !A::LOCATES);

    /// Whether coordinates come in order.
    pub const ORDERED: bool = match (Self::FIRST, A::LOCATES) {
        (true, _) => A::ORDERED,
        (false, true) => B::ORDERED,
        (false, false) => true,
    };

    /// The coordinates of `a` that are coordinates of `b`. Formats for which this cannot be answered do not compile: neither can be
    /// asked, and one is not in order.
    #[inline(always)]
    pub fn new(a: A, b: B) -> Self {
        const {
            assert!(
                A::LOCATES || B::LOCATES || A::MERGES && B::MERGES,
                "one of two stored tensors has to be in order here, or has to find coordinates: convert it, as by `to::<Csr>()`"
            );
        }
        Intersection(if Self::FIRST {
            Sides::First(a.walk(), b)
        } else if A::LOCATES {
            Sides::Second(a, b.walk())
        } else {
            Sides::Both(a.cursor(), b.cursor())
        })
    }
}

impl<A: Fibre, B: Fibre> Iterator for Intersection<A, B> {
    type Item = (usize, (A::Below, B::Below));

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Sides::First(walk, other) => loop {
                let (coordinate, a) = walk.next()?;
                if let Some(b) = other.locate(coordinate) {
                    return Some((coordinate, (a, b)));
                }
            },
            Sides::Second(other, walk) => loop {
                let (coordinate, b) = walk.next()?;
                if let Some(a) = other.locate(coordinate) {
                    return Some((coordinate, (a, b)));
                }
            },
            Sides::Both(a, b) => {
                while a.is_at() && b.is_at() {
                    let (at_a, at_b) = (a.coordinate(), b.coordinate());
                    if at_a == at_b {
                        let below = (a.below(), b.below());
                        a.step_if(true);
                        b.step_if(true);
                        return Some((at_a, below));
                    }
                    a.step_if(at_a < at_b);
                    b.step_if(at_b < at_a);
                }
                None
            }
        }
    }
}

/// A fibre that is asked for coordinates that do not decrease.
#[derive(Clone, Debug)]
pub struct Follow<F: Fibre> {
    fibre: F,
    cursor: Option<F::Cursor>,
}

impl<F: Fibre> Follow<F> {
    /// At its first coordinate. `ORDERED` says whether the coordinates that it will be asked for do not decrease: a fibre that is not
    /// asked directly needs that, or it does not compile.
    #[inline(always)]
    pub fn new<A: Fibre, B: Fibre>(fibre: F) -> Self {
        const {
            assert!(
                F::LOCATES || F::MERGES && Intersection::<A, B>::ORDERED,
                "one of several stored tensors has to be in order here, or has to find coordinates: convert it, as by `to::<Csr>()`"
            );
        }
        Follow { fibre, cursor: if F::LOCATES { None } else { Some(fibre.cursor()) } }
    }

    /// What lies below a coordinate, which is not less than the one before.
    #[inline(always)]
    pub fn find(&mut self, coordinate: usize) -> Option<F::Below> {
        let Some(cursor) = &mut self.cursor else { return self.fibre.locate(coordinate) };
        while cursor.is_at() && cursor.coordinate() < coordinate {
            cursor.step_if(true);
        }
        (cursor.is_at() && cursor.coordinate() == coordinate).then(|| cursor.below())
    }
}
