//! Random formulas over planes are what they are by definition: as statements and as loops, at every level and in every order of
//! strides, with rules, steps, refinement, means, phases, channels, sums, what was written before, indices that are data, quotients, numbers
//! with a fraction, and by kernels for any constant extents. Whatever lies around what they write stays as it was.
//!
//! `UNITE_AGREEMENT_FORMULAS` says how many, `UNITE_AGREEMENT_FIRST` which ones, `UNITE_TEST_DEPTH` over how many planes each.

use unite::level::{self, Level};
use unite::library::{ExternalStrided, Strides};
use unite::{Block, kernel};
use unite_agreement::plan::formulas::values::{element, entry, stage};
use unite_agreement::plan::formulas::{Elem, Form, Formula, Range, formula};
use unite_agreement::plan::orders::{ORDERS, order};
use unite_agreement::plan::random::Random;

type Runner = fn(&mut Given);

/// What a kernel is called with, and what it made.
struct Given {
    extents: [usize; 2],
    /// How what is written lies in memory; each source lies in the next way.
    order: usize,
    /// Extents of the sources and their elements, row by row.
    sources: Vec<([usize; 2], Vec<i64>)>,
    scalar: i32,
    /// What was in the memory that is written, and what is there then.
    memory: Vec<i64>,
    sum: i32,
}

impl Given {
    fn keep<T: Number>(&mut self, plane: &Plane<T>) {
        self.memory = plane.memory.iter().map(|element| element.wide()).collect();
    }
}

/// An element, which is an integer whatever its type.
trait Number: unite::Elem {
    fn of(number: i64) -> Self;
    fn wide(self) -> i64;
}

macro_rules! number {
    ($($elem:ident)*) => {$(
        impl Number for $elem {
            fn of(number: i64) -> Self {
                let elem = number as $elem;
                assert_eq!(elem.wide(), number);
                elem
            }

            fn wide(self) -> i64 {
                self as i64
            }
        }
    )*};
}

number!(u8 i8 u16 i16 i32 f32);

/// How the pixels of a plane lie in memory.
#[derive(Clone, Copy)]
struct Layout {
    /// Rows, columns and channels.
    extents: [usize; 3],
    strides: Strides<3>,
    /// How many elements the memory has, and more than it takes.
    room: usize,
}

/// One of the ways in which numbers may lie in memory of which so many are a pixel. In some of them pixels do not touch.
fn layout([h, numbers]: [usize; 2], channels: usize, number: usize) -> Layout {
    let w = numbers / channels;
    let gap = usize::from(channels > 1 && number % 3 == 1);
    let numbers = w * (channels + gap);
    let ([row, element], offset) = order([h, numbers], number);
    let stride = [row, element * (channels + gap) as isize, element];
    Layout {
        extents: [h, w, channels],
        strides: Strides { stride, offset },
        room: 2 * (h + 3) * (numbers + 5) + 8,
    }
}

impl Layout {
    /// Where an element is in memory.
    fn place(&self, at: [usize; 3]) -> usize {
        let Strides { stride, offset } = self.strides;
        let steps = (0..3).map(|axis| at[axis] as isize * stride[axis]);
        (offset + steps.sum::<isize>()) as usize
    }

    /// Its rows and columns alone.
    fn plane(&self) -> ([usize; 2], Strides<2>) {
        let ([h, w, _], Strides { stride: [row, column, _], offset }) = (self.extents, self.strides);
        ([h, w], Strides { stride: [row, column], offset })
    }
}

/// The extents of what has so many numbers in a pixel.
fn numbers([h, w]: [usize; 2], channels: usize) -> [usize; 2] {
    [h, w * channels]
}

/// Memory, and the plane of pixels in it.
struct Plane<T> {
    memory: Vec<T>,
    layout: Layout,
}

impl<T: Number> Plane<T> {
    fn source(given: &Given, number: usize, channels: usize) -> Self {
        let (extents, elements) = &given.sources[number];
        let layout = layout(*extents, channels, given.order + number + 1);
        let mut memory = vec![T::of(0); layout.room];
        for (k, element) in elements.iter().enumerate() {
            let (row, column) = (k / extents[1], k % extents[1]);
            memory[layout.place([row, column / channels, column % channels])] = T::of(*element);
        }
        Plane { memory, layout }
    }

    fn target(given: &Given, channels: usize, is_turned: bool) -> Self {
        let memory = given.memory.iter().map(|element| T::of(*element)).collect();
        let mut layout = layout(numbers(given.extents, channels), channels, given.order);
        if is_turned {
            layout.extents.swap(0, 1);
            layout.strides.stride.swap(0, 1);
        }
        Plane { memory, layout }
    }

    fn block(&self) -> ExternalStrided<&[T], T, 2> {
        let (extents, strides) = self.layout.plane();
        Block::external_strided_ref(&self.memory, extents, strides).unwrap()
    }

