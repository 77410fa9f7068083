//! Two versions of a loop whose elements depend on conditions on data: what is touched only where a condition holds must not be
//! asked for ahead, but it can be looked at. Where all of it lies inside, whatever the conditions say, a version runs that checks
//! nothing; elsewhere one that checks where each condition leads.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Body, Emitter, Written};
use crate::analyse::{Interval, Plan, chain, reach};
use crate::ir::{Id, ScopeKind, Stage};

impl Emitter<'_> {
    /// A loop over some variables, the first of which is the outermost: in two versions where that helps.
    pub fn in_versions(&self, vars: &[Id], nest: &Body<'_>, written: &mut Written) -> TokenStream {
        let Some(scope) = vars.first().map(|var| self.kernel.vars[*var].scope) else {
            return nest(self, written);
        };
        let (mut tests, mut known) = (Vec::new(), HashSet::new());
        for access in 0..self.kernel.accesses.len() {
            let Some(reach) = self.reach_under_conditions(access, scope, vars) else { continue };
            for (small, large) in reach {
                let test = self.at_most(&small, &large);
                if !tests.iter().any(|known: &TokenStream| known.to_string() == test.to_string()) {
                    tests.push(test);
                }
            }
            known.insert(access);
        }
        if known.is_empty() {
            return nest(self, written);
        }
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let analysis = self.analysis.where_known(self.kernel, scope, &known);
        let fast = nest(&Emitter { analysis: &analysis, ..self.clone() }, written);
        if tests.is_empty() {
            return fast;
        }
        written.defined = defined;
        written.contents = contents;
        let slow = self.there(|here| {
            here.plain = true;
            here.is_version = true;
        });
        let slow = nest(&slow, written);
        quote!(if #(#tests)&&* { #fast } else { #slow })
    }

    /// What has to hold for an access to lie inside in a loop, if it is checked only under a condition in it and that is known before.
    /// Loops further inside see to theirs, unless they are short.
    fn reach_under_conditions(&self, access: Id, scope: Id, vars: &[Id]) -> Option<Vec<Interval>> {
        let (kernel, analysis) = (self.kernel, self.analysis);
        if self.here.is_version
            || kernel.stage < Stage::All
            || kernel.opaque.is_some()
            || !self.knows_extents()
        {
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
            ScopeKind::Loop(own) => own.iter().all(|var| {
                let v = &kernel.vars[*var];
                let points = self.resolve(&v.end).plus(&self.resolve(&v.start), -1);
                vars.contains(var) || points.as_constant().is_some()
            }),
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
