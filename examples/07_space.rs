//! The specification: a trie of reference spaces, and the points that are at one location in several of them.
//!
//! Everything else in the crate is tested against these definitions. They are sets of points: exact, and slow.

use unite::space::{Points, ReferenceSpace, SpaceError};

fn main() -> Result<(), SpaceError> {
    // The frame, macroblocks of 16 by 16 in it, one flag for each; chrominance; and a search at half samples.
    let frame = ReferenceSpace::universe(2);
    let macroblock = frame.translated(&[16, 32])?;
    let block = macroblock.translated(&[4, 8])?;
    let columns = block.permuted(&[1, 0])?;
    let flags = frame.coarsened(&[16, 16])?;
    let chroma = frame.coarsened(&[2, 2])?;
    let half = block.refined(&[2, 2])?;

    println!("frame, the universe");
    for (name, space) in [
        ("macroblock", &macroblock),
        ("block", &block),
        ("columns", &columns),
        ("half", &half),
        ("flags", &flags),
        ("chroma", &chroma),
    ] {
        let indent = "    ".repeat(space.depth());
        println!("{indent}{name}: origin {:?}{}", space.origin(), parameters(space));
    }

    // Upstream: from a space to its parent, and on to the frame.
    let point = Points::from([[1, 0]]);
    println!("\nblock{} is {} of the frame", show(&point), show(&block.upstream_to_root(&point)));
    assert_eq!(block.upstream_to_root(&point), Points::from([[21, 40]]));
    println!("columns{} is {} of the frame", show(&point), show(&columns.upstream_to_root(&point)));
    assert_eq!(columns.upstream_to_root(&point), Points::from([[20, 41]]));

    // Between any two: up to the nearest common ancestor, and down again.
    println!("block{} has the flag {}", show(&point), show(&block.map(&point, &flags)));
    assert_eq!(block.map(&point, &flags), Points::from([[1, 2]]));
    println!("block{} has the chrominance sample {}", show(&point), show(&block.map(&point, &chroma)));
    assert_eq!(block.map(&point, &chroma), Points::from([[10, 20]]));
    println!("block{} is {} among the half samples", show(&point), show(&block.map(&point, &half)));
    assert_eq!(block.map(&point, &half).len(), 4);

    // One chrominance sample is at the location of four others; a negative index is a location like any other.
    let sample = Points::from([[10, 19]]);
    println!("chroma{} is {} of the block", show(&sample), show(&chroma.map(&sample, &block)));
    assert_eq!(chroma.map(&sample, &block), Points::from([[0, -2], [0, -1], [1, -2], [1, -1]]));

    // Locations compare, whatever the frames: the same, in part the same, and how far apart.
    let (mine, its) = (Points::from([[1, 0]]), Points::from([[0, 1]]));
    assert!(block.same_location(&mine, &columns, &its));
    assert!(block.shares_location(&mine, &flags, &Points::from([[1, 2]])));
    let offset = block.offset_in(&frame, &[0, 0], &flags, &[3, 2]);
    assert_eq!(offset, Some(vec![28, -8]));
    println!("from block[0, 0] to flags[3, 2] of the frame: {:?}", offset.unwrap_or_default());
    let squared = block.distance_squared(&mine, &chroma, &Points::from([[12, 22]]));
    assert_eq!(squared, Some(3 * 3 + 4 * 4));

    // A slice has one location on the axis that it lacks. What lies elsewhere maps to nothing.
    let row = frame.sliced(0, 20)?;
    println!(
        "\nthe row 20 of the frame, at block[0, 3]: {}",
        show(&block.map(&Points::from([[0, 3]]), &row))
    );
    println!("the row 20 of the frame, at block[1, 3]: {}", show(&block.map(&Points::from([[1, 3]]), &row)));
    assert_eq!(block.map(&Points::from([[0, 3]]), &row), Points::from([[43]]));
    assert!(block.map(&Points::from([[1, 3]]), &row).is_empty());
    Ok(())
}

/// What is special about a space.
fn parameters(space: &ReferenceSpace) -> String {
    let mut text = String::new();
    if !space.permutation().is_sorted() {
        text += &format!(", axes {:?}", space.permutation());
    }
    for (what, factors) in [("refined", space.refinement()), ("coarsened", space.coarsening())] {
        if factors.iter().any(|&factor| factor > 1) {
            text += &format!(", {what} by {factors:?}");
        }
    }
    text
}

/// The points of a set.
fn show(points: &Points) -> String {
    if points.is_empty() {
        return "nothing".into();
    }
    points.iter().map(|point| format!("{point:?}")).collect::<Vec<_>>().join(" ")
}
