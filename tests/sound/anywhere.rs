//! Elements anywhere, in lanes: indices that are sums and multiples of data, with numbers that lanes of 32 bits do not hold, nor what
//! they make of them. Each is the index that was meant, whatever is outside of the block.

use unite::level::{self, Level};
use unite::{Block, Dyn, kernel, span};

use crate::{block, refusal};

type Row = Block<Dyn<i32>>;

#[kernel]
fn doubled(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = t[[i + i]];
    }
}

#[kernel]
fn opposite(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = p[[-i]];
    }
}

/// Every second element: the view doubles the index.
#[kernel]
fn coarse(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.coarsen([2]);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]]]];
    }
}

/// A number beside the data that is far outside by itself.
#[kernel]
fn displaced(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = t[[at[[x]] + 1_000_000_000]];
    }
}

/// One that lanes do not hold.
#[kernel]
fn beyond(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]] + 4_294_967_296]];
    }
}

/// A factor that is more than what leads outside.
#[kernel]
fn multiplied(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = t[[i * 100_000_000 + 1]];
    }
}

#[kernel]
fn at_most(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = 100 * p[[i.min(4_294_967_297)]] + 10 * p[[i.max(-4_294_967_297)]] + p[[(i + i).min(5)]];
    }
}

/// Multiples that are small, and a term that need not be: all have room.
#[kernel]
fn many(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = p[[i - 2_000_000 * (i & 1) + 1_000_000 * (i & 2) - 1_000_000 * (i & 3)]];
    }
}

/// Bits of a sum that is far outside count.
#[kernel]
fn of_bits(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = 10 * t[[(i + 3) & 7]] + p[[(i - 5) >> 29]];
    }
}

/// Two terms that are far outside, and are near together.
#[kernel]
fn there_and_back(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let (i, j) = (at[[x]], at[[x]] & 0x7FFF_FFF8);
        out[[x]] = t[[i - j]];
    }
}

/// A number that only the run knows, beside the data.
#[kernel]
fn moved(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>, by: i32) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]] + by]];
    }
}

fn moved_far(out: &mut Row, t: &Row, at: &Row) {
    moved(out, t, at, i32::MAX);
}

fn moved_back(out: &mut Row, t: &Row, at: &Row) {
    moved(out, t, at, i32::MIN);
}

/// Another rule than that of the nearest element.
#[kernel]
fn mirrored(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Mirror);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]]]];
    }
}

/// What is there under a condition only, and what is divided.
#[kernel]
fn guarded(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = if (0..10).contains(&i) { t[[i]] } else { 77 };
    }
}

#[kernel]
fn divided(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = if at[[x]] != 0 { t[[0]] * 1000 / at[[x]] } else { 77 };
    }
}

/// Numbers that lanes of 32 bits with a sign do not hold, nor indices.
#[kernel]
fn unsigned(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[u32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]]]];
    }
}

/// One index, of a view with a rule and of the tensor itself, which has none.
#[kernel]
fn by_rule_and_without(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = 100 * p[[i]] + t[[i]];
    }
}

#[kernel]
fn without_rule_and_by_one(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = t[[i]] + 100 * p[[i]];
    }
}

/// A magnitude that is no number of 32 bits.
#[kernel]
fn magnitude(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = p[[i.abs()]];
    }
}

/// Bits of what is at least or at most something, of multiples that are far outside.
#[kernel]
fn of_bits_of_most(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = 10 * t[[(4 * i).max(0) & 7]] + p[[(2 * i).min(1_000_000_000) >> 27]];
    }
}

#[kernel]
fn of_bits_of_magnitude(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = 10 * t[[i.abs() & 7]] + p[[i.abs() >> 28]];
    }
}

fn without_sign(out: &mut Row, t: &Row, at: &Row) {
    let numbers = at.as_slice().iter().map(|number| number.cast_unsigned()).collect();
    unsigned(out, t, &Block::<u32>::from_vec(numbers, at.extents()).unwrap());
}

/// One index twice: by a rule, and where a check at the access comes after that read.
#[kernel]
fn before_the_check(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Mirror);
    #[scalar]
    for x in 0..out.extent(0) {
        let i = at[[x]];
        out[[x]] = p[[i]] + 10 * t[[i]];
    }
}

