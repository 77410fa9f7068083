//! The tensors that a chain is called with.

use std::fmt;

use unite::library::{Heap, Placed, Span, ViewMut, span};
use unite::staged::{Geometry, RowMajor};
use unite::{Block, Dynamic, Ranked, Shape};

/// A tensor parameter at run time: a block and, for a view, its part.
#[derive(Clone)]
pub struct Given {
    /// The extents of the block.
    pub extents: Vec<usize>,
    /// The location of index 0 of the block, one coordinate for each axis of the universe.
    pub origin: Vec<isize>,
    /// The axis of the universe that each axis of the block runs along.
    pub axes: Vec<usize>,
    /// The density of the block.
    pub coarsening: Vec<usize>,
    /// How many points of the block share a location.
    pub refinement: Vec<usize>,
    /// For a view: first index, number of indices and step along each axis of the block.
    pub parts: Vec<(isize, usize, usize)>,
    /// For a view: the axis of the block that each axis of it runs along.
    pub order: Vec<usize>,
    /// For a refined view: by what, along each axis of it.
    pub finer: Vec<usize>,
    /// The elements.
    pub memory: Vec<i32>,
}

/// The first values, as an array.
pub fn take<T: Copy, const N: usize>(values: &[T]) -> [T; N] {
    std::array::from_fn(|axis| values[axis])
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Given { extents, origin, axes, coarsening, refinement, parts, order, finer, memory } = self;
        write!(f, "{extents:?} at {origin:?} along {axes:?} by {coarsening:?} / {refinement:?}")?;
        if !parts.is_empty() {
            write!(f, ", of it {parts:?} along {order:?}")?;
        }
        if !finer.is_empty() {
            write!(f, ", refined by {finer:?}")?;
        }
        write!(f, ", elements from {:?}", memory.first())
    }
}

impl Given {
    /// Takes the elements away, into a row-major block along the axes of the universe.
    pub fn heap<const N: usize>(&mut self) -> Heap<i32, N>
    where
        i32: Dynamic<N>,
    {
        let memory = std::mem::take(&mut self.memory);
        let block =
            Block::from_vec(memory, take(&self.extents)).expect("as many elements as the extents say");
        block.with_origin::<N>(take(&self.origin)).expect("a small origin")
    }

    /// The same, with the constant extents of a shape.
    pub fn fixed<S, const N: usize>(&mut self) -> Block<S, Vec<i32>, RowMajor<S>>
    where
        i32: Dynamic<N>,
        S: Shape<N, Elem = i32> + Ranked<Geometry = Geometry<N>>,
    {
        self.heap::<N>().fixed::<S>().expect("extents are drawn for the shape")
    }

    /// The same, anywhere in the universe.
    pub fn placed<const N: usize, const R: usize>(&mut self) -> Placed<i32, N>
    where
        i32: Dynamic<N>,
    {
        let memory = std::mem::take(&mut self.memory);
        let block =
            Block::from_vec(memory, take(&self.extents)).expect("as many elements as the extents say");
        let block =
            block.in_universe::<R>(take(&self.origin), take(&self.axes)).expect("axes are a permutation");
        let block = block.with_coarsening(take(&self.coarsening)).expect("factors are at least 1");
        block.with_refinement(take(&self.refinement)).expect("what is refined is not coarsened")
    }

    /// The points of the block that a view of it with steps has, in its extents and outside: to a kernel they are the block.
    /// None, if the view leaves none out.
    pub fn own(&self) -> Option<Vec<Span>> {
        let spans = self.parts.iter().zip(&self.extents).map(|(&(first, _, step), &extent)| {
            Span::from(first % step as isize..extent as isize).step_by(step)
        });
        self.parts.iter().any(|part| part.2 > 1).then(|| spans.collect())
    }

    /// The positions in memory of the elements that the kernel has.
    fn positions(&self) -> Vec<usize> {
        let part =
            |axis: usize| self.parts.get(axis).map_or((0, 1), |part| (part.0 as usize % part.2, part.2));
        self.extents.iter().enumerate().fold(vec![0], |all, (axis, &extent)| {
            let (first, step) = part(axis);
            let longer = |at: usize| (first..extent).step_by(step).map(move |next| at * extent + next);
            all.into_iter().flat_map(longer).collect()
        })
    }

    /// The elements that the kernel has.
    pub fn elements(&self) -> Vec<i32> {
        self.positions().into_iter().map(|position| self.memory[position]).collect()
    }

    /// The memory, where the kernel has these elements.
    pub fn with(&self, elements: &[i32]) -> Vec<i32> {
        let mut memory = self.memory.clone();
        self.positions()
            .into_iter()
            .zip(elements)
            .for_each(|(position, &element)| memory[position] = element);
        memory
    }

    /// The part of the block that is passed.
    pub fn part<'a, const N: usize>(&self, block: &'a mut Placed<i32, N>) -> ViewMut<'a, i32, N>
    where
        i32: Dynamic<N>,
    {
        let parts: [_; N] = take(&self.parts);
        let spans = parts.map(|(first, len, step)| span(first..first + (len * step) as isize).step_by(step));
        let view = block.view_mut().partition(spans).expect("parts are not empty");
        view.permute(take(&self.order)).expect("a permutation")
    }

    /// The same, refined.
    pub fn finer<'a, const N: usize>(&self, block: &'a mut Placed<i32, N>) -> ViewMut<'a, i32, N>
    where
        i32: Dynamic<N>,
    {
        self.part(block).refine(take(&self.finer)).expect("factors are at least 1")
    }
}
