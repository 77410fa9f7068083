//! What the code of kernels calls.

use unite_core::Elem;

use crate::format::Format;
use crate::stored::Stored;

/// The extents, as indices.
#[inline(always)]
pub fn extents<const N: usize, A: Stored<N>>(tensor: A) -> [isize; N] {
    tensor.extents().map(|extent| extent as isize)
}

/// The outermost level, whose coordinates are less than these extents.
///
/// # Panics
/// If they are other extents: what was checked at entry was another tensor.
#[inline(always)]
pub fn root<const N: usize, A: Stored<N>>(tensor: A, checked: [isize; N]) -> A::Root {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.root()
}

/// The elements of a tensor whose format has not a level for each axis, each with its index, as [`root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn entries<const N: usize, A: Stored<N>>(
    tensor: A,
    checked: [isize; N],
) -> impl Iterator<Item = ([isize; N], <A::Elem as Elem>::Wide)> {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.entries().map(|(index, element)| (index.map(|at| at as isize), element.widen()))
}

/// Calls `take` with each index, and its element, as [`root`].
///
/// # Panics
/// As [`root`].
#[inline(always)]
pub fn for_each<const N: usize, A: Stored<N>>(
    tensor: A,
    checked: [isize; N],
    mut take: impl FnMut([isize; N], <A::Elem as Elem>::Wide),
) {
    assert!(extents(tensor) == checked, "the tensor is not the one that was checked");
    tensor.for_each(|index, element| take(index.map(|at| at as isize), element.widen()));
}

/// Whether there is a level for each axis.
#[inline(always)]
pub fn is_nested<const N: usize, A: Stored<N>>(_: A) -> bool {
    const { <A::Format as Format<N>>::NESTED }
}

/// The index that coordinates of the levels are, outermost first.
#[inline(always)]
pub fn index<const N: usize, A: Stored<N>>(_: A, coordinates: [usize; N]) -> [isize; N] {
    let (order, mut index) = (const { <A::Format as Format<N>>::ORDER }, [0; N]);
    for level in 0..N {
        index[order[level]] = coordinates[level] as isize;
    }
    index
}

/// Whether the levels are the axes in their order, and the outermost of them have a coordinate once, so that what is summed over the
/// others is complete when they end. `is_new`: and have all of them, so that each sum is written.
#[inline(always)]
pub fn is_gathered<const N: usize, A: Stored<N>>(_: A, outermost: usize, is_new: bool) -> bool {
    let mut level = 0;
    while level < N {
        let properties = const { <A::Format as Format<N>>::LEVELS }[level];
        if (const { <A::Format as Format<N>>::ORDER })[level] != level
            || level < outermost && !(properties.unique && (properties.full || !is_new))
        {
            return false;
        }
        level += 1;
    }
    const { <A::Format as Format<N>>::NESTED }
}
