//! Elements that are touched anyway, whatever conditions on data say.
//!
//! A check under a condition that only the running kernel can decide stays under it: what may not happen must not be asked for.
//! It is no check of its own where the same element is touched without the condition, too: before it, after it, or on both sides
//! of it. Then the check of that access, which stands further out, is one of both.

use super::bases::BaseKind;
use super::checks::{Check, Plan, Shown, Touched};
use super::placement::{candidates, chain};
use super::places::{find, is_proven, merge_all};
use super::tensors::Tensors;
use crate::ir::{Atom, Id, Index, Kernel, ScopeKind};

/// What is touched whenever a scope runs.
struct Fact {
    base: Id,
    data: Vec<Index>,
}

/// Elements that are touched anyway.
pub struct Certain {
    /// Of each scope, what it touches whenever it runs.
    of_scope: Vec<Vec<Fact>>,
}

impl Tensors {
    /// Whether an access is one element where it stands, and nothing else chooses whether it is touched.
    pub(super) fn is_plain(&self, kernel: &Kernel, access: Id) -> bool {
        self.rule(kernel, access).is_none()
            && self.is_one_case(access)
            && !kernel.in_closures.contains(&access)
    }
}

impl Certain {
    /// Finds them. Scopes are numbered from the outside, so those inside come later.
    pub fn of(kernel: &Kernel, tensors: &Tensors) -> Self {
        let mut of_scope: Vec<Vec<Fact>> = kernel.scopes.iter().map(|_| Vec::new()).collect();
        let branches = kernel.scopes.iter().any(|scope| matches!(scope.kind, ScopeKind::Branch(_)));
        if !branches {
            return Certain { of_scope };
        }
        for (id, access) in kernel.accesses.iter().enumerate() {
            if tensors.is_plain(kernel, id) {
                let (base, data) = (tensors.views[access.view].base, tensors.data(kernel, id));
                of_scope[access.scope].push(Fact { base, data });
            }
        }
        // What is touched in each of several scopes of which one runs is touched in the scope around them.
        let mut groups: Vec<&Vec<Id>> = kernel.alternatives.iter().collect();
        groups.sort_by_key(|scopes| std::cmp::Reverse(scopes.first().copied()));
        for scopes in groups {
            let Some((first, others)) = scopes.split_first() else { continue };
            let Some(around) = kernel.scopes[*first].parent else { continue };
            let is_in = |scope: &Id, fact: &Fact| {
                of_scope[*scope].iter().any(|other| other.base == fact.base && other.data == fact.data)
            };
            let common: Vec<Fact> = of_scope[*first]
                .iter()
                .filter(|fact| others.iter().all(|scope| is_in(scope, fact)))
                .filter(|fact| fact.data.iter().all(|index| is_known_in(kernel, index, around)))
                .map(|fact| Fact { base: fact.base, data: fact.data.clone() })
                .collect();
            of_scope[around].extend(common);
        }
        Certain { of_scope }
    }

    /// The outermost scope that touches the element of an access whenever it runs.
    pub fn scope_of(&self, kernel: &Kernel, tensors: &Tensors, access: Id, data: &[Index]) -> Id {
        let its = kernel.accesses[access].scope;
        if !tensors.is_plain(kernel, access) {
            return its;
        }
        let base = tensors.base(kernel, access);
        let is_its = |fact: &Fact| fact.base == base && fact.data == data;
        let mut around = chain(kernel, its).into_iter();
        around.find(|scope| self.of_scope[*scope].iter().any(is_its)).unwrap_or(its)
    }

