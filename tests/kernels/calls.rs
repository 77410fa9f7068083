//! Kernels that look at one tensor from where another one is, called by kernels that know where both are.

use unite::level::{self, Level};
use unite::{Block, kernel};

#[kernel]
fn mix(block: &mut Tensor<[[u8; 2]; 2]>, frame: &Tensor<[[u8]]>) {
    let p = frame[block];
    block[[!y, !x]] = (p[[-1, !x]] + p[[!y, -1]] + 1) >> 1;
}

/// Every block, from its neighbours in the same frame.
#[kernel]
fn mix_all(frame: &mut Tensor<[[u8]]>) {
    for v in 0..frame.extent(0) / 2 {
        for u in 0..frame.extent(1) / 2 {
            mix(&mut frame[[2 * v + 1..2 * v + 3, 2 * u + 1..2 * u + 3]], frame);
        }
    }
}

/// The same over permuted parts: where they begin makes no difference.
#[kernel]
fn mix_parts(frame: &mut Tensor<[[u8]]>) {
    let turned = frame[[3.., 5..]].permute([1, 0]);
    let whole = frame.permute([1, 0]);
    for v in 0..frame.extent(0) / 2 {
        for u in 0..frame.extent(1) / 2 {
            mix(&mut turned[[2 * u - 4..2 * u - 2, 2 * v - 2..2 * v]], whole);
        }
    }
}

/// Blocks without neighbours are left out, by a condition on two variables.
#[kernel]
fn mix_inner(frame: &mut Tensor<[[u8]]>) {
    for v in 0..frame.extent(0) / 4 {
        for w in 0..2 {
            if 2 * v + w > 0 {
                for u in 1..frame.extent(1) / 2 {
                    let y = 4 * v + 2 * w;
                    mix(&mut frame[[y..y + 2, 2 * u..2 * u + 2]], frame);
                }
            }
        }
    }
}

/// A copy of a block of the frame is where the block is.
#[kernel]
fn mix_copy(out: &mut Tensor<[[u8; 2]; 2]>, frame: &Tensor<[[u8]]>, y: i32, x: i32) {
    let copy = frame[[y..y + 2, x..x + 2]].block_copy();
    mix(&mut copy, frame);
    out[[!y, !x]] = copy[[!y, !x]];
}

fn frame([h, w]: [usize; 2]) -> Block<unite::Dyn<unite::Dyn<u8>>> {
    Block::from_vec((0..h * w).map(|i| (i * 37 % 251) as u8).collect(), [h, w]).unwrap()
}

/// Blocks at these positions, one after the other.
fn by_hand([h, w]: [usize; 2], first: [usize; 2]) -> Vec<u8> {
    let mut block = frame([h, w]);
    let all = block.as_mut_slice();
    for y in (first[0]..h - 1).step_by(2) {
        for x in (first[1]..w - 1).step_by(2) {
            let mixed = |i: usize, j: usize| {
                let (above, left) = (all[(y - 1) * w + x + j], all[(y + i) * w + x - 1]);
                ((u16::from(above) + u16::from(left) + 1) >> 1) as u8
            };
            let [a, b, c, d] = [mixed(0, 0), mixed(0, 1), mixed(1, 0), mixed(1, 1)];
            (all[y * w + x], all[y * w + x + 1]) = (a, b);
            (all[(y + 1) * w + x], all[(y + 1) * w + x + 1]) = (c, d);
        }
    }
    all.to_vec()
}

#[test]
fn neighbours_in_one_frame() {
    for level in Level::available() {
        level::limit(level);
        for extents in [[3, 3], [5, 9], [7, 5]] {
            for kernel in [mix_all as fn(&mut _), mix_parts as fn(&mut _)] {
                let mut made = frame(extents);
                kernel(&mut made);
                assert_eq!(made.as_slice(), by_hand(extents, [1, 1]));
            }
        }
        let mut made = frame([8, 6]);
        mix_inner(&mut made);
        assert_eq!(made.as_slice(), by_hand([8, 6], [2, 2]));
    }
}

#[test]
fn the_footprint_of_a_caller_has_that_of_what_it_calls() {
    assert!(mix_all::fits(&frame([7, 9])).is_ok() && mix_parts::fits(&frame([7, 9])).is_ok());
    for extents in [[6, 9], [7, 8]] {
        assert!(mix_all::fits(&frame(extents)).is_err());
        assert!(mix_parts::fits(&frame(extents)).is_err());
    }
    let copy = |y, x| mix_copy::fits(&Block::stack(), &frame([5, 6]), y, x).is_ok();
    assert!(copy(1, 1) && copy(3, 4));
    assert!(![(0, 1), (1, 0), (4, 4), (3, 5)].iter().any(|&(y, x)| copy(y, x)));
    let mut out = Block::<[[u8; 2]; 2]>::stack();
    mix_copy(&mut out, &frame([5, 6]), 1, 1);
    let all = by_hand([5, 6], [1, 1]);
    assert_eq!(out.as_slice(), [all[7], all[8], all[13], all[14]]);
}

/// A sum over extents that two constants say.
#[kernel]
fn sum_of<const N: usize, const M: usize>(t: &Tensor<[[u8; M]; N]>, sum: &mut Tensor<[i32; 1]>) {
    for [y, x] in t.indices() {
        sum[[0]] += (2 * y + x + 1) * t[[y, x]];
    }
}

/// Parts of so many points, turned and copied, are tensors of that many: nothing is lost of what the constants say.
#[kernel]
fn sum_of_parts<const N: usize, const M: usize>(
    t: &Tensor<[[u8]]>,
    y: isize,
    x: isize,
    sums: &mut Tensor<[[i32; 1]; 4]>,
) {
    let part = t[[y..y + N, x..x + M]];
    sum_of::<N, M>(part, &mut sums[[0, ..]]);
    sum_of::<M, N>(part.permute([1, 0]), &mut sums[[1, ..]]);
    let copy = part.to_block();
    sum_of::<N, M>(copy, &mut sums[[2, ..]]);
    // Of one kernel both extents are one constant.
    let square = t[[y..y + N, x..x + N]];
    sum_of::<N, N>(square, &mut sums[[3, ..]]);
}

#[test]
fn parts_of_generic_extents_have_constant_ones() {
    let t = Block::from_vec((0..=255).collect::<Vec<u8>>(), [16, 16]).unwrap();
    let mut sums = Block::from([[0; 1]; 4]);
    sum_of_parts::<3, 5>(&t, 2, 4, &mut sums);
    let sum = |h: i32, w: i32, at: &dyn Fn(i32, i32) -> i32| -> i32 {
        (0..h * w).map(|i| (2 * (i / w) + i % w + 1) * at(i / w, i % w)).sum()
    };
    let part = |y: i32, x: i32| 16 * (2 + y) + 4 + x;
    let plain = sum(3, 5, &part);
    let turned = sum(5, 3, &|y, x| part(x, y));
    let square = sum(3, 3, &part);
    assert_eq!(sums.as_slice(), [plain, turned, plain, square]);
}
