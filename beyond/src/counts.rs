//! How often each value occurs.

use unite::kernel;

/// Adds to element `k` of `counts` how many elements of `plane` are `k`.
#[kernel]
pub fn histogram(counts: &mut Tensor<[u32; 256]>, plane: &Tensor<[[u8]]>) {
    for y in 0..plane.extent(0) {
        for x in 0..plane.extent(1) {
            counts[[plane[[y, x]] & 255]] += 1; // all there are, so nothing is checked in the loop
        }
    }
}

/// Adds to element `k` of `counts` how many elements of `a` and `b` differ by `k`.
#[kernel]
pub fn differences(counts: &mut Tensor<[u32; 256]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in a.indices() {
        counts[[(a[[y, x]] - b[[y, x]]).abs()]] += 1; // at most 255 apart, which is seen
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, plane};
    use unite::level::{self, Level};
    use unite::{Block, span};

    #[test]
    fn all_elements_are_counted() {
        for extents in EXTENTS {
            let plane = plane(extents);
            for level in Level::available() {
                level::limit(level);
                let mut counts = Block::<u32>::zeros([260]);
                counts.as_mut_slice().fill(5);
                let mut part = counts.view_mut().partition([span(2..258)]).expect("a part");
                super::histogram(
                    &mut part.tensor_mut().expect("strides").fixed::<[u32; 256]>().expect("256"),
                    &plane,
                );
                for (k, count) in counts.as_slice().iter().enumerate() {
                    let occurs =
                        plane.as_slice().iter().filter(|&&value| usize::from(value) + 2 == k).count();
                    assert_eq!(*count as usize, 5 + occurs, "of {k}");
                }
            }
        }
    }

    #[test]
    fn all_differences_are_counted() {
        for extents @ [height, width] in EXTENTS {
            let (a, b) = (plane(extents), plane([height + 1, width]));
            let b = b.view().partition((span(1..), ..)).expect("the rows after the first");
            for level in Level::available() {
                level::limit(level);
                let mut counts = Block::<[u32; 256]>::stack();
                super::differences(&mut counts, &a, &b.tensor().expect("strides"));
                for k in 0..=255 {
                    let differ = |at: &[isize; 2]| a.read(*at).abs_diff(b.read(*at)) == k;
                    let want = a.view().indices().filter(differ).count();
                    assert_eq!(counts.read([k.into()]) as usize, want, "by {k}");
                }
            }
        }
    }
}
