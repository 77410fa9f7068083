//! Inter prediction: samples that a vector leads to (H.264 8.4.2.2), and vectors from those of neighbours (8.4.1).

use unite::Block;
use unite::staged::Tensor;
use unite_h264::kernels::{Motion, sad, satd_4x4, satd_8x8, satd_16x16};

use crate::kernels::motion::{
    fetch, fetch_average, fetch_chroma_2x2, fetch_chroma_4x4, fetch_chroma_8x8, fetch_chroma_of_both,
    sad_around, sad_of_halves_around, sad_of_quarters_around, sad_of_quarters_around_one, satd_at_4x4,
    satd_at_8x8, satd_at_16x16, satd_average_4x4, satd_average_8x8, satd_average_16x16,
};
use crate::kernels::window::{
    fetch_quarters_4x4, fetch_quarters_8x8, fetch_quarters_16x16, half_samples_around,
};
use crate::location::{Local, before, move_to};
use crate::picture::{Block4, Block8, Block16, Reference};

/// A vector, across and down, in quarters of a sample.
pub type Vector = [i16; 2];

/// The planes of [`Reference::luma`].
const G: usize = 0;
const B: usize = 1;
const H: usize = 2;
const J: usize = 3;

/// The planes that a position is the mean of, twice the same where it is in one of them (table 8-12), by `yFrac` and `xFrac`. Past half a
/// sample down it is the next row of the first one, past half a sample across the next column of the second one.
const PLANES: [[[usize; 2]; 4]; 4] = [
    [[G, G], [B, G], [B, B], [B, G]],
    [[G, H], [B, H], [B, J], [B, H]],
    [[H, H], [J, H], [J, J], [J, H]],
    [[G, H], [B, H], [B, J], [B, H]],
];

/// The planes whose mean a vector leads to, and how many rows and columns on in each.
#[inline(always)]
fn taps(vector: Vector) -> ([usize; 2], [i32; 2], [i32; 2]) {
    let [x, y] = vector.map(i32::from);
    let past_half = |quarters| i32::from(quarters & 3 == 3);
    let planes = PLANES[(y & 3) as usize][(x & 3) as usize];
    (planes, [(y >> 2) + past_half(y), y >> 2], [x >> 2, (x >> 2) + past_half(x)])
}

