//! Loops of lines, which run as often as a number says, or the scalar argument.

use super::super::{Binary, Carried, Elem, Line, Range, Times, Tree, Width};
use super::{LARGEST, Writer, binary};

impl Writer {
    /// A variable that becomes something else in each pass.
    pub(super) fn passes(&mut self) -> Line {
        let (first, range) = self.leaf();
        let first_kind = if self.is_beside { 2 } else { 0 };
        let times = match self.random.between(first_kind, 4) {
            0 | 1 => Times::Constant(self.random.between(2, 5)),
            2 => Times::UpTo(self.random.pick(&[1, 3, 4, 5])),
            3 => Times::DownFrom(self.random.pick(&[1, 3, 5])),
            _ => Times::Around(1),
        };
        let carried = match self.random.below(14) {
            0..=2 => Carried::Sum,
            3 => Carried::Difference,
            4 | 5 => Carried::Greatest,
            6 => Carried::Least,
            7 => Carried::Chosen(self.comparison()),
            8 | 9 => {
                let elem = self.random.pick(&[Elem::U8, Elem::I8, Elem::U16, Elem::I16]);
                let Range { least, greatest } = elem.range();
                let from = self.random.pick(&[least, 0, 7, greatest]);
                self.random.pick(&[
                    Carried::Typed(Width::Narrow(elem), from),
                    Carried::Typed(Width::Narrow(elem), from),
                    Carried::Typed(Width::Unsigned, from.max(0)),
                    Carried::Typed(Width::Long, from),
                ])
            }
            10 | 11 => Carried::Until(self.comparison()),
            _ => Carried::Mixed,
        };
        let (term, each) = match carried {
            // Half of them read nothing.
            Carried::Until(_) if self.random.chance(50) => {
                let k = Range { least: -1, greatest: 4 };
                (binary(Binary::Add, Tree::Scalar, Tree::Pass), self.scalar.binary(Binary::Add, k))
            }
            _ => {
                self.summed = true;
                let term = self.tree(2);
                self.summed = false;
                term
            }
        };
        // Eight of them are no more than twice as large as a value may be.
        let (term, each) = self.limited(term, each, LARGEST / 8);
        let (first, range) = match carried {
            Carried::Mixed | Carried::Until(_) | Carried::Typed(..) => {
                self.limited(first, range, LARGEST / 8)
            }
            _ => (first, range),
        };
        let all = each.binary(Binary::Mul, Range { least: 0, greatest: times.most() });
        let k = Range { least: -1, greatest: 4 };
        self.lines.push(match carried {
            Carried::Sum => range.binary(Binary::Add, all),
            Carried::Difference => range.binary(Binary::Sub, all),
            Carried::Greatest | Carried::Least => range.with(each),
            Carried::Chosen(_) => range.with(each.binary(Binary::Add, k)),
            Carried::Mixed | Carried::Until(_) => range.with(Range { least: 0, greatest: 1023 }),
            Carried::Typed(width, _) => range.binary(
                Binary::Add,
                match width {
                    Width::Narrow(elem) => elem.range(),
                    Width::Unsigned => Range { least: 0, greatest: 255 },
                    Width::Long => Range { least: -999, greatest: 999 },
                },
            ),
        });
        Line::Passes(times, carried, Box::new([first, term]))
    }
}
