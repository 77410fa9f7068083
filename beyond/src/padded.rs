//! Kernels on a rectangle of a larger block, around which nothing may change.

use std::fmt::Debug;

use unite::level::{self, Level};
use unite::library::{Argument, Heap};
use unite::{Block, span};

/// Pseudo-random numbers, the same in every run.
pub fn numbers(len: usize, bound: u32) -> impl Iterator<Item = u32> {
    let mut state = 1u32;
    (0..len).map(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(state) * u64::from(bound)) >> 32) as u32
    })
}

/// A plane of such bytes.
pub fn plane(extents: [usize; 2]) -> Heap<u8, 2> {
    let bytes = numbers(extents[0] * extents[1], 256).map(|byte| byte as u8);
    Block::from_vec(bytes.collect(), extents).expect("as many bytes as the extents say")
}

/// Extents that tests run over: small ones, odd ones, and some that fill vectors.
pub const EXTENTS: [[usize; 2]; 5] = [[1, 1], [2, 3], [5, 7], [6, 40], [9, 83]];

/// Types of elements that kernels here write.
pub trait Written: unite::Dynamic<2, Shape = unite::Dyn<unite::Dyn<Self>>> + PartialEq + Debug {
    /// The element of a number.
    fn of(number: u32) -> Self;
}

impl Written for u8 {
    fn of(number: u32) -> u8 {
        number as u8
    }
}

impl Written for i32 {
    fn of(number: u32) -> i32 {
        number as i32
    }
}

/// Runs a kernel, at every level, on a rectangle of a larger block: inside is what `want` says, given what was there, and
/// outside what was there.
pub fn check<T: Written>(
    extents: [usize; 2],
    run: impl Fn(&mut Argument<&mut [T], T, 2>),
    want: impl Fn(&Heap<T, 2>, [isize; 2]) -> T,
) {
    let [height, width] = extents;
    let (whole, rows, columns) = ([height + 4, width + 5], 2..2 + height as isize, 3..3 + width as isize);
    let block = || {
        let elements = numbers(whole[0] * whole[1], 200).map(T::of).collect();
        Block::from_vec(elements, whole).expect("as many elements as the extents say")
    };
    for level in Level::available() {
        level::limit(level);
        let (before, mut after) = (block(), block());
        let part = after.view_mut().partition((span(rows.clone()), span(columns.clone())));
        run(&mut part.expect("a part").tensor_mut().expect("it has strides"));
        for at @ [y, x] in before.view().indices() {
            let inside = rows.contains(&y) && columns.contains(&x);
            let want = if inside { want(&before, [y - 2, x - 3]) } else { before.read(at) };
            assert_eq!(after.read(at), want, "at {y}, {x} of {extents:?}, {level:?}");
        }
    }
}
