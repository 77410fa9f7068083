//! Pictures: planes of whole macroblocks, and what of them is referred to.

use std::ops::Range;
use std::sync::OnceLock;

use unite::library::{External, ExternalPitched, Heap};
use unite::{Block, BlockError};
use unite_h264::kernels::half_planes;

use crate::error::EncodeError;
use crate::kernels::motion::{extend, surround};
use crate::location::{
    Local, move_to, reach, repeat_line, rows_of, samples_of, settled, side_of, take_lines,
};

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

    /// The components of what is given, `height` by `width` samples of luminance: as they lie there if they are of whole macroblocks and
    /// need not be copied, or copied here, where the border goes on to the end of the last ones.
    ///
    /// # Errors
    /// If a component is missing or too short, or its rows overlap.
    pub fn whole<'a>(
        &'a mut self,
        given: &[Samples<'a>],
        [height, width]: [usize; 2],
        copied: bool,
    ) -> Result<Vec<Given<'a>>, EncodeError> {
        if given.len() < self.planes.len() {
            return Err(EncodeError::Components { needed: self.planes.len(), found: given.len() });
        }
        let components = self.planes.iter_mut().zip(given).enumerate();
        let whole = components.map(|(component, (plane, given))| {
            let size = if component == 0 { [height, width] } else { [height.div_ceil(2), width.div_ceil(2)] };
            let error = |error| EncodeError::Samples { component, error };
            if given.stride < size[1] && size[0] > 1 {
                return Err(EncodeError::Stride { component, stride: given.stride, width: size[1] });
            }
            let given = Block::external_pitched_ref(given.samples, size, given.stride).map_err(error)?;
            if size == plane.extents() && !copied {
                return Ok(given);
            }
            surround(plane, &given);
            all_of(plane).map_err(error)
        });
        whole.collect()
    }

    /// Its components, as they are given to be read.
    pub fn given(&self) -> Vec<Given<'_>> {
        self.planes.iter().map(|plane| all_of(plane).expect("a plane has its samples")).collect()
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

/// A plane, as it is given to be read.
fn all_of(plane: &Plane) -> Result<Given<'_>, BlockError> {
    let [height, width] = plane.extents();
    Block::external_pitched_ref(plane.as_slice(), [height, width], width)
}

/// A picture that others refer to, or some of its rows of macroblocks: its luminance at full samples, and at the three half samples between them (8.4.2.2.1) where many of
/// these are asked for, and its chrominance, with what vectors find outside of it.
#[derive(Debug)]
pub struct Reference {
    /// `G` of figure 8-4, which goes as far as half samples at the border need, and then `b`, `h` and `j`, or none of them.
    pub luma: Vec<Plane>,
    /// Cb and Cr.
    pub chroma: Vec<Plane>,
    /// What half samples are made with.
    line: Heap<i16, 1>,
    /// Which rows of macroblocks there are, of so many.
    rows: Range<usize>,
    all: usize,
}

/// Which lines of a component there are: those of rows of macroblocks, but for so many at their end, which the filter may still change when
/// it has seen that row, or which need some of these; and, where the picture ends, some before and after.
struct Lines {
    component: usize,
    late: usize,
    around: [usize; 2],
}

/// What six taps need before and after what they make.
const TAPS: [usize; 2] = [2, 3];
/// Lines of luminance at full samples.
const FULL: Lines = Lines { component: 0, late: 3, around: [MARGIN + TAPS[0], MARGIN + TAPS[1]] };
/// The same at half samples.
const HALF: Lines = Lines { component: 0, late: 3 + TAPS[1], around: [MARGIN; 2] };
/// Those of chrominance.
const CHROMA: Lines = Lines { component: 1, late: 1, around: [MARGIN / 2; 2] };

impl Lines {
    /// Those that are final with some rows of macroblocks, of so many, in a plane of all of them.
    fn of(&self, rows: Range<usize>, all: usize) -> Range<usize> {
        settled(rows, all, side_of(self.component), self.late, self.around)
    }

