//! Reads of elements anywhere.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Code, Key, Vector};
use crate::analyse::{BaseKind, Plan};
use crate::cost::SMALL_TERM;
use crate::ir::{Atom, Id, Index};
use crate::lanes::independent::changes_inside;
use crate::lanes::refusal::{Refusal, by_data};
use crate::lanes::value::{Read, Type, ValueId};

impl Vector<'_, '_> {
    /// An axis of a base, of which loops ask before they begin whether lanes of 32 bits hold its indices.
    fn along(&self, base: Id, axis: usize, out: &mut Code<'_>) -> TokenStream {
        let (lanes, emitter) = (self.lanes(), self.emitter);
        let stride = emitter.stride(base, axis);
        let along = match emitter.analysis.tensors.bases[base].kind {
            BaseKind::Block(view) => {
                let extent = emitter.exact_index(&emitter.analysis.tensors.views[view].extent[axis]);
                quote!(#lanes::Along { lo: 0, hi: #extent, stride: #stride })
            }
            _ => {
                let carrier = emitter.carrier_name(base);
                quote!(#lanes::Along { lo: #carrier.lo(#axis), hi: #carrier.hi(#axis), stride: #stride })
            }
        };
        out.ask(quote!((#along).is_near()));
        along
    }

    /// The element for each lane.
    pub fn gather(&self, node: ValueId, read: &Read, out: &mut Code<'_>) -> Result<(), Refusal> {
        let (lanes, count, emitter) = (self.lanes(), self.count(), self.emitter);
        let (kernel, tensors, base) = (emitter.kernel, &emitter.analysis.tensors, read.base);
        let access = &kernel.accesses[read.access];
        let ruled: Vec<usize> =
            tensors.ruled(kernel, read.access).into_iter().map(|(axis, ..)| axis).collect();
        let changes = |atom: &Atom| changes_inside(kernel, atom, &self.nest);
        // Where a check stands at the access, it is one of all axes.
        let is_here = emitter.analysis.bounds.accesses[read.access] == Plan::Here;
        let (title, tensor) = (emitter.title(), kernel.views[access.view].name.to_string());
        let (mut fixed, mut distance) = (read.data.clone(), None);
        for (axis, arg) in self.program.nodes[node].args.iter().enumerate() {
            let is_data = read.data[axis].any_atom(changes);
            if !is_data && !self.program.nodes[*arg].varying {
                if is_here {
                    let at = emitter.exact_index(&read.data[axis]);
                    out.push(emitter.require(base, &title, &tensor, axis, &at, &at));
                }
                continue;
            }
            fixed[axis] = Index::constant(0);
            let along = self.along(base, axis, out);
            let far = if ruled.contains(&axis) {
                let at = self.value(*arg, &Key::Bits(32), out)?;
                quote!(#lanes::nearest_along::<_, #count>(unite_simd, #at, #along))
            } else if is_data || is_here {
                let key = if self.program.nodes[*arg].varying { Key::Value(*arg) } else { Key::Bits(32) };
                let (at, own, index) =
                    (self.value(*arg, &key, out)?, self.lane_type(&key, out), emitter.fresh("at"));
                let index = quote!(#index);
                let require = emitter.require(base, &title, &tensor, axis, &index, &index);
                quote!(#lanes::within_axis::<_, #own, #count>(unite_simd, #at, #along, |#index: ::core::primitive::isize| { #require }))
            } else {
                let at = self.value(*arg, &Key::Bits(32), out)?;
                quote!(#lanes::distances::<_, #count>(unite_simd, #at, #along))
            };
            distance = Some(match distance {
                Some(others) => quote!(#lanes::add::<_, #lanes::I32, #count>(unite_simd, #others, #far)),
                None => far,
            });
        }
        let distance = distance.ok_or_else(|| by_data(access))?;
        if read.elem != Some(Type::I32) {
            out.ask(quote!(#lanes::has_gathers(unite_simd)));
        }
        for index in &self.program.small {
            self.ask_whether_small(index, || by_data(access), out)?;
        }
        let (name, own, at) = (self.name(node), self.own_type(node, out), emitter.fresh("distance"));
        let (pointer, offset) = (emitter.pointer_name(base), emitter.offset(base, &fixed));
        out.done.insert(node);
        out.push(quote!(
            let #at = #distance;
            let #name = unsafe { #lanes::gather::<_, #own, _, #count>(unite_simd, #pointer, #offset, #at) };
        ));
        Ok(())
    }

    /// Asks before the loops whether what an index is made of is small.
    fn ask_whether_small(
        &self,
        index: &Index,
        refused: impl Fn() -> Refusal,
        out: &mut Code<'_>,
    ) -> Result<(), Refusal> {
        let (lanes, emitter) = (self.lanes(), self.emitter);
        let is_inside = |atom: &Atom| {
            let is_counted =
                |var: &Id| self.nest.contains(var) || self.program.passes().any(|passes| passes.var == *var);
            matches!(atom, Atom::Var(var) if is_counted(var))
                || changes_inside(emitter.kernel, atom, &self.nest)
        };
        let mut fixed = Index::constant(index.constant);
        for (atom, by) in &index.terms {
            let term = Index::atom(atom.clone());
            if !term.any_atom(is_inside) {
                fixed = fixed.plus(&term, *by);
                continue;
            }
            let Atom::Var(var) = atom else { return Err(refused()) };
            let var = &emitter.kernel.vars[*var];
            for end in [&var.start, &var.end] {
                let end = emitter.resolve(end).scaled(*by);
                if var.computed.is_some() || end.any_atom(is_inside) {
                    return Err(refused());
                }
                let end = emitter.exact_index(&end);
                out.ask(quote!(#lanes::is_small(#end)));
            }
        }
        if fixed.as_constant().is_none_or(|number| number.unsigned_abs() > 1 << SMALL_TERM) {
            let fixed = emitter.exact_index(&fixed);
            out.ask(quote!(#lanes::is_small(#fixed)));
        }
        Ok(())
    }
}
