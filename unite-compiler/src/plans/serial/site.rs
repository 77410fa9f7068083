//! A place where a loop may be written, and what is known there.

use super::groups::Point;
use crate::analyse::{Analysis, BaseKind, chain};
use crate::ir::{Id, Index, Kernel, Op, Stage};

/// A place where a loop may be written: a kernel may have one loop at several, of which different things are known.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// What is known of it here.
    pub analysis: &'a Analysis,
    /// The point of a group that is written out here.
    pub point: Option<Point>,
    /// Whether it is in the version of a loop that checks where conditions lead.
    pub is_version: bool,
    /// Whether there are no lanes here, for a reason.
    pub is_refused: bool,
}

impl Site<'_> {
    /// Whether extents are constants where they are known.
    pub fn knows_extents(&self) -> bool {
        self.kernel.stage >= Stage::Extent
    }

    /// An index without names of numbers.
    pub fn resolve(&self, index: &Index) -> Index {
        self.analysis.tensors.resolve(self.kernel, index)
    }

    /// The indices of an access in its block.
    pub fn data(&self, access: Id) -> Vec<Index> {
        let data = self.analysis.tensors.data(self.kernel, access);
        match self.point {
            Some(point) => data.iter().map(|index| point.of(index)).collect(),
            None => data,
        }
    }

    /// How far apart elements of a base are along an axis, if that is a constant.
    pub fn constant_stride(&self, base: Id, axis: usize) -> Option<i64> {
        let BaseKind::Block(view) = self.analysis.tensors.bases[base].kind else { return None };
        let extent = &self.analysis.tensors.views[view].extent;
        let inner = extent[axis + 1..].iter().cloned();
        inner.fold(Index::constant(1), |size, extent| Index::op(Op::Mul, vec![size, extent])).as_constant()
    }

    /// Whether a scope is another one, or in it.
    pub fn is_in(&self, scope: Id, outer: Id) -> bool {
        chain(self.kernel, scope).contains(&outer)
    }

    /// How many points a loop has, if that is a constant.
    pub fn points(&self, var: Id) -> Option<i64> {
        let v = &self.kernel.vars[var];
        self.resolve(&v.end).plus(&self.resolve(&v.start), -1).as_constant()
    }

    /// Whether all loops inside of that over a variable are short.
    pub fn is_innermost(&self, var: Id) -> bool {
        let scope = self.kernel.vars[var].scope;
        let is_long = |other: Id| {
            let inner = self.kernel.vars[other].scope;
            inner != scope && self.is_in(inner, scope) && self.points(other).is_none()
        };
        !(0..self.kernel.vars.len()).any(is_long)
    }

    /// Whether indices in the loop over a range rely on its bounds.
    pub fn is_relied_range(&self, var: Id) -> bool {
        let scope = self.kernel.vars[var].scope;
        let accesses = self.kernel.accesses.iter().map(|a| a.scope);
        let mut touching = accesses.chain(self.kernel.calls.iter().map(|c| c.scope));
        touching.any(|inner| self.is_in(inner, scope))
    }
}
