//! What is drawn for each call of a chain.

use std::fmt;

use proptest::prelude::*;
use unite_agreement::plan::chain::{Chain, Ending, FACTORS, Kind, Parameter, Said};
use unite_agreement::plan::parameter::EXTENTS;

use crate::given::Given;

/// The arguments of a call.
#[derive(Clone, Debug)]
pub struct Case {
    /// The tensors.
    pub given: Vec<Given>,
    /// The scalars.
    pub scalars: Vec<i32>,
    /// What factors and steps are, by the number that they mostly are.
    pub factors: [i64; FACTORS],
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, given) in self.given.iter().enumerate() {
            writeln!(f, "t{number}: {given:?}")?;
        }
        write!(f, "scalars: {:?}, factors: {:?}", self.scalars, self.factors)
    }
}

/// Mostly what keeps a chain within its blocks.
pub fn case(chain: &Chain) -> BoxedStrategy<Case> {
    let (chain, universe) = (chain.clone(), chain.universe);
    let scalar = prop_oneof![6 => -1i32..=1, 1 => -4i32..=4];
    let tensors: Vec<_> = (0..chain.tensors.len()).map(|number| tensor(&chain, number)).collect();
    let middle = prop::collection::vec(-6isize..=6, universe);
    // Blocks that were refined alike at one place have points that match one for one; others have no such points.
    let (apart, alike) = (prop::bool::weighted(0.1), prop::bool::weighted(0.7));
    // Of those that the kernel is told when it runs.
    let late = prop::collection::vec(prop_oneof![5 => Just(None), 3 => (1i64..=3).prop_map(Some)], FACTORS);
    (middle, apart, alike, tensors, prop::collection::vec(scalar, chain.scalars), late)
        .prop_map(move |(middle, apart, alike, mut given, scalars, late)| {
            let factor = |by: usize| match (chain.factors[by], late[by]) {
                (Said::Late, Some(other)) => other,
                _ => by as i64,
            };
            let factors = std::array::from_fn(factor);
            let mut first = 0;
            for (given, tensor) in given.iter_mut().zip(&chain.tensors) {
                if alike && tensor.fine > 1 {
                    given.origin.fill(0);
                }
                for (axis, middle) in middle.iter().enumerate() {
                    // Tensors on different slices of the universe share no location, and there is little to compare.
                    if !tensor.axes.contains(&axis) && !apart {
                        given.origin[axis] = 0;
                    }
                    given.origin[axis] += middle;
                    // The part of a view begins where a block would.
                    if let Some(j) = given.axes.iter().position(|&a| a == axis)
                        && tensor.kind.is_view()
                    {
                        given.origin[axis] -= given.parts[j].0 * given.coarsening[j] as isize;
                    }
                }
                let len = given.extents.iter().product::<usize>();
                given.memory = (first..first + len as i32).collect();
                first += len as i32;
            }
            Case { given, scalars, factors }
        })
        .boxed()
}

fn extent(chain: &Chain, number: usize, axis: usize) -> BoxedStrategy<usize> {
    let tensor = &chain.tensors[number];
    let writes = |ending: &Ending| {
        !matches!(ending, Ending::Scatter(_) | Ending::Spread(_) | Ending::Loop(..) | Ending::CallScatter(_))
    };
    if let Some(length) = tensor.lengths[axis] {
        return Just(length).boxed();
    }
    match &chain.ending {
        ending if number > 0 || !writes(ending) => {
            let most = EXTENTS[tensor.rank() - 1];
            prop_oneof![5 => most - 2..=most, 1 => 1..=most].boxed()
        }
        Ending::CallCorners(_) | Ending::CallWhere(_) | Ending::Where(_) | Ending::CallRegion(..) => {
            (12usize..=14).boxed()
        }
        _ => (1usize..=3).boxed(),
    }
}

fn tensor(chain: &Chain, number: usize) -> BoxedStrategy<Given> {
    let tensor: Parameter = chain.tensors[number].clone();
    let rank = tensor.rank();
    let extents: Vec<_> = (0..rank).map(|axis| extent(chain, number, axis)).collect();
    let near = prop_oneof![4 => Just(0isize), 2 => -1isize..=1, 1 => -3isize..=3];
    let refinement = vec![tensor.fine; rank];
    let coarse = match tensor.kind {
        _ if tensor.fine > 1 => Just(vec![1usize; 4]).boxed(),
        Kind::Heap | Kind::Fixed => Just(vec![1usize; 4]).boxed(),
        _ => {
            prop_oneof![12 => Just(vec![tensor.coarse; 4]), 1 => prop::collection::vec(1usize..=2, 4)].boxed()
        }
    };
    let margin =
        prop::collection::vec((0isize..=2, 0usize..=2, prop_oneof![8 => Just(1usize), 1 => Just(2)]), 4);
    let finer = prop_oneof![3 => Just(vec![tensor.by; rank]), 1 => prop::collection::vec(1usize..=3, rank)];
    let order = Just((0..rank).collect::<Vec<usize>>()).prop_shuffle();
    (extents, prop::collection::vec(near, chain.universe), coarse, margin, order, finer)
        .prop_map(move |(extents, origin, coarsening, margin, order, finer)| {
            let coarsening = coarsening[..rank].to_vec();
            let refinement = refinement.clone();
            let memory = Vec::new();
            if !tensor.kind.is_view() {
                let (axes, parts, order, finer) = (tensor.axes.clone(), Vec::new(), Vec::new(), Vec::new());
                return Given { extents, origin, axes, coarsening, refinement, parts, order, finer, memory };
            }
            let finer = if tensor.kind == Kind::Refined { finer } else { Vec::new() };
            let (mut axes, mut block, mut parts) = (vec![0; rank], vec![0; rank], vec![(0, 0, 0); rank]);
            for (axis, &of) in order.iter().enumerate() {
                let (first, after, step) = margin[of];
                axes[of] = tensor.axes[axis];
                let extent = extents[axis].div_ceil(finer.get(axis).copied().unwrap_or(1));
                parts[of] = (first, extent, step);
                block[of] = first as usize + extent * step + after;
            }
            Given { extents: block, origin, axes, coarsening, refinement, parts, order, finer, memory }
        })
        .boxed()
}
