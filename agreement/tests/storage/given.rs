//! What a statement is called with, and what came of it.

use std::fmt::Debug;

use unite::Elem;
use unite::space::{ReferenceSpace, ReferenceStored, ReferenceTensor, TensorSpace};
use unite::stored::{AppendFormat, Dok, Fill, Format, StoredBlock, StoredView, Window};
use unite_agreement::plan::random::Random;
use unite_agreement::plan::storage::{self, Fold, Operand, Statement, Target};

/// Elements as numbers that hold all of them.
pub trait Number: Elem + PartialEq + Debug {
    /// The element that a number is.
    fn of(number: i64) -> Self;
    /// The number that an element is.
    fn number(self) -> i64;
}

macro_rules! numbers {
    ($($elem:ty)*) => {$(
        impl Number for $elem {
            fn of(number: i64) -> Self {
                let element = number as $elem;
                assert_eq!(element as i64, number, "an element of the type");
                element
            }

            fn number(self) -> i64 {
                assert_eq!(self as i64 as $elem, self, "a whole number");
                self as i64
            }
        }
    )*};
}

numbers!(u8 i32);

impl Number for f64 {
    fn of(number: i64) -> f64 {
        match number {
            i64::MIN => f64::NEG_INFINITY,
            i64::MAX => f64::INFINITY,
            number => number as f64,
        }
    }

    fn number(self) -> i64 {
        assert!(self.is_infinite() || self as i64 as f64 == self, "a whole number");
        self as i64
    }
}

impl Number for bool {
    fn of(number: i64) -> bool {
        number != 0
    }

    fn number(self) -> i64 {
        i64::from(self)
    }
}

/// A stored operand.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The extents of its block.
    pub extents: Vec<usize>,
    /// Where index 0 of that is.
    pub origin: Vec<isize>,
    /// The first index and the extent of the part, by axis; all of the block, if it is none.
    part: Vec<(usize, usize)>,
    /// In which way the part is asked for.
    way: usize,
    /// What is stored, in any order.
    pub entries: Vec<(Vec<usize>, i64)>,
    /// What is drawn where it is made.
    pub seed: u64,
    /// The same by definition.
    pub specification: ReferenceStored<i64>,
}

/// What a statement is called with.
#[derive(Clone, Debug)]
pub struct Given {
    /// How far each iterator goes.
    pub extents: [usize; 3],
    /// The stored operands.
    pub operands: Vec<Drawn>,
    /// The elements of dense factors, row by row.
    pub factors: Vec<Vec<i64>>,
    /// The block that is written, if it is dense, by definition.
    pub target: Option<ReferenceTensor>,
    /// The elements of that.
    pub memory: Vec<i64>,
    /// What is there then.
    pub made: Vec<i64>,
    /// How many elements the library sees that are others by definition.
    pub differences: usize,
}

/// An index of a tensor of these extents, whose elements are numbered row by row.
pub fn index(mut place: usize, extents: &[usize]) -> Vec<usize> {
    let mut index = vec![0; extents.len()];
    for (axis, extent) in extents.iter().enumerate().rev() {
        index[axis] = place % extent;
        place /= extent;
    }
    index
}

/// The number of the element at an index.
pub fn place(index: &[usize], extents: &[usize]) -> usize {
    index.iter().zip(extents).fold(0, |place, (index, extent)| place * extent + index)
}

pub fn array<const N: usize, T: Copy>(values: &[T]) -> [T; N] {
    std::array::from_fn(|axis| values[axis])
}

fn signed(index: &[usize]) -> Vec<isize> {
    index.iter().map(|&at| at as isize).collect()
}

/// A block of the specification.
fn block(origin: &[isize], extents: &[usize]) -> TensorSpace {
    let space = ReferenceSpace::universe(origin.len()).translated(origin).expect("a place for each axis");
    TensorSpace::new(space, extents).expect("blocks have points")
}

fn element(random: &mut Random, elem: storage::Elem) -> i64 {
    match elem {
        storage::Elem::U8 => random.between(0, 9),
        _ => random.between(-4, 4),
    }
}

/// One of so many factors, whose product stays a number.
fn factor(random: &mut Random, elem: storage::Elem, number: usize) -> i64 {
    match (number < 4, elem) {
        (true, storage::Elem::U8) => random.pick(&[0, 2, 3]),
        (true, _) => random.pick(&[-3, -2, 2, 3, 0]),
        (false, storage::Elem::U8) => 1,
        (false, _) => random.pick(&[-1, 1]),
    }
}

