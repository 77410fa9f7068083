//! What can be wrong with storage.

use std::fmt;

/// Why a stored block was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StorageError {
    /// An array of a level breaks a rule.
    Level {
        /// The axis of the tensor that the level stores.
        axis: usize,
        /// The name of the level format.
        level: &'static str,
        /// The rule, and where.
        fault: Fault,
    },
    /// There are not as many values as positions.
    Values {
        /// Positions of the last level.
        expected: usize,
        /// Values.
        found: usize,
    },
    /// An extent of 0, or one that is beyond the largest coordinate.
    Extent {
        /// The axis.
        axis: usize,
        /// Its extent.
        extent: usize,
    },
    /// There would be more positions than memory can have.
    TooLarge,
    /// An entry outside of the block.
    Outside {
        /// The axis.
        axis: usize,
        /// The coordinate.
        coordinate: usize,
        /// The extent of the axis.
        extent: usize,
    },
    /// A part that has no index, or goes beyond the block.
    Part {
        /// The axis.
        axis: usize,
        /// Where the part begins and ends along it.
        part: (isize, isize),
        /// The extent of the axis.
        extent: usize,
    },
    /// There are not as many picks as axes.
    Picks {
        /// Axes of what is picked from.
        axes: usize,
        /// Picks, without those of new axes.
        found: usize,
    },
    /// What is picked has another number of axes.
    Axes {
        /// As many as there must be.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// What is made of the fill is not the fill of what is made.
    OtherFill,
    /// Where another tensor is, this one has no part: their locations are not related by a displacement.
    Elsewhere,
    /// Two entries with the same index.
    Repeated {
        /// The index.
        index: Vec<usize>,
    },
    /// An entry that the format has no place for.
    NoPlace {
        /// The index.
        index: Vec<usize>,
        /// The name of the format.
        format: &'static str,
    },
    /// A coordinate of the origin that is beyond the largest.
    Origin {
        /// The axis.
        axis: usize,
        /// The coordinate.
        coordinate: isize,
    },
}

