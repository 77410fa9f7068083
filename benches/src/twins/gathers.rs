//! Elements anywhere, and quotients, by hand.

use super::pair::{Data, by_hand, pair};
use super::samples::{bytes, samples};
use unite::Block;
use unite::Dyn;
use unite::library::Heap;

/// The extents of a picture.
const ROWS: usize = 16;
const WIDTH: usize = 1001;

/// A picture, and what is made of it.
struct Weighted {
    plane: Heap<u8, 2>,
    weights: Block<[i32; 256]>,
    out: Heap<u8, 2>,
}

impl Data for Weighted {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// A picture that is moved.
struct Moved {
    plane: Heap<u8, 2>,
    field: Block<Dyn<Dyn<[i16; 2]>>>,
    out: Heap<u8, 2>,
}

impl Data for Moved {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn bilateral_by_hand(plane: &[u8], weights: &[i32; 256], out: &mut [u8], width: usize) {
        let rows: Vec<&[u8]> = plane.chunks_exact(width).collect();
        for (y, out) in out.chunks_exact_mut(width).enumerate() {
            let three = [y.saturating_sub(1), y, (y + 1).min(rows.len() - 1)].map(|y| &rows[y][..width]);
            let mean = |nine: [u8; 9]| {
                let (mut sum, mut all) = (0, 0);
                for there in nine {
                    let w = weights[usize::from(there.abs_diff(nine[4]))];
                    sum += w * i32::from(there);
                    all += w;
                }
                (sum / all) as u8
            };
            let nine = |xs: [usize; 3]| std::array::from_fn(|k| three[k / 3][xs[k % 3]]);
            out[0] = mean(nine([0, 0, 1]));
            for (x, out) in out[1..width - 1].iter_mut().enumerate() {
                *out = mean(nine([x, x + 1, x + 2]));
            }
            out[width - 1] = mean(nine([width - 2, width - 1, width - 1]));
        }
    }

    #[inline(never)]
    fn warp_by_hand(plane: &[u8], field: &[i16], out: &mut [u8], [height, width]: [usize; 2]) {
        let rows = out.chunks_exact_mut(width).zip(field.chunks_exact(2 * width));
        for (y, (out, field)) in rows.enumerate() {
            for (x, (out, &[down, right])) in out.iter_mut().zip(field.as_chunks::<2>().0).enumerate() {
                let y = (y as i32 + i32::from(down)).clamp(0, height as i32 - 1) as usize;
                let x = (x as i32 + i32::from(right)).clamp(0, width as i32 - 1) as usize;
                *out = plane[y * width + x];
            }
        }
    }
}

pair!(
    bilateral,
    Weighted,
    Weighted {
        plane: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("a picture"),
        weights: Block::from_vec((0..256).map(|d| (256 - d) * (256 - d)).collect(), [256])
            .and_then(|weights| weights.fixed())
            .expect("256 weights"),
        out: Block::<u8>::zeros([ROWS, WIDTH]),
    },
    |w| unite_beyond::bilateral(&mut w.out, &w.plane, &w.weights),
    |w: &mut Weighted| {
        let (width, weights) = (w.out.extents()[1], w.weights.as_slice().try_into().expect("256 weights"));
        bilateral_by_hand(w.plane.as_slice(), weights, w.out.as_mut_slice(), width)
    }
);

pair!(
    warp,
    Moved,
    Moved {
        plane: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("a picture"),
        field: Block::from_vec(
            samples(2 * ROWS * WIDTH, 17).map(|n| n as i16 - 8).collect(),
            [ROWS, WIDTH, 2]
        )
        .and_then(|field| field.fixed())
        .expect("two numbers each"),
        out: Block::<u8>::zeros([ROWS, WIDTH]),
    },
    |m| unite_beyond::warp(&mut m.out, &m.plane, &m.field),
    |m: &mut Moved| {
        let extents = m.out.extents();
        warp_by_hand(m.plane.as_slice(), m.field.as_slice(), m.out.as_mut_slice(), extents)
    }
);
