//! Colours from a sensor that sees one of them at each place.

use unite::kernel;

/// Pixels of red, green and blue, one for every two by two places of a mosaic
///
/// ```text
/// R G
/// G B
/// ```
#[kernel]
pub fn demosaic(pixels: &mut Tensor<[[[u8; 3]]]>, mosaic: &Tensor<[[u8]]>) {
    let red = mosaic.coarsen([2, 2]);
    let green_right = mosaic[[.., 1..]].coarsen([2, 2]);
    let green_below = mosaic[[1.., ..]].coarsen([2, 2]);
    let blue = mosaic[[1.., 1..]].coarsen([2, 2]);
    for y in 0..pixels.extent(0) {
        for x in 0..pixels.extent(1) {
            pixels[[y, x, 0]] = red[[y, x]];
            pixels[[y, x, 1]] = (green_right[[y, x]] + green_below[[y, x]] + 1) >> 1;
            pixels[[y, x, 2]] = blue[[y, x]];
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, plane};
    use unite::level::{self, Level};
    use unite::{Block, span};

    #[test]
    fn one_pixel_for_four_places() {
        for [height, width] in EXTENTS {
            let mosaic = plane([2 * height, 2 * width]);
            for level in Level::available() {
                level::limit(level);
                let mut pixels = Block::<u8>::zeros([height + 2, width + 3, 3]);
                pixels.as_mut_slice().fill(77);
                let (rows, columns) = (1..1 + height as isize, 2..2 + width as isize);
                let part = pixels.view_mut().partition((span(rows.clone()), span(columns.clone()), ..));
                let part = part.expect("a part");
                let mut part = part;
                super::demosaic(
                    &mut part
                        .tensor_mut()
                        .expect("strides")
                        .fixed::<unite::Dyn<unite::Dyn<[u8; 3]>>>()
                        .expect("3"),
                    &mosaic,
                );
                for at @ [y, x, colour] in pixels.view().indices() {
                    let there =
                        |i: isize, j: isize| u32::from(mosaic.read([2 * (y - 1) + i, 2 * (x - 2) + j]));
                    let want = match (rows.contains(&y) && columns.contains(&x), colour) {
                        (false, _) => 77,
                        (_, 0) => there(0, 0),
                        (_, 1) => (there(0, 1) + there(1, 0)).div_ceil(2),
                        _ => there(1, 1),
                    };
                    assert_eq!(u32::from(pixels.read(at)), want, "at {at:?}");
                }
            }
        }
    }
}
