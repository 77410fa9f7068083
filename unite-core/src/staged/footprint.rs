//! What a kernel touches, and the error when that does not fit.

use core::fmt;

use crate::geometry::LIMIT;

/// The part of a footprint along one axis of one tensor, beside what the tensor has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The axis of the tensor, as the kernel indexes it.
    pub axis: usize,
    /// The first index that the kernel touches.
    pub first: isize,
    /// The last index that the kernel touches.
    pub last: isize,
    /// The first index that lies in the nearest block.
    pub lo: isize,
    /// One past the last index that lies in the nearest block.
    pub hi: isize,
    /// The extent of the tensor along the axis.
    pub extent: isize,
    /// The location of index 0 in the root. Nobody asks where a block is that the kernel makes.
    pub origin: Option<isize>,
}

impl fmt::Display for Touched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lo, self.hi) {
            (lo, hi) if lo < hi => write!(f, "data at {lo}..{hi} only (extent {}", self.extent)?,
            _ => write!(f, "no data there (extent {}", self.extent)?,
        }
        match self.origin {
            Some(origin) => write!(f, ", located at {origin})"),
            None => f.write_str(")"),
        }
    }
}

/// The distance between neighbours of a tensor in the universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// How far `refine` neighbours are apart.
    pub step: isize,
    /// How many neighbours that are.
    pub refine: isize,
}

impl fmt::Display for Spacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Spacing { step, refine: 1 } => step.fmt(f),
            Spacing { step, refine } => write!(f, "{step}/{refine}"),
        }
    }
}

/// Why a kernel cannot run on a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Indices that the kernel touches have no data: they lie outside the nearest block.
    Outside(Touched),
    /// Two colocated tensors live in universes of different rank.
    Universe {
        /// The rank of the universe of the tensor that is indexed.
        this: usize,
        /// The rank of the universe of the tensor that it is indexed by.
        other: usize,
    },
    /// A tensor is indexed by one whose points lie between its own.
    Density {
        /// The axis of the indexing tensor.
        axis: usize,
        /// The distance between points of the tensor that is indexed.
        this: Spacing,
        /// The distance between points of the tensor that it is indexed by.
        other: Spacing,
    },
    /// A tensor with a boundary rule has points between those that it is indexed at, and the rule would lead to them.
    Between {
        /// The axis of the indexing tensor.
        axis: usize,
        /// The distance between points of the tensor that is indexed.
        this: Spacing,
        /// The distance between points of the tensor that it is indexed by.
        other: Spacing,
    },
    /// Points of two tensors share locations, and are told apart in two spaces.
    Frames {
        /// The axis of the indexing tensor.
        axis: usize,
    },
    /// Points of two tensors share locations, and by which parts of those they are matched is not known.
    Cells {
        /// The axis of the tensor.
        axis: usize,
    },
    /// Only the location of index 0 is known.
    Unlocated {
        /// The axis of the tensor.
        axis: usize,
    },
    /// Another tensor is nowhere in this one: they lie apart along an axis of the universe.
    Elsewhere {
        /// The axis of the universe.
        axis: usize,
    },
    /// The tensor overlaps another one, and the kernel has no form for that.
    Overlap,
    /// A factor or a step of a view is below 1.
    Factor {
        /// The axis.
        axis: usize,
        /// The number.
        factor: isize,
    },
    /// A view has not as many elements as the kernel names or writes.
    Count {
        /// The axis.
        axis: usize,
        /// The extent.
        extent: isize,
        /// How many there have to be.
        count: isize,
        /// Whether there may be no others.
        all: bool,
    },
    /// One of two tensors is nowhere: it shows elements of a tensor where that is not.
    Nowhere,
    /// A tensor beside a stored one is permuted, refined or coarsened: their indices are not at a displacement.
    Placed {
        /// The axis.
        axis: usize,
    },
    /// Another tensor is nowhere in a slice of this one.
    Slice {
        /// The axis that is sliced away.
        axis: usize,
        /// The index of the slice.
        slice: isize,
        /// The first index that the other tensor has there.
        first: isize,
        /// The last.
        last: isize,
    },
    /// A block of the kernel's own cannot be as large.
    Extent {
        /// The axis of the block.
        axis: usize,
        /// The extent.
        extent: isize,
    },
    /// A view has an extent that no tensor has.
    Long {
        /// The extent.
        extent: isize,
    },
    /// A number that indices are made of is itself no index: it does not fit an `i32`.
    Coordinate {
        /// The number.
        value: i128,
    },
    /// A number is not in the range that the kernel declares for it.
    Range {
        /// The number.
        value: i128,
        /// The least that the kernel takes.
        first: i128,
        /// The greatest.
        last: i128,
    },
}

