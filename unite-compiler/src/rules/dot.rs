//! Sums of products with constants, which machines compute in pairs.

use std::collections::HashSet;

use quote::quote;

use crate::cost::TERMS;
use crate::lanes::constant::Constant;
use crate::lanes::value::{Op, PerValue, Program, Type, ValueId};

/// A sum of products with constants.
#[derive(Clone)]
pub struct Products {
    /// The constants.
    pub coefficients: Vec<Constant>,
    /// What they multiply.
    pub args: Vec<ValueId>,
    /// What is added, or taken away.
    pub rest: Option<(ValueId, bool)>,
}

/// Finds the sums that hold products of lanes with constants.
///
/// The operands that stand in such products by themselves are the basis: `(a + b) * C + a * D` has the terms
/// `a * (C + D)` and `b * C`. Narrow elements that are added as they are have the constant 1. All of it is exact in unbounded integers, and modulo a power of two.
pub fn find(program: &Program) -> PerValue<Option<Products>> {
    let mut found = PerValue::filled(None, program.nodes.len());
    let factors: Vec<ValueId> =
        program.nodes.ids().filter_map(|n| product(program, n).map(|(v, _)| v)).collect();
    let is_read = |node: &ValueId| match &program.nodes[*node].op {
        Op::Read(read) => {
            matches!(read.elem, Some(Type::U8 | Type::I8 | Type::I16)) && !factors.contains(node)
        }
        _ => false,
    };
    let basis: Vec<ValueId> = factors
        .iter()
        .copied()
        .filter(|v| !is_sum_of(program, *v, &factors))
        .chain(program.nodes.ids().filter(is_read))
        .collect();
    let needed = program.needed(program.results().collect(), |node, open| {
        open.extend(&program.nodes[node].args);
    });
    let mut within = HashSet::new();
    for node in needed.those() {
        if !matches!(program.nodes[node].op, Op::Add | Op::Sub) || program.nodes[node].ty != Type::I32 {
            continue;
        }
        let mut sum = Sum::default();
        if !expand(program, node, &Constant::exact(1), &basis, &mut sum)
            || sum.terms.len() < 2
            || sum.terms.len() > TERMS
        {
            continue;
        }
        if !sum.multiplied {
            continue;
        }
        // In one order, so that several sums have the same pairs.
        sum.terms.sort_by_key(|(node, _)| *node);
        let (args, coefficients) = sum.terms.into_iter().unzip();
        found[node] = Some(Products { coefficients, args, rest: sum.rest.first().copied() });
        within.extend(sum.within.into_iter().filter(|inner| *inner != node));
    }
    // A sum that is only ever part of others is not computed by itself.
    let parts: Vec<ValueId> =
        within.iter().copied().filter(|node| is_part(program, &found, *node, &within)).collect();
    for part in parts {
        found[part] = None;
    }
    found
}

/// Whether all that uses a node are sums of products that look into it, or what they look into.
fn is_part(
    program: &Program,
    found: &PerValue<Option<Products>>,
    node: ValueId,
    within: &HashSet<ValueId>,
) -> bool {
    let is_term = |sum: &Products| sum.args.contains(&node) || sum.rest.is_some_and(|(rest, _)| rest == node);
    program.results().all(|result| result != node)
        && program.nodes.entries().all(|(user, entry)| {
            let is_used = entry.args.contains(&node);
            found[user].as_ref().map_or(!is_used || within.contains(&user), |sum| !is_term(sum))
        })
}

#[derive(Default)]
struct Sum {
    terms: Vec<(ValueId, Constant)>,
    rest: Vec<(ValueId, bool)>,
    /// The sums and products that it was made of.
    within: Vec<ValueId>,
    multiplied: bool,
}

/// The varying operand of a product with a constant, and the constant.
fn product(program: &Program, node: ValueId) -> Option<(ValueId, ValueId)> {
    let n = &program.nodes[node];
    if !matches!(n.op, Op::Mul) {
        return None;
    }
    let [a, b] = n.args[..] else { return None };
    match (program.is_constant(a), program.is_constant(b)) {
        (false, true) if program.nodes[a].varying => Some((a, b)),
        (true, false) if program.nodes[b].varying => Some((b, a)),
        _ => None,
    }
}

/// Whether a node is a sum of others that are factors themselves.
fn is_sum_of(program: &Program, node: ValueId, factors: &[ValueId]) -> bool {
    let n = &program.nodes[node];
    matches!(n.op, Op::Add | Op::Sub)
        && n.args.iter().all(|a| factors.contains(a) || is_sum_of(program, *a, factors))
}

/// The terms of a sum over the basis; false if that cannot be said.
fn expand(program: &Program, node: ValueId, by: &Constant, basis: &[ValueId], sum: &mut Sum) -> bool {
    if basis.contains(&node) {
        sum.add(node, by);
        return true;
    }
    let n = &program.nodes[node];
    if matches!(n.op, Op::Add | Op::Sub | Op::Mul) {
        sum.within.push(node);
    }
    match n.op {
        Op::Add => n.args.iter().all(|a| expand(program, *a, by, basis, sum)),
        Op::Sub => {
            expand(program, n.args[0], by, basis, sum)
                && expand(program, n.args[1], &by.negated(), basis, sum)
        }
        Op::Mul => match product(program, node) {
            Some((value, constant)) => {
                let Some(constant) = self::constant(program, constant) else { return false };
                sum.multiplied = true;
                expand(program, value, &by.times(&constant), basis, sum)
            }
            None => false,
        },
        // Anything else is added as it is, if nothing multiplies it.
        _ => {
            let negative = match by.now() {
                Some(1) => false,
                Some(-1) => true,
                _ => return false,
            };
            sum.rest.push((node, negative));
            sum.rest.len() == 1
        }
    }
}

impl Sum {
    fn add(&mut self, node: ValueId, by: &Constant) {
        match self.terms.iter_mut().find(|(n, _)| *n == node) {
            Some((_, c)) => {
                *c = c.plus(by);
            }
            None => self.terms.push((node, by.clone())),
        }
    }
}

/// The constant that a node is.
pub fn constant(program: &Program, node: ValueId) -> Option<Constant> {
    let n = &program.nodes[node];
    let arg = |k: usize| constant(program, n.args[k]);
    Some(match &n.op {
        Op::Literal(value) => Constant::exact(*value),
        Op::Constant(tokens) => Constant::later(quote!(((#tokens) as ::core::primitive::i128))),
        Op::Neg => arg(0)?.negated(),
        Op::Add => arg(0)?.plus(&arg(1)?),
        Op::Sub => arg(0)?.plus(&arg(1)?.negated()),
        Op::Mul => arg(0)?.times(&arg(1)?),
        Op::Shl => arg(0)?.shifted_left(&arg(1)?),
        Op::Shr => arg(0)?.shifted_right(&arg(1)?),
        _ => return None,
    })
}