    /// The plan of an access under a condition on data whose elements are touched anyway: the outermost scope of which that can be
    /// said. Checks that have to be made there are made.
    pub fn place(
        &self,
        kernel: &Kernel,
        tensors: &Tensors,
        checks: &mut [Vec<Check>],
        touched: &Touched,
    ) -> Option<(Plan, Shown)> {
        let around = chain(kernel, touched.scope);
        let last = candidates(kernel, &around);
        if last == 0 || touched.first.iter().any(|index| index.any_atom(|atom| !is_lasting(kernel, atom))) {
            return None;
        }
        for (depth, &scope) in around[..last].iter().enumerate() {
            let mut found = Vec::new();
            let mut shown = vec![None; touched.first.len()];
            for (axis, index) in touched.first.iter().enumerate() {
                let (mut before, mut after) = (false, false);
                for (inner, fact) in around[..=depth]
                    .iter()
                    .flat_map(|inner| self.of_scope[*inner].iter().map(move |fact| (*inner, fact)))
                    .filter(|(_, fact)| fact.base == touched.base)
                {
                    let Some(apart) = fact.data[axis].clone().plus(index, -1).as_constant() else { continue };
                    if (before || apart > 0) && (after || apart < 0) {
                        continue;
                    }
                    let its = Touched {
                        base: fact.base,
                        first: &fact.data,
                        last: &fact.data,
                        scope: inner,
                        when: &[],
                        call: None,
                        all: false,
                    };
                    // It has to be checked outside of the condition, and with all else that is touched there.
                    let (plan, open, its_shown) = find(kernel, tensors, &its, &chain(kernel, inner));
                    if plan == Plan::Here {
                        continue;
                    }
                    before |= apart <= 0;
                    after |= apart >= 0;
                    if apart == 0 {
                        shown[axis].clone_from(&its_shown[axis]);
                    }
                    found.push((plan, open));
                }
                if !(before && after) {
                    found.clear();
                    break;
                }
            }
            if !found.is_empty() {
                for (plan, open) in found {
                    merge_all(checks, plan, open);
                }
                return Some((Plan::Shared(scope), shown));
            }
        }
        within(kernel, tensors, touched, &around, last)
    }
}

/// The plan of an access of a block of the kernel's own that lies inside at all points of the loops around, whatever conditions
/// say.
fn within(
    kernel: &Kernel,
    tensors: &Tensors,
    touched: &Touched,
    around: &[Id],
    last: usize,
) -> Option<(Plan, Shown)> {
    let BaseKind::Block(_) = tensors.bases[touched.base].kind else { return None };
    let scope = around[..last].iter().rposition(|scope| !is_branch(kernel, *scope)).map(|at| around[at])?;
    let loops: Vec<Id> = around.iter().copied().filter(|scope| !is_branch(kernel, *scope)).collect();
    let (plan, open, shown) = find(kernel, tensors, touched, &loops);
    let is_proven = plan == Plan::Proven && open.iter().all(|check| is_proven(tensors, check, false));
    is_proven.then_some((Plan::Shared(scope), shown))
}

/// The scope around the conditions of an access, if the checks that were found for it are the same without these: it lies inside at all
/// points of loops, whatever conditions say.
pub(super) fn regardless(
    kernel: &Kernel,
    tensors: &Tensors,
    touched: &Touched,
    (plan, open): (Plan, &[Check]),
) -> Option<Id> {
    let around = chain(kernel, touched.scope);
    let first = around.iter().position(|scope| is_branch(kernel, *scope)).filter(|_| plan != Plan::Here)?;
    let loops: Vec<Id> = around.iter().copied().filter(|scope| !is_branch(kernel, *scope)).collect();
    let (of_loops, all, _) = find(kernel, tensors, touched, &loops);
    (of_loops == plan && all == open).then(|| around[first - 1])
}

fn is_branch(kernel: &Kernel, scope: Id) -> bool {
    matches!(kernel.scopes[scope].kind, ScopeKind::Branch(_))
}

/// Whether an index is made of what is known in a scope.
fn is_known_in(kernel: &Kernel, index: &Index, scope: Id) -> bool {
    let around = chain(kernel, scope);
    !index.any_atom(|atom| match atom {
        Atom::Var(id) => !around.contains(&kernel.vars[*id].scope),
        Atom::Value(id) => !around.contains(&kernel.values[*id].scope),
        _ => false,
    })
}

/// Whether an atom is the same number wherever it stands.
fn is_lasting(kernel: &Kernel, atom: &Atom) -> bool {
    match atom {
        Atom::Value(id) => kernel.values[*id].kept,
        Atom::Let(_) | Atom::Axis(_) | Atom::Overflow => false,
        _ => true,
    }
}
