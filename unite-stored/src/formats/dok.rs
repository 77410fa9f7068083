//! One map over all axes.

use std::collections::BTreeMap;

use crate::error::{Fault, StorageError};
use crate::fibre::Unwalked;
use crate::format::{Format, InsertFormat, Sorted};
use crate::level::Properties;
use crate::pack::Packed;

/// A map from indices to positions: a dictionary of keys. It can be walked, and looked up; its axes are no levels.
#[derive(Clone, Copy, Debug)]
pub struct Dok;

// SAFETY: `check` has found that indices are less than the extents, and that positions are the numbers up to their count.
unsafe impl<const N: usize> Format<N> for Dok {
    type Arrays = BTreeMap<[usize; N], usize>;
    const ORDER: [usize; N] = {
        let (mut order, mut axis) = ([0; N], 0);
        while axis < N {
            order[axis] = axis;
            axis += 1;
        }
        order
    };
    type Levels<'a> = Unwalked<N>;
    const NESTED: bool = false;
    const LEVELS: [Properties; N] = [Properties::NONE; N];
    const PADDED: bool = false;
    const FILLED: bool = true;

    fn name() -> String {
        "Dok".into()
    }

    fn check(keys: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        let mut seen = vec![false; keys.len()];
        for (index, &position) in keys {
            for (axis, (&coordinate, extent)) in index.iter().zip(extents).enumerate() {
                if coordinate >= extent {
                    let fault = Fault::Beyond { parent: 0, position, coordinate, extent };
                    return Err(StorageError::Level { axis, level: "Dok", fault });
                }
            }
            match seen.get_mut(position) {
                Some(seen) if !*seen => *seen = true,
                _ => {
                    let fault = Fault::Taken { position, size: keys.len() };
                    return Err(StorageError::Level { axis: 0, level: "Dok", fault });
                }
            }
        }
        Ok(keys.len())
    }

    fn pack(_: [usize; N], entries: &Sorted<N>) -> Result<(Self::Arrays, Packed), StorageError> {
        let keys = (0..entries.count()).map(|entry| (entries.index(entry), entry)).collect();
        Ok((keys, (0..entries.count()).map(|entry| entry..entry + 1).collect()))
    }

    unsafe fn scan(keys: &Self::Arrays, _: [usize; N], mut take: impl FnMut([usize; N], usize)) {
        keys.iter().for_each(|(&index, &position)| take(index, position));
    }

    fn levels(_: &Self::Arrays, _: [usize; N]) -> Unwalked<N> {
        Unwalked
    }

    fn entries(keys: &Self::Arrays, _: [usize; N]) -> impl Iterator<Item = ([usize; N], usize)> + '_ {
        keys.iter().map(|(&index, &position)| (index, position))
    }

    unsafe fn locate(keys: &Self::Arrays, _: [usize; N], index: [usize; N]) -> Option<usize> {
        keys.get(&index).copied()
    }

    fn vacant(_: [usize; N], _: [usize; N]) -> Result<(Self::Arrays, usize), StorageError> {
        Ok((BTreeMap::new(), 0))
    }

    unsafe fn insert<T: Copy>(
        keys: &mut Self::Arrays,
        values: &mut Vec<T>,
        _: [usize; N],
        fill: T,
        index: [usize; N],
    ) -> Option<usize> {
        Some(*keys.entry(index).or_insert_with(|| {
            values.push(fill);
            values.len() - 1
        }))
    }
}

// SAFETY: keys are less than the extents, and their positions the numbers up to their count.
unsafe impl<const N: usize> InsertFormat<N> for Dok {
    fn size(keys: &Self::Arrays, _: [usize; N]) -> Result<usize, StorageError> {
        Ok(keys.len())
    }
}
