//! Arrays of the body: their elements are changed at places that are numbers, and they are sorted by a network.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprCast, ExprIndex};

use super::lower::{Bound, Lowered, Lowering};
use super::refusal::refuse;
use super::value::{Op, Type};
use crate::arrays::network;
use crate::cost::SORTED;
use crate::syntax::{path_ident, type_name};

impl Lowering<'_> {
    /// An array whose numbers are put in order.
    pub fn sort(&mut self, name: &Ident, at: &Expr) -> Lowered<()> {
        self.may_assign(at)?;
        let number = |bound: &Bound| match bound {
            Bound::Number(number) => Some(*number),
            _ => None,
        };
        let numbers = match self.lookup(&name.to_string()) {
            Some(Bound::Group(group)) if group.len() <= SORTED => {
                group.iter().map(number).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        let Some(mut numbers) = numbers else {
            return Err(refuse(at, &format!("what is sorted is no array of at most {SORTED} numbers")));
        };
        for [a, b] in network(numbers.len()) {
            let pair = vec![numbers[a], numbers[b]];
            let types = pair.iter().map(|number| self.program.nodes[*number].ty);
            let ty = types.into_iter().find(|ty| !matches!(ty, Type::Any)).unwrap_or(Type::I32);
            if matches!(ty, Type::Bool) {
                return Err(refuse(at, "truth values are sorted"));
            }
            numbers[a] = self.push(Op::Min, pair.clone(), ty, at);
            numbers[b] = self.push(Op::Max, pair, ty, at);
        }
        self.rename(name, Bound::Group(numbers.into_iter().map(Bound::Number).collect()));
        Ok(())
    }

    /// `array[k] = value`
    pub fn assign_element(&mut self, left: &ExprIndex, right: &Expr) -> Lowered<()> {
        self.may_assign(left)?;
        let value = self.value(right)?;
        self.change_element(left, |_, _| Ok(value))
    }

    /// `array[k] += value`, and other operators.
    pub fn combine_element(
        &mut self,
        left: &ExprIndex,
        op: Op,
        right: &Expr,
        shown: &dyn ToTokens,
    ) -> Lowered<()> {
        self.may_assign(left)?;
        self.change_element(left, |this, old| this.combine(old, op, right, shown))
    }

    fn change_element(
        &mut self,
        place: &ExprIndex,
        change: impl FnOnce(&mut Self, Bound) -> Lowered<Bound>,
    ) -> Lowered<()> {
        let no_place = || refuse(place, "this assignment has no form for lanes");
        let name = path_ident(&place.expr).ok_or_else(no_place)?;
        let Some(Bound::Group(mut group)) = self.lookup(&name.to_string()) else { return Err(no_place()) };
        let at = self.number_of(place, group.len())?;
        group[at] = change(self, group[at].clone())?;
        self.rename(name, Bound::Group(group));
        Ok(())
    }

    /// The place in an array of some length that an index is.
    pub fn number_of(&mut self, element: &ExprIndex, length: usize) -> Lowered<usize> {
        let mut index = &*element.index;
        while let Expr::Cast(ExprCast { expr, ty, .. }) = index
            && matches!(type_name(ty).as_str(), "usize" | "isize" | "i64" | "u64")
        {
            index = expr;
        }
        let at = self.number(index)?;
        let at = match self.program.nodes[at].op {
            Op::Literal(at) => usize::try_from(at).ok().filter(|at| *at < length),
            _ => None,
        };
        at.ok_or_else(|| refuse(element, "an index that is no number"))
    }

    /// What a name of the body stands for from now on.
    fn rename(&mut self, name: &Ident, bound: Bound) {
        let text = name.to_string();
        if let Some((_, old)) = self.names.iter_mut().rev().find(|(known, _)| *known == text) {
            *old = bound;
        }
    }
}
