//! Elements that take turns in a row, taken apart and put together in lanes: rows of any length, wherever they lie, beside plain loops.

use super::at_every_level;
use unite::{Block, kernel};

#[kernel]
fn apart(both: &Tensor<[[u8]]>, a: &mut Tensor<[[u8]]>, b: &mut Tensor<[[u8]]>) {
    for y in 0..a.extent(0) {
        for x in 0..a.extent(1) {
            a[[y, x]] = both[[y, 2 * x]];
            b[[y, x]] = both[[y, 2 * x + 1]];
        }
    }
}

#[kernel]
fn together(a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>, both: &mut Tensor<[[u8]]>) {
    for y in 0..a.extent(0) {
        for x in 0..a.extent(1) {
            both[[y, 2 * x]] = a[[y, x]];
            both[[y, 2 * x + 1]] = b[[y, x]];
        }
    }
}

/// The same of 16 bits, in the other order.
#[kernel]
fn swapped(both: &Tensor<[[i16]]>, turned: &mut Tensor<[[i16]]>) {
    for y in 0..both.extent(0) {
        for x in 0..both.extent(1) / 2 {
            turned[[y, 2 * x]] = both[[y, 2 * x + 1]];
            turned[[y, 2 * x + 1]] = both[[y, 2 * x]];
        }
    }
}

/// Every third and every fourth element, and three that follow each other, two apart.
#[kernel]
fn strided(all: &Tensor<[u8]>, third: &mut Tensor<[u8]>, fourth: &mut Tensor<[u8]>, mean: &mut Tensor<[u8]>) {
    for x in 0..third.extent(0) {
        third[[x]] = all[[3 * x + 1]];
    }
    for x in 0..fourth.extent(0) {
        fourth[[x]] = all[[4 * x + 2]];
    }
    for x in 0..mean.extent(0) {
        mean[[x]] = (all[[2 * x]] + 2 * all[[2 * x + 1]] + all[[2 * x + 2]] + 2) >> 2;
    }
}

/// Sums of each of both.
#[kernel]
fn sums(a: &Tensor<[u8]>, b: &Tensor<[u8]>) -> [i32; 2] {
    let (mut first, mut second) = (0, 0);
    for x in 0..a.extent(0) / 2 {
        let (d, e) = (a[[2 * x]] - b[[2 * x]], a[[2 * x + 1]] - b[[2 * x + 1]]);
        first += d * d;
        second += e * e;
    }
    [first, second]
}

/// Rows of eight and of four.
#[kernel]
#[instance(apart_8: W = 8, BOTH = 16)]
#[instance(apart_4: W = 4, BOTH = 8)]
fn apart_fixed<const W: usize, const BOTH: usize>(
    both: &Tensor<[[u8; BOTH]; 8]>,
    a: &mut Tensor<[[u8; W]; 8]>,
    b: &mut Tensor<[[u8; W]; 8]>,
) {
    for y in 0..8 {
        for x in 0..W {
            a[[y, x]] = both[[y, 2 * x]];
            b[[y, x]] = both[[y, 2 * x + 1]];
        }
    }
}

fn sample(at: usize) -> u8 {
    ((at + 1) as u32).wrapping_mul(2_654_435_761).to_le_bytes()[2]
}

fn every(of: &[u8], stride: usize, first: usize, len: usize) -> Vec<u8> {
    (0..len).map(|x| of[stride * x + first]).collect()
}

#[test]
fn rows_are_taken_apart_and_put_together() {
    at_every_level(|| {
        for w in (1..80).step_by(crate::EVERY) {
            // Nothing lies behind the last sample.
            let (h, samples) = (3, (0..6 * w).map(sample).collect::<Vec<u8>>());
            let both = Block::<u8>::from_vec(samples.clone(), [h, 2 * w]).unwrap();
            let [mut a, mut b] = [(); 2].map(|()| Block::<u8>::zeros([h, w]));
            apart(&both, &mut a, &mut b);
            let want = [0, 1].map(|first| every(&samples, 2, first, h * w));
            assert_eq!([a.as_slice(), b.as_slice()], [&want[0][..], &want[1][..]], "{w}");
            let mut again = Block::<u8>::zeros([h, 2 * w]);
            together(&a, &b, &mut again);
            assert_eq!(again.as_slice(), samples, "{w}");

            let wide: Vec<i16> = samples.iter().map(|s| (i32::from(*s) * 201 - 20_000) as i16).collect();
            let both = Block::<i16>::from_vec(wide.clone(), [h, 2 * w]).unwrap();
            let mut turned = Block::<i16>::zeros([h, 2 * w]);
            swapped(&both, &mut turned);
            let want: Vec<i16> = (0..6 * w).map(|x| wide[x ^ 1]).collect();
            assert_eq!(turned.as_slice(), want, "{w}");
        }
    });
}

#[test]
fn strides_of_more_than_two() {
    at_every_level(|| {
        for len in (3..150).step_by(crate::EVERY) {
            let samples: Vec<u8> = (0..len).map(sample).collect();
            let all = Block::<u8>::from_vec(samples.clone(), [len]).unwrap();
            let lengths = [(len + 1) / 3, (len + 1) / 4, (len - 1) / 2];
            let [mut third, mut fourth, mut mean] = lengths.map(|len| Block::<u8>::zeros([len]));
            strided(&all, &mut third, &mut fourth, &mut mean);
            assert_eq!(third.as_slice(), every(&samples, 3, 1, lengths[0]), "{len}");
            assert_eq!(fourth.as_slice(), every(&samples, 4, 2, lengths[1]), "{len}");
            let at = |x: usize| u32::from(samples[x]);
            let want = (0..lengths[2]).map(|x| (at(2 * x) + 2 * at(2 * x + 1) + at(2 * x + 2) + 2) >> 2);
            assert!(mean.as_slice().iter().map(|m| u32::from(*m)).eq(want), "{len}");

            let other: Vec<u8> = samples.iter().map(|s| s.wrapping_mul(91)).collect();
            let b = Block::<u8>::from_vec(other.clone(), [len]).unwrap();
            let square = |x: usize| (i32::from(samples[x]) - i32::from(other[x])).pow(2);
            let sum = |first: usize| (0..len / 2).map(|x| square(2 * x + first)).sum::<i32>();
            assert_eq!(sums(&all, &b), [sum(0), sum(1)], "{len}");
        }
    });
}

#[test]
fn rows_of_a_few() {
    at_every_level(|| {
        macro_rules! fixed {
            ($($kernel:ident $w:literal $both:literal;)*) => {$({
                let both: [[u8; $both]; 8] = std::array::from_fn(|y| std::array::from_fn(|x| sample($both * y + x)));
                let [mut a, mut b] = [(); 2].map(|()| Block::from([[0u8; $w]; 8]));
                $kernel(&Block::from(both), &mut a, &mut b);
                let want = [0, 1].map(|first| every(both.as_flattened(), 2, first, 8 * $w));
                assert_eq!([a.as_slice(), b.as_slice()], [&want[0][..], &want[1][..]]);
            })*};
        }
        fixed! {
            apart_8 8 16;
            apart_4 4 8;
        }
    });
}

#[test]
fn plans_have_lanes() {
    for plan in
        [apart::plan(), together::plan(), swapped::plan(), strided::plan(), sums::plan(), apart_8::plan()]
    {
        assert!(plan.contains(": lanes along x"), "{plan}");
    }
}
