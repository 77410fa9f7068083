//! Shapes: what is left of them where small bright spots are taken away.

use unite::kernel;

/// Every element of `out` is the least of an element and its eight neighbours; nothing is outside.
#[kernel]
pub fn erode(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Constant(255));
    for [y, x] in out.indices() {
        let mut least = 255;
        for i in -1..=1 {
            for j in -1..=1 {
                least = least.min(p[[y + i, x + j]]);
            }
        }
        out[[y, x]] = least;
    }
}

/// Every element of `out` is the greatest of an element and its eight neighbours; nothing is outside.
#[kernel]
pub fn dilate(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Constant(0));
    for [y, x] in out.indices() {
        let mut greatest = 0;
        for i in -1..=1 {
            for j in -1..=1 {
                greatest = greatest.max(p[[y + i, x + j]]);
            }
        }
        out[[y, x]] = greatest;
    }
}

/// Erosion, then dilation. `out` and `plane` have the same extents.
#[kernel]
pub fn opening(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let eroded = plane.block_copy();
    erode(&mut eroded, plane);
    dilate(out, eroded);
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};

    #[test]
    fn least_then_greatest() {
        for extents in EXTENTS {
            let plane = plane(extents);
            let [height, width] = extents.map(|extent| extent as isize);
            let around = |y: isize, x: isize| {
                let rows = (y - 1).max(0)..(y + 2).min(height);
                rows.flat_map(move |y| ((x - 1).max(0)..(x + 2).min(width)).map(move |x| [y, x]))
            };
            let eroded = |[y, x]: [isize; 2]| around(y, x).map(|at| plane.read(at)).min().expect("itself");
            check::<u8>(
                extents,
                |out| super::opening(out, &plane),
                |_, [y, x]| around(y, x).map(eroded).max().expect("itself"),
            );
        }
    }
}
