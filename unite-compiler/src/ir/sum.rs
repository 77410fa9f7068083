//! Sums over dense tensors.

use std::ops::RangeInclusive;

use proc_macro2::Ident;
use syn::{Expr, ExprBlock, ExprForLoop, Local, Pat, Stmt};

use super::stored::Fold;

/// How many accumulators a sum may be asked to have: up to those of four vectors of 64 bytes.
pub const ACCUMULATORS: RangeInclusive<usize> = 2..=64;

/// A sum over dense tensors, or what is like one, as it stands in the body:
/// `{ let mut total = nothing; for k in 0..extent { total = fold(total, term); } total }`.
pub struct Sum {
    /// How terms become one.
    pub fold: Fold,
    /// The name of the total, which no other sum has.
    pub total: Ident,
    /// How many accumulators it was asked to have.
    pub accumulators: Option<usize>,
}

/// The parts of a sum.
pub struct SumParts<'e> {
    /// What the total is before the first term.
    pub nothing: &'e Expr,
    /// What stands before the loops: checks.
    pub before: &'e [Stmt],
    /// The loops, outermost first.
    pub loops: Vec<&'e ExprForLoop>,
    /// The term.
    pub term: &'e Expr,
}

impl<'e> SumParts<'e> {
    /// Those of a block that is a sum.
    pub fn of(block: &'e ExprBlock) -> Option<Self> {
        let [Stmt::Local(first), before @ .., Stmt::Expr(Expr::ForLoop(f), _), _] = &block.block.stmts[..]
        else {
            return None;
        };
        let mut loops = vec![f];
        loop {
            match loops.last()?.body.stmts.last()? {
                Stmt::Expr(Expr::ForLoop(inner), _) => loops.push(inner),
                Stmt::Expr(Expr::Assign(assign), _) => {
                    let Expr::Call(call) = &*assign.right else { return None };
                    return Some(SumParts {
                        nothing: &first.init.as_ref()?.expr,
                        before,
                        loops,
                        term: call.args.last()?,
                    });
                }
                _ => return None,
            }
        }
    }
}

/// The first name that a block defines.
pub fn first_of_block(expr: &Expr) -> Option<(&ExprBlock, &Ident)> {
    let Expr::Block(block) = expr else { return None };
    match block.block.stmts.first()? {
        Stmt::Local(Local { pat: Pat::Ident(name), .. }) => Some((block, &name.ident)),
        _ => None,
    }
}