impl Drawn {
    fn new(random: &mut Random, statement: &Statement, number: usize, extents: [usize; 3]) -> Drawn {
        let (operand, step): (&Operand, usize) = (&statement.operands[number], statement.step(number));
        let seen: Vec<usize> = operand.at.iter().map(|&name| extents[name]).collect();
        let margin = |random: &mut Random| if operand.is_part { random.below(4) } else { 0 };
        let part: Vec<(usize, usize)> = seen.iter().map(|&extent| (margin(random), extent)).collect();
        let extents: Vec<usize> = part
            .iter()
            .map(|(first, extent)| first + step * (extent - 1) + 1 + step * margin(random))
            .collect();
        let origin: Vec<isize> = extents.iter().map(|_| random.between(-5, 5) as isize).collect();
        let size = extents.iter().product::<usize>();
        // Nothing, a few, and nearly all.
        let percent = random.pick(&[0, 5, 20, 50, 90]);
        let mut entries: Vec<(Vec<usize>, i64)> = (0..size)
            .map(|place| index(place, &extents))
            .filter(|at| operand.format.has(at) && random.chance(percent))
            .map(|at| (at, 0))
            // As many as bytes count.
            .take(if operand.format.name.ends_with("<u8>") { 255 } else { size })
            .collect();
        for (number, (_, value)) in entries.iter_mut().enumerate() {
            *value = match statement.fold {
                Fold::Product => factor(random, statement.elem, number),
                _ => element(random, statement.elem),
            };
        }
        if random.chance(50) {
            entries.reverse();
        }
        let kept = entries.iter().map(|(at, value)| (signed(at), *value));
        let whole =
            ReferenceStored::block(block(&origin, &extents), statement.absent(), kept).expect("points");
        let way = random.below(3);
        let specification = if !operand.is_part {
            whole
        } else if way == 2 && step == 1 {
            let first: Vec<isize> = origin.iter().zip(&part).map(|(at, part)| at + part.0 as isize).collect();
            let there = ReferenceTensor::block(block(&first, &seen));
            whole.seen_by(whole.tensor().colocate(&there))
        } else {
            let range = |&(first, extent): &(usize, usize)| (first as isize, step * extent, step as isize);
            let part: Vec<_> = part.iter().map(range).collect();
            whole.seen_by(whole.tensor().partition(&part).expect("a part"))
        };
        let seed = random.below(1 << 30) as u64;
        Drawn { extents, origin, part, way, entries, seed, specification }
    }

    /// The extents of what is seen.
    fn seen(&self) -> Vec<usize> {
        self.part.iter().map(|(_, extent)| *extent).collect()
    }
}

impl Given {
    /// Draws a call.
    pub fn new(random: &mut Random, statement: &Statement) -> Given {
        let extents: [usize; 3] = std::array::from_fn(|_| random.pick(&[1, 2, 3, 5, 8, 11, 16]));
        let operands: Vec<Drawn> = statement
            .operands
            .iter()
            .enumerate()
            .map(|(number, _)| Drawn::new(random, statement, number, extents))
            .collect();
        let size = |at: &[usize]| at.iter().map(|&name| extents[name]).product::<usize>();
        let factor = |random: &mut Random| {
            let number = element(random, statement.elem);
            // What is divided by is not zero.
            if number == 0 { 1 } else { number }
        };
        let factors: Vec<Vec<i64>> =
            statement.factors.iter().map(|at| (0..size(at)).map(|_| factor(random)).collect()).collect();
        let target = match &statement.target {
            Target::Dense(at, false) => {
                let extents: Vec<usize> = at.iter().map(|&name| extents[name]).collect();
                Some(ReferenceTensor::block(block(&vec![0; at.len()], &extents)))
            }
            Target::Dense(_, true) => {
                let first = &operands[0];
                let before: Vec<usize> = first.part.iter().map(|_| random.below(4)).collect();
                let axes = || first.part.iter().zip(&first.origin).zip(&before);
                let origin: Vec<isize> = axes()
                    .map(|((part, origin), before)| origin + part.0 as isize - *before as isize)
                    .collect();
                let extents: Vec<usize> =
                    axes().map(|((part, _), before)| before + part.1 + random.below(4)).collect();
                Some(ReferenceTensor::block(block(&origin, &extents)))
            }
            _ => None,
        };
        let room = target.as_ref().map_or(0, |target| target.tensor().extents().iter().product());
        let memory = (0..room).map(|_| match statement.copied {
            Some(_) => statement.absent(),
            None if statement.written() == "bool" => 1,
            None => random.between(0, 60),
        });
        let memory = memory.collect();
        Given { extents, operands, factors, target, memory, made: Vec::new(), differences: 0 }
    }

