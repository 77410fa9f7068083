//! Sums along an axis of a source, and what is like them.

use super::super::{At, Binary, Place, Range, Seen, Tree, Word};
use super::{LARGEST, Writer};

/// No axis is longer.
const LONGEST: i64 = 80;

impl Writer {
    /// A sum along an axis of a source that can be read anywhere there: the first read of the term says how far it goes.
    pub(super) fn total(&mut self, depth: usize) -> Option<(Tree, Range)> {
        if self.in_index || self.in_stage || self.summed || self.counted.is_some() {
            return None;
        }
        let is_whole = |source: &usize| goes_anywhere(self.sources[*source].seen);
        let sources: Vec<usize> = (0..self.sources.len()).filter(is_whole).collect();
        let source = *sources.get(self.random.below(sources.len().max(1)))?;
        let axis = self.random.below(2);
        self.counted = Some(axis);
        let other = self.place(source, 1 - axis);
        let mut at = [other.clone(), other];
        at[axis] = Place::At(At::Counted);
        let (first, range) = (Tree::Read(source, at, None), self.sources[source].elem.range());
        let (term, each) = match self.random.below(4) {
            0 => (first, range),
            1 => {
                let (more, second) = self.tree(depth - 1);
                let (first, range) = self.limited(first, range, 1 << 10);
                let (more, second) = self.limited(more, second, 1 << 10);
                (Tree::Binary(Binary::Mul, Box::new([first, more])), range.binary(Binary::Mul, second))
            }
            _ => {
                let (more, second) = self.tree(depth - 1);
                let op = self.random.pick(&[Binary::Add, Binary::Sub, Binary::Max, Binary::Xor]);
                (Tree::Binary(op, Box::new([first, more])), range.binary(op, second))
            }
        };
        self.counted = None;
        let word = self.random.pick(&[Word::Sum, Word::Sum, Word::Max, Word::Min]);
        let (term, range) = match word {
            Word::Sum => {
                let (term, each) = self.limited(term, each, LARGEST / LONGEST);
                (term, each.binary(Binary::Mul, Range { least: 1, greatest: LONGEST }))
            }
            Word::Max | Word::Min => (term, each),
        };
        Some((Tree::Total(word, source, axis, Box::new(term)), range))
    }
}

/// Whether the index of a sum may stand on an axis of a view, where it is as long as another one or longer.
pub(super) fn goes_anywhere(seen: Seen) -> bool {
    matches!(seen, Seen::Inside | Seen::Turned | Seen::Ruled(_))
}
