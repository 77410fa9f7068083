//! Parameters drawn for chains.

use super::chain::{Kind, Parameter};
use super::random::Random;

/// The extent that most axes have in a tensor of a rank, so that work does not grow with the rank.
pub const EXTENTS: [usize; 4] = [28, 14, 9, 7];

/// A parameter of a rank, perhaps refined by `fine`.
pub fn parameter(random: &mut Random, rank: usize, universe: usize, fine: usize, mutable: bool) -> Parameter {
    let straight = rank == universe;
    let kind = match random.below(10) {
        0..=3 if straight => Kind::Heap,
        4..=5 if straight => Kind::Fixed,
        0..=7 => Kind::Placed,
        8 => Kind::Viewed,
        _ => random.pick(&[Kind::Viewed, Kind::Refined]),
    };
    let axes = match kind {
        Kind::Heap | Kind::Fixed => (0..rank).collect(),
        _ => random.permutation(universe)[..rank].to_vec(),
    };
    let coarse = if kind == Kind::Placed && !mutable && random.chance(40) { 2 } else { 1 };
    let placed = !matches!(kind, Kind::Heap | Kind::Fixed);
    let fine = if placed && coarse == 1 && random.chance(60) { fine } else { 1 };
    let by = if kind == Kind::Refined { random.between(2, 3) as usize } else { 1 };
    let lengths = (0..rank).map(|_| {
        let fixed = kind == Kind::Fixed && random.chance(70);
        fixed.then(|| EXTENTS[rank - 1] - random.below(3))
    });
    Parameter { lengths: lengths.collect(), axes, kind, mutable, coarse, fine, by }
}
