//! Where a check can stand: as far out as everything that it needs is known.

use crate::ir::{Atom, Condition, Id, Index, Kernel, ScopeKind};

/// The scopes around `scope`, outermost first, itself included.
pub fn chain(kernel: &Kernel, scope: Id) -> Vec<Id> {
    let mut chain = vec![scope];
    while let Some(parent) = kernel.scopes[*chain.last().expect("not empty")].parent {
        chain.push(parent);
    }
    chain.reverse();
    chain
}

/// The scopes of a chain at whose beginning a check may stand: those not outside a condition that only the running
/// kernel can decide.
pub fn candidates(kernel: &Kernel, chain: &[Id]) -> usize {
    chain
        .iter()
        .rposition(|&s| matches!(&kernel.scopes[s].kind, ScopeKind::Branch(c) if c.is_unknown()))
        .unwrap_or(0)
}

/// Whether `index` can be computed at the beginning of `scope`.
pub fn is_known(kernel: &Kernel, index: &Index, scope: Id) -> bool {
    let around = chain(kernel, scope);
    let outside = &around[..around.len() - 1];
    !index.any_atom(|atom| match atom {
        Atom::Value(id) => {
            let value = &kernel.values[*id];
            !(value.kept && outside.contains(&value.scope) && value.order < kernel.scopes[scope].order)
        }
        Atom::Var(id) => !outside.contains(&kernel.vars[*id].scope),
        Atom::Let(_) | Atom::Axis(_) => true,
        _ => false,
    })
}

/// Whether a condition can be decided at the beginning of `scope`.
pub fn is_decided(kernel: &Kernel, condition: &Condition, scope: Id) -> bool {
    if condition.is_unknown() {
        return false;
    }
    let mut known = true;
    condition.for_each_index(&mut |index| known &= is_known(kernel, index, scope));
    known
}

/// Whether a condition depends on a value that is not known yet at the beginning of `scope`.
pub fn depends_on_later(kernel: &Kernel, condition: &Condition, scope: Id) -> bool {
    let mut later = false;
    condition.for_each_index(&mut |index| {
        index.for_each_atom(&mut |atom| {
            if let Atom::Value(_) = atom {
                later |= !is_known(kernel, &Index::atom(atom.clone()), scope);
            }
        });
    });
    later
}
