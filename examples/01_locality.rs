//! A view is a part of a block that knows where it is, so it can be asked about its neighbours.
//!
//! A negative index is the neighbour before the first element. It is never counted from the end.

use unite::{Block, ViewError};

fn main() -> Result<(), ViewError> {
    // A frame of 6 by 8 pixels. Each says where it is: 10 * row + column.
    let pixels = (0..48).map(|i| 10 * (i / 8) + i % 8).collect();
    let frame = Block::<u8>::from_vec(pixels, [6, 8])?;

    // The block of 2 by 3 pixels whose first is in row 2, column 4. No pixel is copied.
    let block = frame.view().partition([2..4, 4..7])?;
    println!("frame {:?}, block {:?}", frame.extents(), block.extents());
    println!("the block itself:");
    print(&block, 0..2, 0..3);

    println!("with the row above it and the column left of it, the indices -1:");
    print(&block, -1..2, -1..3);
    assert_eq!(block.read([0, 0]), 24);
    assert_eq!(block.read([-1, -1]), 13); // not 36, which is the last one of the block

    // Views of views: every second column of the permuted block. The neighbours are still there.
    let columns = block.permute([1, 0])?.partition((unite::span(0..).step_by(2), ..))?;
    println!("every second column, as rows:");
    print(&columns, 0..2, 0..2);
    assert_eq!(columns.read([-1, 0]), 22); // two columns to the left

    // What lies outside the frame is nowhere, unless a rule is given.
    let corner = frame.view().partition([0..2, 0..2])?;
    println!("left of the frame: {}", corner.get([0, -1]).unwrap_err());
    let clamped = corner.get_with(unite::library::Boundary::Clamp, [0, -1]);
    println!("left of the frame, clamped to it: {clamped:?}");
    assert_eq!(clamped, Ok(0));
    Ok(())
}

/// Prints the elements with the given indices, which may lie outside the view.
fn print(view: &unite::View<'_, u8, 2>, rows: std::ops::Range<isize>, columns: std::ops::Range<isize>) {
    for y in rows {
        let row: Vec<String> = columns.clone().map(|x| format!("{:2}", view.read([y, x]))).collect();
        println!("    {}", row.join(" "));
    }
}
