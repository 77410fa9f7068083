//! Index expressions: integers that say where an element is.
//!
//! An index is kept as a linear combination of atoms, so that adding, scaling and substituting fold by
//! themselves: after collapsing, `plane[[8 * by.., ..]][[y, x]]` is `8 * by + y` without a pass of its own.

use super::lead::Lead;

/// The number of an entry in one of the tables of a [`Kernel`](super::Kernel).
pub type Id = usize;

/// `constant + sum of coefficient * atom`; no atom occurs twice, no coefficient is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Index {
    /// The atoms with their coefficients, in order of first appearance.
    pub terms: Vec<(Atom, i64)>,
    /// The constant.
    pub constant: i64,
}

/// What an index can depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The variable of a loop, explicit or elementwise.
    Var(Id),
    /// The number of the group that a loop variable is in, where groups of points are written out.
    Group(Id),
    /// An immutable local variable whose value is itself an index; resolved by location propagation.
    Let(Id),
    /// A value that is known when the kernel is entered: a scalar parameter or a constant.
    Scalar(Id),
    /// Any other value, known only where it stands.
    Value(Id),
    /// A parameter of a tensor.
    Get(Getter, Id, usize),
    /// The index along an axis of a view, in the map of that view.
    Axis(usize),
    /// The first (`false`) or last (`true`) index that a called kernel touches: call, tensor argument, axis.
    Reach(Id, usize, usize, bool),
    /// The same, as far as the kernel colocates: the number is that of a tensor or of a pair of them.
    Located(Id, usize, usize, bool),
    /// Where index 0 of a frame is between two points of a tensor that is seen from it: base, axis of the frame.
    Phase(Id, usize),
    /// The first (`false`) or last (`true`) index of a base that has data: base, axis.
    Edge(Id, usize, bool),
    /// Anything that is not linear.
    Op(Op, Vec<Index>),
    /// A number too large to be computed with here: nothing is known of an index that has one.
    Overflow,
}

/// Parameters of a tensor that a kernel can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Getter {
    /// The number of points along an axis.
    Extent,
    /// The location of index 0 on the axis of the root that an axis runs along.
    Origin,
    /// The distance in the root between neighbours.
    Step,
    /// The distance in memory between neighbours.
    Stride,
}

impl Getter {
    /// All of them, by the names of their methods.
    const NAMES: [(&str, Getter); 4] = [
        ("extent", Getter::Extent),
        ("origin", Getter::Origin),
        ("step", Getter::Step),
        ("stride", Getter::Stride),
    ];

    /// The one that a method is.
    pub fn named(method: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(name, _)| *name == method).map(|(_, getter)| getter)
    }

    /// The name of its method.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}

/// Operations that are not linear. Each is monotone or bounded, so that intervals pass through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A product of two indices that are not constants.
    Mul,
    /// Rust's `/`: towards zero.
    Div,
    /// Rust's `%`.
    Rem,
    /// Division rounding down, by a positive constant.
    FloorDiv,
    /// Arithmetic shift right.
    Shr,
    /// Shift left by an amount that is not a constant.
    Shl,
    /// Bitwise and.
    And,
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// The absolute value.
    Abs,
    /// Where a boundary rule leads from the first, between the second and the third, which are the least and the greatest value.
    Lead(Lead),
    /// From the indices of one parameter to an index of another one.
    Across(Across),
    /// How far the location of an index of a parameter lies past that of index 0, along this axis.
    Distance(Id, usize),
}

/// Which index of a parameter has the location of an index of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Across {
    /// The parameter whose indices are given, one for each of its axes.
    pub from: Id,
    /// The other one.
    pub to: Id,
    /// Its axis.
    pub axis: usize,
    /// Of several points, the last.
    pub last: bool,
}

impl Index {
    /// The largest constant or coefficient. The sum of a few of them is an `i64`.
    pub const LARGEST: i64 = 1 << 60;

    /// A constant.
    pub fn constant(value: i64) -> Self {
        match fitting(Some(value)) {
            Some(constant) => Index { terms: Vec::new(), constant },
            None => Index::atom(Atom::Overflow),
        }
    }

    /// Whether some number in it was too large.
    pub fn overflows(&self) -> bool {
        self.any_atom(|atom| *atom == Atom::Overflow)
    }

    /// One atom.
    pub fn atom(atom: Atom) -> Self {
        Index { terms: vec![(atom, 1)], constant: 0 }
    }

