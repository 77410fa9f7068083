//! Stencils by hand: rows side by side, so that the compiler sees that no index leaves them.

use super::pair::{Data, by_hand, pair};
use super::samples::{bytes, samples};
use unite::Block;
use unite::library::Heap;

/// Rows of output, and a width that is no multiple of a vector's.
const ROWS: usize = 16;
const WIDTH: usize = 1001;

/// A picture with a margin of one element, and one without for what is made of it.
struct Picture {
    plane: Heap<u8, 2>,
    out: Heap<u8, 2>,
}

impl Picture {
    fn new() -> Self {
        let extents = [ROWS + 2, WIDTH + 2];
        let plane = Block::from_vec(bytes(extents[0] * extents[1]), extents).expect("a picture");
        Picture { plane, out: Block::<u8>::zeros([ROWS, WIDTH]) }
    }
}

impl Data for Picture {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// Three rows of a plane with a margin, all of one length, and the row of `out` that is made of them. All are known to be as
/// long as the compiler needs.
fn threes<'a>(
    plane: &'a [u8],
    out: &'a mut [u8],
    width: usize,
) -> impl Iterator<Item = ([&'a [u8]; 9], &'a mut [u8])> {
    out.chunks_exact_mut(width).enumerate().map(move |(y, out)| {
        let from = |i: usize, j: usize| &plane[(y + i) * (width + 2) + j..][..width];
        (std::array::from_fn(|k| from(k / 3, k % 3)), out)
    })
}

by_hand! {
    #[inline(never)]
    fn box_blur_by_hand(plane: &[u8], out: &mut [u8], width: usize) {
        for (nine, out) in threes(plane, out, width) {
            for x in 0..width {
                let sum: u16 = nine.iter().map(|row| u16::from(row[x])).sum();
                out[x] = ((sum + 4) / 9) as u8;
            }
        }
    }

    #[inline(never)]
    fn sobel_by_hand(plane: &[u8], out: &mut [u8], width: usize) {
        for (nine, out) in threes(plane, out, width) {
            for x in 0..width {
                let [a, b, c, d, _, f, g, h, i] = nine.map(|row| i16::from(row[x]));
                let across = (c + 2 * f + i) - (a + 2 * d + g);
                let along = (g + 2 * h + i) - (a + 2 * b + c);
                out[x] = (across.abs() + along.abs()).min(255) as u8;
            }
        }
    }

    #[inline(never)]
    fn median_by_hand(plane: &[u8], out: &mut [u8], width: usize) {
        let middle = |a: u8, b: u8, c: u8| a.min(b).max(a.max(b).min(c));
        for (nine, out) in threes(plane, out, width) {
            for x in 0..width {
                let [a0, b0, c0, a1, b1, c1, a2, b2, c2] = nine.map(|row| row[x]);
                let small = a0.min(a1).min(a2).max(b0.min(b1).min(b2)).max(c0.min(c1).min(c2));
                let large = a0.max(a1).max(a2).min(b0.max(b1).max(b2)).min(c0.max(c1).max(c2));
                let medians = middle(middle(a0, a1, a2), middle(b0, b1, b2), middle(c0, c1, c2));
                out[x] = middle(small, medians, large);
            }
        }
    }
}

pair!(
    box_blur,
    Picture,
    Picture::new(),
    |p| unite_beyond::box_blur(&mut p.out, &p.plane),
    |p: &mut Picture| {
        let width = p.out.extents()[1];
        box_blur_by_hand(p.plane.as_slice(), p.out.as_mut_slice(), width)
    }
);

pair!(sobel, Picture, Picture::new(), |p| unite_beyond::sobel(&mut p.out, &p.plane), |p: &mut Picture| {
    let width = p.out.extents()[1];
    sobel_by_hand(p.plane.as_slice(), p.out.as_mut_slice(), width)
});

pair!(median, Picture, Picture::new(), |p| unite_beyond::median(&mut p.out, &p.plane), |p: &mut Picture| {
    let width = p.out.extents()[1];
    median_by_hand(p.plane.as_slice(), p.out.as_mut_slice(), width)
});

/// A grid with a margin, and one without.
struct Heat {
    grid: Heap<f32, 3>,
    out: Heap<f32, 3>,
}

/// The extents of what is made.
const GRID: [usize; 3] = [4, 8, 501];

impl Data for Heat {
    fn output(&self) -> Vec<i64> {
        self.out.as_slice().iter().map(|value| i64::from(value.to_bits())).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn seven_point_by_hand(grid: &[f32], out: &mut [f32], [_, height, width]: [usize; 3], rate: f32) {
        let (row, layer) = (width + 2, (width + 2) * (height + 2));
        for (z, out) in out.chunks_exact_mut(height * width).enumerate() {
            for (y, out) in out.chunks_exact_mut(width).enumerate() {
                let start = (z + 1) * layer + (y + 1) * row + 1;
                let from = |start: usize| &grid[start..start + width];
                let (back, front, above) = (from(start - layer), from(start + layer), from(start - row));
                let (below, left, right) = (from(start + row), from(start - 1), from(start + 1));
                let here = from(start);
                for x in 0..width {
                    let around = back[x] + front[x] + above[x] + below[x] + left[x] + right[x];
                    out[x] = here[x] + rate * (around - 6.0 * here[x]);
                }
            }
        }
    }
}

pair!(
    seven_point,
    Heat,
    Heat {
        grid: {
            let extents = GRID.map(|extent| extent + 2);
            let numbers = samples(extents.iter().product(), 1000).map(|number| number as f32).collect();
            Block::from_vec(numbers, extents).expect("a grid")
        },
        out: Block::<f32>::zeros(GRID),
    },
    |heat| unite_beyond::seven_point(&mut heat.out, &heat.grid, 0.125),
    |heat: &mut Heat| {
        let extents = heat.out.extents();
        seven_point_by_hand(heat.grid.as_slice(), heat.out.as_mut_slice(), extents, 0.125)
    }
);

/// A grid that is relaxed in place.
struct Board(Heap<i32, 2>);

impl Data for Board {
    fn output(&self) -> Vec<i64> {
        self.0.as_slice().iter().copied().map(i64::from).collect()
    }
}

by_hand! {
    #[inline(never)]
    fn relax_by_hand(grid: &mut [i32], [height, width]: [usize; 2]) {
        for y in 1..height - 1 {
            let (above, rest) = grid[(y - 1) * width..(y + 2) * width].split_at_mut(width);
            let (here, below) = rest.split_at_mut(width);
            let first = (y + 1) % 2;
            let (left, here) = here[first..].split_at_mut(1);
            let mut left = left[0];
            let above = above[first + 1..].chunks_exact(2);
            let below = below[first + 1..].chunks_exact(2);
            for ((here, above), below) in here.chunks_exact_mut(2).zip(above).zip(below) {
                here[0] = (above[0] + below[0] + left + here[1]) >> 2;
                left = here[1];
            }
        }
    }
}

pair!(
    relax,
    Board,
    Board(
        Block::from_vec(samples(ROWS * WIDTH, 1000).map(|n| n as i32).collect(), [ROWS, WIDTH])
            .expect("a grid")
    ),
    |board| unite_beyond::relax(&mut board.0),
    |board: &mut Board| {
        let extents = board.0.extents();
        relax_by_hand(board.0.as_mut_slice(), extents)
    }
);
