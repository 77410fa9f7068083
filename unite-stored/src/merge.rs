//! Fibres side by side.

use crate::fibre::{Cursor, Fibre};

/// The coordinates of a fibre, with what lies below them; if `EACH`, then in order, and each once.
pub struct Coordinates<F: Fibre, const EACH: bool>(Way<F::Walk, F::Cursor>);

enum Way<Walk, Cursor> {
    Walk(Walk),
    Cursor(Cursor),
}

impl<F: Fibre, const EACH: bool> Coordinates<F, EACH> {
    /// Whether there is a way.
    pub(crate) const IS_KNOWN: bool = !EACH || F::MERGES;
    /// Whether they do not decrease.
    const ORDERED: bool = EACH || F::ORDERED;

    /// From the first on. A fibre that is not in order does not compile if `EACH`.
    #[inline(always)]
    pub fn new(fibre: F) -> Self {
        const {
            assert!(
                Self::IS_KNOWN,
                "a stored tensor that is written into another has to be in order: convert it, as by `to::<Csr>()`"
            );
        }
        Self::start(fibre)
    }

    /// As [`new`](Self::new), where nothing is asked of types.
    #[inline(always)]
    fn start(fibre: F) -> Self {
        Coordinates(if EACH { Way::Cursor(fibre.cursor()) } else { Way::Walk(fibre.walk()) })
    }
}

impl<F: Fibre, const EACH: bool> Iterator for Coordinates<F, EACH> {
    type Item = (usize, F::Below);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, F::Below)> {
        match &mut self.0 {
            Way::Walk(walk) => walk.next(),
            Way::Cursor(cursor) => cursor.is_at().then(|| {
                let here = (cursor.coordinate(), cursor.below());
                cursor.step_if(true);
                here
            }),
        }
    }
}

/// The coordinates that two fibres both have, with what lies below them in each. One is walked, and the other is asked, if one can be
/// asked; otherwise both are walked. If `EACH`, then in order, and each once.
///
/// ```
/// use unite_stored::{Csr, Intersection, Stored, StoredBlock};
/// let row = |entries: &[usize]| {
///     StoredBlock::<i32, Csr, 2>::from_entries([1, 9], entries.iter().map(|&at| ([0, at], at as i32)))
/// };
/// let (a, b) = (row(&[1, 4, 6])?, row(&[0, 4, 5, 6, 8])?);
/// let both = Intersection::<_, _, true>::new((&a).root(), (&b).root());
/// let columns: Vec<_> = both.flat_map(|(_, (a, b))| Intersection::<_, _, true>::new(a, b)).collect();
/// assert_eq!(columns, [(4, (4, 4)), (6, (6, 6))]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
pub struct Intersection<A: Fibre, B: Fibre, const EACH: bool>(
    Sides<Coordinates<A, EACH>, B, A, Coordinates<B, EACH>, A::Cursor, B::Cursor>,
);

enum Sides<WalkA, B, A, WalkB, CursorA, CursorB> {
    First(WalkA, B),
    Second(A, WalkB),
    Both(CursorA, CursorB),
}

impl<A: Fibre, B: Fibre, const EACH: bool> Intersection<A, B, EACH> {
    /// Whether the first can be walked, and the second asked.
    const MAY_FIRST: bool = B::LOCATES && Coordinates::<A, EACH>::IS_KNOWN;
    /// The other way round.
    const MAY_SECOND: bool = A::LOCATES && Coordinates::<B, EACH>::IS_KNOWN;
    /// Whether the first is walked, and the second asked: of two, the one that is full is asked.
    const FIRST: bool = Self::MAY_FIRST && (!Self::MAY_SECOND || !A::FULL || B::FULL);

    /// Whether it can be answered.
    pub(crate) const IS_KNOWN: bool = Self::MAY_FIRST || Self::MAY_SECOND || A::MERGES && B::MERGES;

    /// Whether coordinates do not decrease.
    pub const ORDERED: bool = match (Self::FIRST, Self::MAY_SECOND) {
        (true, _) => Coordinates::<A, EACH>::ORDERED,
        (false, true) => Coordinates::<B, EACH>::ORDERED,
        (false, false) => true,
    };

    /// The coordinates of `a` that are coordinates of `b`. Formats for which this cannot be answered do not compile: neither can be
    /// asked, and one is not in order.
    #[inline(always)]
    pub fn new(a: A, b: B) -> Self {
        const {
            assert!(
                Self::IS_KNOWN,
                "one of two stored tensors has to be in order here, or has to find coordinates: convert it, as by `to::<Csr>()`"
            );
        }
        Intersection(if Self::FIRST {
            Sides::First(Coordinates::start(a), b)
        } else if Self::MAY_SECOND {
            Sides::Second(a, Coordinates::start(b))
        } else {
            Sides::Both(a.cursor(), b.cursor())
        })
    }
}

