//! Flags of macroblocks, asked for at samples.

use super::INSIDE;
use unite::{View, ViewMut};

/// Whether each 4x4 block may be predicted from above and from the left, if only intra macroblocks may be used.
pub fn predictable(mut allowed: ViewMut<'_, u8, 2>, frame: View<'_, u8, 2>, intra: View<'_, u8, 2>) {
    let mut used =
        frame.view().coarsen([16, 16]).expect(INSIDE).block_copy().expect("a block for each macroblock");
    for index in intra.indices() {
        used.write(index, intra.read(index));
    }
    let used = used.view().refine([16, 16]).expect(INSIDE);
    let [rows, columns] = allowed.extents().map(|extent| extent as isize);
    for by in 1..rows {
        for bx in 1..columns {
            let pred = frame.view().partition([4 * by..4 * by + 4, 4 * bx..4 * bx + 4]).expect(INSIDE);
            let flags = used.view().colocate(&pred).expect(INSIDE);
            allowed.write([by, bx], flags.read([-1, -1]) & flags.read([-1, 0]) & flags.read([0, -1]));
        }
    }
}
