//! Two loops as one: where every tensor of a nest lies in memory row after row without gaps, the rows are one long row,
//! which vectorises whatever the extents are.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::names::Stride;
use super::strips::Joined;
use super::vector::Code;
use super::{Body, Emitter, Written};
use crate::analyse::{BaseKind, Rule};
use crate::ir::{Atom, Id, Index};
use crate::lanes::value::{Program, Read};
use crate::plans::serial::Collapsed;

impl Emitter<'_> {
    /// Whether rows touch, asked where the program runs; nothing if they do anyway.
    pub fn do_touch(&self, strides: &[(Id, usize, Index)]) -> TokenStream {
        let mut conditions: Vec<TokenStream> = Vec::new();
        for (base, axis, wanted) in strides {
            let Stride::Named(name) = self.stride(*base, *axis) else { continue };
            let wanted = self.exact_index(wanted);
            let condition = quote!(#name == #wanted);
            if !conditions.iter().any(|known| known.to_string() == condition.to_string()) {
                conditions.push(condition);
            }
        }
        quote!(#(#conditions)&&*)
    }

    /// The nest with its two innermost loops as one.
    pub fn collapsed_nest(
        &self,
        view: Id,
        loops: &[(Id, usize)],
        collapsed: Collapsed,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let body = body(&self.there(|here| here.collapsed = Some(collapsed)), written);
        let extent = &self.analysis.tensors.views[view].extent;
        let [rest @ .., (_, rows), (_, columns)] = loops else { return TokenStream::new() };
        let point = self.fresh("point");
        let size = self.exact_index(&Index::op(
            crate::ir::Op::Mul,
            vec![extent[*rows].clone(), extent[*columns].clone()],
        ));
        let mut nest = quote!(for #point in 0isize..#size { #body });
        for (var, axis) in rest.iter().rev() {
            let (name, extent) = (self.var_name(*var), self.exact_index(&extent[*axis]));
            nest = quote!(for #name in 0isize..#extent { #nest });
        }
        nest
    }

    /// The offset of an access under collapsed loops.
    pub fn collapsed_offset(&self, base: Id, data: &[Index]) -> Option<TokenStream> {
        let collapsed = self.here.collapsed?;
        let (rows, columns) = collapsed.axes(data)?;
        // Without the variables, what is left is where the rows begin.
        let rest: Vec<Index> = data
            .iter()
            .enumerate()
            .map(|(axis, index)| match axis {
                a if a == rows => index.clone().plus(&Index::atom(Atom::Var(collapsed.outer)), -1),
                a if a == columns => index.clone().plus(&Index::atom(Atom::Var(collapsed.inner)), -1),
                _ => index.clone(),
            })
            .collect();
        let point = self.fresh("point");
        if rest.iter().all(|i| i.as_constant() == Some(0)) {
            return Some(quote!(#point));
        }
        let start = self.offset(base, &rest);
        Some(quote!(#start + #point))
    }

    /// The axes of accesses along which the inner of two loops that are one runs, and a rule may lead elsewhere. Whether the few points
    /// lie in the block is known of a kernel's own, and is asked of others.
    pub fn led_along_few(&self, joined: Joined) -> Vec<(Id, usize)> {
        let (kernel, tensors) = (self.kernel, &self.analysis.tensors);
        let is_led = |access: &Id| {
            let is_own = matches!(tensors.bases[tensors.base(kernel, *access)].kind, BaseKind::Block(_));
            let rule = tensors.rule(kernel, *access);
            !is_own && matches!(rule, Some(Rule::Leads(_) | Rule::Constant(_)))
        };
        let axes = |access: Id| {
            let raw = tensors.raw(kernel, access).into_iter().enumerate();
            raw.filter(|(_, index)| joined.is_few(index)).map(move |(axis, _)| (access, axis))
        };
        (0..kernel.accesses.len()).filter(is_led).flat_map(axes).collect()
    }

    /// Asks before the loops whether the points of two loops that are one lie one after the other in memory, and lie in the blocks whose
    /// rules are not asked for.
    pub fn ask_whether_they_touch(&self, program: &Program, joined: Joined, out: &mut Code<'_>) {
        let points = Literal::i64_unsuffixed(joined.points);
        for step in &program.steps {
            let Some(Read { access, base, .. }) = program.accessed(step) else { continue };
            let data = self.analysis.tensors.data(self.kernel, *access);
            let Some((rows, columns)) = joined.axes(&data) else { continue };
            let [around, few] = [rows, columns].map(|axis| match self.stride(*base, axis) {
                Stride::Constant(stride) => Literal::i64_unsuffixed(stride).to_token_stream(),
                Stride::Named(name) => name.to_token_stream(),
            });
            out.ask(quote!((#around == #points * #few)));
        }
        for (access, axis) in self.led_along_few(joined) {
            let carrier = self.carrier_name(self.analysis.tensors.base(self.kernel, access));
            out.ask(quote!((#carrier.lo(#axis) <= 0 && #carrier.hi(#axis) >= #points)));
        }
    }
}