const ELEMENTS: i64 = 10;

/// More than one vector of lanes.
const LEN: usize = if cfg!(miri) { 17 } else { 40 };

/// What of the elements 1, 2, .. has an index; nothing outside.
fn there(index: i64) -> Option<i64> {
    (0..ELEMENTS).contains(&index).then_some(index + 1)
}

/// The nearest.
fn nearest(index: i64) -> Option<i64> {
    there(index.clamp(0, ELEMENTS - 1))
}

const INDICES: [i32; 21] = [
    0,
    1,
    4,
    5,
    9,
    10,
    -1,
    -9,
    1 << 22,
    1 << 26,
    (1 << 26) + 1,
    (1 << 26) + 4,
    -(1 << 26) - 4,
    1 << 30,
    (1 << 30) + 2,
    -(1 << 30),
    -1_000_000_000,
    -999_999_993,
    i32::MAX,
    i32::MIN,
    i32::MIN + 2,
];

#[test]
fn indices_are_what_was_meant() {
    type Call = fn(&mut Row, &Row, &Row);
    type Meant = fn(i64) -> Option<i64>;
    let all: [(&str, Call, Meant); 22] = [
        ("doubled", doubled, |i| there(2 * i)),
        ("opposite", opposite, |i| nearest(-i)),
        ("coarse", coarse, |i| there(2 * i)),
        ("displaced", displaced, |i| there(i + 1_000_000_000)),
        ("beyond", beyond, |i| nearest(i + (1 << 32))),
        ("multiplied", multiplied, |i| there(i * 100_000_000 + 1)),
        ("at_most", at_most, |i| Some(110 * nearest(i)? + nearest((2 * i).min(5))?)),
        ("many", many, |i| nearest(i - 2_000_000 * (i & 1) + 1_000_000 * (i & 2) - 1_000_000 * (i & 3))),
        ("of_bits", of_bits, |i| Some(10 * there((i + 3) & 7)? + nearest((i - 5) >> 29)?)),
        ("there_and_back", there_and_back, |i| there(i - (i & 0x7FFF_FFF8))),
        ("moved_far", moved_far, |i| nearest(i + i64::from(i32::MAX))),
        ("moved_back", moved_back, |i| nearest(i + i64::from(i32::MIN))),
        ("mirrored", mirrored, |i| {
            let past = i.rem_euclid(2 * (ELEMENTS - 1));
            there(past.min(2 * (ELEMENTS - 1) - past))
        }),
        ("guarded", guarded, |i| Some(there(i).unwrap_or(77))),
        ("divided", divided, |i| Some(if i == 0 { 77 } else { 1000 / i })),
        ("by_rule_and_without", by_rule_and_without, |i| Some(101 * there(i)?)),
        ("without_rule_and_by_one", without_rule_and_by_one, |i| Some(101 * there(i)?)),
        ("magnitude", magnitude, |i| nearest(i.abs())),
        ("of_bits_of_most", of_bits_of_most, |i| {
            Some(10 * there((4 * i).max(0) & 7)? + nearest((2 * i).min(1_000_000_000) >> 27)?)
        }),
        ("of_bits_of_magnitude", of_bits_of_magnitude, |i| {
            Some(10 * there(i.abs() & 7)? + nearest(i.abs() >> 28)?)
        }),
        ("unsigned", without_sign, |i| nearest(i).filter(|_| i >= 0)),
        ("before_the_check", before_the_check, |i| Some(11 * there(i)?)),
    ];
    let t = Block::<i32>::from_vec((1..=ELEMENTS as i32).collect(), [ELEMENTS as usize]).unwrap();
    for highest in Level::available() {
        level::limit(highest);
        for index in INDICES.into_iter().step_by(crate::EVERY.div_ceil(5)) {
            for (name, call, meant) in all {
                // An index that is right, for which what the others say is known.
                let usual = INDICES.into_iter().find(|i| meant((*i).into()).is_some()).expect("one is there");
                let mut at = vec![usual; LEN];
                at[LEN / 2] = index;
                let (mut out, at) = (block(LEN), Block::<i32>::from_vec(at, [LEN]).unwrap());
                let refused = refusal(|| call(&mut out, &t, &at));
                let found = refused.is_none().then(|| i64::from(out.as_slice()[LEN / 2]));
                assert_eq!(found, meant(index.into()), "{name}, {index}: {refused:?}");
            }
        }
    }
    level::limit(Level::V4);
}