    fn block_mut(&mut self) -> ExternalStrided<&mut [T], T, 2> {
        let (extents, strides) = self.layout.plane();
        Block::external_strided(&mut self.memory, extents, strides).unwrap()
    }

    fn block_of_pixels<const N: usize>(&self) -> ExternalStrided<&[T], T, 3> {
        let Layout { extents, strides, .. } = self.layout;
        assert_eq!(extents[2], N);
        Block::external_strided_ref(&self.memory, extents, strides).unwrap()
    }

    fn block_mut_of_pixels<const N: usize>(&mut self) -> ExternalStrided<&mut [T], T, 3> {
        let Layout { extents, strides, .. } = self.layout;
        assert_eq!(extents[2], N);
        Block::external_strided(&mut self.memory, extents, strides).unwrap()
    }
}

#[allow(clippy::all, unused, double_negations)]
mod staged {
    use super::{Given, Plane, Runner, kernel};
    include!(concat!(env!("OUT_DIR"), "/formulas.rs"));
}

/// Elements as pictures have them, or as nobody expects them.
fn elements(random: &mut Random, range: Range, count: usize) -> Vec<i64> {
    let kind = random.below(3);
    let ends = [range.least, range.greatest, 0, 1, range.greatest / 2];
    (0..count)
        .map(|_| match kind {
            0 => random.pick(&ends),
            1 => random.between(range.least.max(-20), range.greatest.min(20)),
            _ => random.between(range.least, range.greatest),
        })
        .collect()
}

/// What the kernel is to make: the memory of what is written, and the sum.
fn wanted(formula: &Formula, given: &Given) -> (Vec<i64>, i64) {
    let channels = formula.values.len();
    let layout = layout(numbers(given.extents, channels), channels, given.order);
    let read = |number: usize, at: [i64; 3]| {
        let (extents, elements) = &given.sources[number];
        let of_plane = |at: [i64; 2]| {
            let [y, x] = at.map(|index| usize::try_from(index).unwrap());
            assert!(y < extents[0] && x < extents[1]);
            elements[y * extents[1] + x]
        };
        entry(&formula.sources[number], *extents, at, &of_plane)
    };
    let scalar = i64::from(given.scalar);
    let local = stage(formula, given.extents, scalar, &read);
    let (mut memory, mut sum) = (given.memory.clone(), 0);
    let [h, w] = given.extents;
    let points: Vec<[usize; 2]> = match formula.form {
        Form::Columns => (0..w).flat_map(|x| (0..h).map(move |y| [y, x])).collect(),
        _ => (0..h).flat_map(|y| (0..w).map(move |x| [y, x])).collect(),
    };
    for [y, x] in points {
        let own = |at: [i64; 2]| {
            let [y, x] = at.map(|index| usize::try_from(index).unwrap());
            // A statement reads all before it writes.
            let now = if formula.form == Form::Elementwise { &given.memory } else { &memory };
            now[layout.place([y, x, 0])]
        };
        let values = element(formula, given.extents, [y as i64, x as i64], scalar, &read, &own, &local);
        for (channel, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            match formula.target {
                Some(elem) => {
                    let is_any = matches!(elem, Elem::I32 | Elem::F32);
                    assert!(is_any || Range::of(value).is_in(elem.range()));
                    memory[layout.place([y, x, channel])] = value;
                }
                None => sum += value,
            }
        }
    }
    (memory, sum)
}

#[test]
fn formulas_are_what_they_say() {
    let depth = std::env::var("UNITE_TEST_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1);
    for (number, run) in (staged::FIRST..).zip(&staged::RUNNERS) {
        let formula = formula(number);
        let mut random = Random::new(number as u64 + 13_000_000);
        let sizes = [[1, 1], [1, 37], [19, 1], [6, 8], [5, 16], [7, 33], [3, 71], [17, 17]];
        for turn in 0..ORDERS * depth {
            let extents = formula.extents.unwrap_or_else(|| random.pick(&sizes));
            let sources = formula.sources.iter().map(|source| {
                let extents = source.extents(extents);
                (extents, elements(&mut random, source.elem.range(), extents[0] * extents[1]))
            });
            let sources = sources.collect();
            let target = formula.target.unwrap_or(Elem::U8);
            let channels = formula.values.len();
            let Layout { room, .. } = layout(numbers(extents, channels), channels, turn);
            let memory = elements(&mut random, target.range(), room);
            let scalar = random.between(formula.scalar.least, formula.scalar.greatest) as i32;
            let given = Given { extents, order: turn, sources, scalar, memory, sum: 0 };
            let (memory, sum) = wanted(&formula, &given);
            for level in Level::available() {
                level::limit(level);
                let mut made =
                    Given { sources: given.sources.clone(), memory: given.memory.clone(), ..given };
                run(&mut made);
                assert!(
                    (made.memory == memory || formula.target.is_none()) && i64::from(made.sum) == sum,
                    "{level:?}, {extents:?}, order {turn}, scalar {scalar}: {formula:#?}"
                );
            }
        }
    }
    level::limit(Level::V4);
}
