//! A stencil over three axes: one step of the diffusion of heat.

use unite::kernel;

/// Every element of `out` is one of `grid`, moved by `rate` towards each of its six neighbours. `grid` has one element more
/// on each side of each axis.
#[kernel]
pub fn seven_point(out: &mut Tensor<[[[f32]]]>, grid: &Tensor<[[[f32]]]>, rate: f32) {
    let u = grid[[1.., 1.., 1..]]; // where out is
    for [z, y, x] in out.indices() {
        let here = u[[z, y, x]];
        let around = u[[z - 1, y, x]]
            + u[[z + 1, y, x]]
            + u[[z, y - 1, x]]
            + u[[z, y + 1, x]]
            + u[[z, y, x - 1]]
            + u[[z, y, x + 1]];
        out[[z, y, x]] = here + rate * (around - 6.0 * here);
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::numbers;
    use unite::level::{self, Level};
    use unite::{Block, span};

    #[test]
    fn six_neighbours() {
        for [depth, height, width] in [[1, 1, 1], [2, 3, 5], [3, 4, 37]] {
            let extents = [depth + 2, height + 2, width + 2];
            let len = extents.iter().product();
            let grid =
                Block::from_vec(numbers(len, 1000).map(|n| n as f32).collect(), extents).expect("a grid");
            for level in Level::available() {
                level::limit(level);
                let mut out = Block::<f32>::zeros([depth + 1, height + 3, width + 2]);
                out.as_mut_slice().fill(-1.0);
                let (rows, columns) = (span(2..2 + height as isize), span(1..1 + width as isize));
                let part = out.view_mut().partition((span(0..depth as isize), rows, columns));
                super::seven_point(&mut part.expect("a part").tensor_mut().expect("strides"), &grid, 0.125);
                for at @ [z, y, x] in out.view().indices() {
                    let inside = z < depth as isize
                        && (2..2 + height as isize).contains(&y)
                        && (1..1 + width as isize).contains(&x);
                    let u = |k: isize, j: isize, i: isize| grid.read([z + 1 + k, y - 1 + j, x + i]);
                    let want = if inside {
                        let around =
                            u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1);
                        u(0, 0, 0) + 0.125 * (around - 6.0 * u(0, 0, 0))
                    } else {
                        -1.0
                    };
                    assert_eq!(out.read(at), want, "at {at:?}");
                }
            }
        }
    }
}
