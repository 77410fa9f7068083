//! Blocks that are written as a whole before anything is read: their memory needs no zeros.

use std::collections::HashMap;

use super::Emitter;
use crate::analyse::{chain, may_jump};
use crate::cost::WALKED;
use crate::ir::{Atom, Id, Index, ScopeKind};

impl Emitter<'_> {
    /// Whether the first loop that touches a block of constant extents writes every element of it, and reads none.
    pub fn is_overwritten(&self, block: Id, extents: &[Index]) -> bool {
        let kernel = self.kernel;
        let base = self.analysis.tensors.views[block].base;
        if self.needs_carrier(base) || may_jump(kernel) || !self.knows_extents() {
            return false;
        }
        let Some(extents) = extents.iter().map(Index::as_constant).collect::<Option<Vec<i64>>>() else {
            return false;
        };
        let points = extents.iter().try_fold(1i64, |all, e| all.checked_mul(*e));
        let Some(points) = points.filter(|points| (1..=WALKED).contains(points)) else { return false };
        let own = kernel.views[block].scope;
        // The loop around an access that stands where the block does.
        let statement = |access: Id| {
            chain(kernel, kernel.accesses[access].scope).into_iter().skip_while(|scope| *scope != own).nth(1)
        };
        let touching: Vec<Id> =
            (0..kernel.accesses.len()).filter(|a| self.analysis.tensors.base(kernel, *a) == base).collect();
        let Some(first) = touching.first().and_then(|access| statement(*access)) else { return false };
        let mut is_written = vec![false; points as usize];
        for access in touching.into_iter().filter(|access| statement(*access) == Some(first)) {
            let is_plain = kernel.writes.iter().any(|write| write.target == access && write.op.is_none());
            let is_ruled = self.analysis.tensors.rule(kernel, access).is_some();
            if !is_plain || is_ruled || !self.mark(access, own, &extents, &mut is_written) {
                return false;
            }
        }
        is_written.into_iter().all(|written| written)
    }

    /// Marks what an access touches in the loops around it; false if that cannot be said.
    fn mark(&self, access: Id, own: Id, extents: &[i64], is_touched: &mut [bool]) -> bool {
        let kernel = self.kernel;
        let mut runs = vec![HashMap::new()];
        for scope in
            chain(kernel, kernel.accesses[access].scope).into_iter().skip_while(|s| *s != own).skip(1)
        {
            let Some(passes) = self.passes(scope) else { return false };
            if passes.len().saturating_mul(runs.len()) > WALKED as usize {
                return false;
            }
            runs = runs
                .iter()
                .flat_map(|run: &HashMap<Id, i64>| {
                    passes.iter().map(|pass| run.iter().chain(pass).map(|(var, at)| (*var, *at)).collect())
                })
                .collect();
        }
        let data = self.data(access);
        runs.iter().all(|run| {
            let mut place = 0;
            for (index, extent) in data.iter().zip(extents) {
                let at = index.substitute(&mut |atom| match atom {
                    Atom::Var(var) => run.get(var).map(|value| Index::constant(*value)),
                    _ => None,
                });
                match at.as_constant() {
                    Some(at) if (0..*extent).contains(&at) => place = place * extent + at,
                    _ => return false,
                }
            }
            is_touched[place as usize] = true;
            true
        })
    }

    /// The values of a loop's variables in each of its passes, if they are constant.
    fn passes(&self, scope: Id) -> Option<Vec<HashMap<Id, i64>>> {
        let kernel = self.kernel;
        let ScopeKind::Loop(vars) = &kernel.scopes[scope].kind else { return None };
        let traversed = kernel.loops.iter().find_map(|l| {
            let traversal = l.traversal.as_ref()?;
            l.vars.iter().chain(&traversal.counter).eq(vars).then_some((l, traversal))
        });
        if let Some((over, traversal)) = traversed {
            let passes = traversal.points.iter().zip(0..);
            return Some(
                passes
                    .map(|(point, count)| {
                        let axes = over.vars.iter().zip(point).map(|(var, at)| (*var, *at));
                        axes.chain(traversal.counter.map(|counter| (counter, count))).collect()
                    })
                    .collect(),
            );
        }
        let mut passes = vec![HashMap::new()];
        for var in vars {
            let v = &kernel.vars[*var];
            let (start, end) = (self.resolve(&v.start).as_constant()?, self.resolve(&v.end).as_constant()?);
            if v.computed.is_some()
                || v.has_gaps
                || (end - start).saturating_mul(passes.len() as i64) > WALKED
            {
                return None;
            }
            passes = passes
                .iter()
                .flat_map(|pass: &HashMap<Id, i64>| {
                    (start..end).map(|at| pass.iter().map(|(v, at)| (*v, *at)).chain([(*var, at)]).collect())
                })
                .collect();
        }
        (!vars.is_empty()).then_some(passes)
    }
}