    /// The value, if it is a constant.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`.
    pub fn plus(self, other: &Index, factor: i64) -> Self {
        let overflowed = |index: &Index| index.terms.iter().any(|(atom, _)| *atom == Atom::Overflow);
        if overflowed(&self) || overflowed(other) {
            return Index::atom(Atom::Overflow);
        }
        self.added(other, factor).unwrap_or_else(|| Index::atom(Atom::Overflow))
    }

    /// The sum, if all of its numbers are small enough.
    fn added(mut self, other: &Index, factor: i64) -> Option<Self> {
        let sum = |a: i64, b: i64| fitting(a.checked_add(b.checked_mul(factor)?));
        self.constant = sum(self.constant, other.constant)?;
        for (atom, coefficient) in &other.terms {
            match self.terms.iter_mut().find(|(a, _)| a == atom) {
                Some((_, c)) => *c = sum(*c, *coefficient)?,
                None => self.terms.push((atom.clone(), sum(0, *coefficient)?)),
            }
        }
        self.terms.retain(|(_, c)| *c != 0);
        Some(self)
    }

    /// `factor * self`.
    pub fn scaled(&self, factor: i64) -> Self {
        Index::default().plus(self, factor)
    }

    /// `factor * self`, term by term: a sum stays a sum.
    pub fn times(&self, factor: &Index) -> Self {
        if let Some(factor) = factor.as_constant() {
            return self.scaled(factor);
        }
        let product = |(atom, c): &(Atom, i64)| match atom {
            // Factors stand to the left of what they are multiplied with.
            Atom::Op(Op::Mul, args) => {
                Index::op(Op::Mul, vec![args[0].times(factor), args[1].clone()]).scaled(*c)
            }
            atom => Index::op(Op::Mul, vec![factor.clone(), Index::atom(atom.clone())]).scaled(*c),
        };
        self.terms.iter().map(product).fold(factor.scaled(self.constant), |sum, term| sum.plus(&term, 1))
    }

    /// `self + value`.
    pub fn offset(self, value: i64) -> Self {
        self.plus(&Index::constant(value), 1)
    }

    /// An operation on indices, folded where its operands allow.
    pub fn op(op: Op, args: Vec<Index>) -> Self {
        if args.iter().any(Index::overflows) {
            return Index::atom(Atom::Overflow);
        }
        let constants: Option<Vec<i64>> = args.iter().map(Index::as_constant).collect();
        if let Some(value) = constants.and_then(|c| op.fold(&c)) {
            return Index::constant(value);
        }
        match op {
            Op::Mul => {
                if let Some(factor) = args[0].as_constant() {
                    return args[1].scaled(factor);
                }
                if let Some(factor) = args[1].as_constant() {
                    return args[0].scaled(factor);
                }
                // What a view runs along stays a sum of products.
                let runs = args[1].any_atom(|a| matches!(a, Atom::Axis(_)));
                let is_factor = match &args[1].terms[..] {
                    [(Atom::Op(Op::Mul, _), _)] => false,
                    [(_, 1)] => args[1].constant == 0,
                    _ => false,
                };
                if runs && !is_factor {
                    return args[1].times(&args[0]);
                }
            }
            Op::Div | Op::FloorDiv if args[1].as_constant() == Some(1) => return args[0].clone(),
            Op::FloorDiv => {
                if let Some(d) = args[1].as_constant().filter(|d| *d > 1) {
                    return floor_div(&args[0], d);
                }
            }
            Op::Shr if args[1].as_constant() == Some(0) => {
                return args[0].clone();
            }
            Op::Shl => {
                if let Some(by) = args[1].as_constant().filter(|by| (0..32).contains(by)) {
                    return args[0].scaled(1 << by);
                }
            }
            Op::Min | Op::Max => {
                let difference = args[0].clone().plus(&args[1], -1);
                if let Some(d) = difference.as_constant() {
                    return args[usize::from((d > 0) == (op == Op::Min))].clone();
                }
            }
            _ => {}
        }
        Index::atom(Atom::Op(op, args))
    }

