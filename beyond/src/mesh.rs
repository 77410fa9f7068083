//! A mesh with cells of two sizes, of which the coarse ones lie where four of the fine ones do.

use unite::kernel;

/// Each cell of `coarse` becomes the mean of those of `fine` that it covers, wherever the two lie.
#[kernel]
pub fn restrict(coarse: &mut Tensor<[[f32]]>, fine: &Tensor<[[f32]]>) {
    let means = fine.region_of(coarse).coarsen([2, 2]).with_coarse_read(CoarseRead::Mean);
    coarse[[!y, !x]] = means[[!y, !x]];
}

/// Each cell of `fine` becomes a mixture of the coarse cells around it, by how near they are: nine, three, three and one of
/// sixteen parts. `coarse` has a cell more on each side than `fine` needs.
#[kernel]
pub fn prolong(fine: &mut Tensor<[[f32]]>, coarse: &Tensor<[[f32]]>) {
    let c = coarse.refine([2, 2])[fine]; // a cell for each fine one
    fine[[!y, !x]] = (4.0 * c[[!y, !x]]
        + 2.0 * (c[[!y - 1, !x]] + c[[!y + 1, !x]] + c[[!y, !x - 1]] + c[[!y, !x + 1]])
        + c[[!y - 1, !x - 1]]
        + c[[!y - 1, !x + 1]]
        + c[[!y + 1, !x - 1]]
        + c[[!y + 1, !x + 1]])
        / 16.0;
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, numbers};
    use unite::Block;
    use unite::level::{self, Level};
    use unite::library::Heap;

    fn cells([height, width]: [usize; 2]) -> Heap<f32, 2> {
        let cells = numbers(height * width, 256).map(|n| n as f32).collect();
        Block::from_vec(cells, [height, width]).expect("as many cells as the extents say")
    }

    #[test]
    fn means_of_four() {
        for [height, width] in EXTENTS {
            let fine = cells([2 * height, 2 * width]);
            for level in Level::available() {
                level::limit(level);
                let coarse = Block::<f32>::zeros([height, width]);
                let mut coarse = coarse.with_coarsening([2, 2]).expect("cells of two by two");
                super::restrict(&mut coarse, &fine);
                for [y, x] in coarse.view().indices() {
                    let four =
                        [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[i, j]| fine.read([2 * y + i, 2 * x + j]));
                    assert_eq!(coarse.read([y, x]), four.iter().sum::<f32>() / 4.0, "at {y}, {x}");
                }
            }
        }
    }

    #[test]
    fn mixtures_of_four() {
        for [height, width] in EXTENTS {
            let coarse = cells([height + 2, width + 2]).with_coarsening([2, 2]).expect("cells of two by two");
            for level in Level::available() {
                level::limit(level);
                let fine = Block::<f32>::zeros([2 * height, 2 * width]);
                let mut fine = fine.with_origin([2, 2]).expect("a place");
                super::prolong(&mut fine, &coarse);
                for [y, x] in fine.view().indices() {
                    let (i, j) = (y / 2 + 1, x / 2 + 1);
                    let (v, h) = (2 * (y % 2) - 1, 2 * (x % 2) - 1);
                    let want = 9.0 * coarse.read([i, j])
                        + 3.0 * (coarse.read([i + v, j]) + coarse.read([i, j + h]))
                        + coarse.read([i + v, j + h]);
                    assert_eq!(fine.read([y, x]), want / 16.0, "at {y}, {x}");
                }
            }
        }
    }
}
