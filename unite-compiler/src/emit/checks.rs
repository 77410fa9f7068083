//! Checks of what is touched: at entry, where they are the footprint, and at the beginning of branches and loops.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use crate::analyse::{BaseKind, Called, Check, interval, is_relied_on};
use crate::ir::{Atom, Condition, Getter, Id, Index, Refined, ScopeKind};

/// Whether what a check holds of is said by what the called kernel touches along an axis.
pub fn is_of_callee(check: &Check) -> bool {
    check.first.any_atom(|atom| matches!(atom, Atom::Reach(..)))
}

/// How an index is written.
#[derive(Clone, Copy, Default)]
pub struct Writing {
    /// In `i128`, where it is what it would be without a limit.
    pub wide: bool,
    /// In a check: what it is made of is bounded first.
    pub checked: bool,
}

impl Emitter<'_> {
    /// What an error calls a base: as the user would write it.
    pub fn base_title(&self, base: Id) -> String {
        let bases = &self.analysis.tensors.bases;
        match bases[base].kind {
            BaseKind::Seen { of, by, frame, .. } => {
                let named = match bases[by].kind {
                    BaseKind::Param(view) => self.user_name(view, &bases[by].name),
                    _ => &bases[by].name,
                };
                let by = frame.map_or(named.to_string(), |frame| self.kernel.views[frame].shown.clone());
                format!("{}[{by}]", self.user_name(of, &self.kernel.views[of].name))
            }
            BaseKind::Param(view) => self.user_name(view, &bases[base].name).to_string(),
            BaseKind::Block(_) => bases[base].name.to_string(),
        }
    }

    /// The user's name of a parameter, which may be the elements of a tensor whose points share them.
    fn user_name<'e>(&'e self, view: Id, name: &'e syn::Ident) -> &'e syn::Ident {
        self.refined(view).map_or(name, |refined| &self.kernel.views[refined.place].name)
    }

    /// The parameter that a view is the place or the elements of.
    fn refined(&self, view: Id) -> Option<&Refined> {
        self.kernel.refined.iter().find(|refined| [refined.place, refined.elements].contains(&view))
    }

    /// What makes of an error that names indices of a base one that names those of the user's tensor; nothing if they are the same.
    pub fn told(&self, base: Id, axis: usize) -> Option<TokenStream> {
        let bases = &self.analysis.tensors.bases;
        let carried = match bases[base].kind {
            BaseKind::Seen { by, frame: None, share: [1, 1, 1, 1], .. } => by,
            _ => base,
        };
        let BaseKind::Param(view) = bases[carried].kind else { return None };
        let refined = self.refined(view)?;
        let named = if view == refined.place { &refined.at } else { &refined.floors };
        let (krate, place) = (&self.kernel.krate, self.param_name(refined.place));
        let [at, named] = [&refined.at[axis], &named[axis]].map(|floor| quote!([#(#floor),*]));
        Some(quote!(|error| #krate::staged::of_points(#place, #axis, [#at, #named], error)))
    }

    /// The check that indices lie in a base that is carried, as a statement that returns early.
    pub fn within(&self, base: Id, axis: usize, first: &TokenStream, last: &TokenStream) -> TokenStream {
        let (carrier, kernel, tensor) = (self.carrier_name(base), self.title(), self.base_title(base));
        let told = self.told(base, axis).map(|told| quote!(.map_err(#told)));
        quote!(#carrier.within(#kernel, #tensor, #axis, #first, #last)#told?;)
    }

    /// When a check applies; empty if always.
    fn when(&self, check: &Check) -> TokenStream {
        let mut tests: Vec<TokenStream> = Vec::new();
        if let Some(Called { call, tensor, located }) = check.call {
            let callee = self.callee(call);
            // What the callee does not touch is not checked.
            let (first, last) = (self.check_index(&check.first), self.check_index(&check.last));
            if located {
                let (known, touched) = (self.is_located(call), self.touches(call, tensor));
                tests.push(quote!(const { #known && #touched } && #first <= #last));
            } else if is_of_callee(check) {
                tests.push(quote!(::core::option::Option::is_some(&#callee::FOOTPRINT) && #first <= #last));
            } else {
                // The index on an axis that was sliced away does not say whether it is touched.
                let touched = self.touches_own(call, tensor);
                tests.push(quote!(#touched && #first <= #last));
            }
        }
        for (first, last) in &check.ranges {
            let (first, last) = (self.check_index(first), self.check_index(last));
            tests.push(quote!(#first <= #last));
        }
        for condition in &check.conditions {
            tests.push(self.condition(condition));
        }
        quote!(#(#tests)&&*)
    }

    /// A condition on indices.
    pub fn condition(&self, condition: &Condition) -> TokenStream {
        match condition {
            Condition::Negative(i) => {
                let i = self.check_index(i);
                quote!((#i) < 0)
            }
            Condition::Zero(i) => {
                let i = self.check_index(i);
                quote!((#i) == 0)
            }
            Condition::And(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!((#a && #b))
            }
            Condition::Or(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!((#a || #b))
            }
            Condition::Not(c) => {
                let c = self.condition(c);
                quote!(!(#c))
            }
            Condition::Computed { condition, .. } => self.condition(condition),
            Condition::Constant(b) => quote!(#b),
            // Nothing is checked under a condition that is not known there.
            Condition::Unknown => quote!(true),
        }
    }

    /// An index in a check, where overflow must not hide that it is out of bounds. What it is made of is at most an
    /// `i32`; only products and large factors can leave an `isize`, and are computed in `i128`.
    pub fn check_index(&self, index: &Index) -> TokenStream {
        self.bounded_index(index, true)
    }

    /// An index as it is compared with others, or as a length: where it overflows, it is the largest or the least.
    pub fn exact_index(&self, index: &Index) -> TokenStream {
        self.bounded_index(index, false)
    }

    fn bounded_index(&self, index: &Index, checked: bool) -> TokenStream {
        let wide = index.may_overflow();
        let tokens = self.writing(Writing { wide, checked }).index(index);
        let krate = &self.kernel.krate;
        if wide { quote!(#krate::staged::narrow_index(#tokens)) } else { tokens }
    }

    /// The emitter that writes indices in this way.
    pub fn writing(&self, writing: Writing) -> Self {
        self.there(|here| here.writing = writing)
    }

    /// What an index in a check is made of, bounded.
    pub fn checked_atom(&self, atom: &Atom, tokens: TokenStream) -> TokenStream {
        let Writing { wide, checked } = self.here.writing;
        let krate = &self.kernel.krate;
        let kernel = self.title();
        let bounded = match atom {
            Atom::Value(id) => Some(self.value_name(*id).to_string()),
            Atom::Var(id) if !self.kernel.vars[*id].staged => Some(self.kernel.vars[*id].name.to_string()),
            _ => None,
        };
        let tokens = match bounded {
            Some(name) if checked => {
                quote!(#krate::staged::require_coordinate(#kernel, #name, #tokens as ::core::primitive::i128))
            }
            _ => tokens,
        };
        if wide && !matches!(atom, Atom::Op(..)) {
            quote!((#tokens as ::core::primitive::i128))
        } else {
            tokens
        }
    }

    /// An extent that the program sees: as an `i32`, which it is made sure of where it need not be one.
    pub fn bounded_extent(&self, view: Id, extent: &Index) -> Option<TokenStream> {
        let shown = &self.kernel.views[view].shown;
        (!is_small(extent)).then(|| self.require_extent(shown, self.exact_index(extent)))
    }

    /// An extent of what is called so, if a tensor can have it.
    pub fn require_extent(&self, shown: &str, extent: TokenStream) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        match self.here.answers {
            true => quote!(#krate::staged::extent_of_view(#kernel, #shown, #extent)?),
            false => quote!(#krate::staged::require_extent(#kernel, #shown, #extent)),
        }
    }

    /// Makes sure that the indices that a loop over a view runs through are each an `i32`. Less than nothing is nothing.
    pub fn bounded_extents(&self, view: Id) -> TokenStream {
        let (krate, extents) = (&self.kernel.krate, &self.analysis.tensors.views[view].extent);
        let large = extents.iter().map(|extent| self.resolve(extent)).filter(|extent| !is_small(extent));
        let checks = large.map(|extent| {
            let extent = self.exact_index(&extent);
            self.require_extent(&self.kernel.views[view].shown, quote!(#krate::staged::index_max(#extent, 0)))
        });
        checks.map(|check| quote!(#check;)).collect()
    }

    /// The checks at the entry of the kernel, as statements that return early.
    pub fn entry_checks(&self) -> TokenStream {
        let presences = self.presences_in(0).map(|presence| self.presence_as_error(presence));
        let checks = self.analysis.bounds.checks[0].iter().map(|check| self.check_as_error(check));
        presences.chain(checks).collect()
    }

    /// A check, as a statement that returns early.
    pub fn check_as_error(&self, check: &Check) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let base = &self.analysis.tensors.bases[check.base];
        let (tensor, axis) = (self.base_title(check.base), check.axis);
        let (first, last) = (self.check_index(&check.first), self.check_index(&check.last));
        let test = match base.kind {
            BaseKind::Block(view) => {
                let extent = self.check_index(&self.analysis.tensors.views[view].extent[axis]);
                quote!(#krate::staged::within_block(#kernel, #tensor, #axis, #first, #last, #extent)?;)
            }
            _ => self.within(check.base, axis, &first, &last),
        };
        self.guard(check, test)
    }

    /// The checks at the beginning of an inner scope, as statements that panic.
    pub fn scope_checks(&self, scope: Id) -> TokenStream {
        let kernel = self.title();
        let mut tokens = self.doubts(scope);
        tokens.extend(self.presences_inside(scope));
        tokens.extend(self.analysis.bounds.checks[scope].iter().map(|check| {
            let tensor = self.base_title(check.base);
            let (first, last) = (self.check_index(&check.first), self.check_index(&check.last));
            let test = self.require(check.base, &kernel, &tensor, check.axis, &first, &last);
            self.guard(check, test)
        }));
        tokens
    }

    /// A scope makes sure of a condition that checks further out rely on, where it may not be what it looks like.
    fn doubts(&self, scope: Id) -> TokenStream {
        let Some(condition) = self.doubtful(scope) else { return TokenStream::new() };
        let (krate, kernel, holds) = (&self.kernel.krate, self.title(), self.condition(condition));
        quote!(#krate::staged::require_exact(#kernel, #holds);)
    }

    /// The condition of a scope that checks further out rely on, if it may not be what it looks like.
    pub fn doubtful(&self, scope: Id) -> Option<&Condition> {
        let ScopeKind::Branch(condition) = &self.kernel.scopes[scope].kind else { return None };
        let bounds = &self.analysis.bounds;
        let accesses = self.kernel.accesses.iter().zip(&bounds.accesses).zip(&bounds.regardless);
        let accesses = accesses.map(|((access, plan), regardless)| (access.scope, *plan, *regardless));
        let calls = self.kernel.calls.iter().zip(&bounds.calls).map(|(call, plan)| (call.scope, *plan, None));
        let is_constant = *condition == Condition::Constant(true);
        let doubtful = self.kernel.scopes[scope].doubtful || *condition == Condition::Constant(false);
        (doubtful
            && !is_constant
            && !condition.is_unknown()
            && is_relied_on(self.kernel, accesses.chain(calls), scope))
        .then_some(condition)
    }

    fn guard(&self, check: &Check, test: TokenStream) -> TokenStream {
        let when = self.when(check);
        if when.is_empty() { test } else { quote!(if #when { #test }) }
    }
}

/// Whether an extent is an `i32` whatever it is made of: extents of tensors, and numbers that are each one.
pub fn is_small(extent: &Index) -> bool {
    let (first, last) = ends(extent);
    first.is_some_and(|first| first >= LEAST) && last.is_some_and(|last| last <= MOST)
}

/// Whether all numbers from the first to before the second are each an `i32`, whatever the two are made of.
pub fn are_indices(start: &Index, end: &Index) -> bool {
    let (first, last) = (ends(start).0, ends(&end.clone().offset(-1)).1);
    first.is_some_and(|first| first >= LEAST) && last.is_some_and(|last| last <= MOST)
}

const LEAST: i64 = i32::MIN as i64;
const MOST: i64 = i32::MAX as i64;

/// The least and the greatest value that an index can have, where they are known: extents of tensors are not negative, and other
/// numbers are each an `i32`.
fn ends(index: &Index) -> (Option<i64>, Option<i64>) {
    let range = |atom: &Atom| {
        let first = match atom {
            Atom::Get(Getter::Extent, ..) => 0,
            Atom::Scalar(_) | Atom::Value(_) | Atom::Var(_) => LEAST,
            _ => return None,
        };
        Some((Index::constant(first), Index::constant(MOST)))
    };
    let known = interval(index, &range);
    known.map_or((None, None), |(first, last)| (first.as_constant(), last.as_constant()))
}
