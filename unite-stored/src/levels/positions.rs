//! The rules of positions and coordinates of compressed levels.

use crate::coordinate::Coordinate;
use crate::error::Fault;

/// Checks positions and coordinates, and tells how many of these there are.
pub fn check<I: Coordinate, const UNIQUE: bool>(
    positions: &[I],
    coordinates: &[I],
    extent: usize,
    parents: usize,
) -> Result<usize, Fault> {
    let last = check_positions(positions, coordinates, parents)?;
    if !is_in_order::<I, UNIQUE>(positions, coordinates, extent) {
        return Err(disorder::<I, UNIQUE>(positions, coordinates, extent));
    }
    Ok(last)
}

/// Checks the positions, and tells how many coordinates there are.
fn check_positions<I: Coordinate>(
    positions: &[I],
    coordinates: &[I],
    parents: usize,
) -> Result<usize, Fault> {
    let count = check_ends(positions, coordinates, parents);
    // Where they begin to be wrong is told before where they end.
    match count {
        Ok(_) | Err(Fault::LastPosition { .. }) => {
            let wrong = positions.windows(2).position(|pair| pair[0] > pair[1]);
            wrong.map_or(count, |parent| Err(Fault::Decreasing { parent }))
        }
        other => other,
    }
}

/// Checks how many positions there are, and the first and the last of them, and tells how many coordinates there are.
pub fn check_ends<I: Coordinate>(positions: &[I], coordinates: &[I], parents: usize) -> Result<usize, Fault> {
    let expected = parents.checked_add(1).ok_or(Fault::TooLarge)?;
    if positions.len() != expected {
        return Err(Fault::PositionCount { expected, found: positions.len() });
    }
    let (first, last) = (positions[0].index(), positions[parents].index());
    if first != 0 {
        return Err(Fault::FirstPosition(first));
    }
    if last != coordinates.len() {
        return Err(Fault::LastPosition { last, coordinates: coordinates.len() });
    }
    Ok(last)
}

/// Whether coordinates are less than the extent, and increase from parent to parent: all steps down, which are counted at once, are
/// those from one parent to the next. Positions do not decrease, and the last is the number of coordinates.
fn is_in_order<I: Coordinate, const UNIQUE: bool>(positions: &[I], coordinates: &[I], extent: usize) -> bool {
    let is_down = |before: I, after: I| if UNIQUE { before >= after } else { before > after };
    let Some(after) = coordinates.get(1..) else { return true };
    let down: usize =
        coordinates.iter().zip(after).map(|(before, after)| usize::from(is_down(*before, *after))).sum();
    let largest =
        coordinates.iter().fold(coordinates[0], |most, next| if *next > most { *next } else { most });
    let mut between = 0;
    let mut last = 0;
    for at in positions.iter().map(|at| at.index()) {
        // The first coordinate of a parent, if another has some before.
        if at > last && at < coordinates.len() {
            between += usize::from(is_down(coordinates[at - 1], coordinates[at]));
        }
        last = at;
    }
    down == between && largest.index() < extent
}

/// The first rule that coordinates break.
#[cold]
fn disorder<I: Coordinate, const UNIQUE: bool>(positions: &[I], coordinates: &[I], extent: usize) -> Fault {
    for parent in 0..positions.len() - 1 {
        let mut before = None;
        let segment = positions[parent].index()..positions[parent + 1].index();
        for (position, coordinate) in segment.clone().zip(&coordinates[segment]) {
            let coordinate = coordinate.index();
            if coordinate >= extent {
                return Fault::Beyond { parent, position, coordinate, extent };
            }
            match before {
                Some(before) if before > coordinate => {
                    return Fault::Unordered { parent, position, coordinate, before };
                }
                Some(before) if UNIQUE && before == coordinate => {
                    return Fault::Twice { parent, position, coordinate };
                }
                _ => before = Some(coordinate),
            }
        }
    }
    unreachable!("the coordinates keep every rule")
}
