//! Lanes of elements that take turns, of masks, and of what is read further on than it is written; loops that are written by twos, or
//! in two versions: lengths that do not match, strides of all signs, displacements that only the run knows, ends of types, names bound
//! anew, jumps.

use unite::level::{self, Level};
use unite::library::Strides;
use unite::{Block, Dyn, kernel};

use crate::is_refused;

type Bytes = Block<Dyn<u8>>;

fn bytes(len: usize) -> Bytes {
    let sample = |x: usize| ((x + 1) as u32).wrapping_mul(2_654_435_761).to_le_bytes()[2];
    Block::<u8>::from_vec((0..len).map(sample).collect(), [len]).unwrap()
}

fn at_every_level(test: impl Fn()) {
    for highest in Level::available() {
        level::limit(highest);
        test();
    }
    level::limit(Level::V4);
}

/// Every other element, of a tensor that may have too few.
#[kernel]
fn halves(a: &mut Tensor<[u8]>, b: &mut Tensor<[u8]>, both: &Tensor<[u8]>) {
    for x in 0..a.extent(0) {
        a[[x]] = both[[2 * x]];
        b[[x]] = both[[2 * x + 1]];
    }
}

/// The same, of rows whose first elements only the run knows.
#[kernel]
fn thirds(a: &mut Tensor<[[u8]]>, all: &Tensor<[[u8]]>, first: i32) {
    for y in 0..a.extent(0) {
        for x in 0..a.extent(1) {
            a[[y, x]] = all[[y, 3 * x + first]];
        }
    }
}

/// Two that take turns are written, of which the second may be beyond the end.
#[kernel]
fn both(all: &mut Tensor<[u8]>, a: &Tensor<[u8]>) {
    for x in 0..a.extent(0) {
        all[[2 * x + 1]] = a[[x]];
        all[[2 * x]] = 255 - a[[x]];
    }
}

#[test]
fn lengths_that_do_not_match() {
    at_every_level(|| {
        for w in (1..70).step_by(crate::EVERY) {
            for len in [2 * w - 1, 2 * w, 2 * w + 1] {
                let source = bytes(len);
                let [mut a, mut b] = [(); 2].map(|()| Block::<u8>::zeros([w]));
                let refused = is_refused(|| halves(&mut a, &mut b, &source));
                assert_eq!(refused, len < 2 * w, "{w} {len}");
                let right = |x: usize| a.as_slice()[x] == source.as_slice()[2 * x];
                assert!(refused || (0..w).all(right), "{w} {len}");
                let (mut all, a) = (Block::<u8>::zeros([len]), bytes(w));
                let refused = is_refused(|| both(&mut all, &a));
                assert_eq!(refused, len < 2 * w, "{w} {len}");
                let right =
                    |x: usize| all.as_slice()[2 * x..2 * x + 2] == [255 - a.as_slice()[x], a.as_slice()[x]];
                assert!(refused || (0..w).all(right), "{w} {len}");
            }
        }
    });
}

#[test]
fn first_elements_of_rows() {
    at_every_level(|| {
        for w in (1..40).step_by(crate::EVERY) {
            let (pitch, height) = (3 * w + 2, 3);
            let memory = bytes(pitch * (height - 1) + 3 * w);
            let rows = Block::external_pitched_ref(memory.as_slice(), [height, 3 * w], pitch).unwrap();
            let offset = (pitch * (height - 1)) as isize;
            let turned = Strides { stride: [-(pitch as isize), 1], offset };
            let turned = Block::external_strided_ref(memory.as_slice(), [height, 3 * w], turned).unwrap();
            for first in [0, 1, 2, 3, -1, i32::MAX, i32::MIN] {
                let [mut a, mut b] = [(); 2].map(|()| Block::<u8>::zeros([height, w]));
                let refused = is_refused(|| thirds(&mut a, &rows, first));
                assert_eq!(refused, !(0..3).contains(&first), "{w} {first}");
                assert_eq!(is_refused(|| thirds(&mut b, &turned, first)), refused);
                for (y, x) in (0..height).flat_map(|y| (0..w).map(move |x| (y, x))).filter(|_| !refused) {
                    let sample = memory.as_slice()[pitch * y + 3 * x + first as usize];
                    assert_eq!(a.as_slice()[w * y + x], sample, "{w} {first} {y} {x}");
                    assert_eq!(b.as_slice()[w * (height - 1 - y) + x], sample, "{w} {first} {y} {x}");
                }
            }
        }
    });
}