/// Functions for square blocks of a size.
macro_rules! predictions {
    ($(
        $(#[$doc:meta])*
        $luma:ident, $chroma:ident = $block:ident, $in_chroma:ident, $fetch_quarters:ident, $fetch:ident;
    )*) => {$(
        $(#[$doc])*
        pub fn $luma(pred: &mut $block, reference: &Reference, vector: Vector) {
            if let [full] = &reference.luma[..] {
                let [x, y] = vector.map(i32::from);
                return $fetch_quarters(pred, full, y >> 2, x >> 2, (x & 3) as u8, (y & 3) as u8);
            }
            let ([first, second], dy, dx) = taps(vector);
            if first == second {
                return fetch(pred, &reference.luma[first], dy[0], dx[0]);
            }
            fetch_average(pred, &reference.luma[first], &reference.luma[second], dy[0], dx[0], dy[1], dx[1]);
        }

        /// The prediction of a component of chrominance, of half as many rows and columns.
        pub fn $chroma(pred: &mut $in_chroma, reference: &Reference, component: usize, vector: Vector) {
            let [x, y] = vector.map(i32::from);
            $fetch(pred, &reference.chroma[component], y >> 3, x >> 3, y & 7, x & 7);
        }
    )*};
}

/// How far samples of a size are from the prediction by a vector.
macro_rules! costs {
    ($(
        $(#[$doc:meta])*
        $name:ident = $block:ident, $luma:ident, $plain:ident, $of_one:ident, $of_average:ident;
    )*) => {$(
        $(#[$doc])*
        pub fn $name(samples: &$block, reference: &Reference, vector: Vector) -> i32 {
            if reference.luma.len() == 1 {
                let mut pred = samples.clone();
                $luma(&mut pred, reference, vector);
                return $plain(samples, &pred);
            }
            let ([first, second], dy, dx) = taps(vector);
            if first == second {
                return $of_one(samples, &reference.luma[first], dy[0], dx[0]);
            }
            $of_average(samples, &reference.luma[first], &reference.luma[second], dy[0], dx[0], dy[1], dx[1])
        }
    )*};
}

costs! {
    /// The sum of absolute transformed differences of a macroblock to the prediction by a vector.
    satd_luma_16x16 = Block16, luma_16x16, satd_16x16, satd_at_16x16, satd_average_16x16;
    /// The same for 8x8 samples.
    satd_luma_8x8 = Block8, luma_8x8, satd_8x8, satd_at_8x8, satd_average_8x8;
    /// The same for 4x4 samples.
    satd_luma_4x4 = Block4, luma_4x4, satd_4x4, satd_at_4x4, satd_average_4x4;
}

/// How far a macroblock is from the predictions by the eight vectors around one that leads to full samples, four quarters away, in the order
/// of [`SQUARE`](crate::search::SQUARE).
pub fn sad_full_around(samples: &Block16, reference: &Reference, vector: Vector) -> [i32; 8] {
    let [x, y] = vector.map(|quarters| i32::from(quarters) >> 2);
    sad_around(samples, &reference.luma[G], y, x)
}

/// The planes of a reference picture near where a vector leads a macroblock, at full and half samples: made once, and moved to the next.
pub struct Window {
    luma: [Local<[[u8; 18]; 18]>; 4],
    /// Into which reference picture of the macroblock it looks, and the vector to full samples that led it there.
    at: Option<(i8, Vector)>,
    /// How far the macroblock is from the prediction by a vector into the last picture, which was tried before.
    tried: Option<(Vector, i32)>,
}

impl Default for Window {
    fn default() -> Self {
        Window { luma: [(); 4].map(|()| Block::stack()), at: None, tried: None }
    }
}

impl Window {
    /// Knows nothing of a new macroblock but how far it is from the prediction by a vector into the last picture, if that was tried.
    pub fn begin(&mut self, tried: Option<(Vector, i32)>) {
        (self.at, self.tried) = (None, tried);
    }

    /// Takes what lies less than a sample from where a vector to full samples leads into a reference picture, which has a number.
    pub fn look(&mut self, samples: &Block16, reference: &Reference, number: i8, vector: Vector) {
        let [x, y] = vector.map(|quarters| isize::from(quarters) >> 2);
        let origin = before(&samples.geometry().origin, [y, x]);
        self.luma.iter_mut().for_each(|plane| move_to!(plane, origin));
        let [g, b, h, j] = &mut self.luma;
        half_samples_around(&reference.luma[G], g, b, h, j);
        self.at = Some((number, vector));
    }

    /// Makes the prediction by a vector into the reference picture of a number from what it has, if it has that.
    pub fn predict(&self, pred: &mut Block16, number: i8, vector: Vector) -> bool {
        let near = |center: Vector| [0, 1].into_iter().all(|axis| center[axis].abs_diff(vector[axis]) < 4);
        let has = self.at.is_some_and(|(of, center)| of == number && near(center));
        if has {
            let ([first, second], dy, dx) = taps(vector);
            let (first, second) = (&self.luma[first], &self.luma[second]);
            fetch_average(pred, first, second, dy[0], dx[0], dy[1], dx[1]);
        }
        has
    }

    /// The sum of absolute differences of a macroblock to the prediction by a vector.
    pub fn sad(&self, samples: &Block16, reference: &Reference, number: i8, vector: Vector) -> i32 {
        if let Some((_, sum)) = self.tried.filter(|&(tried, _)| number == 0 && tried == vector) {
            return sum;
        }
        let mut pred = samples.clone();
        if !self.predict(&mut pred, number, vector) {
            luma_16x16(&mut pred, reference, vector);
        }
        sad(samples, &pred)
    }

    /// How far a macroblock is from the predictions by the eight vectors around the one to full samples, two quarters away, in the order of
    /// [`SQUARE`](crate::search::SQUARE).
    pub fn sad_half_around(&self, samples: &Block16, vector: Vector) -> [i32; 8] {
        let [x, y] = vector.map(|quarters| i32::from(quarters) >> 2);
        sad_of_halves_around(samples, &self.luma[B], &self.luma[H], &self.luma[J], y, x)
    }

    /// The same around one that leads to full or half samples, a quarter away.
    pub fn sad_quarter_around(&self, samples: &Block16, vector: Vector) -> [i32; 8] {
        let [x, y] = vector.map(|quarters| i32::from(quarters) >> 1);
        let plane = |x: i32, y: i32| &self.luma[[[G, B], [H, J]][(y & 1) as usize][(x & 1) as usize]];
        let (center, across, down) = (plane(x, y), plane(x - 1, y), plane(x, y - 1));
        let ([y_center, y_above], [x_center, x_left]) = ([y >> 1, (y - 1) >> 1], [x >> 1, (x - 1) >> 1]);
        if (x + y) & 1 == 0 {
            sad_of_quarters_around(samples, center, across, down, y_center, x_center, y_above, x_left)
        } else {
            let corners = plane(x - 1, y - 1);
            sad_of_quarters_around_one(
                samples, center, across, down, corners, y_center, x_center, y_above, x_left,
            )
        }
    }
}

/// 2x2 samples in place.
pub type Block2 = Local<[[u8; 2]; 2]>;

predictions! {
    /// The prediction of the luminance of a macroblock by a vector.
    luma_16x16, chroma_8x8 = Block16, Block8, fetch_quarters_16x16, fetch_chroma_8x8;
    /// The same for 8x8 samples.
    luma_8x8, chroma_4x4 = Block8, Block4, fetch_quarters_8x8, fetch_chroma_4x4;
    /// The same for 4x4 samples.
    luma_4x4, chroma_2x2 = Block4, Block2, fetch_quarters_4x4, fetch_chroma_2x2;
}

/// The prediction of both components of the chrominance of a macroblock.
pub fn chroma_of_both([cb, cr]: &mut [Block8; 2], reference: &Reference, vector: Vector) {
    let [x, y] = vector.map(i32::from);
    let [of_cb, of_cr] = [0, 1].map(|component| &reference.chroma[component]);
    fetch_chroma_of_both(cb, cr, of_cb, of_cr, y >> 3, x >> 3, y & 7, x & 7);
}

/// The neighbours A, B and C of a partition, of which one may have the vector that is taken (8.4.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A.
    Left,
    /// B.
    Above,
    /// C.
    AboveRight,
}

/// `mvpLX` of a partition that refers to a picture, from its neighbours A, B and C (8.4.1.3): that of one of them where it refers to the
/// same picture, if the partition has a direction, and otherwise the median.
pub fn predicted_vector(neighbours: [Motion; 3], reference: i8, direction: Option<Direction>) -> Vector {
    let taken = direction.map(|direction| neighbours[direction as usize]);
    if let Some(taken) = taken.filter(|taken| taken.reference[0] == reference) {
        return taken.mv[0];
    }
    let [a, mut b, mut c] = neighbours;
    // 8.4.1.3.1: the median, where not just one of the three refers to the same picture.
    if b == Motion::OUTSIDE && c == Motion::OUTSIDE && a != Motion::OUTSIDE {
        (b, c) = (a, a);
    }
    let all = [a, b, c];
    let mut same = all.iter().filter(|motion| motion.reference[0] == reference);
    if let (Some(only), None) = (same.next(), same.next()) {
        return only.mv[0];
    }
    [0, 1].map(|axis| {
        let [a, b, c] = all.map(|motion| motion.mv[0][axis]);
        a.min(b).max(a.max(b).min(c))
    })
}

/// The vector of a skipped macroblock, by its neighbours (8.4.1.1).
pub fn skipped_vector(neighbours: [Motion; 3]) -> Vector {
    let [a, b, _] = neighbours;
    let still = |motion: Motion| motion.reference[0] == 0 && motion.mv[0] == [0, 0];
    if a == Motion::OUTSIDE || b == Motion::OUTSIDE || still(a) || still(b) {
        return [0, 0];
    }
    predicted_vector(neighbours, 0, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::{Macroblock, reach_of_vectors, samples_of, stack_at};
    use crate::picture::{Picture, Windows};
    use crate::search::{Bounds, SQUARE};

    #[test]
    fn vectors_around_one_cost_what_each_does() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let mut picture = Picture::new([2, 2], 1);
        picture.planes[0].as_mut_slice().fill_with(&mut random);
        let [reference, with_halves] = [false, true].map(|halves| {
            let mut reference = Reference::new(0..2, [2, 2], 1, halves);
            (0..2).for_each(|row| reference.take_row(row, &picture));
            (0..2).for_each(|row| reference.settle(row));
            reference
        });
        stack_at!(samples: [[u8; 16]; 16] = [16, 0]);
        samples.as_mut_slice().fill_with(&mut random);
        let each = |[x, y]: Vector, distance: i16| {
            SQUARE.map(|[right, down]| {
                let at = [x + distance * right as i16, y + distance * down as i16];
                let costs = [&reference, &with_halves].map(|reference| {
                    [
                        Window::default().sad(&samples, reference, 0, at),
                        satd_luma_16x16(&samples, reference, at),
                    ]
                });
                assert_eq!(costs[0], costs[1], "{at:?}");
                costs[0][0]
            })
        };
        for (y, x) in (-8..=8).flat_map(|y| (-8..=8).map(move |x| (y, x))) {
            let vector = [2 * x, 2 * y];
            let mut window = Window::default();
            window.look(&samples, &reference, 0, vector.map(|quarters| (quarters + 1) & !3));
            let near = Window::sad(&window, &samples, &reference, 0, vector);
            assert_eq!(near, Window::default().sad(&samples, &reference, 0, vector), "{vector:?}");
            assert_eq!(window.sad_quarter_around(&samples, vector), each(vector, 1), "{vector:?}");
            if x % 2 == 0 && y % 2 == 0 {
                assert_eq!(window.sad_half_around(&samples, vector), each(vector, 2), "{vector:?}");
                assert_eq!(sad_full_around(&samples, &reference, vector), each(vector, 4), "{vector:?}");
            }
        }
    }

    /// Vectors as long as they may be lead to the same samples in the window of a row as in all of the picture.
    #[test]
    fn windows_have_all_that_vectors_lead_to() {
        let size = [14, 2];
        let mut state = 1u32;
        let mut picture = Picture::new([1, 2], 2);
        for halves in [false, true] {
            let mut whole = Some(Reference::new(0..size[0], size, 2, halves));
            let (windows, mut room) = (Windows::new(size[0], false), Vec::new());
            windows.provide(&mut None, &mut room, None, |rows| Reference::new(rows, size, 2, halves));
            for row in 0..size[0] {
                picture.planes.iter_mut().for_each(|plane| {
                    plane.as_mut_slice().fill_with(|| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 24) as u8
                    });
                });
                picture.go_to(row);
                let reference = whole.as_mut().expect("the picture");
                reference.take_row(row, &picture);
                reference.settle(row);
                windows.take_row(&mut room, &mut whole, row);
            }
            let (whole, most) = (whole.expect("the picture"), 4 * (reach_of_vectors(size[0]) - 1));
            for row in 0..size[0] {
                let window = windows.of_row(row).expect("the picture is done");
                let mb = Macroblock::new(row, 0);
                let bounds = Bounds::new(mb.luma, [16; 2], samples_of(size, 0), most / 4 + 1);
                for y in (-most..=most).filter(|y| y % 5 == 0 || y.abs() > most - 8) {
                    let vector = [3, y as i16];
                    if bounds.contain(vector) {
                        stack_at!(luma: [[u8; 16]; 16] = mb.luma);
                        stack_at!(chroma: [[u8; 8]; 8] = mb.chroma);
                        let mut samples = [luma.clone(), luma];
                        let mut of_chroma = [chroma.clone(), chroma];
                        for (at, reference) in [window, &whole].into_iter().enumerate() {
                            luma_16x16(&mut samples[at], reference, vector);
                            chroma_8x8(&mut of_chroma[at], reference, 0, vector);
                            sad_full_around(&samples[0], reference, vector);
                            Window::default().look(&samples[0], reference, 0, vector.map(|at| at & !3));
                        }
                        let [first, second] = samples.map(Block::into_memory);
                        assert_eq!(first, second, "row {row}, {vector:?}");
                        let [first, second] = of_chroma.map(Block::into_memory);
                        assert_eq!(first, second, "chrominance of row {row}, {vector:?}");
                    }
                }
            }
        }
    }
}
