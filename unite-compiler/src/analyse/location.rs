//! Where a view is, as another kernel is told.

use super::bases::BaseKind;
use super::space::{Along, Space, ancestry, indices, sliced, up};
use super::tensors::Tensors;
use crate::ir::{Atom, Def, Id, Index, Kernel};

/// The location of a view in terms of its anchor.
pub struct Location {
    /// For each axis of the anchor: the axis of the view that runs along it, and the floor that its index follows by;
    /// nothing where it is no single one, and then the first index. What does not run along an axis is there where index 0 would be.
    pub axes: Vec<(Option<usize>, Option<[Index; 3]>, Index)>,
    /// The refined spaces between the two that the kernel made, the highest first.
    pub refined: Vec<RefinedSpace>,
}

impl Location {
    /// All numbers that it is said by.
    pub fn numbers(&self) -> impl Iterator<Item = &Index> {
        let axes = self.axes.iter().flat_map(|(_, floor, first)| floor.iter().flatten().chain([first]));
        let parents = self.refined.iter().flat_map(|space| &space.parents).flat_map(|parent| match parent {
            Parent::At(floor) => &floor[..],
            Parent::Whole | Parent::Uneven => &[],
        });
        axes.chain(self.refined.iter().flat_map(|space| &space.numbers)).chain(parents)
    }
}

/// A refined space of a kernel.
pub struct RefinedSpace {
    /// What tells it apart from all others below the next refined one: the operations that lead to it.
    pub numbers: Vec<Index>,
    /// For each axis of the anchor: the floor by which the points of the space that was refined follow, if anything was refined
    /// along it.
    pub parents: Vec<Parent>,
}

/// Where the points are that were refined, along an axis.
pub enum Parent {
    /// None was.
    Whole,
    /// By this floor.
    At([Index; 3]),
    /// By no single one.
    Uneven,
}

/// Where a view is.
pub fn location(tensors: &Tensors, view: Id) -> Location {
    let spaces = tensors.spaces();
    let chain = ancestry(spaces, view);
    let root = *chain.last().expect("a view is its own ancestor");
    let rank = |view: Id| tensors.views[view].extent.len();
    let floor = |along: &Along| {
        let (_, floor) = along.single()?;
        Some([floor.a, floor.b, floor.d])
    };
    let at_zero = |along: &Along| {
        along.first().substitute(&mut |atom| matches!(atom, Atom::Axis(_)).then(|| Index::constant(0)))
    };
    let one = |(axis, along): (usize, &Along)| match along {
        Along::Fixed(first, _) => (None, standing(spaces, view, root, axis), first.clone()),
        Along::Runs(j, _) => (Some(*j), floor(along), at_zero(along)),
    };
    let axes = up(spaces, view, root, indices(rank(view))).iter().enumerate().map(one).collect();
    let mut refined = Vec::new();
    // Views of two tensors lie in two spaces, whatever is passed.
    let mut numbers = vec![Index::constant(root as i64)];
    for pair in chain.windows(2).rev() {
        let [below, parent] = [pair[0], pair[1]];
        numbers.push(Index::constant(spaces[below].axes.len() as i64));
        numbers.extend(spaces[below].axes.iter().flat_map(numbers_of));
        if !spaces[below].axes.iter().any(refines) {
            continue;
        }
        let above = up(spaces, parent, root, indices(rank(parent)));
        let parent = |along: &Along| match along {
            Along::Runs(j, _) if refines(&spaces[below].axes[*j]) => {
                floor(along).map_or(Parent::Uneven, Parent::At)
            }
            _ => Parent::Whole,
        };
        let parents = above.iter().map(parent).collect();
        refined.push(RefinedSpace { numbers: std::mem::take(&mut numbers), parents });
    }
    Location { axes, refined }
}

/// Where a view is on an axis of `root` that it does not run along, as the floor of an index 0.
fn standing(spaces: &[Space], view: Id, root: Id, axis: usize) -> Option<[Index; 3]> {
    let (floor, at) = sliced(spaces, view, root, axis)?;
    let floor = floor?;
    let b = at.times(&floor.a).plus(&floor.b, 1);
    (!b.overflows()).then_some([floor.a, b, floor.d])
}

/// Whether several points of a space are floored to one along an axis.
fn refines(along: &Along) -> bool {
    matches!(along, Along::Runs(_, floors) if floors.iter().any(|f| f.d.as_constant() != Some(1)))
}

/// What tells an axis of a space apart from others.
fn numbers_of(along: &Along) -> Vec<Index> {
    match along {
        Along::Fixed(first, _) => vec![Index::constant(-1), first.clone()],
        Along::Runs(j, floors) => {
            let floors = floors.iter().flat_map(|f| [f.a.clone(), f.b.clone(), f.d.clone()]);
            [Index::constant(*j as i64)].into_iter().chain(floors).collect()
        }
    }
}

/// Whether where a view is follows from where its elements are.
pub fn is_located(kernel: &Kernel, tensors: &Tensors, view: Id) -> bool {
    let (v, spaces) = (&tensors.views[view], tensors.spaces());
    // The tensor whose place is that of the elements, and its points.
    let (of, place) = match tensors.bases[v.base].kind {
        BaseKind::Block(block) if matches!(kernel.views[block].def, Def::Copy { .. }) => {
            (Some(block), Some(&tensors.views[block].at))
        }
        BaseKind::Seen { frame: Some(frame), .. } => (Some(frame), Some(&tensors.views[frame].at)),
        BaseKind::Seen { frame: None, .. } => (None, None),
        BaseKind::Param(_) | BaseKind::Block(_) if v.base == v.anchor => (None, None),
        BaseKind::Param(_) | BaseKind::Block(_) => return false,
    };
    // Points that begin within one of those are not where it is.
    let chain = ancestry(spaces, view);
    let of = of.filter(|of| chain.contains(of)).unwrap_or(chain[chain.len() - 1]);
    // Nor are slices of what is refined or coarse where one of its elements is.
    let is_whole = |(axis, along): (usize, &Along)| match along {
        Along::Runs(..) => along.single().is_some_and(|(_, floor)| floor.d.as_constant() == Some(1)),
        Along::Fixed(..) => sliced(spaces, view, of, axis).is_none_or(|(floor, _)| {
            floor.is_some_and(|floor| [floor.a, floor.d].iter().all(|f| f.as_constant() == Some(1)))
        }),
    };
    if !up(spaces, view, of, indices(v.extent.len())).iter().enumerate().all(is_whole) {
        return false;
    }
    let Some(place) = place else { return v.data == v.at };
    let through = |at: &Index| {
        at.substitute(&mut |atom| match atom {
            Atom::Axis(j) => Some(v.data[*j].clone()),
            _ => None,
        })
    };
    place.iter().map(through).eq(v.at.iter().cloned())
}
