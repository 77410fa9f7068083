//! What is cut to 16 bits, and what is read before later iterations write it: in lanes what plain loops give.

use crate::at_every_level;
use unite::{Block, kernel};

/// Sums that are more than 16 bits hold.
#[kernel]
fn sums(sums: &mut Tensor<[u16]>, above: &Tensor<[u16]>, p: &Tensor<[u8]>) {
    for x in 0..sums.extent(0) {
        sums[[x]] = i32::from((above[[x]] + p[[x]] + p[[x + 1]] - 3 * p[[x + 2]] + p[[x + 3]]) as u16);
    }
}

/// In place: what is read further on is what was there.
#[kernel]
fn differences(sums: &mut Tensor<[[u16]]>, below: &Tensor<[[u16]]>) {
    for y in 0..below.extent(0) {
        for x in 0..below.extent(1) - 4 {
            sums[[y, x]] =
                i32::from((below[[y, x]] + below[[y, x + 4]] - sums[[y, x]] - sums[[y, x + 4]]) as u16);
        }
    }
}

/// Products with numbers of 32 bits, shifted by an amount that is the same for all.
#[kernel]
fn scaled(c: &mut Tensor<[[i16; 8]; 4]>, by: &Tensor<[[i32; 8]; 4]>, amount: i32) {
    for y in 0..4 {
        for x in 0..8 {
            c[[y, x]] = i32::from((((c[[y, x]] * by[[y, x]]) << amount) - 40_000) as i16);
        }
    }
}

/// What is read further behind was written before.
#[kernel]
fn running(sums: &mut Tensor<[u16]>) {
    for x in 1..sums.extent(0) {
        sums[[x]] = i32::from((sums[[x]] + sums[[x - 1]]) as u16);
    }
}

/// What is read further on after it was written here.
#[kernel]
fn written_first(a: &mut Tensor<[u16]>, b: &mut Tensor<[u16]>) {
    for x in 0..b.extent(0) {
        a[[x]] = i32::from((3 * a[[x]] + 7) as u16);
        b[[x]] = i32::from((a[[x + 1]] * 5 + a[[x]] + 1) as u16);
    }
}

fn numbers(len: usize, seed: usize) -> Vec<u16> {
    (0..len).map(|k| ((k + seed) * 40_503 + k * k * 977) as u16).collect()
}

fn list(values: &[u16]) -> Block<unite::Dyn<u16>> {
    Block::<u16>::from_vec(values.to_vec(), [values.len()]).unwrap()
}

#[test]
fn sums_keep_their_low_bits() {
    at_every_level(|| {
        for len in (1..80).step_by(crate::EVERY) {
            let (above, p) = (numbers(len, 5), numbers(len + 3, 9));
            let bytes: Vec<u8> = p.iter().map(|p| *p as u8).collect();
            let mut out = list(&vec![7; len]);
            sums(&mut out, &list(&above), &Block::<u8>::from_vec(bytes.clone(), [len + 3]).unwrap());
            let at = |x: usize| i32::from(bytes[x]);
            let want =
                |x: usize| (i32::from(above[x]) + at(x) + at(x + 1) - 3 * at(x + 2) + at(x + 3)) as u16;
            assert!(out.as_slice().iter().copied().eq((0..len).map(want)), "{len}");
        }
    });
}

#[test]
fn what_later_iterations_write_is_read_before() {
    at_every_level(|| {
        for w in (5..70).step_by(crate::EVERY) {
            let (before, below) = (numbers(3 * w, 1), numbers(3 * w, 2));
            let mut out = Block::<u16>::from_vec(before.clone(), [3, w]).unwrap();
            differences(&mut out, &Block::<u16>::from_vec(below.clone(), [3, w]).unwrap());
            let want = |k: usize| match k % w < w - 4 {
                true => {
                    below[k].wrapping_add(below[k + 4]).wrapping_sub(before[k]).wrapping_sub(before[k + 4])
                }
                false => before[k],
            };
            assert!(out.as_slice().iter().copied().eq((0..3 * w).map(want)), "{w}");

            let mut out = list(&before);
            running(&mut out);
            let mut sum = 0u16;
            let want = before.iter().map(|k| {
                sum = sum.wrapping_add(*k);
                sum
            });
            assert!(out.as_slice().iter().copied().eq(want), "{w}");

            let (mut a, mut b) = (list(&before[..w]), list(&vec![0; w - 1]));
            written_first(&mut a, &mut b);
            let new = |x: usize| before[x].wrapping_mul(3).wrapping_add(7);
            let want = |x: usize| before[x + 1].wrapping_mul(5).wrapping_add(new(x)).wrapping_add(1);
            assert!(b.as_slice().iter().copied().eq((0..w - 1).map(want)), "{w}");
        }
    });
}

#[test]
fn products_keep_their_low_bits() {
    at_every_level(|| {
        for (seed, amount) in [(1, 0), (2, 3), (3, 9), (4, 15), (5, 16), (6, 20)] {
            let (c, by) = (numbers(32, seed), numbers(32, seed + 70));
            let square = |k: usize| [c[k] as i16 >> 12, (by[k] >> 13) as i16].map(i32::from);
            let c = <[[i16; 8]; 4]>::from_fn(|k| square(k)[0] as i16);
            let by = <[[i32; 8]; 4]>::from_fn(|k| square(k)[1]);
            let mut out = Block::from(c);
            scaled(&mut out, &Block::from(by), amount);
            let want = |k: usize| (((square(k)[0] * square(k)[1]) << amount) - 40_000) as i16;
            assert!(out.as_slice().iter().copied().eq((0..32).map(want)), "{seed}, {amount}");
        }
    });
}

/// Four rows of eight, by their number in memory.
trait Rows<T> {
    fn from_fn(of: impl Fn(usize) -> T) -> Self;
}

impl<T> Rows<T> for [[T; 8]; 4] {
    fn from_fn(of: impl Fn(usize) -> T) -> Self {
        std::array::from_fn(|y| std::array::from_fn(|x| of(8 * y + x)))
    }
}

#[test]
fn plans_have_narrow_lanes() {
    for plan in [sums::plan(), differences::plan(), scaled::plan()] {
        assert!(plan.contains("of 16 bits"), "{plan}");
    }
    for plan in [running::plan(), written_first::plan()] {
        assert!(plan.contains("no lanes"), "{plan}");
    }
}
