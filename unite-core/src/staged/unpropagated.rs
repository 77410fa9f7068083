//! What a kernel knows of its tensors whose optimisations are switched off: nothing before it runs.

use core::hint::black_box;
use core::num::NonZeroU32;

use super::{Carrier, Space};

/// A number as one that only the run knows.
///
/// ```
/// assert_eq!(unite_core::staged::held(4), 4);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn held(number: isize) -> isize {
    black_box(number)
}

/// A distance between neighbours in the root, as one that only the run knows. Which it is does not matter to indices: from
/// an index to its location and back is the same index.
#[cfg_attr(not(debug_assertions), inline(always))]
fn held_step(step: isize) -> NonZeroU32 {
    black_box(positive(step))
}

fn positive(step: isize) -> NonZeroU32 {
    match u32::try_from(step).ok().and_then(NonZeroU32::new) {
        Some(step) => step,
        None => panic!("a view with a step or a factor of {step}: it can be 1..={}", u32::MAX),
    }
}

/// How the index of a tensor follows from one of a view: `floor((factor * index + shift) / divisor)`.
///
/// ```
/// use unite_core::staged::steps;
/// // Every second point from 3 on, then each of them four times.
/// let [partition, refinement] = steps([[2, 3, 1], [1, 0, 4]]);
/// assert_eq!(partition.of(refinement.of(-1)), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Step {
    factor: isize,
    shift: isize,
    divisor: NonZeroU32,
}

impl Step {
    /// The index of the tensor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn of(self, index: isize) -> isize {
        (self.factor * index + self.shift).div_euclid(self.divisor.get() as isize)
    }
}

/// The steps of a view, each `[factor, shift, divisor]`, as a value that only the run knows.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn steps<const K: usize>(steps: [[isize; 3]; K]) -> [Step; K] {
    black_box(steps.map(|[factor, shift, divisor]| Step { factor, shift, divisor: positive(divisor) }))
}

/// Where a tensor is, for accesses that go from an index to its location, and from there to memory.
#[derive(Clone, Copy, Debug)]
pub struct Unpropagated<const N: usize> {
    origin: [isize; N],
    step: [NonZeroU32; N],
    stride: [isize; N],
}

impl<const N: usize> Unpropagated<N> {
    /// Of a tensor that is carried.
    ///
    /// ```
    /// use unite_core::staged::{Carrier, Geometry, RowMajor, Unpropagated};
    /// let (memory, geometry) = ([0u8; 15], Geometry::row_major([3, 5]));
    /// type Rows = RowMajor<[[u8; 5]; 3]>;
    /// // SAFETY: this is the geometry of three rows of five elements.
    /// let carrier = unsafe { Carrier::<Rows, 2>::shared(&memory, &geometry, Default::default()) };
    /// assert_eq!(Unpropagated::tensor(&carrier, false, false).offset([1, -1]), 4);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tensor<S: Space<N>>(carrier: &Carrier<S, N>, knows_origin: bool, knows_step: bool) -> Self {
        let mut all = Self::at_zero();
        for axis in 0..N {
            if !knows_origin {
                all.origin[axis] = held(carrier.origin(axis));
            }
            if !knows_step {
                all.step[axis] = held_step(carrier.step(axis));
            }
            all.stride[axis] = held(carrier.stride(axis));
        }
        all
    }

    /// Of a block of the kernel's own.
    ///
    /// ```
    /// use unite_core::staged::Unpropagated;
    /// assert_eq!(Unpropagated::block([3, 5], true, true).offset([2, 2]), 12);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn block(extent: [isize; N], knows_origin: bool, knows_step: bool) -> Self {
        let mut all = Self::at_zero();
        let mut stride = 1;
        for axis in (0..N).rev() {
            if !knows_origin {
                all.origin[axis] = held(0);
            }
            if !knows_step {
                all.step[axis] = held_step(1);
            }
            all.stride[axis] = stride;
            stride *= held(extent[axis]);
        }
        all
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_zero() -> Self {
        Unpropagated { origin: [0; N], step: [NonZeroU32::MIN; N], stride: [0; N] }
    }

    /// The position in memory of an index, from index 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn offset(self, index: [isize; N]) -> isize {
        let mut offset = 0;
        for (axis, index) in index.into_iter().enumerate() {
            let step = self.step[axis].get() as isize;
            let at = self.origin[axis] + step * index;
            offset += (at - self.origin[axis]).div_euclid(step) * self.stride[axis];
        }
        offset
    }
}
