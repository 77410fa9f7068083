//! Availability for intra prediction against the rules for every sample.

use unite::{Block, Dyn};

use super::neighbours::{Macroblocks, block_4x4, block_8x8};
use super::rig::{Random, at_every_level};
use unite_h264::kernels::{Neighbours, intra_neighbours, intra_neighbours_chroma};

/// Macroblocks across and down.
const WIDTH: i32 = 4;
const HEIGHT: i32 = 3;

type Plane<T> = Block<Dyn<Dyn<T>>>;

impl Macroblocks {
    /// Slices that follow each other, or that lie anywhere; half of the macroblocks are intra.
    fn random(random: &mut Random) -> Self {
        let count = (WIDTH * HEIGHT) as usize;
        let anywhere = random.next().is_multiple_of(4);
        let mut number = 0;
        let slice = (0..count).map(|_| {
            number =
                if anywhere { random.within(0, 2) } else { number + i32::from(random.within(0, 5) == 1) };
            number
        });
        let slice = slice.collect();
        let intra = (0..count).map(|_| random.next().is_multiple_of(2)).collect();
        let constrained_intra_pred_flag = random.next().is_multiple_of(2);
        Macroblocks { pic_width_in_mbs: WIDTH, slice, intra, constrained_intra_pred_flag }
    }

    /// Slices and flags as tensors of one element a macroblock.
    fn tensors(&self) -> (Plane<i32>, Plane<u8>) {
        let extents = [HEIGHT as usize, WIDTH as usize];
        let intra = self.intra.iter().copied().map(u8::from).collect();
        (Block::from_vec(self.slice.clone(), extents).unwrap(), Block::from_vec(intra, extents).unwrap())
    }
}

/// What the rules say of `n` samples to the left, `n` above and `n` behind those: the same for all of a side.
fn wanted(n: i32, available: impl Fn(i32, i32) -> bool) -> Neighbours {
    let side = |from: i32, sample: &dyn Fn(i32) -> bool| {
        let all: Vec<bool> = (from..from + n).map(sample).collect();
        assert!(all.iter().all(|&one| one == all[0]), "a side of which some is available");
        all[0]
    };
    Neighbours {
        left: side(0, &|y| available(-1, y)),
        above: side(0, &|x| available(x, -1)),
        above_right: side(n, &|x| available(x, -1)),
        above_left: available(-1, -1),
    }
}

/// The answer of the kernel for a block of luminance of a macroblock, at column `x` and row `y` of it.
fn answer<const N: usize>(macroblocks: &Macroblocks, curr_mb_addr: i32, [x, y]: [i32; 2]) -> Neighbours {
    let at = [curr_mb_addr / WIDTH * 16 + y, curr_mb_addr % WIDTH * 16 + x].map(|at| at as isize);
    let pred = Block::<[[u8; N]; N]>::stack().with_origin(at).unwrap();
    let (slice, intra) = macroblocks.tensors();
    let slice = slice.with_coarsening([16, 16]).unwrap();
    let intra = intra.with_coarsening([16, 16]).unwrap();
    intra_neighbours(&pred, &slice, &intra, macroblocks.constrained_intra_pred_flag)
}

#[test]
fn neighbours_are_available_as_the_clauses_say() {
    at_every_level(|_| {
        let mut random = Random(9);
        let mut seen = [[0; 2]; 4];
        for _ in 0..12 {
            let mut macroblocks = Macroblocks::random(&mut random);
            for curr_mb_addr in 0..WIDTH * HEIGHT {
                let current = std::mem::replace(&mut macroblocks.intra[curr_mb_addr as usize], true);
                for index in 0..16 {
                    let want = wanted(4, |x, y| macroblocks.sample_4x4(curr_mb_addr, index, x, y));
                    let got = answer::<4>(&macroblocks, curr_mb_addr, block_4x4(index));
                    assert_eq!(got, want, "4x4 block {index} of macroblock {curr_mb_addr}");
                    let Neighbours { left, above, above_right, above_left } = want;
                    for (seen, one) in seen.iter_mut().zip([left, above, above_right, above_left]) {
                        seen[usize::from(one)] += 1;
                    }
                }
                for index in 0..4 {
                    let want = wanted(8, |x, y| macroblocks.sample_8x8(curr_mb_addr, index, x, y));
                    let got = answer::<8>(&macroblocks, curr_mb_addr, block_8x8(index));
                    assert_eq!(got, want, "8x8 block {index} of macroblock {curr_mb_addr}");
                }
                let want = wanted(16, |x, y| macroblocks.sample(curr_mb_addr, 16, x, y));
                assert_eq!(
                    answer::<16>(&macroblocks, curr_mb_addr, [0, 0]),
                    want,
                    "macroblock {curr_mb_addr}"
                );

                let want = wanted(8, |x, y| x < 8 && macroblocks.sample(curr_mb_addr, 8, x, y));
                let at = [curr_mb_addr / WIDTH * 8, curr_mb_addr % WIDTH * 8].map(|at| at as isize);
                let pred = Block::<[[u8; 8]; 8]>::stack().with_origin(at).unwrap();
                let (slice, intra) = macroblocks.tensors();
                let slice = slice.with_coarsening([8, 8]).unwrap();
                let intra = intra.with_coarsening([8, 8]).unwrap();
                let flag = macroblocks.constrained_intra_pred_flag;
                let got = intra_neighbours_chroma(&pred, &slice, &intra, flag);
                assert_eq!(got, want, "chrominance of macroblock {curr_mb_addr}");
                macroblocks.intra[curr_mb_addr as usize] = current;
            }
        }
        assert!(seen.iter().flatten().all(|&times| times > 100), "{seen:?}");
    });
}
