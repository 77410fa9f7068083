//! Costs against the naive forms, for every size of a partition, between parts of pictures.

use unite::{Block, library};

use super::cost as naive;
use super::rig::{Random, at_every_level};
use unite_h264::kernels;

/// A part of a picture.
type Part<'a, const H: usize, const W: usize> = library::Affine<[[u8; W]; H], &'a [u8]>;

fn part<'a, const H: usize, const W: usize>(view: &'a unite::View<'_, u8, 2>) -> Part<'a, H, W> {
    view.tensor().unwrap().fixed::<[[u8; W]; H]>().unwrap()
}

fn costs_of<const H: usize, const W: usize>(random: &mut Random) {
    for _ in 0..20 {
        let (h, w) = (H + 3, W + 7);
        let pictures = [(); 5].map(|()| random.picture(h, w));
        let at = [(); 5].map(|()| [random.next() as usize % 4, random.next() as usize % 8]);
        let sample = |k: usize, y: usize, x: usize| i32::from(pictures[k][(at[k][0] + y) * w + at[k][1] + x]);
        let differences = [1, 2, 3, 4].map(|k: usize| -> naive::Differences {
            (0..H).map(|y| (0..W).map(|x| sample(0, y, x) - sample(k, y, x)).collect()).collect()
        });
        let blocks = [0, 1, 2, 3, 4].map(|k: usize| Block::external_ref(&pictures[k], [h, w]).unwrap());
        let views = [0, 1, 2, 3, 4].map(|k: usize| {
            let [y, x] = at[k].map(|at| at as isize);
            blocks[k].view().partition([y..y + H as isize, x..x + W as isize]).unwrap()
        });
        let [a, b, c, d, e]: [Part<'_, H, W>; 5] = [0, 1, 2, 3, 4].map(|k: usize| part(&views[k]));
        let sad = differences.each_ref().map(naive::sad);
        assert_eq!(kernels::sad(&a, &b), sad[0]);
        assert_eq!(kernels::sad_x3(&a, &b, &c, &d), sad[..3]);
        assert_eq!(kernels::sad_x4(&a, &b, &c, &d, &e), sad);
        assert_eq!(kernels::ssd(&a, &b), naive::ssd(&differences[0]));
        if W >= 4 && H >= 4 {
            let satd = differences.each_ref().map(|d| naive::hadamard_sum::<4>(d) / 2);
            assert_eq!(kernels::satd(&a, &b), satd[0]);
            assert_eq!(kernels::satd_x3(&a, &b, &c, &d), satd[..3]);
            assert_eq!(kernels::satd_x4(&a, &b, &c, &d, &e), satd);
        }
        if W >= 8 && H >= 8 {
            let sum = naive::hadamard_sum::<8>(&differences[0]);
            assert_eq!(kernels::sa8d(&a, &b), (sum + 2) >> 2);
        }
    }
}

#[test]
fn costs_are_sums() {
    at_every_level(|_| {
        let mut random = Random(7);
        costs_of::<16, 16>(&mut random);
        costs_of::<8, 16>(&mut random);
        costs_of::<16, 8>(&mut random);
        costs_of::<8, 8>(&mut random);
        costs_of::<4, 8>(&mut random);
        costs_of::<8, 4>(&mut random);
        costs_of::<4, 4>(&mut random);
        costs_of::<2, 4>(&mut random);
    });
}

#[test]
fn costs_of_blocks_of_one_size() {
    at_every_level(|_| {
        let mut random = Random(8);
        for _ in 0..40 {
            let pictures = [(); 2].map(|()| random.picture(16, 16));
            let difference = |at: usize| i32::from(pictures[0][at]) - i32::from(pictures[1][at]);
            let d: naive::Differences =
                (0..16).map(|y| (0..16).map(|x| difference(y * 16 + x)).collect()).collect();
            let fixed = |k: usize| {
                Block::external_ref(&pictures[k], [16, 16]).unwrap().fixed::<[[u8; 16]; 16]>().unwrap()
            };
            assert_eq!(kernels::satd_16x16(&fixed(0), &fixed(1)), naive::hadamard_sum::<4>(&d) / 2);
            let corners = [0, 1].map(|k: usize| Block::external_ref(&pictures[k], [16, 16]).unwrap());
            let views = [0, 1].map(|k: usize| corners[k].view().partition([0..8, 0..8]).unwrap());
            let d: naive::Differences = d[..8].iter().map(|row| row[..8].to_vec()).collect();
            let sum = kernels::hadamard_sum_8x8(&part::<8, 8>(&views[0]), &part::<8, 8>(&views[1]));
            assert_eq!(sum, naive::hadamard_sum::<8>(&d));
            let views = [0, 1].map(|k: usize| corners[k].view().partition([0..4, 0..4]).unwrap());
            let d: naive::Differences = d[..4].iter().map(|row| row[..4].to_vec()).collect();
            let satd = kernels::satd_4x4(&part::<4, 4>(&views[0]), &part::<4, 4>(&views[1]));
            assert_eq!(satd, naive::hadamard_sum::<4>(&d) / 2);
        }
        let (black, white) = (Block::from([[0u8; 4]; 4]), Block::from([[255u8; 4]; 4]));
        assert_eq!(kernels::satd_4x4(&black, &white), 2040);
    });
}
