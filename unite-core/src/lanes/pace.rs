//! How far apart lanes lie in memory along a row, as a type: what a constant rules out is never compiled.

/// A distance in memory, in elements.
pub trait Pace: Copy {
    /// It, if it is a constant.
    const KNOWN: Option<isize>;

    /// It.
    fn pace(self) -> isize;
}

/// A distance that is a constant.
#[derive(Clone, Copy)]
pub struct Fixed<const PACE: isize>;

impl<const PACE: isize> Pace for Fixed<PACE> {
    const KNOWN: Option<isize> = Some(PACE);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pace(self) -> isize {
        PACE
    }
}

/// What only the run knows.
impl Pace for isize {
    const KNOWN: Option<isize> = None;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pace(self) -> isize {
        self
    }
}

/// Whether a distance is known to be that.
pub const fn is_known<P: Pace>(pace: isize) -> bool {
    matches!(P::KNOWN, Some(known) if known == pace)
}

/// Whether a distance is known to be another one.
pub const fn is_other<P: Pace>(pace: isize) -> bool {
    matches!(P::KNOWN, Some(known) if known != pace)
}

/// Whether a distance of a type is that: a constant, if it is one of the type.
macro_rules! is_pace {
    ($type:ident, $pace:expr, $number:literal) => {
        const { $crate::lanes::pace::is_known::<$type>($number) }
        || const { $type::KNOWN.is_none() } && $pace == $number
    };
}
pub(super) use is_pace;