    /// The index with every atom replaced by what `f` gives for it, innermost first; `None` keeps the atom.
    pub fn substitute(&self, f: &mut dyn FnMut(&Atom) -> Option<Index>) -> Index {
        let mut result = Index::constant(self.constant);
        for (atom, coefficient) in &self.terms {
            let value = match f(atom) {
                Some(value) => value,
                None => match atom {
                    Atom::Op(op, args) => Index::op(*op, args.iter().map(|a| a.substitute(f)).collect()),
                    other => Index::atom(other.clone()),
                },
            };
            result = result.plus(&value, *coefficient);
        }
        result
    }

    /// Calls `f` on every atom, inside operations too.
    pub fn for_each_atom(&self, f: &mut dyn FnMut(&Atom)) {
        for (atom, _) in &self.terms {
            f(atom);
            if let Atom::Op(_, args) = atom {
                for arg in args {
                    arg.for_each_atom(f);
                }
            }
        }
    }

    /// A number `n` such that the value is at most `2^n`, whatever its sign: what indices are made of is an `i32`.
    pub fn bits(&self) -> u32 {
        let of_number = |value: i64| u64::BITS - value.unsigned_abs().saturating_sub(1).leading_zeros();
        let of_atom = |atom: &Atom| match atom {
            Atom::Op(op, args) => {
                let mut bits = args.iter().map(Index::bits);
                let by = args.get(1).and_then(Index::as_constant).filter(|by| *by > 0);
                match (op, by) {
                    (Op::Mul, _) => bits.sum(),
                    // Nothing is shifted by more.
                    (Op::Shl, _) => bits.next().unwrap_or_default() + 63,
                    // Rounded away from zero: not by all of the divisor's bits.
                    (Op::Div | Op::FloorDiv, Some(by)) => {
                        let bits = bits.next().unwrap_or_default();
                        bits.saturating_sub(by.ilog2())
                    }
                    (Op::Rem | Op::And, Some(by)) => of_number(by),
                    // They are no farther away.
                    (Op::Across(_) | Op::Distance(..), _) => 40,
                    _ => bits.max().unwrap_or_default(),
                }
            }
            // Where a view of a view begins.
            Atom::Edge(..) => 58,
            // They are near, or the macro's code makes sure of it.
            Atom::Reach(..) | Atom::Located(..) => 40,
            Atom::Get(Getter::Origin | Getter::Step | Getter::Stride, ..) => 40,
            _ => 31,
        };
        let terms = self.terms.iter().map(|(atom, c)| of_number(*c) + of_atom(atom));
        let constant = (self.constant != 0).then(|| of_number(self.constant));
        let count = self.terms.len() + usize::from(constant.is_some());
        terms.chain(constant).max().unwrap_or_default() + of_number(count as i64)
    }

    /// The most bits of it and of all that it is computed from.
    pub fn widest(&self) -> u32 {
        let inner = self.terms.iter().flat_map(|(atom, _)| match atom {
            Atom::Op(_, args) => args.iter(),
            _ => [].iter(),
        });
        inner.map(Index::widest).max().unwrap_or_default().max(self.bits())
    }

    /// Whether the value, or one on the way to it, may leave an `i64`.
    pub fn may_overflow(&self) -> bool {
        self.widest() > 62
    }

    /// Whether it is by how much one extent is greater than another one, and a number: of tensors that should have the same extents.
    pub fn is_difference_of_extents(&self) -> bool {
        match &self.terms[..] {
            [(Atom::Get(Getter::Extent, ..), a @ (1 | -1)), (Atom::Get(Getter::Extent, ..), b)] => a + b == 0,
            _ => false,
        }
    }

    /// Whether computing it may panic: it divides by what may be zero, or shifts by what may be too much. Then it is computed where
    /// it stands, and not before.
    pub fn may_panic(&self) -> bool {
        self.any_atom(|atom| {
            let Atom::Op(op, args) = atom else { return false };
            let by = args.get(1).and_then(Index::as_constant);
            match op {
                Op::Div | Op::Rem | Op::FloorDiv => by.is_none_or(|by| by <= 0),
                Op::Shr | Op::Shl => !by.is_some_and(|by| (0..64).contains(&by)),
                _ => false,
            }
        })
    }

    /// Whether `test` holds for some atom, inside operations too.
    pub fn any_atom(&self, mut test: impl FnMut(&Atom) -> bool) -> bool {
        let mut found = false;
        self.for_each_atom(&mut |a| found |= test(a));
        found
    }