impl<A: Fibre, B: Fibre, const EACH: bool> Iterator for Intersection<A, B, EACH> {
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
                while a.is_at() & b.is_at() {
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
pub struct Follow<F: Fibre> {
    fibre: F,
    cursor: Option<F::Cursor>,
}

impl<F: Fibre> Follow<F> {
    /// Whether it can be asked for the coordinates of an intersection.
    pub(crate) const fn is_known<A: Fibre, B: Fibre, const EACH: bool>() -> bool {
        F::LOCATES || F::MERGES && Intersection::<A, B, EACH>::ORDERED
    }

    /// At its first coordinate. It will be asked for those of an intersection of `A` and `B`. A fibre that cannot find coordinates
    /// in any order needs them in order, or it does not compile.
    #[inline(always)]
    pub fn new<A: Fibre, B: Fibre, const EACH: bool>(fibre: F) -> Self {
        const {
            assert!(
                Self::is_known::<A, B, EACH>(),
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

/// Two fibres side by side, each at its first coordinate.
pub(crate) struct Union<A: Fibre, B: Fibre>(A::Cursor, B::Cursor);

impl<A: Fibre, B: Fibre> Union<A, B> {
    /// Fibres that are not in order do not compile.
    #[inline(always)]
    pub fn new(a: A, b: B) -> Self {
        const {
            assert!(
                A::MERGES && B::MERGES,
                "stored tensors that are added are walked side by side, and have to be in order: convert them, as by `to::<Csr>()`"
            );
        }
        Union(a.cursor(), b.cursor())
    }
}

/// Puts what `take` makes of each coordinate, in order.
#[inline(always)]
pub(crate) fn each<A: Fibre, T>(
    each: Coordinates<A, true>,
    mut take: impl FnMut(usize, A::Below) -> T,
    mut put: impl FnMut(usize, T),
) {
    for (coordinate, below) in each {
        put(coordinate, take(coordinate, below));
    }
}

/// Puts what `take` makes of each coordinate of both, in order.
#[inline(always)]
pub(crate) fn both<A: Fibre, B: Fibre, T>(
    both: Intersection<A, B, true>,
    mut take: impl FnMut(usize, A::Below, B::Below) -> T,
    mut put: impl FnMut(usize, T),
) {
    let (mut a, mut b) = match both.0 {
        Sides::Both(a, b) => (a, b),
        walked => {
            for (coordinate, (a, b)) in Intersection(walked) {
                put(coordinate, take(coordinate, a, b));
            }
            return;
        }
    };
    while a.is_at() & b.is_at() {
        let (at_a, at_b) = (a.coordinate(), b.coordinate());
        if at_a == at_b {
            put(at_a, take(at_a, a.below(), b.below()));
            a.step_if(true);
            b.step_if(true);
        } else {
            let is_before = at_a < at_b;
            a.step_if(is_before);
            b.step_if(!is_before);
        }
    }
}

/// Puts what is made of each coordinate of any of two fibres, in order.
#[inline(always)]
pub(crate) fn any<A: Fibre, B: Fibre, T>(
    Union(mut a, mut b): Union<A, B>,
    mut both: impl FnMut(usize, A::Below, B::Below) -> T,
    mut first: impl FnMut(usize, A::Below) -> T,
    mut second: impl FnMut(usize, B::Below) -> T,
    mut put: impl FnMut(usize, T),
) {
    while a.is_at() & b.is_at() {
        let (at_a, at_b) = (a.coordinate(), b.coordinate());
        // A full fibre is nowhere behind another.
        if at_a == at_b || A::FULL && B::FULL {
            put(at_a, both(at_a, a.below(), b.below()));
            a.step_if(true);
            b.step_if(true);
        } else if at_a < at_b || A::FULL {
            put(at_a, first(at_a, a.below()));
            a.step_if(true);
        } else {
            put(at_b, second(at_b, b.below()));
            b.step_if(true);
        }
    }
    while a.is_at() {
        let at = a.coordinate();
        put(at, first(at, a.below()));
        a.step_if(true);
    }
    while b.is_at() {
        let at = b.coordinate();
        put(at, second(at, b.below()));
        b.step_if(true);
    }
}
