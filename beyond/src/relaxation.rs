//! Half a step of relaxation on a grid coloured like a checkerboard, in place.

use unite::kernel;

/// Every inner element with an even sum of indices becomes the mean, rounded down, of its four neighbours, none of which
/// changes.
#[kernel]
pub fn relax(grid: &mut Tensor<[[i32]]>) {
    let (height, width) = (grid.extent(0), grid.extent(1));
    let odd = grid[[(1..height - 1).step_by(2), (1..width - 1).step_by(2)]];
    let even = grid[[(2..height - 1).step_by(2), (2..width - 1).step_by(2)]];
    for [y, x] in odd.indices() {
        let here = grid[[2 * y + 1.., 2 * x + 1..]];
        odd[[y, x]] = (here[[-1, 0]] + here[[1, 0]] + here[[0, -1]] + here[[0, 1]]) >> 2;
    }
    for [y, x] in even.indices() {
        let here = grid[[2 * y + 2.., 2 * x + 2..]];
        even[[y, x]] = (here[[-1, 0]] + here[[1, 0]] + here[[0, -1]] + here[[0, 1]]) >> 2;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::check;

    #[test]
    fn half_of_the_inner_elements() {
        for extents @ [height, width] in [[1, 1], [2, 2], [3, 3], [4, 5], [7, 8], [9, 84]] {
            check::<i32>(
                extents,
                |grid| super::relax(grid),
                |before, [y, x]| {
                    let p = |i: isize, j: isize| before.read([2 + y + i, 3 + x + j]);
                    let inner = y > 0 && x > 0 && y + 1 < height as isize && x + 1 < width as isize;
                    if inner && (y + x) % 2 == 0 {
                        (p(-1, 0) + p(1, 0) + p(0, -1) + p(0, 1)) >> 2
                    } else {
                        p(0, 0)
                    }
                },
            );
        }
    }
}
