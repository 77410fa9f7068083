//! Two versions of a loop whose elements depend on conditions on data: what is touched only where a condition holds must not be
//! asked for ahead, but it can be looked at. Where all of it lies inside, whatever the conditions say, a version runs that checks
//! nothing; elsewhere one that checks where each condition leads.

use std::collections::HashSet;

use super::Site;
use crate::analyse::{Interval, Plan, chain, reach};
use crate::ir::{Id, ScopeKind, Stage};

/// When a loop needs no checks under conditions.
pub struct Versions {
    /// The scope of the loop.
    pub scope: Id,
    /// What has to be at most what.
    pub tests: Vec<Interval>,
    /// The accesses that lie inside then.
    pub known: HashSet<Id>,
}

impl Site<'_> {
    /// When a loop over some variables, the first of which is the outermost, needs no checks under conditions, if it has such.
    pub fn versions(&self, vars: &[Id]) -> Option<Versions> {
        let scope = self.kernel.vars[*vars.first()?].scope;
        let mut versions = Versions { scope, tests: Vec::new(), known: HashSet::new() };
        for access in 0..self.kernel.accesses.len() {
            let Some(reach) = self.reach_under_conditions(access, scope, vars) else { continue };
            versions.tests.extend(reach);
            versions.known.insert(access);
        }
        (!versions.known.is_empty()).then_some(versions)
    }

    /// What has to hold for an access to lie inside in a loop, if it is checked only under a condition in it and that is known before.
    /// Loops further inside see to theirs, unless they are short.
    fn reach_under_conditions(&self, access: Id, scope: Id, vars: &[Id]) -> Option<Vec<Interval>> {
        let (kernel, analysis) = (self.kernel, self.analysis);
        if self.is_version || kernel.stage < Stage::All || kernel.opaque.is_some() || !self.knows_extents() {
            return None;
        }
        let around = chain(kernel, kernel.accesses[access].scope);
        let outside = around.iter().position(|inner| *inner == scope)?;
        let is_late = match analysis.bounds.accesses[access] {
            Plan::Here => true,
            Plan::At(place) => around[outside + 1..].contains(&place),
            Plan::Proven | Plan::Shared(_) => false,
        };
        let is_short = |inner: &Id| match &kernel.scopes[*inner].kind {
            ScopeKind::Loop(own) => own.iter().all(|var| vars.contains(var) || self.points(*var).is_some()),
            _ => true,
        };
        if !is_late || !around[outside..].iter().all(is_short) || kernel.in_closures.contains(&access) {
            return None;
        }
        let reach = reach(kernel, &analysis.tensors, access, scope)?;
        let is_known = reach
            .iter()
            .all(|(small, large)| self.is_known_before(small, scope) && self.is_known_before(large, scope));
        is_known.then_some(reach)
    }
}
