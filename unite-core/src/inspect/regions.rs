//! Where tensors lie in the root, one over the other.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::svg::{Anchor, COLOURS, Svg};
use super::trie::{Entry, Trie};
use crate::space::{ReferenceSpace, TensorSpace};
use crate::staged::Reach;

impl Trie {
    /// The parts of the root in which the tensors lie, along two of its axes: the first from top to bottom, the second
    /// from left to right.
    ///
    /// # Panics
    /// If a tensor lies in a universe that lacks one of the axes.
    pub fn regions(&self, axes: [usize; 2]) -> Regions<'_> {
        Regions::of(self, axes)
    }
}

const MARGIN: f64 = 34.0;
const WIDTH: f64 = 560.0;
const SMALL: f64 = 11.0;
const LEGEND: f64 = 18.0;

/// The parts of the root that the tensors of a [`Trie`] cover, along two axes. Each tensor is drawn with its points; where
/// it has too many, with its outline only.
#[derive(Clone, Debug)]
pub struct Regions<'a> {
    trie: &'a Trie,
    axes: [usize; 2],
    marks: Vec<Mark>,
}

/// Some indices of a tensor.
#[derive(Clone, Debug)]
struct Mark {
    number: usize,
    region: Region,
    text: String,
}

/// The first location on both axes, and one past the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    first: [isize; 2],
    end: [isize; 2],
}

impl<'a> Regions<'a> {
    pub(super) fn of(trie: &'a Trie, axes: [usize; 2]) -> Self {
        for entry in &trie.entries {
            let rank = entry.chain.root.rank();
            for axis in axes {
                assert!(axis < rank, "{} lies in a universe of rank {rank}, without axis {axis}", entry.name);
            }
        }
        Regions { trie, axes, marks: Vec::new() }
    }

    /// Marks the indices of a tensor from `first` to `last`, in the tensor or outside it: what a kernel touches, say.
    ///
    /// ```
    /// use unite_core::{Block, inspect::Trie};
    /// let frame = Block::<u8>::zeros([8, 8]);
    /// let block = frame.view().partition([2..6, 2..6])?;
    /// let mut trie = Trie::new();
    /// trie.tensor("frame", &frame).tensor("block", &block);
    /// let picture = trie.regions([0, 1]).mark("block", &[-1, -1], &[-1, 3]).to_svg();
    /// assert!(picture.contains(">block[[-1..=-1, -1..=3]]</text>"));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no tensor of the name, or the indices have not its rank.
    #[must_use]
    pub fn mark(mut self, tensor: &str, first: &[isize], last: &[isize]) -> Self {
        let (number, entry) = self.entry(tensor);
        let space = entry.tensor.space();
        assert_eq!((first.len(), last.len()), (space.rank(), space.rank()), "indices of {tensor}");
        let region = region(space, first, last, self.axes);
        let text = mark_text(tensor, first, last);
        self.marks.push(Mark { number, region, text });
        self
    }

    /// Marks what a kernel touches of a tensor: an entry of its `FOOTPRINT`. Nothing, if it touches nothing.
    ///
    /// ```
    /// use unite_core::{Block, inspect::Trie, staged::Reach};
    /// let frame = Block::<u8>::zeros([8, 8]);
    /// let block = frame.view().partition([2..6, 2..6])?;
    /// let [above] = Reach::touch([Reach::NONE], 0, 0, -1, -1);
    /// let [above] = Reach::touch([above], 0, 1, 0, 7);
    /// let mut trie = Trie::new();
    /// trie.tensor("frame", &frame).tensor("block", &block);
    /// let picture = trie.regions([0, 1]).mark_reach("block", &above).to_svg();
    /// assert!(picture.contains(">block[[-1..=-1, 0..=7]]</text>"));
    /// assert!(!trie.regions([0, 1]).mark_reach("block", &Reach::NONE).to_svg().contains("block[["));
    /// # Ok::<(), unite_core::library::ViewError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no tensor of the name.
    #[must_use]
    pub fn mark_reach(self, tensor: &str, reach: &Reach) -> Self {
        let rank = self.entry(tensor).1.tensor.space().rank();
        let (first, last) = (&reach.first[..rank], &reach.last[..rank]);
        let empty = first.iter().zip(last).any(|(first, last)| first > last);
        if empty { self } else { self.mark(tensor, first, last) }
    }

    /// The tensor of a name.
    fn entry(&self, name: &str) -> (usize, &'a Entry) {
        let number = self.trie.entries.iter().position(|entry| entry.name == name);
        let number = number.unwrap_or_else(|| panic!("there is no tensor {name} in the trie"));
        (number, &self.trie.entries[number])
    }

