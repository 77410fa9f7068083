//! Lanes: which loops become vector code, and what the lanes compute.
//!
//! A loop is *lowered* to a [`Program`](value::Program): a list of numbers that every iteration computes, of reads and
//! of writes. If that works, and no iteration needs what another one wrote, several iterations run side by side.
//! Otherwise the [`Refusal`](refusal::Refusal) says what prevents it.

pub mod body;
mod branches;
mod calls;
pub mod constant;
pub mod dot;
pub mod facts;
mod idioms;
pub mod independent;
pub mod lower;
pub mod points;
pub mod refusal;
pub mod value;

use quote::ToTokens;
use syn::Expr;

use crate::analyse::{Analysis, BaseKind};
use crate::holes;
use crate::ir::{Def, Hole, Id, Index, Kernel};
use value::Read;

/// The name of the element type of a view.
pub fn elem_of(kernel: &Kernel, analysis: &Analysis, view: Id) -> Option<String> {
    let base = match analysis.tensors.bases[analysis.tensors.views[view].base].kind {
        BaseKind::Param(view) | BaseKind::Block(view) => view,
        BaseKind::Seen { of, .. } => of,
    };
    elem_of_chain(kernel, base)
}

fn elem_of_chain(kernel: &Kernel, view: Id) -> Option<String> {
    match &kernel.views[view].def {
        Def::Param { elem, .. } | Def::Block { elem, .. } => Some(elem.to_token_stream().to_string()),
        Def::Copy { of } => elem_of_chain(kernel, *of),
        view => elem_of_chain(kernel, view.shows()?),
    }
}

/// The index of a read or a write on each axis of its base.
pub fn data(kernel: &Kernel, analysis: &Analysis, read: &Read) -> Vec<Index> {
    let data = analysis.tensors.data(kernel, read.access);
    data.iter().map(|index| lower::placed(index, &read.at)).collect()
}

/// The variable of a loop over a range.
pub fn var_of(kernel: &Kernel, f: &syn::ExprForLoop) -> Option<Id> {
    f.body.stmts.iter().find_map(|stmt| match stmt {
        syn::Stmt::Expr(e, _) => match kernel.holes[holes::number(e)?] {
            Hole::Snapshot(var) => Some(var),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a range counts up by one from its first number to one before its last.
pub fn is_plain_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(p) => is_plain_range(&p.expr),
        Expr::Range(r) => r.start.is_some() && r.end.is_some(),
        _ => false,
    }
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
    let bodies = kernel.loops.iter().map(|l| &l.body);
    bodies.for_each(|b| syn::visit::Visit::visit_block(&mut find, b));
    find.1
}
