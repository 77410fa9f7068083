//! How stored operands come about, with the same elements each time: of entries, by a conversion, by a selection of another tensor, by
//! a list to which elements are put one by one, and by a gather.

use unite::stored::{Dok, EntryList, Fill, Format, Pick, StoredBlock};
use unite_agreement::plan::random::Random;

use crate::given::{Drawn, Given, Number, array};

/// An element that is not what is stored there.
const OTHER: i64 = 1;

impl Drawn {
    /// The entries, with elements of the type.
    fn entries<T: Number, const N: usize>(&self) -> impl Iterator<Item = ([usize; N], T)> + '_ {
        self.entries.iter().map(|(at, value)| (array(at), T::of(*value)))
    }

    /// The block of them in its place.
    fn placed<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        block: StoredBlock<T, F, N, Z>,
    ) -> StoredBlock<T, F, N, Z> {
        block.with_origin(array(&self.origin)).expect("a place")
    }

    /// What is drawn where it is made.
    fn random(&self) -> Random {
        Random::new(self.seed)
    }
}

/// Indices of a tensor of these extents, some of them twice.
fn anywhere<const N: usize>(random: &mut Random, extents: [usize; N]) -> Vec<[usize; N]> {
    (0..12).map(|_| extents.map(|extent| random.below(extent))).collect()
}

impl Given {
    /// A stored block of an operand.
    pub fn stored<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        number: usize,
    ) -> StoredBlock<T, F, N, Z> {
        let drawn = &self.operands[number];
        drawn.placed(StoredBlock::from_entries(array(&drawn.extents), drawn.entries()).expect("a block"))
    }

    /// The same, which was in another format before.
    pub fn converted<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        number: usize,
    ) -> StoredBlock<T, F, N, Z> {
        self.stored::<T, Dok, Z, N>(number).to::<F>().expect("a block")
    }

    /// The same, selected of a tensor that has an axis more: an interval of each axis, new axes where there is one index, and single
    /// indices of the others. Half of them by way of a larger selection.
    pub fn selected<T: Number, F: Format<N>, Z: Fill<T>, const N: usize, const M: usize>(
        &self,
        number: usize,
    ) -> StoredBlock<T, F, N, Z> {
        let drawn = &self.operands[number];
        let mut random = drawn.random();
        let is_new: [bool; N] = std::array::from_fn(|axis| drawn.extents[axis] == 1 && random.chance(50));
        // By axis of the larger tensor, which one it is, if it is one.
        let mut axes: Vec<Option<usize>> = (0..N).filter(|axis| !is_new[*axis]).map(Some).collect();
        while axes.len() < M {
            axes.insert(random.below(axes.len() + 1), None);
        }
        let seen: [usize; M] = std::array::from_fn(|axis| axes[axis].map_or(1, |axis| drawn.extents[axis]));
        let first: [usize; M] = std::array::from_fn(|_| random.below(3));
        let extents: [usize; M] = std::array::from_fn(|axis| first[axis] + seen[axis] + random.below(3));
        let there = drawn.entries::<T, N>().map(|(at, value)| {
            let at = std::array::from_fn(|axis| first[axis] + axes[axis].map_or(0, |axis| at[axis]));
            (at, value)
        });
        let is_seen =
            |at: &[usize; M]| (0..M).all(|axis| (first[axis]..first[axis] + seen[axis]).contains(&at[axis]));
        let others = anywhere(&mut random, extents).into_iter().filter(|at| !is_seen(at));
        let all = there.chain(others.map(|at| (at, T::of(OTHER))));
        let all =
            StoredBlock::<T, Dok, M, Z>::from_entries_with(extents, all, |_, last| last).expect("a block");
        // By way of what begins here.
        let outer: [usize; M] = match random.chance(50) {
            true => first.map(|first| random.below(first + 1)),
            false => [0; M],
        };
        let (mut picks, mut next) = (Vec::new(), 0);
        for axis in 0..M {
            let at = first[axis] - outer[axis];
            let Some(along) = axes[axis] else {
                picks.push(Pick::At(at));
                continue;
            };
            // Axes that are left out before it are new.
            picks.extend((next..along).map(|_| Pick::New));
            next = along + 1;
            let is_all = at == 0 && outer[axis] + seen[axis] == extents[axis];
            picks.push(if is_all { Pick::All } else { Pick::Part(at..at + seen[axis]) });
        }
        picks.extend((next..N).map(|_| Pick::New));
        let outside: Vec<Pick> = (0..M).map(|axis| Pick::Part(outer[axis]..extents[axis])).collect();
        let selected = all.select::<M>(&outside).and_then(|all| all.select::<N>(&picks));
        drawn.placed(selected.and_then(|selected| selected.to::<F>()).expect("a block"))
    }

    /// The same, put into a list one by one, some of it through a view, and some after other elements that were there.
    pub fn listed<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        number: usize,
    ) -> StoredBlock<T, F, N, Z> {
        let drawn = &self.operands[number];
        let (mut random, extents): (Random, [usize; N]) = (drawn.random(), array(&drawn.extents));
        let list = EntryList::<T, N, Z>::new(extents).expect("a list");
        let first: [usize; N] = extents.map(|extent| random.below(extent));
        let picks: Vec<Pick> = (0..N).map(|axis| Pick::Part(first[axis]..extents[axis])).collect();
        let view = list.select::<N>(&picks).expect("a view");
        let put = |random: &mut Random, at: [usize; N], value: T| {
            if random.chance(10) {
                // In order in between.
                let _ = list.stored();
            }
            let is_seen = (0..N).all(|axis| first[axis] <= at[axis]);
            if is_seen && random.chance(60) {
                view.put(std::array::from_fn(|axis| at[axis] - first[axis]), value)
            } else {
                list.put(at, value)
            }
            .expect("an index");
        };
        let others = anywhere(&mut random, extents);
        for at in &others {
            put(&mut random, *at, T::of(OTHER));
        }
        for at in others {
            put(&mut random, at, Z::VALUE);
        }
        for (at, value) in drawn.entries() {
            if random.chance(30) {
                put(&mut random, at, T::of(OTHER));
            }
            put(&mut random, at, value);
        }
        drawn.placed(list.to_block::<F>().expect("a block"))
    }

    /// The same, gathered of a larger tensor, in which its indices stand in another order and between others.
    pub fn gathered<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        number: usize,
    ) -> StoredBlock<T, F, N, Z> {
        let drawn = &self.operands[number];
        let mut random = drawn.random();
        let extents: [usize; N] = std::array::from_fn(|axis| drawn.extents[axis] + random.below(3));
        let places: [Vec<usize>; N] = std::array::from_fn(|axis| {
            let mut places = random.permutation(extents[axis]);
            places.truncate(drawn.extents[axis]);
            places
        });
        let there = drawn
            .entries::<T, N>()
            .map(|(at, value)| (std::array::from_fn(|axis| places[axis][at[axis]]), value));
        let is_seen = |at: &[usize; N]| (0..N).all(|axis| places[axis].contains(&at[axis]));
        let others = anywhere(&mut random, extents).into_iter().filter(|at| !is_seen(at));
        let all = there.chain(others.map(|at| (at, T::of(OTHER))));
        let all =
            StoredBlock::<T, Dok, N, Z>::from_entries_with(extents, all, |_, last| last).expect("a block");
        let indices: [&[usize]; N] = std::array::from_fn(|axis| places[axis].as_slice());
        drawn.placed(all.gather(indices).and_then(|all| all.to::<F>()).expect("a block"))
    }
}
