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

/// Which of two fibres are walked: one that is not is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    First,
    Second,
    Both,
}

impl<A: Fibre, B: Fibre, const EACH: bool> Intersection<A, B, EACH> {
    /// Whether the first can be walked, and the second asked.
    const MAY_FIRST: bool = B::LOCATES && Coordinates::<A, EACH>::IS_KNOWN;
    /// The other way round.
    const MAY_SECOND: bool = A::LOCATES && Coordinates::<B, EACH>::IS_KNOWN;
    /// Who is walked: of two that could be asked, the one that is full is asked.
    pub(crate) const WALKED: Walked = match (Self::MAY_FIRST, Self::MAY_SECOND) {
        (true, false) => Walked::First,
        (true, true) if !A::FULL || B::FULL => Walked::First,
        (_, true) => Walked::Second,
        (false, false) => Walked::Both,
    };

    /// Whether it can be answered.
    pub(crate) const IS_KNOWN: bool = Self::MAY_FIRST || Self::MAY_SECOND || A::MERGES && B::MERGES;

    /// Whether coordinates do not decrease.
    pub const ORDERED: bool = match Self::WALKED {
        Walked::First => Coordinates::<A, EACH>::ORDERED,
        Walked::Second => Coordinates::<B, EACH>::ORDERED,
        Walked::Both => true,
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
        Intersection(match const { Self::WALKED } {
            Walked::First => Sides::First(Coordinates::start(a), b),
            Walked::Second => Sides::Second(a, Coordinates::start(b)),
            Walked::Both => Sides::Both(a.cursor(), b.cursor()),
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
                let mut found = None;
                beside(a, b, |coordinate, a, b| {
                    found = Some((coordinate, (a, b)));
                    true
                });
                found
            }
        }
    }
}

/// Calls `take` with the coordinates that two fibres both have, and what lies below them, from where the cursors are on, until it says
/// that this is enough.
#[inline(always)]
fn beside<A: Cursor, B: Cursor>(
    a: &mut A,
    b: &mut B,
    mut take: impl FnMut(usize, A::Below, B::Below) -> bool,
) {
    while a.is_at() & b.is_at() {
        let (at_a, at_b) = (a.coordinate(), b.coordinate());
        if at_a == at_b {
            let is_enough = take(at_a, a.below(), b.below());
            a.step_if(true);
            b.step_if(true);
            if is_enough {
                return;
            }
        } else {
            let is_before = at_a < at_b;
            a.step_if(is_before);
            b.step_if(!is_before);
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
    match both.0 {
        Sides::Both(mut a, mut b) => beside(&mut a, &mut b, |coordinate, a, b| {
            put(coordinate, take(coordinate, a, b));
            false
        }),
        walked => {
            Intersection(walked).for_each(|(coordinate, (a, b))| put(coordinate, take(coordinate, a, b)))
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
