//! A picture that is moved, each element by a vector of its own.

use unite::kernel;

/// Every element of `out` is the one of `plane` that its vector in `field`, rows then columns, points to. Past the edges the
/// last elements are repeated.
#[kernel]
pub fn warp(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, field: &Tensor<[[[i16; 2]]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        out[[y, x]] = p[[y + field[[y, x, 0]], x + field[[y, x, 1]]]];
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, numbers, plane};
    use unite::library::Boundary;
    use unite::{Block, Dyn};

    #[test]
    fn vectors_point_anywhere() {
        for extents @ [height, width] in EXTENTS {
            let plane = plane(extents);
            let vectors = numbers(2 * height * width, 61).map(|n| n as i16 - 30).collect();
            let field = Block::from_vec(vectors, [height, width, 2]).expect("vectors");
            let field = field.fixed::<Dyn<Dyn<[i16; 2]>>>().expect("two numbers each");
            check::<u8>(
                extents,
                |out| super::warp(out, &plane, &field),
                |_, [y, x]| {
                    let to = [y + field.read([y, x, 0]) as isize, x + field.read([y, x, 1]) as isize];
                    plane.view().get_with(Boundary::Clamp, to).expect("a rule")
                },
            );
        }
    }
}
