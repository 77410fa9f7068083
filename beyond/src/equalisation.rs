//! Tiles that use all grey levels.

use unite::kernel;

/// Every element of `out` is the part of `tile`, of 255, that is not brighter than the element.
#[kernel]
pub fn equalise(out: &mut Tensor<[[u8; 32]; 32]>, tile: &Tensor<[[u8; 32]; 32]>) {
    let counts = Block::<[i32; 256]>::stack();
    for [y, x] in tile.indices() {
        counts[[tile[[y, x]]]] += 1;
    }
    let level = Block::<[u8; 256]>::stack();
    let mut below = 0;
    for k in 0..256 {
        below += counts[[k]];
        level[[k]] = (below * 255) >> 10;
    }
    for [y, x] in tile.indices() {
        out[[y, x]] = level[[tile[[y, x]]]];
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::plane;
    use unite::level::{self, Level};
    use unite::{Block, span};

    #[test]
    fn ranks_of_elements() {
        let picture = plane([40, 50]);
        let part = picture.view().partition((span(3..35), span(7..39))).expect("a tile");
        let tile = part.tensor().expect("strides").fixed::<[[u8; 32]; 32]>().expect("32 by 32");
        for level in Level::available() {
            level::limit(level);
            let mut out = Block::<[[u8; 32]; 32]>::stack();
            super::equalise(&mut out, &tile);
            for at in out.view().indices() {
                let below = part.indices().filter(|other| part.read(*other) <= part.read(at)).count();
                assert_eq!(usize::from(out.read(at)), (below * 255) >> 10, "at {at:?}");
            }
        }
    }
}
