//! What the tests need of the specification beside what it is.

use unite_core::space::{Points, ReferenceSpace, ReferenceTensor};

/// The set of one point.
pub fn point(index: &[isize]) -> Points {
    [index.to_vec()].into_iter().collect()
}

/// How many points at most a point may map to, up or down the whole path: what the specification costs.
pub fn weight(space: &ReferenceSpace) -> isize {
    let factors =
        |space: &ReferenceSpace| -> isize { space.refinement().iter().chain(space.coarsening()).product() };
    space.ancestry().map(factors).product()
}

/// Whether anything on the way to the block, or to the root, is refined.
pub fn refined(model: &ReferenceTensor) -> bool {
    let dense = |space: &ReferenceSpace| space.ancestry().any(|s| s.refinement().iter().any(|&r| r > 1));
    let coarse = |space: &ReferenceSpace| space.ancestry().any(|s| s.coarsening().iter().any(|&c| c > 1));
    let made_of = model.made_of();
    // A coarser destination makes the source a refinement of it.
    let between = made_of.len() == 2 && coarse(made_of[0].space());
    dense(model.space()) || between || made_of.into_iter().any(refined)
}

/// The index inside `0..extent` that mirrors lead to, one after the other.
pub fn mirrored(mut at: isize, extent: isize) -> isize {
    while extent > 1 && !(0..extent).contains(&at) {
        at = if at < 0 { -at } else { 2 * (extent - 1) - at };
    }
    if extent == 1 { 0 } else { at }
}

/// The index inside `0..extent` that mirrors beyond the edges lead to, one after the other.
pub fn reflected(mut at: isize, extent: isize) -> isize {
    while extent > 0 && !(0..extent).contains(&at) {
        at = if at < 0 { -1 - at } else { 2 * extent - 1 - at };
    }
    at
}

/// The index inside `0..extent` that is some whole extents away.
pub fn wrapped(mut at: isize, extent: isize) -> isize {
    while extent > 0 && !(0..extent).contains(&at) {
        at += if at < 0 { extent } else { -extent };
    }
    at
}
