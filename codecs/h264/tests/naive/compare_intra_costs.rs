//! What three modes cost, against the naive predictions and costs one after the other.

use unite::{Block, Dyn};

use super::cost::{self, Differences};
use super::intra::{Neighbours, intra_4x4, intra_16x16, intra_chroma};
use super::intra_8x8::intra_8x8;
use super::padded::{Padded, Read};
use super::rig::{Random, at_every_level};
use unite_h264::kernels::neighbours_8x8::{ABOVE_RIGHT, filter};
use unite_h264::kernels::{
    choose_8x8, choose_8x8_by_sad, sa8d_of_three_8x8, sad_of_three_4x4, sad_of_three_8x8, sad_of_three_16x16,
    sad_of_three_chroma, satd_of_three_4x4, satd_of_three_16x16, satd_of_three_chroma,
};

const HEIGHT: usize = 24;
const WIDTH: usize = 40;

type Picture<'a> = Block<Dyn<Dyn<u8>>, &'a [u8]>;
type Pred<const N: usize> = Block<[[u8; N]; N], [[u8; N]; N]>;

/// Compares sums of absolute differences, and of transformed ones, of modes 0 to 2.
fn compare<const N: usize>(
    naive: fn(u8, Neighbours, i32, i32) -> i32,
    transformed: fn(&Differences) -> i32,
    kernels: impl Fn(&Pred<N>, &Picture<'_>, &Read<'_, u8, N, N>) -> [[i32; 3]; 2],
) {
    let mut random = Random(N as u64);
    for _ in 0..30 {
        let picture = random.picture(HEIGHT, WIDTH);
        let y = 1 + random.next() as usize % (HEIGHT - N);
        let x = 1 + random.next() as usize % (WIDTH - 2 * N);
        let neighbours = |dx: i32, dy: i32| {
            Some(i32::from(picture[((y as i32 + dy) * WIDTH as i32 + x as i32 + dx) as usize]))
        };
        let samples = Padded::<u8, N, N>::random(&mut random, 0, 255);
        let values = samples.values();
        let costs = [0, 1, 2].map(|mode| {
            let difference = |y: usize, x: usize| values[y][x] - naive(mode, &neighbours, x as i32, y as i32);
            let d = (0..N).map(|y| (0..N).map(|x| difference(y, x)).collect()).collect();
            [cost::sad(&d), transformed(&d)]
        });
        let pred: Pred<N> = Block::stack().with_origin([y as isize, x as isize]).unwrap();
        let recon: Picture<'_> = Block::external_ref(&picture, [HEIGHT, WIDTH]).unwrap();
        let [sad, transformed] = kernels(&pred, &recon, &samples.tensor());
        assert_eq!(sad, costs.map(|[sad, _]| sad));
        assert_eq!(transformed, costs.map(|[_, transformed]| transformed));
    }
}

/// Chooses among the nine modes of an 8x8 block.
type Choose = fn(
    &mut super::padded::Written<'_, u8, 8, 8>,
    &Block<[u8; 25], [u8; 25]>,
    &Read<'_, u8, 8, 8>,
    [i32; 9],
) -> (usize, [i32; 9]);

fn choose_of(cost: fn(&Differences) -> i32, kernel: Choose) {
    let mut random = Random(88);
    let mut won = [0; 9];
    for _ in 0..150 {
        let picture = random.samples(HEIGHT * WIDTH);
        let y = 1 + random.next() as usize % (HEIGHT - 8);
        let x = 1 + random.next() as usize % (WIDTH - 16);
        let neighbours = |dx: i32, dy: i32| {
            Some(i32::from(picture[((y as i32 + dy) * WIDTH as i32 + x as i32 + dx) as usize]))
        };
        let all: [[[i32; 8]; 8]; 9] = std::array::from_fn(|mode| {
            std::array::from_fn(|y| {
                std::array::from_fn(|x| intra_8x8(mode as u8, &neighbours, x as i32, y as i32))
            })
        });
        // Samples like those that a mode predicts, so that every mode is the best one now and then.
        let noise = random.within(0, 6);
        let near = all[random.next() as usize % 9]
            .map(|row| row.map(|p| (p + random.within(-noise, noise)).clamp(0, 255)));
        let samples = Padded::<u8, 8, 8>::random(&mut random, 0, 255).with(near);
        let extra: [i32; 9] = std::array::from_fn(|_| random.within(0, 20));
        let want: [i32; 9] = std::array::from_fn(|mode| {
            let d = (0..8).map(|y| (0..8).map(|x| near[y][x] - all[mode][y][x]).collect()).collect();
            cost(&d) + extra[mode]
        });
        let best = (0..9).min_by_key(|&mode| want[mode]).expect("nine modes");
        won[best] += 1;

        let recon: Picture<'_> = Block::external_ref(&picture, [HEIGHT, WIDTH]).unwrap();
        let mut filtered = Block::<[u8; 25]>::stack();
        let place: Pred<8> = Block::stack().with_origin([y as isize, x as isize]).unwrap();
        filter::<ABOVE_RIGHT>(&place, &recon, &mut filtered);
        let mut pred = Padded::<u8, 8, 8>::random(&mut random, 0, 255);
        let expected = pred.with(all[best]);
        assert_eq!(kernel(&mut pred.tensor_mut(), &filtered, &samples.tensor(), extra), (best, want));
        assert_eq!(pred, expected, "mode {best}");
    }
    assert!(won.iter().all(|&won| won > 0), "{won:?}");
}

#[test]
fn the_best_of_nine_8x8_modes_is_chosen() {
    at_every_level(|_| {
        choose_of(
            |d| (cost::hadamard_sum::<8>(d) + 2) >> 2,
            |pred, filtered, samples, extra| choose_8x8(pred, filtered, samples, extra),
        );
        choose_of(cost::sad, |pred, filtered, samples, extra| {
            choose_8x8_by_sad(pred, filtered, samples, extra)
        });
    });
}

#[test]
fn three_modes_cost_what_each_of_them_does() {
    let satd: fn(&Differences) -> i32 = |d| cost::hadamard_sum::<4>(d) / 2;
    let sa8d: fn(&Differences) -> i32 = |d| (cost::hadamard_sum::<8>(d) + 2) >> 2;
    at_every_level(|_| {
        compare(intra_4x4, satd, |pred, recon, samples| {
            [sad_of_three_4x4(pred, recon, samples), satd_of_three_4x4(pred, recon, samples)]
        });
        compare(intra_16x16, satd, |pred, recon, samples| {
            [sad_of_three_16x16(pred, recon, samples), satd_of_three_16x16(pred, recon, samples)]
        });
        compare(intra_chroma, satd, |pred, recon, samples| {
            [sad_of_three_chroma(pred, recon, samples), satd_of_three_chroma(pred, recon, samples)]
        });
        compare(intra_8x8, sa8d, |pred, recon, samples| {
            let mut filtered = Block::<[u8; 25]>::stack();
            filter::<ABOVE_RIGHT>(pred, recon, &mut filtered);
            [sad_of_three_8x8(&filtered, samples), sa8d_of_three_8x8(&filtered, samples)]
        });
    });
}