    /// A plane of those of some rows of macroblocks, in its place.
    fn plane(&self, rows: Range<usize>, size: [usize; 2]) -> Plane {
        let (lines, [before, after]) = (self.of(rows, size[0]), self.around);
        let [_, width] = samples_of(size, self.component);
        Block::<u8>::zeros([lines.len(), before + width + after])
            .with_origin([lines.start as isize - before as isize, -(before as isize)])
            .expect("a picture and its margin")
    }

    /// Makes what is around those that become final with a row of macroblocks, of so many.
    fn surround(&self, plane: &mut Plane, [row, rows]: [usize; 2]) {
        let ([height, stride], [before, after]) = (plane.extents(), self.around);
        let inside = before..height - after;
        let lines = self.of(row..row + 1, rows);
        let final_lines = lines.start.max(inside.start)..lines.end.min(inside.end);
        let width = stride - before - after;
        extend(&mut part_of(plane, final_lines, before), before as i32, width as i32);
        repeat_line(plane.as_mut_slice(), inside.start, lines.start..inside.start, stride);
        repeat_line(plane.as_mut_slice(), inside.end - 1, inside.end..lines.end, stride);
    }
}

/// Some lines of a plane, in their place.
fn part_of(plane: &mut Plane, lines: Range<usize>, margin: usize) -> External<&mut [u8], u8, 2> {
    let [_, width] = plane.extents();
    let origin = [lines.start as isize - margin as isize, -(margin as isize)];
    let samples = &mut plane.as_mut_slice()[lines.start * width..lines.end * width];
    let part = Block::external(samples, [lines.len(), width]).and_then(|part| part.with_origin(origin));
    part.expect("lines of a plane")
}

impl Reference {
    /// Room for some rows of macroblocks of a picture of so many rows and columns, with half samples or without.
    pub fn new(rows: Range<usize>, size: [usize; 2], components: usize, halves: bool) -> Self {
        let plane = |lines: &Lines| lines.plane(rows.clone(), size);
        let half = (0..if halves { 3 } else { 0 }).map(|_| plane(&HALF));
        Reference {
            luma: std::iter::once(plane(&FULL)).chain(half).collect(),
            chroma: (1..components).map(|_| plane(&CHROMA)).collect(),
            line: Block::<i16>::zeros([samples_of(size, 0)[1] + FULL.around.iter().sum::<usize>()]),
            rows: rows.clone(),
            all: size[0],
        }
    }

    /// The components of the picture itself, and how many samples each has before it.
    pub fn planes(&self) -> impl Iterator<Item = (&Plane, usize)> {
        let chroma = self.chroma.iter().map(|plane| (plane, CHROMA.around[0]));
        std::iter::once((&self.luma[0], FULL.around[0])).chain(chroma)
    }

    /// Takes a row of macroblocks as it is constructed, before it is filtered.
    pub fn take_row(&mut self, row: usize, picture: &Picture) {
        let [luma, chroma @ ..] = &picture.planes[..] else { return };
        let before = FULL.around[0];
        surround(&mut part_of(&mut self.luma[0], rows_of(row, side_of(0), before), before), luma);
        let before = CHROMA.around[0];
        for (plane, chroma) in self.chroma.iter_mut().zip(chroma) {
            surround(&mut part_of(plane, rows_of(row, side_of(1), before), before), chroma);
        }
    }

    /// Makes the rest of what becomes final of the picture with a row of macroblocks, which the filter has seen: rows come in their order.
    pub fn settle(&mut self, row: usize) {
        let Reference { luma, chroma, line, all, .. } = self;
        FULL.surround(&mut luma[0], [row, *all]);
        if let [g, b, h, j] = &mut luma[..] {
            let lines = HALF.of(row..row + 1, *all);
            let [mut b, mut h, mut j] = [b, h, j].map(|plane| part_of(plane, lines.clone(), MARGIN));
            let middle = g.view().colocate(&b).expect("the margin is wider");
            half_planes(&middle.tensor().expect("samples side by side"), &mut b, &mut h, &mut j, line);
        }
        chroma.iter_mut().for_each(|plane| CHROMA.surround(plane, [row, *all]));
    }