/// What is read lies further on by a literal, and it is written where it was read.
#[kernel]
fn moved_down(t: &mut Tensor<[u8]>) {
    for x in 0..t.extent(0) - 3 {
        t[[x]] = (t[[x]] + t[[x + 3]] + 1) >> 1;
    }
}

/// By a number that only the run knows: further on, where it is, or before.
#[kernel]
fn moved_by(t: &mut Tensor<[u8]>, from: i32, to: i32, by: i32) {
    for x in from..to {
        t[[x]] = (t[[x + by]] + 1) & 255;
    }
}

/// Every other element, in its own place: what is written was read before, or is read later.
#[kernel]
fn thinned(t: &mut Tensor<[u8]>) {
    for x in 0..t.extent(0) / 2 {
        t[[x]] = t[[2 * x]];
    }
}

/// From one row to the next, and within a row; rows of any stride.
#[kernel]
fn moved_along(t: &mut Tensor<[[u8]]>) {
    for y in 0..t.extent(0) {
        for x in 0..t.extent(1) - 1 {
            t[[y, x]] = t[[y, x + 1]];
        }
    }
}

/// Two names for parts of one tensor.
#[kernel]
fn by_two_names(t: &mut Tensor<[u8]>, by: usize) {
    let to = t[[..t.extent(0) - 4]];
    let from = t[[4..]];
    let other = t[[by..]];
    for x in 0..to.extent(0) {
        to[[x]] = from[[x]];
    }
    for x in 0..other.extent(0) {
        other[[x]] = (to[[x.min(0)]] + other[[x]]) & 255;
    }
}

#[test]
fn in_place_is_in_order() {
    at_every_level(|| {
        for len in (9..100).step_by(crate::EVERY) {
            let plain = |len: usize, each: &dyn Fn(&mut [u8])| {
                let mut t = bytes(len).as_slice().to_vec();
                each(&mut t);
                t
            };
            let mut t = bytes(len);
            moved_down(&mut t);
            let want = plain(len, &|t| {
                (0..len - 3).for_each(|x| t[x] = ((u32::from(t[x]) + u32::from(t[x + 3]) + 1) >> 1) as u8);
            });
            assert_eq!(t.as_slice(), want, "{len}");
            for by in [-9, -2, -1, 0, 1, 2, 7] {
                let mut t = bytes(len);
                let (from, to) = (9.min(len as i32), len as i32 - 7);
                moved_by(&mut t, from, to, by);
                let want = plain(len, &|t| {
                    (from..to).for_each(|x| t[x as usize] = t[(x + by) as usize].wrapping_add(1));
                });
                assert_eq!(t.as_slice(), want, "{len} {by}");
            }
            let mut t = bytes(len);
            assert!(is_refused(|| moved_by(&mut t, 0, len as i32, 1)));
            assert!(is_refused(|| moved_by(&mut t, i32::MIN, i32::MIN + 2, i32::MAX)));
            let mut t = bytes(len);
            thinned(&mut t);
            let want = plain(len, &|t| (0..len / 2).for_each(|x| t[x] = t[2 * x]));
            assert_eq!(t.as_slice(), want, "{len}");
            let mut t = bytes(len);
            by_two_names(&mut t, 2);
            let want = plain(len, &|t| {
                t.copy_within(4.., 0);
                (2..len).for_each(|x| t[x] = t[x].wrapping_add(t[0]));
            });
            assert_eq!(t.as_slice(), want, "{len}");
        }
    });
}

#[test]
fn in_place_against_the_memory() {
    at_every_level(|| {
        for len in (9..60).step_by(crate::EVERY) {
            // Further on is further back in memory, along rows, and from row to row.
            let mut memory = bytes(2 * len).as_slice().to_vec();
            let before = memory.clone();
            let strides = Strides { stride: [-(len as isize), -1], offset: 2 * len as isize - 1 };
            let mut t = Block::external_strided(&mut memory, [2, len], strides).unwrap();
            moved_along(&mut t);
            let mut want = before;
            for row in 0..2 {
                (0..len - 1).rev().for_each(|x| want[len * row + x + 1] = want[len * row + x]);
            }
            assert_eq!(memory, want, "{len}");
        }
    });
}

/// More bits than the mask has.
#[kernel]
fn mask_of(a: &Tensor<[u8]>, first: i32) -> i32 {
    let mut mask = 0;
    for k in 0..a.extent(0) {
        mask += if a[[k]] > 100 { 1 << (k + first) } else { 0 };
    }
    mask
}