    /// The value, given those of the atoms; `None` where one is unknown or the arithmetic overflows.
    pub fn evaluate(&self, env: &dyn Fn(&Atom) -> Option<i64>) -> Option<i64> {
        let mut value = self.constant;
        for (atom, coefficient) in &self.terms {
            let atom = match env(atom) {
                Some(value) => value,
                None => match atom {
                    Atom::Op(op, args) => {
                        let args: Option<Vec<i64>> = args.iter().map(|a| a.evaluate(env)).collect();
                        op.fold(&args?)?
                    }
                    _ => return None,
                },
            };
            value = fitting(value.checked_add(atom.checked_mul(*coefficient)?))?;
        }
        Some(value)
    }

    /// `(axis, step, offset)` if the index is `offset + step * Axis(axis)` with a positive step: a constant, or one that is
    /// checked to be.
    pub fn along_one_axis(&self) -> Option<(usize, Index, Index)> {
        let mut found = None;
        let mut offset = Index::constant(self.constant);
        let runs = |index: &Index| index.any_atom(|a| matches!(a, Atom::Axis(_)));
        for (atom, c) in &self.terms {
            match atom {
                Atom::Axis(j) if found.is_none() && *c > 0 => found = Some((*j, Index::constant(*c))),
                Atom::Op(Op::Mul, args) if found.is_none() && *c > 0 && runs(&args[1]) && !runs(&args[0]) => {
                    let [(Atom::Axis(j), 1)] = &args[1].terms[..] else { return None };
                    if args[1].constant != 0 {
                        return None;
                    }
                    found = Some((*j, args[0].scaled(*c)));
                }
                atom if Index::atom(atom.clone()).any_atom(|a| matches!(a, Atom::Axis(_))) => return None,
                atom => offset = offset.plus(&Index::atom(atom.clone()), *c),
            }
        }
        found.map(|(j, step)| (j, step, offset))
    }
}

/// A number that indices are made of.
fn fitting(value: Option<i64>) -> Option<i64> {
    value.filter(|value| (-Index::LARGEST..=Index::LARGEST).contains(value))
}

/// `floor(x / d)`, folded.
fn floor_div(x: &Index, d: i64) -> Index {
    // A division inside, with whole numbers beside it, is part of one division.
    let inner = x.terms.iter().find_map(|(atom, c)| match (atom, c) {
        (Atom::Op(Op::FloorDiv, args), 1) => args[1].as_constant().map(|by| (atom, &args[0], by)),
        _ => None,
    });
    if let Some((atom, numerator, by)) = inner
        && let Some(both) = d.checked_mul(by)
    {
        let beside = x.clone().plus(&Index::atom(atom.clone()), -1);
        return floor_div(&beside.scaled(by).plus(numerator, 1), both);
    }
    // A term divisible by the divisor comes out of the floor.
    let mut whole = Index::constant(x.constant.div_euclid(d));
    let mut rest = Index::constant(x.constant.rem_euclid(d));
    for (atom, c) in &x.terms {
        let target = if c % d == 0 { (&mut whole, c / d) } else { (&mut rest, *c) };
        *target.0 = std::mem::take(target.0).plus(&Index::atom(atom.clone()), target.1);
    }
    if rest.terms.is_empty() {
        return whole;
    }
    // Where all terms are multiples of one number, only the multiples of it count.
    let common = rest.terms.iter().fold(d, |common, (_, c)| greatest_common_divisor(common, *c));
    let terms = rest.terms.into_iter().map(|(atom, c)| (atom, c / common)).collect();
    let rest = Index { terms, constant: rest.constant.div_euclid(common) };
    whole.plus(&Index::atom(Atom::Op(Op::FloorDiv, vec![rest, Index::constant(d / common)])), 1)
}

/// The greatest number that divides both.
pub fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

