//! A blur that keeps edges.

use unite::kernel;

/// Every element of `out` is the mean of nine, each weighted by how far it is from the one in the middle: entry `k` of `weight`
/// is that of a difference of `k`. At the edges the last elements are repeated.
///
/// # Panics
/// If weights are 0 together, by division; of nine that are at most 2^20 each, sums do not overflow.
#[kernel]
pub fn bilateral(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, weight: &Tensor<[i32; 256]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let here = p[[y, x]];
        let (mut sum, mut weights) = (0, 0);
        for i in -1..=1 {
            for j in -1..=1 {
                let there = p[[y + i, x + j]];
                let w = weight[[(there - here).abs()]];
                sum += w * there;
                weights += w;
            }
        }
        out[[y, x]] = sum / weights;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, plane};
    use unite::Block;
    use unite::library::Boundary;

    #[test]
    fn near_values_count_more() {
        let weights = (0..256).map(|d: i32| (256 - d) * (256 - d)).collect();
        let weights = Block::from_vec(weights, [256]).expect("256").fixed::<[i32; 256]>().expect("256");
        for extents in EXTENTS {
            let plane = plane(extents);
            let read = |at| i32::from(plane.view().get_with(Boundary::Clamp, at).expect("a rule"));
            check::<u8>(
                extents,
                |out| super::bilateral(out, &plane, &weights),
                |_, [y, x]| {
                    let nine = (0..9).map(|k| read([y + k / 3 - 1, x + k % 3 - 1]));
                    let w = |v: i32| (256 - (v - read([y, x])).abs()).pow(2);
                    let (sum, all) = nine.fold((0, 0), |(s, a), v| (s + w(v) * v, a + w(v)));
                    (sum / all) as u8
                },
            );
        }
    }
}