    /// The picture.
    pub fn to_svg(&self) -> String {
        let regions: Vec<Region> = self.trie.entries.iter().map(|entry| whole(entry, self.axes)).collect();
        let marked = self.marks.iter().map(|mark| mark.region);
        let all = regions.iter().copied().chain(marked).reduce(Region::with);
        let all = all.unwrap_or(Region { first: [0, 0], end: [1, 1] });
        let frame = Frame::around(all);
        let mut svg = Svg::new();
        frame.ticks(&mut svg);
        let mut order: Vec<usize> = (0..regions.len()).collect();
        order.sort_by_key(|&number| core::cmp::Reverse(regions[number].area()));
        for (place, &number) in order.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let cells = cells(&self.trie.entries[number].tensor, regions[number], self.axes);
            // Of tensors in one place, all borders are seen.
            let same = order[..place].iter().filter(|&&other| regions[other] == regions[number]).count();
            frame.tensor(&mut svg, regions[number], cells, colour, 2.5 * same as f64);
        }
        for mark in &self.marks {
            let style = format!(
                "fill=\"{}\" fill-opacity=\"0.45\" stroke=\"#24292f\" stroke-width=\"1.5\" stroke-dasharray=\"4 2\"",
                COLOURS[mark.number % COLOURS.len()]
            );
            let (corner, size) = frame.rect(mark.region);
            svg.rect(corner, size, &style);
        }
        let size = self.legend(&mut svg, &frame);
        svg.finish(size, "Where tensors lie, one over the other")
    }

    /// Names and places, below the picture; the size of both.
    fn legend(&self, svg: &mut Svg, frame: &Frame) -> [f64; 2] {
        let mut y = frame.bottom() + LEGEND;
        let mut width = 0;
        let mut item = |svg: &mut Svg, colour: &str, opacity: &str, bold: &str, rest: &str| {
            let style = format!("fill=\"{colour}\" fill-opacity=\"{opacity}\" stroke=\"{colour}\"");
            svg.rect([MARGIN, y - 9.0], [12.0, 10.0], &style);
            svg.text([MARGIN + 20.0, y], SMALL, Anchor::Start, "font-weight=\"600\" fill=\"#24292f\"", bold);
            let after = MARGIN + 28.0 + bold.chars().count() as f64 * SMALL * super::svg::LETTER;
            svg.text([after, y], SMALL, Anchor::Start, "fill=\"#57606a\"", rest);
            width = width.max(bold.chars().count() + rest.chars().count());
            y += LEGEND;
        };
        for (number, entry) in self.trie.entries.iter().enumerate() {
            let rest = format!("{}{}", sizes(entry), self.memory(entry));
            item(svg, COLOURS[number % COLOURS.len()], "0.13", &entry.name, &rest);
        }
        for mark in &self.marks {
            item(svg, COLOURS[mark.number % COLOURS.len()], "0.45", &mark.text, "");
        }
        let text = MARGIN + 28.0 + width as f64 * SMALL * super::svg::LETTER;
        [frame.right().max(text) + MARGIN / 2.0, y]
    }

    fn memory(&self, entry: &Entry) -> String {
        match self.trie.block_named(&entry.chain.block) {
            Some(block) if !entry.is_block => format!(", in {block}"),
            _ => String::new(),
        }
    }
}

fn sizes(entry: &Entry) -> String {
    entry.chain.sizes().swap_remove(0)
}

fn mark_text(tensor: &str, first: &[isize], last: &[isize]) -> String {
    let ranges: Vec<String> =
        first.iter().zip(last).map(|(first, last)| format!("{first}..={last}")).collect();
    format!("{tensor}[[{}]]", ranges.join(", "))
}

/// The locations of a box of points: from space to space, the interval of each axis. The sets of the specification say the
/// same, but a coarse point may stand for millions.
fn region(space: &ReferenceSpace, first: &[isize], last: &[isize], [y, x]: [usize; 2]) -> Region {
    let mut intervals: Vec<(isize, isize)> = first.iter().copied().zip(last.iter().copied()).collect();
    for space in space.ancestry().filter(|space| space.parent().is_some()) {
        let mut above: Vec<(isize, isize)> = space.origin().iter().map(|&at| (at, at)).collect();
        for (axis, &(first, last)) in intervals.iter().enumerate() {
            let (c, r) = (space.coarsening()[axis], space.refinement()[axis]);
            let (begin, end) = &mut above[space.permutation()[axis]];
            (*begin, *end) = (*begin + (c * first).div_euclid(r), *end + (c * last).div_euclid(r) + c - 1);
        }
        intervals = above;
    }
    Region { first: [intervals[y].0, intervals[x].0], end: [intervals[y].1 + 1, intervals[x].1 + 1] }
}