/// Where there is room for indices there are lanes.
#[test]
fn small_indices_have_lanes() {
    for plan in [doubled::plan(), coarse::plan(), opposite::plan(), many::plan()] {
        assert!(plan.contains("lanes along x, 16 of 32 bits"), "{plan}");
    }
    for plan in [displaced::plan(), beyond::plan(), multiplied::plan(), at_most::plan()] {
        assert!(plan.contains("depends on data"), "{plan}");
    }
}

/// One of many elements, so far that lanes do not tell it from what is outside.
#[kernel]
fn far(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>, at: &Tensor<[i32]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = t[[at[[x]] + 1]];
    }
}

#[test]
fn elements_that_are_far_away() {
    if cfg!(miri) {
        return;
    }
    let place = (1 << 26) + 100;
    let mut t = Block::<u8>::zeros([place + 50]);
    t.as_mut_slice()[place] = 7;
    let mut at = vec![3; 40];
    at[21] = place as i32 - 1;
    let at = Block::<i32>::from_vec(at, [40]).unwrap();
    for highest in Level::available() {
        level::limit(highest);
        let mut out = Block::<u8>::zeros([40]);
        far(&mut out, &t, &at);
        assert_eq!(out.as_slice().iter().position(|element| *element == 7), Some(21), "{highest:?}");
    }
    level::limit(Level::V4);
}

/// All axes are data.
#[kernel]
fn on_four_axes(out: &mut Tensor<[i32]>, t: &Tensor<[[[[i32]]]]>, at: &Tensor<[[i32]]>) {
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = t[[at[[0, x]], at[[1, x]], at[[2, x]], at[[3, x]]]];
    }
}

/// The nearest element along each.
#[kernel]
fn nearest_on_four_axes(out: &mut Tensor<[i32]>, t: &Tensor<[[[[i32]]]]>, at: &Tensor<[[i32]]>) {
    let p = t.with_boundary(Boundary::Clamp);
    #[vectorize(x)]
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[0, x]], at[[1, x]], at[[2, x]], at[[3, x]]]];
    }
}

/// Elements of a small block, seen from so far away along each axis that lanes just hold the sum of the distances in memory, or do not.
#[test]
fn many_axes_are_far_together() {
    let strides: [isize; 4] = [256, 128, 64, 16];
    let small = Block::<i32>::from_vec((0..512).collect(), [2, 2, 2, 64]).unwrap();
    let small = small.view().partition((.., .., .., span(15..64).step_by(16))).unwrap();
    for most in
        [1 << 29, 1 << 20, 1 << 27, 1 << 28, 1 << 30, 1 << 31, 1 << 40].into_iter().step_by(crate::EVERY)
    {
        for behind in [false, true] {
            // One past the last index, or the first one.
            let ends = strides.map(|stride| (most / stride).min(1 << 26) - 1);
            let parts = ends.into_iter().zip([2, 2, 2, 4]).map(|(end, extent)| match behind {
                false => span(extent - end..extent),
                true => span(end..end + 1),
            });
            let [a, b, c, d] = <[_; 4]>::try_from(parts.collect::<Vec<_>>()).unwrap();
            let view = small.clone().partition((a, b, c, d)).unwrap();
            let at = ends.map(|end| vec![if behind { -end as i32 } else { end as i32 - 1 }; LEN]).concat();
            let at = Block::<i32>::from_vec(at, [4, LEN]).unwrap();
            for highest in Level::available() {
                level::limit(highest);
                let (mut there, mut nearest) = (block(LEN), block(LEN));
                on_four_axes(&mut there, &view.tensor().unwrap(), &at);
                nearest_on_four_axes(&mut nearest, &view.tensor().unwrap(), &at);
                let want = [if behind { 15 } else { 511 }; LEN];
                assert_eq!([there.as_slice(), nearest.as_slice()], [want; 2], "{most} at {highest:?}");
            }
        }
    }
    level::limit(Level::V4);
}