impl Fault {
    /// The fault of two tensors of universes of these ranks, which differ. A copy of what is nowhere lies in none.
    #[cold]
    pub(super) fn universe(this: usize, other: usize) -> Fault {
        if this == 0 || other == 0 { Fault::Nowhere } else { Fault::Universe { this, other } }
    }
}

/// A kernel, one of its tensors, and why the two do not fit.
///
/// ```
/// use unite_core::staged::{Fault, FootprintError, Touched};
/// let error = FootprintError {
///     kernel: "vertical_right",
///     tensor: "recon",
///     fault: Fault::Outside(Touched { axis: 0, first: -1, last: 3, lo: 0, hi: 64, extent: 64, origin: Some(0) }),
/// };
/// assert_eq!(
///     error.to_string(),
///     "kernel vertical_right touches indices -1..=3 of axis 0 of recon, which has data at 0..64 only \
///      (extent 64, located at 0)",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FootprintError {
    /// The name of the kernel.
    pub kernel: &'static str,
    /// The name of the tensor, or of the number, as the kernel calls it.
    pub tensor: &'static str,
    /// What does not fit.
    pub fault: Fault,
}

impl fmt::Display for FootprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FootprintError { kernel, tensor, fault } = self;
        match fault {
            // What a rule leads to is there, or nothing is.
            Fault::Outside(touched @ Touched { axis, first, last, .. }) if first > last => write!(
                f,
                "kernel {kernel} reads {tensor} by a boundary rule along axis {axis}, which has {touched}",
            ),
            Fault::Outside(touched @ Touched { axis, first, last, .. }) => write!(
                f,
                "kernel {kernel} touches indices {first}..={last} of axis {axis} of {tensor}, which has {touched}",
            ),
            Fault::Universe { this, other } => write!(
                f,
                "kernel {kernel} indexes {tensor} by a tensor of another universe: theirs have ranks {this} and \
                 {other}",
            ),
            Fault::Density { axis, this, other } => {
                write!(
                    f,
                    "kernel {kernel} indexes {tensor} by a tensor whose points are {other} apart on axis {axis}, while \
                     its own are {this} apart: ",
                )?;
                // How many points of the one there are for each of the other.
                let (these, others) = (this.step * other.refine, other.step * this.refine);
                match these.checked_rem(others) {
                    Some(0) => write!(f, "use {tensor}.refine(..) with {} on that axis", these / others),
                    _ => write!(f, "no step of the one leads from point to point of the other"),
                }
            }
            Fault::Between { axis, this, other } => write!(
                f,
                "kernel {kernel} indexes {tensor}, of which a boundary rule says what lies outside, by a tensor whose points \
                 are {other} apart on axis {axis}, while its own are {this} apart: the rule leads to points between those; \
                 make a block of what is there, `.to_block()`, and give that the rule",
            ),
            Fault::Frames { axis } => write!(
                f,
                "kernel {kernel} indexes {tensor} by a tensor that was refined apart from it: of both, points share \
                 locations along axis {axis}, and none is that of another; make both of one refined tensor",
            ),
            Fault::Cells { axis } => write!(
                f,
                "kernel {kernel} asks where another tensor is in {tensor}: points of both share locations along axis {axis}, \
                 and the two were refined again below one tensor in a way that is not passed on; relate them in the kernel \
                 that refines them",
            ),
            Fault::Unlocated { axis } => write!(
                f,
                "kernel {kernel} asks where {tensor} is, whose locations along axis {axis} have no common step: pass the \
                 tensor that was refined",
            ),
            Fault::Elsewhere { axis } => write!(
                f,
                "kernel {kernel} asks where another tensor is in {tensor}, and they lie apart on axis {axis} of the \
                 universe",
            ),
            Fault::Overlap => write!(
                f,
                "kernel {kernel} is called with tensors that may overlap, and writes {tensor} where an index depends on what \
                 is read: call it with a copy, made by `.to_block()`",
            ),
            Fault::Factor { axis, factor } => write!(
                f,
                "kernel {kernel} makes a view of {tensor} with a factor of {factor} on axis {axis}: it has to be at least 1",
            ),
            Fault::Count { axis, extent, count, all } => {
                let least = if *all { "" } else { "at least " };
                write!(
                    f,
                    "kernel {kernel} needs {least}{count} elements along axis {axis} of {tensor}, whose extent is {extent}",
                )
            }
            Fault::Nowhere => write!(
                f,
                "kernel {kernel} asks where another tensor is in {tensor}, and one of them shows a tensor where that is not",
            ),
            Fault::Placed { axis } => write!(
                f,
                "kernel {kernel} asks where a stored tensor is beside {tensor}, whose axis {axis} is permuted, refined or coarsened: \
                 only what is displaced is beside a stored tensor",
            ),
            Fault::Slice { axis, slice, first, last } => write!(
                f,
                "kernel {kernel} asks where another tensor is in a slice of {tensor}, at index {slice} of axis {axis}, while that \
                 one is at {first}..={last} there",
            ),
            Fault::Extent { axis, extent } => {
                write!(
                    f,
                    "kernel {kernel} makes block {tensor}, which cannot have extent {extent} on axis {axis}"
                )
            }
            Fault::Long { extent } => write!(
                f,
                "kernel {kernel} has a tensor {tensor} with extent {extent}, and at most {LIMIT} is possible",
            ),
            Fault::Coordinate { value } => write!(
                f,
                "kernel {kernel} makes indices of {tensor}, which is {value}: indices are between {} and {}",
                i32::MIN,
                i32::MAX,
            ),
            Fault::Range { value, first, last } => {
                write!(f, "kernel {kernel} takes {first}..={last} for {tensor}, which is {value}")
            }
        }
    }
}

