//! A picture twice as large, between its elements.

use unite::kernel;

/// Four elements of `out` for each of `plane`, a quarter of a distance from it: the nearest element counts nine times, its
/// neighbours three times and once. Past the edges of `plane` its last elements are repeated.
#[kernel]
pub fn bilinear(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    let above_left = out.coarsen([2, 2]);
    let above_right = out[[.., 1..]].coarsen([2, 2]);
    let below_left = out[[1.., ..]].coarsen([2, 2]);
    let below_right = out[[1.., 1..]].coarsen([2, 2]);
    let mix = |near: i32, beside: i32, over: i32, far: i32| (9 * near + 3 * beside + 3 * over + far + 8) >> 4;
    for [y, x] in plane.indices() {
        let (near, left, right) = (p[[y, x]], p[[y, x - 1]], p[[y, x + 1]]);
        let (above, below) = (p[[y - 1, x]], p[[y + 1, x]]);
        above_left[[y, x]] = mix(near, left, above, p[[y - 1, x - 1]]);
        above_right[[y, x]] = mix(near, right, above, p[[y - 1, x + 1]]);
        below_left[[y, x]] = mix(near, left, below, p[[y + 1, x - 1]]);
        below_right[[y, x]] = mix(near, right, below, p[[y + 1, x + 1]]);
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn three_quarters_and_one() {
        for [height, width] in EXTENTS {
            let plane = plane([height, width]);
            let p = |y: isize, x: isize| {
                let (y, x) = (y.clamp(0, height as isize - 1), x.clamp(0, width as isize - 1));
                i32::from(plane.read([y, x]))
            };
            check::<u8>(
                [2 * height, 2 * width],
                |out| super::bilinear(out, &plane),
                |_, [y, x]| {
                    let (v, h) = (2 * (y % 2) - 1, 2 * (x % 2) - 1);
                    let (y, x) = (y / 2, x / 2);
                    ((9 * p(y, x) + 3 * p(y + v, x) + 3 * p(y, x + h) + p(y + v, x + h) + 8) >> 4) as u8
                },
            );
        }
    }
}