/// A mask of as many bits as elements says where is written.
#[kernel]
fn where_it_says(t: &mut Tensor<[u8]>, a: &Tensor<[u8; 16]>) -> i32 {
    let mut mask = 0;
    for k in 0..16 {
        mask += if a[[k]] > 100 { 1 << k } else { 0 };
    }
    t[[mask]] = 1;
    mask
}

#[test]
fn masks_that_are_too_long() {
    at_every_level(|| {
        for len in (1..70).step_by(crate::EVERY.div_ceil(2)) {
            for first in [0, 1, 15, 31, 32, -1, i32::MAX] {
                let a = bytes(len);
                let bits = || {
                    let bit = |k: usize| (k as i64 + i64::from(first), a.as_slice()[k] > 100);
                    (0..len).map(bit).filter(|(_, holds)| *holds)
                };
                let is_mask = bits().all(|(bit, _)| (0..32).contains(&bit));
                let mut mask = 0;
                let refused = is_refused(|| mask = mask_of(&a, first));
                let want =
                    bits().fold(0, |mask: i32, (bit, _)| mask.wrapping_add(1i32.wrapping_shl(bit as u32)));
                // With overflow checks Rust panics there, and without it wraps around.
                assert!(
                    if is_mask { !refused && mask == want } else { refused || mask == want },
                    "{len} {first}"
                );
            }
        }
    });
}

#[test]
fn masks_as_indices() {
    at_every_level(|| {
        for fill in [0, 101, 255] {
            let a = Block::from(std::array::from_fn::<u8, 16, _>(|k| if k % 3 == 0 { fill } else { 7 }));
            let mask = if fill > 100 { 0b1001_0010_0100_1001 } else { 0 };
            for len in [1, mask, mask + 1, 1 << 16] {
                let mut t = Block::<u8>::zeros([len.max(1)]);
                let refused = is_refused(|| assert_eq!(where_it_says(&mut t, &a), mask as i32));
                assert_eq!(refused, mask >= len.max(1), "{len}");
                assert!(refused || t.as_slice()[mask] == 1);
            }
        }
    });
}

/// By twos, up to the last value of a type.
#[kernel]
fn to_the_end_of_a_type(t: &mut Tensor<[u8]>, from: u8, to: u8) {
    for x in from..to {
        if x % 2 == 0 {
            t[[x]] = 1;
        } else {
            t[[x]] = 2;
        }
    }
}

#[kernel]
fn to_the_last_index(t: &mut Tensor<[u8]>, from: i32, to: i32) {
    for x in from..to {
        if x & 1 == 0 {
            t[[x - from]] = 1;
        } else {
            t[[x - from]] = 2;
        }
    }
}

/// A jump between the two halves of a pair, a name bound anew in one of them, and a number that each half changes.
#[kernel]
fn left_between(t: &mut Tensor<[u8]>, stop: i32) {
    for x in 0..t.extent(0) {
        if x % 2 == 0 {
            t[[x]] = 1;
        } else {
            if x == stop {
                break;
            }
            t[[x]] = 2;
        }
    }
}

#[kernel]
fn anew_in_a_half(t: &mut Tensor<[u8]>, far: i32) {
    let mut at = 0;
    for x in 0..t.extent(0) {
        if x % 2 == 0 {
            let x = far;
            at += 1;
            t[[x]] = 1;
        } else {
            at += x;
            t[[at.min(3)]] = 2;
        }
    }
}

#[test]
fn pairs_to_the_end() {
    let turns = |from: i64, to: i64| -> Vec<u8> { (from..to).map(|x| 1 + (x % 2 != 0) as u8).collect() };
    at_every_level(|| {
        for from in [0u8, 1, 249, 254, 255] {
            for to in [0u8, 1, 2, 250, 254, 255] {
                let mut t = Block::<u8>::zeros([255]);
                to_the_end_of_a_type(&mut t, from, to);
                let mut want = vec![0; 255];
                (from..to).for_each(|x| want[usize::from(x)] = 1 + x % 2);
                assert_eq!(t.as_slice(), want, "{from} {to}");
            }
        }
        for from in [0, 1, -7, i32::MAX - 5, i32::MIN, i32::MIN + 1] {
            for len in 0..6 {
                let mut t = Block::<u8>::zeros([6]);
                if !is_refused(|| to_the_last_index(&mut t, from, from + len)) {
                    let (from, len) = (i64::from(from), i64::from(len));
                    assert_eq!(t.as_slice()[..len as usize], turns(from, from + len), "{from} {len}");
                }
            }
        }
        for stop in -1..8 {
            let mut t = Block::<u8>::zeros([7]);
            left_between(&mut t, stop);
            let end = if stop > 0 && stop % 2 == 1 { stop.min(7) as usize } else { 7 };
            assert_eq!(t.as_slice()[..end], turns(0, end as i64), "{stop}");
            assert!(t.as_slice()[end..].iter().all(|t| *t == 0), "{stop}");
        }
        for far in [0, 3, 6, 7, -1, i32::MAX, i32::MIN] {
            let mut t = Block::<u8>::zeros([7]);
            assert_eq!(is_refused(|| anew_in_a_half(&mut t, far)), !(0..7).contains(&far), "{far}");
        }
    });
}

