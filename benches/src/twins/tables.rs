//! Tables of colours, of numbers and of sums, by hand.

use super::pair::{Data, by_hand, pair};
use super::samples::{bytes, samples};
use unite::Block;
use unite::library::Heap;

/// The extents of a picture.
const ROWS: usize = 16;
const WIDTH: usize = 1001;

/// A picture, its palette, and the colours.
struct Colours {
    picture: Heap<u8, 2>,
    out: Heap<u8, 2>,
    palette: Block<[u8; 256]>,
}

impl Data for Colours {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn look_up_by_hand(picture: &[u8], palette: &[u8; 256], out: &mut [u8]) {
        for (&entry, out) in picture.iter().zip(out) {
            *out = palette[usize::from(entry)];
        }
    }

    #[inline(never)]
    fn histogram_by_hand(plane: &[u8], counts: &mut [u32; 256]) {
        for &value in plane {
            counts[usize::from(value)] += 1;
        }
    }

    #[inline(never)]
    fn integral_by_hand(plane: &[u8], sums: &mut [i32], width: usize) {
        let none = vec![0; width];
        let mut above: &[i32] = &none;
        for (plane, sums) in plane.chunks_exact(width).zip(sums.chunks_exact_mut(width)) {
            let (above_it, plane) = (&above[..width], &plane[..width]);
            let sums = &mut sums[..width];
            let mut row = 0;
            for x in 0..width {
                row += i32::from(plane[x]);
                sums[x] = above_it[x] + row;
            }
            above = sums;
        }
    }
}

pair!(
    look_up,
    Colours,
    Colours {
        picture: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("a picture"),
        out: Block::<u8>::zeros([ROWS, WIDTH]),
        palette: Block::from_vec(samples(256, 256).map(|entry| entry as u8).collect(), [256])
            .and_then(|palette| palette.fixed())
            .expect("256 entries"),
    },
    |c| unite_beyond::look_up(&mut c.out, &c.picture, &c.palette),
    |c: &mut Colours| {
        let palette = c.palette.as_slice().try_into().expect("256 entries");
        look_up_by_hand(c.picture.as_slice(), palette, c.out.as_mut_slice())
    }
);

/// A picture, and numbers of its values.
struct Counts {
    plane: Heap<u8, 2>,
    counts: Block<[u32; 256]>,
}

impl Data for Counts {
    fn output(&self) -> Vec<i64> {
        self.counts.as_slice().iter().copied().map(i64::from).collect()
    }
}

pair!(
    histogram,
    Counts,
    Counts {
        plane: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("a picture"),
        counts: Block::<u32>::zeros([256]).fixed().expect("256 numbers"),
    },
    |c| unite_beyond::histogram(&mut c.counts, &c.plane),
    |c: &mut Counts| {
        histogram_by_hand(c.plane.as_slice(), c.counts.as_mut_slice().try_into().expect("256 numbers"))
    }
);

/// A picture, and its sums.
struct Sums {
    plane: Heap<u8, 2>,
    sums: Heap<i32, 2>,
}

impl Data for Sums {
    fn output(&self) -> Vec<i64> {
        self.sums.as_slice().iter().copied().map(i64::from).collect()
    }
}

pair!(
    integral,
    Sums,
    Sums {
        plane: Block::from_vec(bytes(ROWS * WIDTH), [ROWS, WIDTH]).expect("a picture"),
        sums: Block::<i32>::zeros([ROWS, WIDTH]),
    },
    |s| unite_beyond::integral(&mut s.sums, &s.plane),
    |s: &mut Sums| {
        let width = s.sums.extents()[1];
        integral_by_hand(s.plane.as_slice(), s.sums.as_mut_slice(), width)
    }
);