impl core::error::Error for FootprintError {}

/// A number that indices are made of, if it is small enough that no index overflows.
///
/// # Errors
/// [`Fault::Coordinate`] if it does not fit an `i32`. `name` is what the kernel calls it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn coordinate(kernel: &'static str, name: &'static str, value: i128) -> Result<isize, FootprintError> {
    match i32::try_from(value) {
        Ok(value) => Ok(value as isize),
        Err(_) => Err(FootprintError { kernel, tensor: name, fault: Fault::Coordinate { value } }),
    }
}

/// A number of a declared range, the least and the greatest value.
///
/// # Errors
/// [`Fault::Range`] if it is not among them. `name` is what the kernel calls it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn within(
    kernel: &'static str,
    name: &'static str,
    value: i128,
    [first, last]: [i128; 2],
) -> Result<(), FootprintError> {
    match (first..=last).contains(&value) {
        true => Ok(()),
        false => Err(FootprintError { kernel, tensor: name, fault: Fault::Range { value, first, last } }),
    }
}

/// A number that indices are made of, in the middle of a kernel.
///
/// # Panics
/// If it does not fit an `i32`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn require_coordinate(kernel: &'static str, name: &'static str, value: i128) -> isize {
    match coordinate(kernel, name, value) {
        Ok(value) => value,
        Err(error) => fail(error),
    }
}

/// An extent of a view that was computed, if a tensor can have it.
///
/// # Errors
/// [`Fault::Long`] if it is beyond that.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn extent_of_view(
    kernel: &'static str,
    tensor: &'static str,
    extent: isize,
) -> Result<isize, FootprintError> {
    match (-LIMIT..=LIMIT).contains(&extent) {
        true => Ok(extent),
        false => Err(FootprintError { kernel, tensor, fault: Fault::Long { extent } }),
    }
}

/// The same in the middle of a kernel.
///
/// # Panics
/// If it is beyond what a tensor can have.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn require_extent(kernel: &'static str, tensor: &'static str, extent: isize) -> isize {
    match extent_of_view(kernel, tensor, extent) {
        Ok(extent) => extent,
        Err(error) => fail(error),
    }
}

/// An index that was computed without overflow; beyond what memory can hold, all are the same.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn narrow_index(index: i128) -> isize {
    index.clamp(isize::MIN as i128, isize::MAX as i128) as isize
}

/// Ends a kernel call whose footprint does not fit.
///
/// # Panics
/// Always.
#[cold]
#[inline(never)]
#[track_caller]
pub fn fail(error: FootprintError) -> ! {
    panic!("{error}")
}

/// Sees to it that a footprint fits. The error has no name in generated code, where a constant of the user's might have the same.
///
/// # Panics
/// With the error.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn must_fit(answer: Result<(), FootprintError>) {
    if let Err(error) = answer {
        fail(error)
    }
}
