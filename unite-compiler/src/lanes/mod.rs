//! Lanes: which loops become vector code, and what the lanes compute.
//!
//! A loop is *lowered* to a [`Program`](value::Program): a list of numbers that every iteration computes, of reads and
//! of writes. If that works, and no iteration needs what another one wrote, several iterations run side by side.
//! Otherwise the [`Refusal`](refusal::Refusal) says what prevents it.

mod arrays;
pub mod bits;
pub mod body;
mod branches;
mod calls;
pub mod constant;
mod divisions;
pub mod facts;
mod gather;
pub mod ids;
pub mod independent;
mod literal;
pub mod lower;
mod passes;
pub mod refusal;
mod sums;
pub mod types;
pub mod value;
mod wide;

use quote::ToTokens;
use syn::Expr;

use crate::analyse::{Analysis, BaseKind};
use crate::ir::{Def, Id, Kernel, View};
use value::{Read, Type};

/// The name of the element type of a view.
pub fn elem_of(kernel: &Kernel, analysis: &Analysis, view: Id) -> Option<String> {
    let base = match analysis.tensors.bases[analysis.tensors.views[view].base].kind {
        BaseKind::Param(view) | BaseKind::Block(view) => view,
        BaseKind::Seen { of, .. } => of,
    };
    Some(kernel.element_type(base)?.to_token_stream().to_string())
}

/// Whether it is asked where a view is defined that it is somewhere.
fn meets_here(kernel: &Kernel, analysis: &Analysis, view: Id) -> bool {
    let tensors = &analysis.tensors;
    tensors
        .presences
        .iter()
        .any(|presence| presence.view == view && presence.scope(kernel, tensors).is_none())
}

/// Whether that is asked at the beginning of a scope.
fn meets_in(kernel: &Kernel, analysis: &Analysis, scope: Id) -> bool {
    let tensors = &analysis.tensors;
    tensors.presences.iter().any(|presence| presence.scope(kernel, tensors) == Some(scope))
}

/// Whether it is asked for an expression that has no name, where it stands.
fn is_made_inside(kernel: &Kernel, analysis: &Analysis, view: Id) -> bool {
    let View { named, def, .. } = &kernel.views[view];
    let inner = |view: Id| is_made_inside(kernel, analysis, view);
    let by = match def {
        Def::Colocate(_, by) | Def::Region(_, by) | Def::Coverage(_, _, by) => Some(*by),
        _ => None,
    };
    !named && (meets_here(kernel, analysis, view) || def.shows().into_iter().chain(by).any(inner))
}

/// A read or a write of an access, with the variables of unrolled loops replaced.
pub fn read_of(kernel: &Kernel, analysis: &Analysis, access: Id, at: &[(Id, i64)]) -> Read {
    let tensors = &analysis.tensors;
    let data = tensors.data(kernel, access).iter().map(|index| lower::placed(index, at)).collect();
    let elem = elem_of(kernel, analysis, kernel.accesses[access].view);
    let elem = elem.as_deref().and_then(Type::of_elements);
    Read { access, base: tensors.base(kernel, access), data, elem, at: at.to_vec() }
}

/// Whether a range counts up by one from its first number to one before its last.
pub fn is_plain_range(expr: &Expr) -> bool {
    matches!(expr, Expr::Range(r) if r.start.is_some() && r.end.is_some())
}

/// Whether a constant of that name is declared in a block inside the kernel, where it is not seen from the beginning.
pub fn is_inner_constant(kernel: &Kernel, name: &str) -> bool {
    struct Find<'n>(&'n str, bool);
    impl syn::visit::Visit<'_> for Find<'_> {
        fn visit_item_const(&mut self, item: &syn::ItemConst) {
            self.1 |= item.ident == self.0;
        }
    }
    let mut find = Find(name, false);
    let top = kernel.function.block.stmts.iter().filter(|s| !matches!(s, syn::Stmt::Item(_)));
    top.for_each(|s| syn::visit::Visit::visit_stmt(&mut find, s));
    kernel.bodies().for_each(|body| syn::visit::Visit::visit_block(&mut find, body));
    find.1
}