/// Which rule of a level an array breaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There must be one position more than parents.
    PositionCount {
        /// As many as there must be.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// The first position must be 0.
    FirstPosition(usize),
    /// Positions must not decrease.
    Decreasing {
        /// The parent whose positions end before they begin.
        parent: usize,
    },
    /// The last position must be the number of coordinates.
    LastPosition {
        /// The last position.
        last: usize,
        /// Coordinates.
        coordinates: usize,
    },
    /// There must be one coordinate for each parent, or each slot.
    CoordinateCount {
        /// As many as there must be.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// A coordinate must be less than the extent.
    Beyond {
        /// The parent.
        parent: usize,
        /// The position.
        position: usize,
        /// The coordinate.
        coordinate: usize,
        /// The extent.
        extent: usize,
    },
    /// Coordinates of one parent must increase.
    Unordered {
        /// The parent.
        parent: usize,
        /// The position of the second of the two.
        position: usize,
        /// The coordinate there.
        coordinate: usize,
        /// The coordinate before it.
        before: usize,
    },
    /// A coordinate must not stand twice below one parent.
    Twice {
        /// The parent.
        parent: usize,
        /// The position of the second.
        position: usize,
        /// The coordinate.
        coordinate: usize,
    },
    /// A number does not fit the integers of the array.
    Narrow {
        /// The number.
        number: usize,
    },
    /// The slots of a hash table are not a power of two, or none of them is empty.
    Width {
        /// Slots of one parent.
        width: usize,
    },
    /// A coordinate in a hash table that is not found from its hash on.
    Lost {
        /// The parent.
        parent: usize,
        /// The slot.
        slot: usize,
    },
    /// A coordinate that the level has no position for.
    Outside {
        /// The parent.
        parent: usize,
        /// The coordinate.
        coordinate: usize,
    },
    /// Positions must be different, and less than their count.
    Taken {
        /// The position.
        position: usize,
        /// How many there are.
        size: usize,
    },
    /// What was appended was made for another extent.
    Extent {
        /// That of the block.
        expected: usize,
        /// The other.
        found: usize,
    },
    /// Nothing is put into the level: it stores what it was made of.
    Fixed,
    /// There would be more positions than memory can have.
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PositionCount { expected, found } => {
                write!(f, "there are {found} positions, and must be {expected}: one more than parents")
            }
            Self::FirstPosition(first) => write!(f, "the first position is {first}, and must be 0"),
            Self::Decreasing { parent } => {
                write!(f, "the positions of parent {parent} end before they begin")
            }
            Self::LastPosition { last, coordinates } => {
                write!(f, "the last position is {last}, and must be the number of coordinates, {coordinates}")
            }
            Self::CoordinateCount { expected, found } => {
                write!(f, "there are {found} coordinates, and must be {expected}")
            }
            Self::Beyond { parent, position, coordinate, extent } => {
                write!(
                    f,
                    "coordinate {coordinate} of parent {parent}, at position {position}, is beyond extent {extent}"
                )
            }
            Self::Unordered { parent, position, coordinate, before } => write!(
                f,
                "coordinate {coordinate} of parent {parent}, at position {position}, comes after {before}: coordinates \
                 must increase"
            ),
            Self::Twice { parent, position, coordinate } => {
                write!(
                    f,
                    "coordinate {coordinate} of parent {parent} stands a second time at position {position}"
                )
            }
            Self::Narrow { number } => write!(f, "{number} does not fit the integers of the array"),
            Self::Width { width } => {
                write!(f, "{width} slots a parent are not a power of two with one of them empty")
            }
            Self::Lost { parent, slot } => {
                write!(f, "the coordinate in slot {slot} of parent {parent} is not found from its hash on")
            }
            Self::Outside { parent, coordinate } => {
                write!(f, "coordinate {coordinate} of parent {parent} has no position")
            }
            Self::Taken { position, size } => {
                write!(f, "position {position} stands twice, or is not one of {size}")
            }
            Self::Extent { expected, found } => {
                write!(f, "what is appended was made for extent {found}, and must be for {expected}")
            }
            Self::Fixed => f.write_str("nothing is put into the level: it stores what it was made of"),
            Self::TooLarge => f.write_str("there would be more positions than memory can have"),
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level { axis, level, fault } => write!(f, "axis {axis}, {level}: {fault}"),
            Self::Values { expected, found } => {
                write!(f, "there are {found} values for {expected} positions")
            }
            Self::Extent { axis, extent } => {
                write!(f, "the extent of axis {axis} is {extent}, and must be 1 to 2147483647")
            }
            Self::TooLarge => Fault::TooLarge.fmt(f),
            Self::Outside { axis, coordinate, extent } => {
                write!(f, "an entry has coordinate {coordinate} on axis {axis}, whose extent is {extent}")
            }
            Self::Part { axis, part: (start, end), extent } => {
                write!(f, "there is no part {start}..{end} of axis {axis}, whose extent is {extent}")
            }
            Self::Picks { axes, found } => {
                write!(f, "there are {found} picks for {axes} axes: one for each, and new axes between them")
            }
            Self::Axes { expected, found } => {
                write!(f, "what is picked has {found} axes, and must have {expected}")
            }
            Self::OtherFill => f.write_str("what is made of the fill is not the fill of what is made"),
            Self::Elsewhere => f.write_str(
                "a stored block has a part where a tensor of as many axes is that is displaced, and not where one is permuted, refined, \
                 coarsened or in another universe",
            ),
            Self::Repeated { index } => write!(f, "there are two entries at {index:?}"),
            Self::NoPlace { index, format } => write!(f, "{format} has no place for the entry at {index:?}"),
            Self::Origin { axis, coordinate } => {
                write!(f, "coordinate {coordinate} of the origin, on axis {axis}, is beyond 2147483647")
            }
        }
    }
}

impl std::error::Error for Fault {}
impl std::error::Error for StorageError {}
