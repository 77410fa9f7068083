//! `#[accumulators(16)]` before a statement: how many totals each of its sums has.

use syn::spanned::Spanned;
use syn::{Attribute, Expr, LitInt, Stmt};

use super::Parser;
use super::parser::Accumulators;
use crate::ir::ACCUMULATORS;
use crate::messages;

impl Parser<'_> {
    /// Reads a statement with what its attribute says of sums, if it has one.
    pub(super) fn with_accumulators(&mut self, stmt: &mut Stmt, read: impl FnOnce(&mut Self, &mut Stmt)) {
        let Some(attribute) = attributes(stmt).and_then(taken) else { return read(self, stmt) };
        let count = match attribute.parse_args::<LitInt>().and_then(|count| count.base10_parse::<usize>()) {
            Ok(count) if ACCUMULATORS.contains(&count) && count.is_power_of_two() => count,
            _ => {
                self.report.error(attribute.meta.span(), messages::accumulators_what());
                return read(self, stmt);
            }
        };
        let around = self.accumulators.replace(Accumulators { count, are_used: false });
        read(self, stmt);
        let are_used = std::mem::replace(&mut self.accumulators, around).is_some_and(|asked| asked.are_used);
        if !are_used {
            self.report.error(attribute.meta.span(), messages::accumulators_of_none());
        }
    }

    /// How many accumulators the statement wants a sum to have.
    pub(super) fn accumulators_of_sum(&mut self) -> Option<usize> {
        let asked = self.accumulators.as_mut()?;
        asked.are_used = true;
        Some(asked.count)
    }
}

/// The attributes of a statement: those of an assignment stand at its left side.
fn attributes(stmt: &mut Stmt) -> Option<&mut Vec<Attribute>> {
    match stmt {
        Stmt::Local(local) => Some(&mut local.attrs),
        Stmt::Expr(expr, _) => attributes_of_first(expr),
        Stmt::Item(_) | Stmt::Macro(_) => None,
    }
}

fn attributes_of_first(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match expr {
        Expr::Assign(assign) => attributes_of_first(&mut assign.left),
        Expr::Binary(binary) => attributes_of_first(&mut binary.left),
        Expr::Index(index) => Some(&mut index.attrs),
        Expr::Unary(unary) => Some(&mut unary.attrs),
        Expr::Path(path) => Some(&mut path.attrs),
        Expr::Field(field) => Some(&mut field.attrs),
        Expr::Call(call) => Some(&mut call.attrs),
        Expr::MethodCall(call) => Some(&mut call.attrs),
        Expr::ForLoop(f) => Some(&mut f.attrs),
        Expr::Block(block) => Some(&mut block.attrs),
        Expr::If(branch) => Some(&mut branch.attrs),
        _ => None,
    }
}

/// The attribute, which is none of Rust's.
fn taken(attributes: &mut Vec<Attribute>) -> Option<Attribute> {
    let number = attributes.iter().position(|attribute| attribute.path().is_ident("accumulators"))?;
    Some(attributes.remove(number))
}
