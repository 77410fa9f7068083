//! What does not change in a loop, and what is known before it.

use super::Site;
use crate::analyse::{BaseKind, Rule};
use crate::ir::{Atom, Id, Index, Op};

impl Site<'_> {
    /// Whether a base is made inside a scope: before that, nobody knows where it ends.
    pub fn is_made_in(&self, base: Id, scope: Id) -> bool {
        let tensors = &self.analysis.tensors;
        let inside = |view: Id| self.is_in(self.kernel.views[view].scope, scope);
        match tensors.bases[base].kind {
            BaseKind::Param(_) | BaseKind::Seen { entry: true, .. } => false,
            BaseKind::Block(view) => inside(view),
            BaseKind::Seen { .. } => (0..tensors.views.len())
                .any(|view| tensors.views[view].made_here == Some(base) && inside(view)),
        }
    }

    /// Whether an index is known before a scope.
    pub fn is_known_before(&self, index: &Index, scope: Id) -> bool {
        let is_late = |atom: &Atom| match atom {
            Atom::Var(id) => self.is_in(self.kernel.vars[*id].scope, scope),
            Atom::Value(id) => {
                let value = &self.kernel.values[*id];
                !value.kept || self.is_in(value.scope, scope)
            }
            Atom::Edge(base, ..) | Atom::Phase(base, _) => self.is_made_in(*base, scope),
            _ => false,
        };
        !index.may_panic() && !index.any_atom(is_late)
    }

    /// Whether an index can be made before a loop over a variable in a scope, once for all of it, also where the loop has no pass.
    pub fn is_fixed(&self, var: Id, scope: Id, index: &Index) -> bool {
        !index.may_panic() && !index.any_atom(|atom| self.changes(var, scope, atom))
    }

    /// Whether something may have another value at each iteration of a loop over a variable in a scope.
    pub fn changes(&self, var: Id, scope: Id, atom: &Atom) -> bool {
        let kernel = self.kernel;
        match atom {
            Atom::Var(id) => {
                *id == var || (kernel.vars[*id].scope != scope && self.is_in(kernel.vars[*id].scope, scope))
            }
            Atom::Group(_) | Atom::Axis(_) | Atom::Let(_) | Atom::Overflow => true,
            Atom::Value(id) => !kernel.values[*id].kept || self.is_in(kernel.values[*id].scope, scope),
            Atom::Edge(base, ..) | Atom::Phase(base, _) => self.is_made_in(*base, scope),
            _ => false,
        }
    }

    /// What does not change in a loop over a variable in a scope, of where rules lead and of how many points there are.
    pub fn fixed_in(&self, var: Id, scope: Id) -> Vec<Atom> {
        let (kernel, tensors) = (self.kernel, &self.analysis.tensors);
        let mut fixed = Vec::new();
        let inside = |access: &Id| self.is_in(kernel.accesses[*access].scope, scope);
        for access in (0..kernel.accesses.len()).filter(inside) {
            let points = match tensors.rule(kernel, access) {
                None => continue,
                Some(Rule::Covered(_)) => tensors.points(kernel, access),
                Some(_) => Vec::new(),
            };
            for index in self.data(access).into_iter().chain(points) {
                self.fixed(var, scope, &index, &mut fixed);
            }
        }
        fixed
    }

    /// Operations in an index that do not change in a loop: whole ones, and not what they are made of.
    fn fixed(&self, var: Id, scope: Id, index: &Index, found: &mut Vec<Atom>) {
        for (atom, _) in &index.terms {
            let Atom::Op(op, args) = atom else { continue };
            let leads =
                matches!(op, Op::Lead(_) | Op::Min | Op::Max) && !args.iter().any(Index::may_overflow);
            if leads && self.is_fixed(var, scope, &Index::atom(atom.clone())) {
                found.push(atom.clone());
            } else {
                args.iter().for_each(|arg| self.fixed(var, scope, arg, found));
            }
        }
    }
}
