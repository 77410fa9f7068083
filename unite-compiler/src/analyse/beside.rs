//! Reads with a boundary rule beside an access without one: on an axis on which both are at the same index, the rule is not needed.
//! The other access has to lie inside wherever the read happens, and a check before both of them establishes it: one that stands at
//! the other access comes too late for a read before it.

use super::checks::{Plan, Touched};
use super::effects::may_jump;
use super::placement::chain;
use super::places::find;
use super::rule::Rule;
use super::tensors::Tensors;
use crate::ir::{Id, Kernel};

/// Finds them.
pub fn beside(kernel: &Kernel, tensors: &mut Tensors) {
    if kernel.opaque.is_some() || may_jump(kernel) {
        return;
    }
    let accesses = || (0..kernel.accesses.len()).filter(|access| !kernel.in_closures.contains(access));
    let plain: Vec<Id> = accesses().filter(|access| is_checked_before(kernel, tensors, *access)).collect();
    let ruled = accesses().filter(|access| {
        let is_of = |rule| matches!(rule, Rule::Leads(_) | Rule::Constant(_));
        tensors.rule(kernel, *access).is_some_and(is_of)
    });
    let mut inside = Vec::new();
    for access in ruled {
        let (base, at) = (tensors.base(kernel, access), tensors.raw(kernel, access));
        let around = chain(kernel, kernel.accesses[access].scope);
        for other in &plain {
            if tensors.base(kernel, *other) != base || !around.contains(&kernel.accesses[*other].scope) {
                continue;
            }
            let its = tensors.raw(kernel, *other);
            let same = (0..at.len()).filter(|axis| at[*axis] == its[*axis]);
            inside.extend(same.map(|axis| (access, axis)));
        }
    }
    tensors.inside.extend(inside);
}

/// Whether an access without a rule is checked where a scope around it begins, or proven.
fn is_checked_before(kernel: &Kernel, tensors: &Tensors, access: Id) -> bool {
    let (base, scope) = (tensors.base(kernel, access), kernel.accesses[access].scope);
    let data = tensors.data(kernel, access);
    let touched = Touched { base, first: &data, last: &data, scope, when: &[], call: None, all: false };
    tensors.is_plain(kernel, access) && find(kernel, tensors, &touched, &chain(kernel, scope)).0 != Plan::Here
}