/// Elements under a condition on data, whose indices are a product, a quotient, a number of a name that the body binds anew, and lie in a
/// view whose beginning is a number of the run.
#[kernel]
fn looked_at_before(t: &mut Tensor<[u8]>, set: &Tensor<[u8]>, [a, b]: [i32; 2], n: i32) {
    for x in 0..n {
        if set[[x & 3]] > 0 {
            t[[a * x + b]] = 1;
        }
    }
}

#[kernel]
fn in_a_view(t: &mut Tensor<[u8]>, set: &Tensor<[u8]>, first: i32, n: i32) {
    let part = t[[first..]];
    for x in 0..n {
        if set[[x & 3]] > 0 {
            part[[x]] = 1;
        }
    }
}

#[kernel]
fn anew_under_it(t: &mut Tensor<[u8]>, set: &Tensor<[u8]>, n: i32, far: i32) {
    for x in 0..n {
        if set[[x & 3]] > 0 {
            let x = x + far;
            t[[x]] = 1;
        }
    }
}

/// What is looked at before the loop changes in it.
#[kernel]
fn changed_in_it(t: &mut Tensor<[u8]>, set: &mut Tensor<[u8]>, n: i32) {
    for x in 0..n {
        if set[[x & 3]] > 0 {
            t[[set[[0]] + x]] = 1;
            set[[0]] = 200;
        }
    }
}

#[test]
fn versions_for_everything_inside() {
    let far = [0, 1, 2, -1, 7, 1 << 20, i32::MAX, i32::MIN];
    let set = |bits: [u8; 4]| Block::<u8>::from_vec(bits.to_vec(), [4]).unwrap();
    let none = set([0; 4]);
    at_every_level(|| {
        for bits in [[1; 4], [0, 1, 0, 0], [0, 0, 1, 1]] {
            let some = set(bits);
            for [a, b] in far.iter().flat_map(|a| far.map(|b| [*a, b])) {
                for n in [0, 1, 4, 5, -1, i32::MIN] {
                    let mut t = Block::<u8>::zeros([20]);
                    let at = |x: i32| i64::from(a) * i64::from(x) + i64::from(b);
                    let all: Vec<i64> = (0..n).filter(|x| bits[*x as usize & 3] > 0).map(at).collect();
                    let is_inside = all.iter().all(|at| (0..20).contains(at));
                    let refused = is_refused(|| looked_at_before(&mut t, &some, [a, b], n));
                    assert_eq!(refused, !is_inside, "{a} {b} {n}");
                    if is_inside {
                        let mut want = [0; 20];
                        all.iter().for_each(|at| want[*at as usize] = 1);
                        assert_eq!(t.as_slice(), want, "{a} {b} {n}");
                    }
                    let mut t = Block::<u8>::zeros([20]);
                    looked_at_before(&mut t, &none, [a, b], n);
                    assert_eq!(t.as_slice(), [0; 20]);
                    let mut t = Block::<u8>::zeros([20]);
                    let inside = (0..n).filter(|x| bits[*x as usize & 3] > 0);
                    let inside = inside.map(|x| i64::from(a) + i64::from(x)).all(|at| (0..20).contains(&at));
                    assert_eq!(is_refused(|| in_a_view(&mut t, &some, a, n)), !inside, "{a} {n}");
                    assert_eq!(is_refused(|| anew_under_it(&mut t, &some, n, a)), !inside, "{a} {n}");
                }
            }
        }
        // The first one that is set moves all others.
        for (n, last) in [(1, Some(1)), (2, None), (4, None)] {
            let (mut t, mut some) = (Block::<u8>::zeros([20]), set([1; 4]));
            let refused = is_refused(|| changed_in_it(&mut t, &mut some, n));
            assert_eq!(refused, last.is_none(), "{n}");
            assert_eq!(t.as_slice()[1], 1);
        }
    });
}
