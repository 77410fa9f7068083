//! Conditions on indices: what bounds inference knows about when an access happens.

use super::{Atom, Index};

/// A condition, as far as it speaks of indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `index < 0`, after moving everything to one side: `a < b` is `a - b < 0`.
    Negative(Index),
    /// `index == 0`.
    Zero(Index),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// One of them holds.
    Or(Box<Condition>, Box<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// A comparison of numbers that were computed: Rust's arithmetic on them may have wrapped around.
    Computed {
        /// The comparison.
        condition: Box<Condition>,
        /// Its sides.
        sides: Vec<Index>,
        /// Whether there are casts in them.
        casts: bool,
    },
    /// Always or never.
    Constant(bool),
    /// Not about indices.
    Unknown,
}

impl Condition {
    /// `a < b`.
    pub fn less(a: &Index, b: &Index) -> Self {
        Condition::Negative(a.clone().plus(b, -1))
    }

    /// `a == b`.
    pub fn equal(a: &Index, b: &Index) -> Self {
        Condition::Zero(a.clone().plus(b, -1))
    }

    /// Both hold.
    pub fn and(self, other: Condition) -> Self {
        match (self, other) {
            (Condition::Constant(true), c) | (c, Condition::Constant(true)) => c,
            (a, b) => Condition::And(Box::new(a), Box::new(b)),
        }
    }

    /// One of them holds.
    pub fn or(self, other: Condition) -> Self {
        match (self, other) {
            (Condition::Constant(false), c) | (c, Condition::Constant(false)) => c,
            (a, b) => Condition::Or(Box::new(a), Box::new(b)),
        }
    }

    /// It does not hold.
    pub fn negated(self) -> Self {
        match self {
            Condition::Not(c) => *c,
            Condition::Constant(b) => Condition::Constant(!b),
            Condition::Unknown => Condition::Unknown,
            c => Condition::Not(Box::new(c)),
        }
    }

    /// The condition with every index rewritten.
    pub fn map(&self, f: &mut dyn FnMut(&Index) -> Index) -> Condition {
        match self {
            Condition::Negative(i) => Condition::Negative(f(i)),
            Condition::Zero(i) => Condition::Zero(f(i)),
            Condition::And(a, b) => Condition::And(Box::new(a.map(f)), Box::new(b.map(f))),
            Condition::Or(a, b) => Condition::Or(Box::new(a.map(f)), Box::new(b.map(f))),
            Condition::Not(c) => Condition::Not(Box::new(c.map(f))),
            Condition::Computed { condition, sides, casts } => Condition::Computed {
                condition: Box::new(condition.map(f)),
                sides: sides.iter().map(f).collect(),
                casts: *casts,
            },
            Condition::Constant(b) => Condition::Constant(*b),
            Condition::Unknown => Condition::Unknown,
        }
    }

    /// The truth value, as far as the atoms decide it.
    pub fn evaluate(&self, env: &dyn Fn(&Atom) -> Option<i64>) -> Option<bool> {
        match self {
            Condition::Negative(i) => i.evaluate(env).map(|v| v < 0),
            Condition::Zero(i) => i.evaluate(env).map(|v| v == 0),
            Condition::And(a, b) => match (a.evaluate(env), b.evaluate(env)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Condition::Or(a, b) => match (a.evaluate(env), b.evaluate(env)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Condition::Not(c) => c.evaluate(env).map(|b| !b),
            Condition::Computed { condition, .. } => condition.evaluate(env),
            Condition::Constant(b) => Some(*b),
            Condition::Unknown => None,
        }
    }

    /// Whether some part of it does not speak of indices.
    pub fn is_unknown(&self) -> bool {
        match self {
            Condition::Unknown => true,
            Condition::And(a, b) | Condition::Or(a, b) => a.is_unknown() || b.is_unknown(),
            Condition::Not(c) | Condition::Computed { condition: c, .. } => c.is_unknown(),
            _ => false,
        }
    }

    /// Calls `f` on every index in it.
    pub fn for_each_index(&self, f: &mut dyn FnMut(&Index)) {
        match self {
            Condition::Negative(i) | Condition::Zero(i) => f(i),
            Condition::And(a, b) | Condition::Or(a, b) => {
                a.for_each_index(f);
                b.for_each_index(f);
            }
            Condition::Not(c) | Condition::Computed { condition: c, .. } => c.for_each_index(f),
            Condition::Constant(_) | Condition::Unknown => {}
        }
    }
}
