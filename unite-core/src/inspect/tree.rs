//! The picture of a trie.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::svg::{Anchor, COLOURS, LETTER, Svg};
use super::trie::{Node, Trie};
use crate::space::ReferenceSpace;

impl Trie {
    /// A picture of the tree: blocks in boxes with a border, views with a dashed one, and a dashed line from each view to
    /// the block whose memory it refers to.
    pub fn to_svg(&self) -> String {
        svg(self)
    }
}

const MARGIN: f64 = 16.0;
const GAP: f64 = 28.0;
const NAME: f64 = 14.0;
const SMALL: f64 = 11.0;
const LEADING: f64 = 15.0;
const PADDING: f64 = 8.0;
const STEP: f64 = 6.0;

/// What changes from space to space stands before the lines, on a little white.
const CHANGE: &str = "fill=\"#57606a\" stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\"";

/// A node with its place.
struct Placed<'a> {
    node: &'a Node,
    /// The lines in the box, each a name or not.
    lines: Vec<(String, bool)>,
    /// The left end of the part of the picture that is for the node and what is below it, and its width.
    left: f64,
    width: f64,
    /// The upper end of the box.
    top: f64,
    children: Vec<Placed<'a>>,
}

/// The picture.
pub(super) fn svg(trie: &Trie) -> String {
    let roots = trie.roots();
    let mut left = MARGIN;
    let mut placed = Vec::new();
    for root in &roots {
        let root = place(trie, root, left, MARGIN);
        left += root.width + GAP;
        placed.push(root);
    }
    let mut svg = Svg::new();
    for root in &placed {
        nearest(trie, &mut svg, root, &placed);
    }
    for root in &placed {
        edges(&mut svg, root);
    }
    for root in &placed {
        boxes(trie, &mut svg, root);
    }
    let bottom = placed.iter().map(lowest).fold(0.0, f64::max);
    svg.finish([left - GAP + 3.0 * MARGIN, bottom + MARGIN], "The spaces of tensors")
}

/// Widths from below, places from above.
fn place<'a>(trie: &Trie, node: &'a Node, left: f64, top: f64) -> Placed<'a> {
    let lines = lines(trie, node);
    let own = Placed { node, lines, left, width: 0.0, top, children: Vec::new() };
    let changes = node.changes.iter().map(|change| letters(change, SMALL)).fold(0.0, f64::max);
    // What changes stands to the right of the line from above.
    let needed = own.size()[0].max(2.0 * changes + PADDING);
    let most = node.children.iter().map(|child| child.changes.len()).max().unwrap_or(0);
    let below = top + own.size()[1] + GAP + LEADING * most as f64;
    let mut children: Vec<Placed<'a>> = Vec::new();
    let mut next = left;
    for child in &node.children {
        let child = place(trie, child, next, below);
        next += child.width + GAP;
        children.push(child);
    }
    let spread = if children.is_empty() { 0.0 } else { next - GAP - left };
    let shift = ((needed - spread) / 2.0).max(0.0);
    for child in &mut children {
        child.shift(shift);
    }
    Placed { width: needed.max(spread), children, ..own }
}

impl Placed<'_> {
    fn shift(&mut self, by: f64) {
        self.left += by;
        self.children.iter_mut().for_each(|child| child.shift(by));
    }

    fn size(&self) -> [f64; 2] {
        let width = |(line, name): &(String, bool)| letters(line, if *name { NAME } else { SMALL });
        let width = self.lines.iter().map(width).fold(0.0, f64::max);
        match self.lines.len() {
            0 => [STEP, STEP],
            lines => [width + 2.0 * PADDING, LEADING * lines as f64 + PADDING],
        }
    }

    fn middle(&self) -> f64 {
        self.left + self.width / 2.0
    }

    fn find(&self, space: &ReferenceSpace) -> Option<&Placed<'_>> {
        if self.node.space == *space {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(space))
    }
}