impl Op {
    /// The value on constants; `None` where Rust would panic.
    fn fold(self, args: &[i64]) -> Option<i64> {
        let shift = |by: i64| u32::try_from(by).ok().filter(|by| *by < 63);
        match (self, args) {
            (Op::Mul, [a, b]) => a.checked_mul(*b),
            (Op::Div, [a, b]) => a.checked_div(*b),
            (Op::Rem, [a, b]) => a.checked_rem(*b),
            (Op::FloorDiv, [a, b]) => (*b > 0).then(|| a.div_euclid(*b)),
            (Op::Shr, [a, b]) => Some(a >> shift(*b)?),
            (Op::Shl, [a, b]) => a.checked_mul(1i64.checked_shl(shift(*b)?)?),
            (Op::And, [a, b]) => Some(a & b),
            (Op::Min, [a, b]) => Some(*a.min(b)),
            (Op::Max, [a, b]) => Some(*a.max(b)),
            (Op::Abs, [a]) => a.checked_abs(),
            (Op::Lead(lead), [at, first, last]) => lead.fold(*at, *first, *last),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(id: Id) -> Index {
        Index::atom(Atom::Var(id))
    }

    #[test]
    fn terms_cancel() {
        let x = var(0).offset(3).plus(&var(0), -1);
        assert_eq!(x.as_constant(), Some(3));
    }

    #[test]
    fn floor_division_lets_multiples_out() {
        // floor((16 * a + b + 21) / 16) = a + 1 + floor((b + 5) / 16)
        let e = var(0).scaled(16).plus(&var(1), 1).offset(21);
        let folded = Index::op(Op::FloorDiv, vec![e, Index::constant(16)]);
        assert_eq!(folded.constant, 1);
        let env = |a: i64, b: i64| {
            move |atom: &Atom| match atom {
                Atom::Var(0) => Some(a),
                Atom::Var(1) => Some(b),
                _ => None,
            }
        };
        for a in -3..3i64 {
            for b in -40..40i64 {
                assert_eq!(folded.evaluate(&env(a, b)), Some((16 * a + b + 21).div_euclid(16)));
            }
        }
    }

    #[test]
    fn divisions_fold_into_each_other() {
        let over = |x: Index, d: i64| Index::op(Op::FloorDiv, vec![x, Index::constant(d)]);
        let env = |x: i64| move |atom: &Atom| matches!(atom, Atom::Var(0)).then_some(x);
        let nested = over(over(var(0).offset(3), 4).scaled(1).offset(5), 6);
        let common = over(var(0).scaled(6).offset(5), 4);
        let back = over(over(var(0), 16).scaled(16), 16);
        for x in -70..70i64 {
            assert_eq!(nested.evaluate(&env(x)), Some(((x + 3).div_euclid(4) + 5).div_euclid(6)));
            assert_eq!(common.evaluate(&env(x)), Some((6 * x + 5).div_euclid(4)));
            assert_eq!(back.evaluate(&env(x)), Some(x.div_euclid(16)));
        }
        assert_eq!(over(var(0).scaled(4), 4), var(0));
        assert_eq!(back, over(var(0), 16));
        let divisions = |index: &Index| {
            let mut count = 0;
            index.for_each_atom(&mut |a| count += usize::from(matches!(a, Atom::Op(Op::FloorDiv, _))));
            count
        };
        assert_eq!(divisions(&nested), 1);
    }

    #[test]
    fn what_is_too_large_is_not_known() {
        let large = Index::constant(Index::LARGEST);
        assert!(large.clone().offset(1).overflows());
        assert!(var(0).scaled(Index::LARGEST).plus(&var(0), 1).overflows());
        assert!(Index::op(Op::Mul, vec![large.clone(), Index::constant(2)]).overflows());
        // It does not come back.
        let gone = large.offset(1).scaled(0).offset(-1);
        assert!(gone.overflows() && gone.as_constant().is_none());
        assert!(Index::constant(i64::MIN).overflows());
    }

    #[test]
    fn bits_hold_every_value() {
        let product = Index::op(Op::Mul, vec![var(0), var(1).scaled(-3).offset(7)]);
        assert_eq!(product.bits(), 31 + (2 + 31 + 1));
        assert!(product.may_overflow() && !Index::op(Op::Mul, vec![var(0), var(1)]).may_overflow());
        // A small remainder of a large number is computed from that.
        let rest = Index::op(Op::Rem, vec![product, Index::constant(5)]);
        assert!(rest.bits() == 3 && rest.may_overflow());
        let tiles = Index::op(Op::FloorDiv, vec![var(0).offset(15), Index::constant(16)]);
        assert!(!Index::op(Op::Mul, vec![tiles.clone(), tiles]).may_overflow());
    }

    #[test]
    fn smaller_of_related_indices_folds() {
        let m = Index::op(Op::Min, vec![var(0).offset(1), var(0)]);
        assert_eq!(m, var(0));
        let m = Index::op(Op::Max, vec![var(0).offset(1), var(0)]);
        assert_eq!(m, var(0).offset(1));
    }
}
