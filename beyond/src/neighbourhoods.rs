//! What the neighbours of an element are like, whatever the light.

use unite::kernel;

/// Every element of `out` has a bit for each neighbour that is less than the element, from above left, which is the highest, to
/// below right. At the edges the last elements are repeated.
#[kernel]
pub fn census(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let mut bits = 0;
        for i in -1..=1 {
            for j in -1..=1 {
                if i != 0 || j != 0 {
                    bits = 2 * bits + (p[[y + i, x + j]] < p[[y, x]]) as i32;
                }
            }
        }
        out[[y, x]] = bits;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};
    use unite::library::Boundary;

    #[test]
    fn eight_neighbours() {
        const PLACES: [[isize; 2]; 8] =
            [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
        for extents in EXTENTS {
            let plane = plane(extents);
            let read = |at| plane.view().get_with(Boundary::Clamp, at).expect("a rule");
            check::<u8>(
                extents,
                |out| super::census(out, &plane),
                |_, [y, x]| {
                    let bits = (0..).zip(PLACES);
                    bits.map(|(k, [i, j])| u8::from(read([y + i, x + j]) < read([y, x])) << (7 - k)).sum()
                },
            );
        }
    }
}