fn whole(entry: &Entry, axes: [usize; 2]) -> Region {
    let extents = entry.tensor.extents();
    let last: Vec<isize> = extents.iter().map(|&extent| extent as isize - 1).collect();
    region(entry.tensor.space(), &Vec::from_iter(extents.iter().map(|_| 0)), &last, axes)
}

/// How many points the tensor has along both axes of the root, where they divide its region evenly.
fn cells(tensor: &TensorSpace, region: Region, axes: [usize; 2]) -> [usize; 2] {
    let mut runs: Vec<usize> = (0..tensor.extents().len()).collect();
    for space in tensor.space().ancestry().filter(|space| space.parent().is_some()) {
        for axis in &mut runs {
            *axis = space.permutation()[*axis];
        }
    }
    let along = |number: usize| {
        let axis = runs.iter().position(|&root| root == axes[number]);
        let points = axis.map_or(1, |axis| tensor.extents()[axis]);
        let reach = (region.end[number] - region.first[number]) as usize;
        let even = points.max(reach).is_multiple_of(points.min(reach));
        if even { points } else { 1 }
    };
    [along(0), along(1)]
}

impl Region {
    fn with(self, other: Region) -> Region {
        let least = |axis: usize| self.first[axis].min(other.first[axis]);
        let most = |axis: usize| self.end[axis].max(other.end[axis]);
        Region { first: [least(0), least(1)], end: [most(0), most(1)] }
    }

    fn area(self) -> isize {
        (self.end[0] - self.first[0]) * (self.end[1] - self.first[1])
    }
}

/// The part of the root that is drawn, and how large.
struct Frame {
    all: Region,
    scale: f64,
}

impl Frame {
    fn around(all: Region) -> Frame {
        let [height, width] = [0, 1].map(|axis| (all.end[axis] - all.first[axis]) as f64);
        Frame { all, scale: (WIDTH / width.max(height)).min(40.0) }
    }

    /// The place of a location.
    fn at(&self, [y, x]: [isize; 2]) -> [f64; 2] {
        let from = |at: isize, axis: usize| MARGIN + (at - self.all.first[axis]) as f64 * self.scale;
        [from(x, 1), from(y, 0)]
    }

    fn rect(&self, region: Region) -> ([f64; 2], [f64; 2]) {
        let ([left, top], [right, bottom]) = (self.at(region.first), self.at(region.end));
        ([left, top], [right - left, bottom - top])
    }

    fn bottom(&self) -> f64 {
        self.at(self.all.end)[1]
    }

    fn right(&self) -> f64 {
        self.at(self.all.end)[0]
    }

    /// Coordinates of the root along the upper and the left side.
    fn ticks(&self, svg: &mut Svg) {
        let mut step = 1;
        while step as f64 * self.scale < 26.0 {
            step *= 2;
        }
        for axis in 0..2 {
            let first = self.all.first[axis].div_euclid(step) * step;
            let ticks = (0..).map(|k| first + k * step).take_while(|&at| at < self.all.end[axis]);
            for at in ticks.filter(|&at| at >= self.all.first[axis]) {
                let middle = self.scale.min(26.0) / 2.0;
                let [x, y] = self.at([at; 2]);
                let (place, anchor) = match axis {
                    0 => ([MARGIN - 6.0, y + middle + 4.0], Anchor::End),
                    _ => ([x + middle, MARGIN - 8.0], Anchor::Middle),
                };
                svg.text(place, SMALL, anchor, "fill=\"#57606a\"", &format!("{at}"));
            }
        }
    }

    /// A tensor, with lines between its points.
    fn tensor(&self, svg: &mut Svg, region: Region, cells: [usize; 2], colour: &str, inset: f64) {
        let ([left, top], [width, height]) = self.rect(region);
        let fill = format!("fill=\"{colour}\" fill-opacity=\"0.13\" stroke=\"{colour}\" stroke-width=\"2\"");
        svg.rect([left + inset, top + inset], [width - 2.0 * inset, height - 2.0 * inset], &fill);
        // Lines between points that stand for several are wider.
        let style = |points: usize, reach: isize| {
            let stroke = if (points as isize) < reach { "1.8" } else { "0.6" };
            format!("stroke=\"{colour}\" stroke-opacity=\"0.6\" stroke-width=\"{stroke}\"")
        };
        let [rows, columns] = cells;
        if height / rows as f64 >= 4.0 {
            let style = style(rows, region.end[0] - region.first[0]);
            for row in 1..rows {
                let y = top + height * row as f64 / rows as f64;
                svg.line([left, y], [left + width, y], &style);
            }
        }
        if width / columns as f64 >= 4.0 {
            let style = style(columns, region.end[1] - region.first[1]);
            for column in 1..columns {
                let x = left + width * column as f64 / columns as f64;
                svg.line([x, top], [x, top + height], &style);
            }
        }
    }
}
