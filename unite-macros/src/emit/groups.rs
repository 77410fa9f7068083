//! Loops over refined tensors: where indices are divided by a constant, as many points as that are one group, and are
//! written out. Within a group the quotient is the same, and the compiler sees elements side by side.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Body, Emitter, Written};
use crate::analyse::chain;
use crate::cost::GROUPED;
use crate::ir::{Atom, Id, Index, Op};

/// The point of a group that code is emitted for.
#[derive(Clone, Copy)]
pub struct Point {
    /// The variable of the loop.
    var: Id,
    /// How many points a group has.
    points: i64,
    /// Which of them it is.
    number: i64,
}

impl Point {
    /// An index, in terms of the number of the group.
    pub fn of(self, index: &Index) -> Index {
        index.substitute(&mut |atom| {
            let group = || Index::atom(Atom::Group(self.var)).scaled(self.points).offset(self.number);
            (*atom == Atom::Var(self.var)).then(group)
        })
    }
}

impl Emitter<'_> {
    /// How many points of a variable make a group, if a group is worth writing out: what indices in the scope divide it by.
    /// Loops of constant extents the compiler unrolls by itself.
    pub fn group(&self, var: Id, extent: &Index, scope: Id) -> Option<i64> {
        if extent.as_constant().is_some()
            || !self.knows_extents()
            || self.has_rules(scope)
            || self.here.point_of_group.is_some()
        {
            return None;
        }
        // Every other point is another one where conditions ask whether it is even.
        let mut points = if self.asks_for_turns(var) { 2 } else { 1 };
        for (access, a) in self.kernel.accesses.iter().enumerate() {
            if !chain(self.kernel, a.scope).contains(&scope) {
                continue;
            }
            for index in self.data(access) {
                index.for_each_atom(&mut |atom| {
                    if let Atom::Op(Op::FloorDiv, args) = atom
                        && args[0].terms.contains(&(Atom::Var(var), 1))
                        && let Some(by) = args[1].as_constant()
                        && points % by != 0
                    {
                        points = if by % points == 0 { by } else { i64::MAX };
                    }
                });
            }
        }
        (2..=GROUPED).contains(&points).then_some(points)
    }

    /// An innermost loop by groups.
    pub fn grouped_loop(
        &self,
        var: Id,
        extent: &Index,
        points: i64,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let (name, end, by) = (self.var_name(var), self.exact_index(extent), Literal::i64_unsuffixed(points));
        let (group, groups) = (self.fresh("group"), self.fresh("groups"));
        let defined = written.defined.clone();
        let each = (0..points).map(|number| {
            written.defined.clone_from(&defined);
            let point = Point { var, points, number };
            let body = body(&self.there(|here| here.point_of_group = Some(point)), written);
            let number = Literal::i64_unsuffixed(number);
            quote!({ let #name = #by * #group + #number; #body })
        });
        let each: Vec<TokenStream> = each.collect();
        written.defined = defined;
        let rest = body(self, written);
        quote! {
            let #groups = (#end) / #by;
            for #group in 0isize..#groups { #(#each)* }
            for #name in #by * #groups..#end { #rest }
        }
    }
}