fn letters(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

fn lines(trie: &Trie, node: &Node) -> Vec<(String, bool)> {
    if node.space.parent().is_none() {
        return [(format!("universe of {} axes", node.space.rank()), false)].into();
    }
    let of_tensor = |&number: &usize| {
        let entry = &trie.entries[number];
        let sizes = entry.chain.sizes().into_iter().map(|size| (size, false));
        core::iter::once((entry.name.to_string(), true)).chain(sizes)
    };
    node.tensors.iter().flat_map(of_tensor).collect()
}

fn edges(svg: &mut Svg, placed: &Placed<'_>) {
    let [_, height] = placed.size();
    let from = [placed.middle(), placed.top + height];
    for child in &placed.children {
        let to = [child.middle(), child.top];
        // Down to a common height, across, and down.
        let bend = from[1] + GAP / 3.0;
        let style = "stroke=\"#57606a\"";
        svg.line(from, [from[0], bend], style);
        svg.line([from[0], bend], [to[0], bend], style);
        svg.line([to[0], bend], to, style);
        let first = to[1] - PADDING - LEADING * (child.node.changes.len() as f64 - 1.0);
        for (number, change) in child.node.changes.iter().enumerate() {
            let at = [to[0] + 5.0, first + LEADING * number as f64];
            svg.text(at, SMALL, Anchor::Start, CHANGE, change);
        }
        edges(svg, child);
    }
}

/// From views to the blocks whose memory they refer to, where that is not the space above.
fn nearest(trie: &Trie, svg: &mut Svg, placed: &Placed<'_>, all: &[Placed<'_>]) {
    for &number in &placed.node.tensors {
        let entry = &trie.entries[number];
        let is_above = placed.node.space.parent() == Some(&entry.chain.block);
        let block = all.iter().find_map(|root| root.find(&entry.chain.block));
        if let (false, false, Some(block)) = (entry.is_block, is_above, block) {
            let ([width, height], [to_width, to_height]) = (placed.size(), block.size());
            let from = [placed.middle() + width / 2.0, placed.top + height / 2.0];
            let to = [block.middle() + to_width / 2.0, block.top + to_height / 2.0];
            let colour = COLOURS[number % COLOURS.len()];
            svg.bow(from, to, 30.0, &format!("stroke=\"{colour}\" stroke-dasharray=\"4 3\""));
        }
    }
    for child in &placed.children {
        nearest(trie, svg, child, all);
    }
}

fn boxes(trie: &Trie, svg: &mut Svg, placed: &Placed<'_>) {
    let size = placed.size();
    let corner = [placed.middle() - size[0] / 2.0, placed.top];
    let tensor = placed.node.tensors.first().map(|&number| (&trie.entries[number], number));
    match tensor {
        Some((entry, number)) => {
            let colour = COLOURS[number % COLOURS.len()];
            let dash = if entry.is_block { "" } else { " stroke-dasharray=\"5 3\"" };
            let style = format!("rx=\"4\" fill=\"#ffffff\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}");
            svg.rect(corner, size, &style);
        }
        None if placed.node.space.parent().is_none() => {
            svg.rect(corner, size, "rx=\"4\" fill=\"#f6f8fa\" stroke=\"#57606a\"");
        }
        // A space that is nothing but a step on the way.
        None => svg.rect(corner, size, "fill=\"#57606a\""),
    }
    for (number, (line, name)) in placed.lines.iter().enumerate() {
        let at = [placed.middle(), placed.top + LEADING * (number as f64 + 1.0) - 1.0];
        let (size, style) =
            if *name { (NAME, "font-weight=\"600\" fill=\"#24292f\"") } else { (SMALL, "fill=\"#24292f\"") };
        svg.text(at, size, Anchor::Middle, style, line);
    }
    for child in &placed.children {
        boxes(trie, svg, child);
    }
}

fn lowest(placed: &Placed<'_>) -> f64 {
    placed.children.iter().map(lowest).fold(placed.top + placed.size()[1], f64::max)
}