    /// Takes what becomes final of all of the picture with a row of macroblocks, if it has that row.
    fn take_settled(&mut self, whole: &Self, row: usize) {
        if !self.rows.contains(&row) {
            return;
        }
        let luma = self.luma.iter_mut().zip(&whole.luma).zip([FULL, HALF, HALF, HALF]);
        let chroma = self.chroma.iter_mut().zip(&whole.chroma).zip([CHROMA, CHROMA]);
        for ((plane, whole), kept) in luma.chain(chroma) {
            let first = kept.of(self.rows.clone(), self.all).start;
            let [_, stride] = plane.extents();
            let lines = kept.of(row..row + 1, self.all);
            plane.as_mut_slice()[(lines.start - first) * stride..(lines.end - first) * stride]
                .copy_from_slice(&whole.as_slice()[lines.start * stride..lines.end * stride]);
        }
    }
}

/// A picture that others refer to, while it is made and afterwards: in windows, which some rows of macroblocks each look at, and which are
/// there as soon as all that their vectors may lead to is final.
#[derive(Debug)]
pub struct Windows {
    windows: Vec<OnceLock<Reference>>,
    /// How many rows of macroblocks look at the same one, of so many.
    rows: usize,
    all: usize,
}

impl Windows {
    /// None of the windows of a picture of so many rows of macroblocks: one for all of it if that is enough. With more windows more is
    /// copied, as they overlap; with fewer the next picture begins later.
    pub fn new(all: usize, one: bool) -> Self {
        let rows = if one { all } else { all.div_ceil(4).max(reach(all)) };
        Windows { windows: (0..all.div_ceil(rows)).map(|_| OnceLock::new()).collect(), rows, all }
    }

    /// Room for a picture and its windows: what is left of another picture, or made of some rows.
    pub fn provide(
        &self,
        picture: &mut Option<Reference>,
        room: &mut Vec<Reference>,
        left: Option<Vec<Reference>>,
        make: impl Fn(Range<usize>) -> Reference,
    ) {
        let (count, most) = (self.windows.len(), reach(self.all));
        let end = |window: usize| ((window + 1) * self.rows + most).min(self.all);
        let rows = |window: usize| (window * self.rows).saturating_sub(most)..end(window);
        let made = || (0..count).map(|window| make(rows(window))).collect();
        *room = left.filter(|left| left.len() == count).unwrap_or_else(made);
        if count == 1 && picture.is_none() {
            *picture = room.pop();
        }
        picture.get_or_insert_with(|| make(0..self.all));
    }

    /// The window that a row of macroblocks looks at, if it is there.
    pub fn of_row(&self, row: usize) -> Option<&Reference> {
        self.windows[row / self.rows].get()
    }

    /// Fills the windows for which there is room with what becomes final of a picture with a row of macroblocks. Those that are full are
    /// there; one for all of the picture is the picture itself.
    pub fn take_row(&self, room: &mut Vec<Reference>, picture: &mut Option<Reference>, row: usize) {
        let Some(whole) = picture else { return };
        if self.windows.len() == 1 {
            if row + 1 == whole.all {
                self.windows[0].get_or_init(|| picture.take().expect("the picture is there"));
            }
            return;
        }
        room.iter_mut().for_each(|window| window.take_settled(whole, row));
        while room.first().is_some_and(|window| window.rows.end == row + 1) {
            let at = self.windows.len() - room.len();
            self.windows[at].set(room.remove(0)).expect("a window is filled once");
        }
    }

    /// The windows, to be used again.
    pub fn into_room(self) -> Vec<Reference> {
        self.windows.into_iter().filter_map(OnceLock::into_inner).collect()
    }
}
