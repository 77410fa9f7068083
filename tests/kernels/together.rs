//! Several elements in one statement.

use unite::staged::Fault;
use unite::{Block, kernel};

use crate::padded::everywhere;

/// Sums and differences of pairs, each in a half of its own.
#[kernel]
fn apart(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let w = out.extent(1) / 2;
    let (means, differences) = (out[[.., 0..w]], out[[.., w..2 * w]]);
    let pair = |a: i32, b: i32| ((a + b + 1) >> 1, a ^ b);
    (means[[!y, !x]], differences[[!y, !x]]) = pair(plane[[!y, 2 * !x]], plane[[!y, 2 * !x + 1]]);
}

/// Targets with their axes in other orders; the values of one iteration are all there before one is written.
#[kernel]
fn exchanged(a: &mut Tensor<[[u8]]>, b: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let (y, columns) = (1, b.permute([1, 0]));
    (a[[!y, !x]], columns[[!x, !y]]) = (columns[[!x, !y]] ^ plane[[!y, !x]], a[[!y, !x]] ^ y);
}

#[test]
fn every_level_and_storage() {
    for (h, w) in [(1, 2), (3, 34), (9, 128)] {
        everywhere(
            [h, w],
            |o, p| apart(o, p),
            |p, y, x, _| {
                let half = w / 2;
                let (a, b) = (p(y, 2 * (x % half)), p(y, 2 * (x % half) + 1));
                if x < half { ((a as u32 + b as u32 + 1) >> 1) as u8 } else { a ^ b }
            },
        );
    }
}

#[test]
fn values_come_before_writes() {
    use unite::level::{self, Level};
    let [h, w] = [5, 37];
    let bytes = |by: usize| -> Vec<u8> { (0..h * w).map(|i| (i * by + i / 7) as u8).collect() };
    let of = |by: usize| Block::<u8>::from_vec(bytes(by), [h, w]).unwrap();
    for level in Level::available() {
        level::limit(level);
        let (mut a, mut b) = (of(3), of(5));
        exchanged(&mut a, &mut b, &of(29));
        for i in 0..h * w {
            assert_eq!(a.as_slice()[i], bytes(5)[i] ^ bytes(29)[i], "{level:?} {i}");
            assert_eq!(b.as_slice()[i], bytes(3)[i] ^ 1, "{level:?} {i}");
        }
    }
    level::limit(Level::V4);
}

#[kernel]
fn swapped(t: &mut Tensor<[i32]>, pairs: &mut Tensor<[[i32; 2]]>) {
    (t[[0]], t[[1]]) = (t[[1]], t[[0]]);
    (pairs[[!i, 0]], pairs[[!i, 1]]) = (pairs[[!i, 1]], pairs[[!i, 0]]);
    if t[[0]] > 0 {
        (t[[2]], pairs[[0, 0]], t[[3]]) = { (t[[3]], t[[2]], pairs[[0, 0]]) };
    }
}

#[test]
fn elements_are_swapped() {
    let (mut t, mut pairs) = (Block::from([1, 2, 3, 4]), Block::from([[5, 6], [7, 8], [9, 0]]));
    swapped(&mut t, &mut pairs);
    assert_eq!(t.as_slice(), [2, 1, 4, 6]);
    assert_eq!(pairs.as_slice(), [3, 5, 8, 7, 0, 9]);
}

#[kernel]
fn halves(low: &mut Tensor<[[u8]]>, high: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    (low[[!y, !x]], high[[!y, !x]]) = (t[[!y, !x]] & 15, t[[!y, !x]] >> 4);
}

/// What one statement writes is equally large.
#[test]
fn other_extents_are_refused() {
    let t = Block::from([[0x12u8, 0x34], [0x56, 0x78]]);
    let of = |h, w| Block::<u8>::zeros([h, w]);
    let (mut low, mut high) = (of(2, 2), of(2, 2));
    halves(&mut low, &mut high, &t);
    assert_eq!((low.as_slice(), high.as_slice()), (&[2, 4, 6, 8][..], &[1, 3, 5, 7][..]));
    for (h, w) in [(2, 1), (2, 3), (1, 2), (3, 2)] {
        let error = halves::fits(&of(2, 2), &of(h, w), &t).expect_err("of another size");
        assert_eq!(error.tensor, "high");
        let (axis, extent) = if h == 2 { (1, w) } else { (0, h) };
        assert_eq!(error.fault, Fault::Count { axis, extent: extent as isize, count: 2, all: true });
    }
}
