//! Pictures: planes of whole macroblocks, and what of them is referred to.

use std::ops::Range;

use unite::Block;
use unite::library::{External, ExternalPitched, Heap};
use unite_h264::kernels::half_planes;

use crate::error::EncodeError;
use crate::kernels::motion::{extend, surround};
use crate::location::{Local, move_to, repeat_line, rows_of, samples_of, settled, side_of, take_lines};

/// A component.
pub type Plane = Heap<u8, 2>;

/// 4x4 samples in place.
pub type Block4 = Local<[[u8; 4]; 4]>;
/// 8x8 samples in place.
pub type Block8 = Local<[[u8; 8]; 8]>;
/// 16x16 samples in place.
pub type Block16 = Local<[[u8; 16]; 16]>;

/// Samples around a reference picture, on each side, so that vectors may lead out of it.
pub const MARGIN: usize = 20;

/// A component of a picture that is given, of any stride.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    /// Its samples.
    pub samples: &'a [u8],
    /// How far apart its rows are.
    pub stride: usize,
}

/// A component of a picture of whole macroblocks that is only read, wherever it lies.
pub type Given<'a> = ExternalPitched<&'a [u8], u8, 2>;

/// The components of a picture of whole macroblocks: luminance, and two of chrominance or none.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Y, Cb, Cr.
    pub planes: Vec<Plane>,
}

impl Picture {
    /// A picture for so many rows and columns of macroblocks.
    pub fn new(size: [usize; 2], components: usize) -> Self {
        let plane = |component| Block::<u8>::zeros(samples_of(size, component));
        Picture { planes: (0..components).map(plane).collect() }
    }

    /// The components of what is given, `height` by `width` samples of luminance: as they lie there if they are of whole macroblocks, or
    /// copied here, where the border goes on to the end of the last ones.
    ///
    /// # Errors
    /// If a component is missing or too short.
    pub fn whole<'a>(
        &'a mut self,
        given: &[Samples<'a>],
        [height, width]: [usize; 2],
    ) -> Result<Vec<Given<'a>>, EncodeError> {
        if given.len() < self.planes.len() {
            return Err(EncodeError::Components { needed: self.planes.len(), found: given.len() });
        }
        let components = self.planes.iter_mut().zip(given).enumerate();
        let whole = components.map(|(component, (plane, given))| {
            let size = if component == 0 { [height, width] } else { [height.div_ceil(2), width.div_ceil(2)] };
            let given = Block::external_pitched_ref(given.samples, size, given.stride)?;
            let whole @ [_, stride] = plane.extents();
            if size == whole {
                return Ok(given);
            }
            surround(plane, &given);
            Block::external_pitched_ref(plane.as_slice(), whole, stride)
        });
        let errors = |(component, whole): (usize, Result<_, _>)| {
            whole.map_err(|error| EncodeError::Samples { component, error })
        };
        whole.enumerate().map(errors).collect()
    }

    /// Takes a row of macroblocks from a picture in which it is row `at`.
    pub fn take_row(&mut self, row: usize, from: &Self, at: usize) {
        for (component, (plane, from)) in self.planes.iter_mut().zip(&from.planes).enumerate() {
            let [_, width] = plane.extents();
            take_lines(plane.as_mut_slice(), row, from.as_slice(), at, side_of(component) * width);
        }
    }

    /// Moves it to where it begins with a row of macroblocks of a larger one.
    pub fn go_to(&mut self, row: usize) {
        for (component, plane) in self.planes.iter_mut().enumerate() {
            move_to!(plane, [(row * side_of(component)) as isize, 0]);
        }
    }
}

/// A picture that others refer to: its luminance at full samples, and at the three half samples between them (8.4.2.2.1) where many of
/// these are asked for, and its chrominance, with what vectors find outside of it.
#[derive(Debug)]
pub struct Reference {
    /// `G` of figure 8-4, which goes as far as half samples at the border need, and then `b`, `h` and `j`, or none of them.
    pub luma: Vec<Plane>,
    /// Cb and Cr.
    pub chroma: Vec<Plane>,
    /// What half samples are made with.
    line: Heap<i16, 1>,
}

/// What six taps need before and after what they make.
const TAPS: [usize; 2] = [2, 3];

/// How many lines of a row of macroblocks the filter may still change when it has seen that row: of luminance, and of chrominance.
const UNFILTERED: [usize; 2] = [3, 1];

