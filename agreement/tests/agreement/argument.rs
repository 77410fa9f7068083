//! Which points of its block a view shows, in its extents and outside: to a kernel that it is passed to they are the block.

use unite::space::ReferenceTensor;
use unite_agreement::plan::chain::Rule;

/// Points at equal distances along an axis.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The first that the block has.
    pub first: isize,
    /// The distance.
    pub step: isize,
    /// How many of them the block has.
    pub count: usize,
    /// Whether it is one, along an axis that was sliced away.
    pub is_slice: bool,
}

impl Lattice {
    /// All points of an axis.
    pub fn all(extent: usize) -> Lattice {
        Lattice { first: 0, step: 1, count: extent, is_slice: false }
    }
}

/// No index that leads to an element is as far away.
const FAR: isize = 1 << 12;

/// The points along each axis of the block; none if some index has no location there.
pub fn shown(tensor: &ReferenceTensor) -> Option<Vec<Lattice>> {
    let rank = tensor.tensor().extents().len();
    let data = |axis: usize, at: isize| {
        tensor.data(&(0..rank).map(|k| if k == axis { at } else { 0 }).collect::<Vec<_>>())
    };
    let here = data(0, 0)?;
    let far = (0..rank).map(|axis| data(axis, FAR)).collect::<Option<Vec<_>>>()?;
    let along = |(of, &extent): (usize, &usize)| {
        let extent = extent as isize;
        let Some(axis) = far.iter().position(|far| far[of] != here[of]) else {
            let count = usize::from((0..extent).contains(&here[of]));
            return Some(Lattice { first: here[of], step: 1, count, is_slice: true });
        };
        let (mut below, mut at) = (-FAR, FAR);
        while at - below > 1 {
            let middle = (below + at) / 2;
            *if data(axis, middle)?[of] < 0 { &mut below } else { &mut at } = middle;
        }
        let first = data(axis, at)?[of];
        let mut next = first;
        while next == first {
            at += 1;
            next = data(axis, at)?[of];
        }
        let step = next - first;
        let count = (extent - first + step - 1).div_euclid(step).max(0) as usize;
        Some(Lattice { first, step, count, is_slice: false })
    };
    tensor.nearest_block().tensor().extents().iter().enumerate().map(along).collect()
}

/// Takes slices outside of what a tensor has, that is `above` or all points, to those that a rule leads to.
pub fn slices_led(shown: &mut [Lattice], above: Option<&[Lattice]>, extents: &[usize], rule: Rule) {
    for (axis, points) in shown.iter_mut().enumerate() {
        let above = above.map_or(Lattice::all(extents[axis]), |above| above[axis]);
        if points.is_slice && points.count == 0 && above.count > 0 {
            let number = (points.first - above.first).div_euclid(above.step);
            points.first = above.first + above.step * led(number, above.count, rule);
            points.count = 1;
        }
    }
}

/// Where a rule leads an index of an axis: step by step, back from whatever edge it is past.
pub fn led(mut at: isize, extent: usize, rule: Rule) -> isize {
    let last = extent as isize - 1;
    while at < 0 || at > last {
        at = match (rule, at < 0) {
            (Rule::Clamp, true) => 0,
            (Rule::Clamp, false) => last,
            (Rule::Wrap, true) => at + last + 1,
            (Rule::Wrap, false) => at - last - 1,
            (Rule::Reflect, true) => -1 - at,
            (Rule::Reflect, false) => 2 * last + 1 - at,
            (Rule::Mirror | Rule::Constant, _) if last == 0 => 0,
            (Rule::Mirror | Rule::Constant, true) => -at,
            (Rule::Mirror | Rule::Constant, false) => 2 * last - at,
        };
    }
    at
}
