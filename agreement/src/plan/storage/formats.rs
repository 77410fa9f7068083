//! The formats, and where each is taken: the table of `docs/stored.md`.

use super::{Binary, Fold, Operand, Statement, Target, Term, Way};

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// How it is spelled.
    pub name: &'static str,
    /// The axes in the order in which they are stored.
    pub order: &'static [usize],
    /// What it is for statements.
    pub kind: Kind,
}

/// What a format is for statements: a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Levels that are dense, compressed or singleton: taken everywhere, and written.
    Appended,
    /// Levels in order that nothing is appended to: `Band`, `Lower`, `Diagonals`.
    Ordered,
    /// The last level is a hash table: of products one is asked.
    Hashed,
    /// There is not a level for each axis: alone only.
    Scanned,
}

use Kind::*;

const fn format(name: &'static str, order: &'static [usize], kind: Kind) -> Format {
    Format { name, order, kind }
}

/// All that are drawn.
pub const FORMATS: [Format; 36] = [
    format("(Compressed,)", &[0], Appended),
    format("(Dense,)", &[0], Appended),
    format("(Compressed<u16>,)", &[0], Appended),
    format("(Hashed,)", &[0], Hashed),
    format("Dok", &[0], Scanned),
    format("Csr", &[0, 1], Appended),
    format("Csr<u8>", &[0, 1], Appended),
    format("Dcsr", &[0, 1], Appended),
    format("Coo", &[0, 1], Appended),
    format("Coo<u64>", &[0, 1], Appended),
    format("Interleaved", &[0, 1], Appended),
    format("Permuted<Interleaved<u16>, Reversed>", &[1, 0], Appended),
    format("(Dense, Dense)", &[0, 1], Appended),
    format("(Compressed, Dense)", &[0, 1], Appended),
    format("Csc", &[1, 0], Appended),
    format("Permuted<Coo, Reversed>", &[1, 0], Appended),
    format("Permuted<Dcsr<u16>, Reversed>", &[1, 0], Appended),
    format("Band", &[0, 1], Ordered),
    format("Lower", &[0, 1], Ordered),
    format("HashedRows", &[0, 1], Hashed),
    format("Permuted<HashedRows, Reversed>", &[1, 0], Hashed),
    format("Dia", &[0, 1], Scanned),
    format("Ell", &[0, 1], Scanned),
    format("Bcsr<2, 3>", &[0, 1], Scanned),
    format("Dok", &[0, 1], Scanned),
    format("Csf", &[0, 1, 2], Appended),
    format("Coo3", &[0, 1, 2], Appended),
    format("Interleaved<u8>", &[0, 1, 2], Appended),
    format("Diagonals", &[0, 1, 2], Ordered),
    format("(Dense, Compressed, Compressed)", &[0, 1, 2], Appended),
    format("(Dense, Dense, Compressed)", &[0, 1, 2], Appended),
    format("(Compressed, Dense, Dense)", &[0, 1, 2], Appended),
    format("Permuted<Csf, Reversed>", &[2, 1, 0], Appended),
    format("(Compressed, Dense, Hashed)", &[0, 1, 2], Hashed),
    format("Permuted<Csf, MiddleFirst>", &[1, 0, 2], Appended),
    format("Dok", &[0, 1, 2], Scanned),
];

impl Format {
    /// Whether the format has a place for an index.
    pub fn has(&self, at: &[usize]) -> bool {
        match self.name {
            "Lower" => at[1] <= at[0],
            // One offset for each diagonal, and some of them twice.
            "Diagonals" => at[1] + [0, 2, 1, 0, 5][at[0] % 5] == at[2] + [0, 0, 4, 0, 1][at[0] % 5],
            _ => true,
        }
    }

    /// Whether statements put elements into it in any order: levels that are dense or hashed, and maps.
    pub fn is_inserted(&self) -> bool {
        let names = [
            "(Dense,)",
            "(Hashed,)",
            "(Dense, Dense)",
            "HashedRows",
            "Permuted<HashedRows, Reversed>",
            "Dok",
        ];
        names.contains(&self.name)
    }

    /// Whether it is written: elements are appended to it, or put into it.
    pub fn is_written(&self) -> bool {
        self.kind == Appended || self.is_inserted()
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.order.len()
    }
}

