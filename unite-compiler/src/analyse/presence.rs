//! What only the run knows of views: whether there is such a place, where it is asked where one tensor is in another one, and
//! whether a factor is one.
//!
//! A tensor that has fewer axes than another one, or the universe, lies somewhere on the others. A region or coverage in it
//! exists where that is among the locations of the other one. That is checked where the view is defined, as early as what it
//! depends on is known.

use super::bases::BaseKind;
use super::placement::is_known;
use super::question::{Presence, Question};
use super::space::{Along, Sliced, ancestry, up};
use super::tensors::Tensors;
use crate::ir::{Id, Index, Kernel, ScopeKind};

/// The scope furthest out at whose beginning an index is known, out of loops but of no branch.
fn outermost(kernel: &Kernel, index: &Index, mut scope: Id) -> Option<Id> {
    while let (ScopeKind::Loop(_), Some(parent)) = (&kernel.scopes[scope].kind, kernel.scopes[scope].parent) {
        scope = parent;
    }
    is_known(kernel, index, scope).then_some(scope)
}

impl Presence {
    /// The scope at whose beginning all is known that it depends on; none if it has to be asked where the view is defined.
    pub fn scope(&self, kernel: &Kernel, tensors: &Tensors) -> Option<Id> {
        let scope = kernel.views[self.view].scope;
        if let Question::Count { extent, count, .. } = &self.question {
            let both = tensors.resolve(kernel, extent).plus(&tensors.resolve(kernel, count), 1);
            return outermost(kernel, &both, scope);
        }
        if let ScopeKind::Loop(_) = kernel.scopes[scope].kind {
            return None;
        }
        let is_param = |base: Id| matches!(tensors.bases[base].kind, BaseKind::Param(_));
        let exist = match self.question {
            Question::Shares { by, in_universe, .. } => {
                (in_universe || is_param(by)) && is_param(tensors.views[self.of].base)
            }
            Question::Has(_) | Question::Factor(..) | Question::Count { .. } => true,
        };
        let mut indices = self.indices();
        if let Question::Shares { .. } = self.question {
            let of = &tensors.views[self.of];
            indices.extend(of.data.iter().chain(&of.at).chain(&of.extent));
        }
        let known = |index: &&Index| {
            let index = tensors.resolve(kernel, index).substitute(&mut |atom| match atom {
                crate::ir::Atom::Axis(_) => Some(Index::constant(0)),
                _ => None,
            });
            is_known(kernel, &index, scope)
        };
        (exist && indices.iter().all(known)).then_some(scope)
    }
}

impl Tensors {
    /// Notes the views of which only the run knows whether they have as many elements as they have to.
    pub(super) fn count_listed(&mut self, kernel: &Kernel) {
        for list in &kernel.lists {
            // A view with fewer axes was refused.
            let Some(extent) = self.views[list.view].extent.get(list.axis) else { continue };
            let extent = self.resolve(kernel, extent);
            let count = self.resolve(kernel, &list.count);
            if extent.clone().plus(&count, -1).as_constant().is_none() {
                let question = Question::Count { axis: list.along, extent, count, all: list.all };
                self.presences.push(Presence { view: list.view, of: list.of, question });
            }
        }
    }

    /// Notes the factors of a view along each axis that only the run knows.
    pub(super) fn with_factors(&mut self, view: Id, of: Id, by: &[Index]) {
        for (axis, factor) in by.iter().enumerate().filter(|(_, factor)| factor.as_constant().is_none()) {
            self.presences.push(Presence { view, of, question: Question::Factor(axis, factor.clone()) });
        }
    }

    /// Notes that a view is somewhere only if these slices have what is asked of them.
    pub(super) fn on_slices(&mut self, view: Id, slices: Vec<Sliced>) {
        for slice in slices {
            let of = self.space(slice.view).parent.unwrap_or(slice.view);
            self.presences.push(Presence { view, of, question: Question::Has(slice) });
        }
    }

    /// Notes that it is asked where a view is: what shows a tensor where another one is, is nowhere if they share no location.
    pub(super) fn place(&mut self, view: Id) {
        for above in ancestry(self.spaces(), view) {
            let BaseKind::Seen { of, by, .. } = self.bases[self.views[above].base].kind else { continue };
            let Some(source) = self.space(above).parent else { continue };
            let is_made =
                self.views[source].base != self.views[above].base && self.views[source].anchor == by;
            if !is_made || self.presences.iter().any(|presence| presence.view == above) {
                continue;
            }
            let root = ancestry(self.spaces(), source).pop().unwrap_or(source);
            let (mut first, mut last) = (Vec::new(), Vec::new());
            for along in up(self.spaces(), source, root, all(&self.views[source].extent)) {
                first.push(along.first());
                last.push(along.last());
            }
            let question = Question::Shares { by, in_universe: false, first, last };
            self.presences.push(Presence { view: above, of, question });
        }
    }
}

/// All points of a tensor of these extents.
pub fn all(extent: &[Index]) -> Vec<Along> {
    extent.iter().map(|e| Along::Fixed(Index::constant(0), e.clone().offset(-1))).collect()
}
