//! Pictures: planes of whole macroblocks, and what of them is referred to.

use std::ops::Range;

use unite::Block;
use unite::library::{External, Heap};
use unite_h264::kernels::half_planes;

use crate::error::EncodeError;
use crate::kernels::motion::surround;
use crate::location::{Local, samples_of, side_of, take_lines};
use crate::threads::both;

/// A component.
pub type Plane = Heap<u8, 2>;
/// The rows of a component that a slice writes.
pub type PlanePart<'a> = External<&'a mut [u8], u8, 2>;

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

/// The components of a picture of whole macroblocks: luminance, and two of chrominance or none.
#[derive(Clone, Debug)]
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

    /// Takes what is given, `height` by `width` samples of luminance; the border goes on to the end of the last macroblocks.
    ///
    /// # Errors
    /// If a component is missing or too short.
    pub fn load(&mut self, given: &[Samples<'_>], [height, width]: [usize; 2]) -> Result<(), EncodeError> {
        if given.len() < self.planes.len() {
            return Err(EncodeError::Components { needed: self.planes.len(), found: given.len() });
        }
        for (component, (plane, given)) in self.planes.iter_mut().zip(given).enumerate() {
            let size = if component == 0 { [height, width] } else { [height.div_ceil(2), width.div_ceil(2)] };
            let given = Block::external_pitched_ref(given.samples, size, given.stride)
                .map_err(|error| EncodeError::Samples { component, error })?;
            surround(plane, &given);
        }
        Ok(())
    }

    /// Takes a row of macroblocks from a picture that ends with it.
    pub fn take_row(&mut self, row: usize, strip: &Self) {
        for (component, (plane, strip)) in self.planes.iter_mut().zip(&strip.planes).enumerate() {
            let [_, width] = plane.extents();
            take_lines(plane.as_mut_slice(), row, strip.as_slice(), side_of(component) * width);
        }
    }

    /// The last rows of macroblocks of each component, as those rows of a picture.
    pub fn end(&mut self, rows: &Range<usize>) -> Vec<PlanePart<'_>> {
        let mut parts = Vec::with_capacity(self.planes.len());
        for (component, plane) in self.planes.iter_mut().enumerate() {
            let side = side_of(component);
            let [height, width] = plane.extents();
            let first = (height - rows.len() * side) * width;
            let part = Block::external(&mut plane.as_mut_slice()[first..], [rows.len() * side, width])
                .and_then(|part| part.with_origin([(rows.start * side) as isize, 0]));
            parts.push(part.expect("rows of a plane"));
        }
        parts
    }
}

/// A picture that others refer to: its luminance at full samples and at the three half samples between them (8.4.2.2.1), and
/// its chrominance, with what vectors find outside of it.
#[derive(Debug)]
pub struct Reference {
    /// `G`, `b`, `h` and `j` of figure 8-4; `G` goes as far as those at the border of the others need.
    pub luma: [Plane; 4],
    /// Cb and Cr.
    pub chroma: Vec<Plane>,
    /// What half samples are made with.
    line: Heap<i16, 1>,
}

/// What six taps need before and after what they make.
const TAPS: [usize; 2] = [2, 3];

impl Reference {
    /// Room for a picture of so many rows and columns of macroblocks.
    pub fn new(size: [usize; 2], components: usize) -> Self {
        let around = |[height, width]: [usize; 2], before: usize, after: usize| {
            Block::<u8>::zeros([height + before + after, width + before + after])
                .with_origin([-(before as isize); 2])
                .expect("a picture and its margin")
        };
        let (luma, chroma) = (samples_of(size, 0), samples_of(size, 1));
        let half = || around(luma, MARGIN, MARGIN);
        Reference {
            luma: [around(luma, MARGIN + TAPS[0], MARGIN + TAPS[1]), half(), half(), half()],
            chroma: (1..components).map(|_| around(chroma, MARGIN / 2, MARGIN / 2)).collect(),
            line: Block::<i16>::zeros([luma[1] + 2 * MARGIN + TAPS[0] + TAPS[1]]),
        }
    }

    /// Takes a picture, by so many threads at most.
    pub fn take(&mut self, picture: &Picture, threads: usize) {
        let Reference { luma: [g, b, h, j], chroma, line } = self;
        let [taken, taken_chroma @ ..] = &picture.planes[..] else {
            return;
        };
        let halves = || {
            surround(g, taken);
            let middle = g.view();
            let middle = middle.colocate(b).expect("the margin is wider");
            let p = middle.tensor().expect("samples side by side");
            half_planes(&p, b, h, j, line);
        };
        let others = || {
            chroma.iter_mut().zip(taken_chroma).for_each(|(plane, component)| surround(plane, component));
        };
        both(threads, halves, others);
    }
}