impl Statement {
    /// The iterators in the order in which stored tensors are walked side by side: the axes of each as they are written, and those of
    /// the target as early as that allows.
    pub fn walked(&self) -> Vec<usize> {
        let all: Vec<usize> =
            self.free().iter().copied().chain(self.operands.iter().flat_map(|a| a.at.clone())).collect();
        let mut left: Vec<usize> = Vec::new();
        for name in all {
            if !left.contains(&name) && self.operands.iter().any(|a| a.at.contains(&name)) {
                left.push(name);
            }
        }
        let mut walked: Vec<usize> = Vec::new();
        while !left.is_empty() {
            let comes_first = |at: &[usize], name: usize| {
                !at.contains(&name)
                    || at.iter().take_while(|other| **other != name).all(|other| walked.contains(other))
            };
            let next = left.iter().position(|&name| self.operands.iter().all(|a| comes_first(&a.at, name)));
            let name = left.remove(next.unwrap_or(0));
            walked.push(name);
        }
        walked
    }

    /// Whether the table of formats says that the statement is taken with these formats.
    pub fn is_accepted(&self) -> bool {
        if !self.is_merged() {
            return true;
        }
        let walked = self.walked();
        let place = |name: usize| walked.iter().position(|other| *other == name);
        let is_in_order = |at: &[usize], format: &Format| {
            let mut axes: Vec<usize> = (0..at.len()).collect();
            axes.sort_by_key(|&axis| place(at[axis]));
            axes == format.order
        };
        let target = match &self.target {
            Target::Stored(_, format) if self.is_inserted() => format.is_inserted(),
            // What is put where it belongs comes in the order of levels, or not.
            Target::Stored(at, format) => match format.kind {
                Appended => is_in_order(at, format),
                _ => format.is_inserted(),
            },
            _ => true,
        };
        let is_fine = |operand: &Operand| {
            let kind = match operand.format.kind {
                Appended | Ordered => true,
                Hashed => self.is_asked(operand),
                Scanned => false,
            };
            kind && is_in_order(&operand.at, &operand.format)
        };
        target && self.operands.iter().all(is_fine)
    }

    /// Whether elements are put into a stored target in any order: into what is there, or because sums stand outside of its rows, and
    /// are none that a row of sums is kept for.
    pub fn is_inserted(&self) -> bool {
        let Target::Stored(at, _) = &self.target else { return false };
        if self.changed.is_some() {
            return false;
        }
        let walked = self.walked();
        let outermost = walked.iter().take_while(|name| at.contains(name)).count();
        let is_row = outermost + 1 == at.len() && matches!(self.fold, Fold::Sum | Fold::Count);
        self.way != Way::Set || outermost < at.len() && !is_row
    }

    /// Whether a hash table is walked alone or with one other that can be walked, of two that are multiplied.
    fn is_asked(&self, operand: &Operand) -> bool {
        let Some(&last) = operand.format.order.last().map(|axis| &operand.at[*axis]) else { return false };
        let others = || self.operands.iter().filter(|other| !std::ptr::eq(*other, operand));
        let beside = || others().filter(|other| other.at.contains(&last));
        let is_appended =
            matches!(&self.target, Target::Stored(at, _) if at.contains(&last)) && !self.is_inserted();
        let is_walked = |other: &Operand| other.format.kind != Hashed;
        self.is_product()
            && match beside().count() {
                0 => !is_appended,
                1 => !is_appended || beside().all(is_walked),
                _ => false,
            }
    }

    /// Whether the term is a product of all operands, so that there is nothing where one is absent.
    fn is_product(&self) -> bool {
        fn factors(term: &Term, found: &mut Vec<usize>) {
            match term {
                Term::Of(Binary::Mul, left, right) => {
                    factors(left, found);
                    factors(right, found);
                }
                Term::Neg(of) => factors(of, found),
                // Where nothing is stored, the condition does not hold.
                Term::Where(of, _) => factors(of, found),
                Term::Stored(number) => found.push(*number),
                _ => {}
            }
        }
        let mut found = Vec::new();
        // Infinity plus anything is infinity.
        if matches!(self.fold, Fold::Max | Fold::Min | Fold::Product) {
            return self.operands.len() == 1;
        }
        factors(&self.term, &mut found);
        (0..self.operands.len()).all(|number| found.contains(&number))
    }
}