/// Some lines of a plane, in their place.
fn part_of(plane: &mut Plane, lines: Range<usize>, margin: usize) -> External<&mut [u8], u8, 2> {
    let [_, width] = plane.extents();
    let origin = [lines.start as isize - margin as isize, -(margin as isize)];
    let samples = &mut plane.as_mut_slice()[lines.start * width..lines.end * width];
    let part = Block::external(samples, [lines.len(), width]).and_then(|part| part.with_origin(origin));
    part.expect("lines of a plane")
}

/// Makes what is around the lines of a plane that become final with a row of macroblocks, of so many, of `side` lines each.
fn settle_plane(
    plane: &mut Plane,
    row: [usize; 2],
    side: usize,
    late: usize,
    around @ [before, _]: [usize; 2],
) {
    let [height, stride] = plane.extents();
    let inside = before..height - around[1];
    let lines = settled(row, side, late, around);
    let final_lines = lines.start.max(inside.start)..lines.end.min(inside.end);
    let width = stride - around[0] - around[1];
    extend(&mut part_of(plane, final_lines, before), before as i32, width as i32);
    repeat_line(plane.as_mut_slice(), inside.start, lines.start..inside.start, stride);
    repeat_line(plane.as_mut_slice(), inside.end - 1, inside.end..lines.end, stride);
}

impl Reference {
    /// Room for a picture of so many rows and columns of macroblocks, with half samples or without.
    pub fn new(size: [usize; 2], components: usize, halves: bool) -> Self {
        let around = |[height, width]: [usize; 2], before: usize, after: usize| {
            Block::<u8>::zeros([height + before + after, width + before + after])
                .with_origin([-(before as isize); 2])
                .expect("a picture and its margin")
        };
        let (luma, chroma) = (samples_of(size, 0), samples_of(size, 1));
        let full = around(luma, MARGIN + TAPS[0], MARGIN + TAPS[1]);
        let half = (0..if halves { 3 } else { 0 }).map(|_| around(luma, MARGIN, MARGIN));
        Reference {
            luma: std::iter::once(full).chain(half).collect(),
            chroma: (1..components).map(|_| around(chroma, MARGIN / 2, MARGIN / 2)).collect(),
            line: Block::<i16>::zeros([luma[1] + 2 * MARGIN + TAPS[0] + TAPS[1]]),
        }
    }

    /// The components of the picture itself, and how many samples each has before it.
    pub fn planes(&self) -> impl Iterator<Item = (&Plane, usize)> {
        let chroma = self.chroma.iter().map(|plane| (plane, MARGIN / 2));
        std::iter::once((&self.luma[0], MARGIN + TAPS[0])).chain(chroma)
    }

    /// Takes a row of macroblocks as it is constructed, before it is filtered.
    pub fn take_row(&mut self, row: usize, picture: &Picture) {
        let [luma, chroma @ ..] = &picture.planes[..] else { return };
        surround(
            &mut part_of(&mut self.luma[0], rows_of(row, side_of(0), MARGIN + TAPS[0]), MARGIN + TAPS[0]),
            luma,
        );
        for (plane, chroma) in self.chroma.iter_mut().zip(chroma) {
            surround(&mut part_of(plane, rows_of(row, side_of(1), MARGIN / 2), MARGIN / 2), chroma);
        }
    }

    /// Makes the rest of what becomes final of the picture with a row of macroblocks, of so many, which the filter has seen: rows come in
    /// their order.
    pub fn settle(&mut self, row: [usize; 2]) {
        let Reference { luma, chroma, line } = self;
        let (side, [late, late_chroma]) = (side_of(0), UNFILTERED);
        settle_plane(&mut luma[0], row, side, late, [MARGIN + TAPS[0], MARGIN + TAPS[1]]);
        if let [g, b, h, j] = &mut luma[..] {
            let lines = settled(row, side, late + TAPS[1], [MARGIN; 2]);
            let [mut b, mut h, mut j] = [b, h, j].map(|plane| part_of(plane, lines.clone(), MARGIN));
            let middle = g.view().colocate(&b).expect("the margin is wider");
            half_planes(&middle.tensor().expect("samples side by side"), &mut b, &mut h, &mut j, line);
        }
        for plane in chroma {
            settle_plane(plane, row, side_of(1), late_chroma, [MARGIN / 2; 2]);
        }
    }
}
