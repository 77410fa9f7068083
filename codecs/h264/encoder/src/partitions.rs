//! How macroblocks of Inter prediction are divided (H.264 6.4.2, tables 7-13 and 7-17).

use crate::inter::Direction::{self, Above, AboveRight, Left};
use crate::location::Part;
use crate::macroblock::Inter;

/// The partitions of macroblocks by `mb_type` 0 to 2 (table 7-13), and from which neighbour the vector of each is predicted.
pub const SHAPES: [&[(Part, Option<Direction>)]; 3] = [
    &[(Part::new(0, 0, 16, 16), None)],
    &[(Part::new(0, 0, 8, 16), Some(Above)), (Part::new(8, 0, 8, 16), Some(Left))],
    &[(Part::new(0, 0, 16, 8), Some(Left)), (Part::new(0, 8, 16, 8), Some(AboveRight))],
];

/// The 8x8 partitions of macroblocks.
pub const QUARTERS: [Part; 4] =
    [Part::new(0, 0, 8, 8), Part::new(0, 8, 8, 8), Part::new(8, 0, 8, 8), Part::new(8, 8, 8, 8)];

/// How these are divided, by `sub_mb_type` (table 7-17).
pub const DIVISIONS: [&[Part]; 4] = [
    &[Part::new(0, 0, 8, 8)],
    &[Part::new(0, 0, 4, 8), Part::new(4, 0, 4, 8)],
    &[Part::new(0, 0, 8, 4), Part::new(0, 4, 8, 4)],
    &[Part::new(0, 0, 4, 4), Part::new(0, 4, 4, 4), Part::new(4, 0, 4, 4), Part::new(4, 4, 4, 4)],
];

/// The partitions of a macroblock in the order of the stream, each with its `mbPartIdx` and `subMbPartIdx`.
pub fn parts(inter: &Inter) -> impl Iterator<Item = (usize, usize, Part)> + use<> {
    let shape = SHAPES.get(inter.mb_type as usize).copied();
    let undivided = shape.into_iter().flatten().enumerate().map(|(index, &(part, _))| (index, 0, part));
    let quarters = QUARTERS.into_iter().zip(inter.sub_mb_type).enumerate();
    let divided = quarters.filter(move |_| shape.is_none()).flat_map(|(index, (quarter, sub_mb_type))| {
        let parts = DIVISIONS[sub_mb_type as usize].iter().enumerate();
        parts.map(move |(sub, part)| (index, sub, part.within(quarter)))
    });
    undivided.chain(divided)
}