    /// The part of an operand that a statement is called with.
    pub fn part<'b, T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        number: usize,
        block: StoredView<'b, T, F, N, Z>,
    ) -> Window<'b, T, F, N, Z> {
        let drawn = &self.operands[number];
        let ranges: [_; N] = std::array::from_fn(|axis| {
            let (first, extent) = drawn.part[axis];
            first..first + extent
        });
        match drawn.way {
            0 => block.window(ranges).expect("a part"),
            1 => {
                // By way of a larger part.
                let outer: [_; N] = std::array::from_fn(|axis| ranges[axis].start / 2..drawn.extents[axis]);
                let inner = std::array::from_fn(|axis| {
                    let first = outer[axis].start;
                    ranges[axis].start - first..ranges[axis].end - first
                });
                block.window(outer).and_then(|outer| outer.window(inner)).expect("a part")
            }
            _ => {
                let there = StoredBlock::<T, Dok, N, Z>::empty(array(&drawn.seen())).expect("a block");
                let origin = std::array::from_fn(|axis| drawn.origin[axis] + drawn.part[axis].0 as isize);
                block.colocate(&there.with_origin(origin).expect("a place")).expect("a part")
            }
        }
    }

    /// The first index and the extent of the part of an operand, along an axis.
    pub fn interval(&self, number: usize, axis: usize) -> (i32, i32) {
        let (first, extent) = self.operands[number].part[axis];
        (first as i32, extent as i32)
    }

    /// Compares what the library sees of an operand with what it is.
    pub fn compare<T: Number, const N: usize>(
        &mut self,
        number: usize,
        get: impl Fn([usize; N]) -> Option<T>,
    ) {
        let drawn = &self.operands[number];
        let extents = drawn.seen();
        for place in 0..extents.iter().product() {
            let at = index(place, &extents);
            let element = drawn.specification.element(&signed(&at)).copied();
            self.differences += usize::from(get(array(&at)).map(Number::number) != element);
        }
        self.differences += usize::from(get(array(&extents)).is_some());
    }

    /// The extents of what has these iterators along its axes.
    pub fn along<const N: usize>(&self, at: &[usize]) -> [usize; N] {
        std::array::from_fn(|axis| self.extents[at[axis]])
    }

    /// The elements of a dense factor.
    pub fn factor<T: Number>(&self, number: usize) -> Vec<T> {
        self.factors[number].iter().map(|number| T::of(*number)).collect()
    }

    /// The elements of what is written.
    pub fn memory<T: Number>(&self) -> Vec<T> {
        self.memory.iter().map(|number| T::of(*number)).collect()
    }

    /// The extents of the frame that is written.
    pub fn frame<const N: usize>(&self) -> [usize; N] {
        array(self.target.as_ref().expect("a frame").tensor().extents())
    }

    /// Where it is.
    pub fn place<const N: usize>(&self) -> [isize; N] {
        let tensor = self.target.as_ref().expect("a frame").tensor();
        array(&tensor.origin_in(&ReferenceSpace::universe(N)).expect("a place"))
    }

    /// What an element of a stored target was before, at the last index or elsewhere.
    pub const BEFORE: [i64; 2] = [9, 0];

    /// A stored tensor that will be written, with one element. It will not be there any more, unless the statement adds to it.
    pub fn output<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &self,
        at: &[usize],
    ) -> StoredBlock<T, F, N, Z> {
        let extents: [usize; N] = self.along(at);
        StoredBlock::from_entries(extents, [(extents.map(|extent| extent - 1), T::of(Self::BEFORE[0]))])
            .expect("a block")
    }

    /// The number that was answered.
    pub fn answer<T: Number>(&mut self, answer: T) {
        self.made = vec![answer.number()];
    }

    /// What was written.
    pub fn keep<T: Number>(&mut self, elements: &[T]) {
        self.made = elements.iter().map(|element| element.number()).collect();
    }

    /// The same of a stored tensor, which is as one that is made of its entries.
    pub fn keep_stored<T: Number, F: AppendFormat<N>, Z: Fill<T>, const N: usize>(
        &mut self,
        block: &StoredBlock<T, F, N, Z>,
    ) where
        StoredBlock<T, F, N, Z>: PartialEq + Debug,
    {
        let again = StoredBlock::from_entries(block.extents(), block.to_entries()).expect("a block");
        assert_eq!(*block, again, "made of its entries it is the same");
        self.keep(&block.to_dense());
    }

    /// The same of one into which elements were put: it is a storage still, of the same entries.
    pub fn keep_inserted<T: Number, F: Format<N>, Z: Fill<T>, const N: usize>(
        &mut self,
        block: &StoredBlock<T, F, N, Z>,
    ) where
        StoredBlock<T, F, N, Z>: PartialEq + Debug,
    {
        let (arrays, values) = block.clone().into_parts();
        let again = StoredBlock::new(block.extents(), arrays, values).expect("a storage");
        assert_eq!(*block, again);
        let again = StoredBlock::<T, F, N, Z>::from_entries(block.extents(), block.to_entries());
        assert_eq!(again.expect("a block").to_dense(), block.to_dense(), "no entry is there twice");
        self.keep(&block.to_dense());
    }
}
