//! Loops inside of lanes: all lanes make the same passes, and what changes from pass to pass is variables.

use proc_macro2::Span;
use quote::{format_ident, quote};

use super::{Code, Key, Vector};
use crate::ir::{Atom, Id, Index};
use crate::lanes::refusal::Refusal;
use crate::lanes::value::{Op, Passes, Type, ValueId};

impl Vector<'_, '_> {
    /// Whether a condition compares numbers, and asks which pass of a loop inside it is: it is asked in the loop then, as one on the lanes.
    pub fn is_of_passes(&self, condition: ValueId) -> bool {
        let nodes = &self.program.nodes;
        let needed = self.program.needed(vec![condition], |node, open| open.extend(&nodes[node].args));
        let counts = |index: &Index| {
            let is_counted = |var: &Id| self.program.passes().any(|passes| passes.var == *var);
            index.any_atom(|atom| matches!(atom, Atom::Var(var) if is_counted(var)))
        };
        let is_asked = |node: ValueId| match &nodes[node].op {
            Op::Uniform(_) | Op::Literal(_) => nodes[node].ty != Type::Bool,
            _ => true,
        };
        needed.those().all(is_asked)
            && needed.those().any(|node| matches!(&nodes[node].op, Op::Index(index) if counts(index)))
    }

    /// Writes what the variables of a loop are before it; what is written then is in the loop.
    pub fn begin_passes(&self, passes: &Passes, out: &mut Code<'_>) -> Result<(), Refusal> {
        for carried in &passes.carried {
            let (key, name) = (Key::Value(*carried), self.name(*carried));
            let start = self.value(self.program.nodes[*carried].args[0], &key, out)?;
            out.push(quote!(let mut #name = #start;));
            out.done.insert(*carried);
        }
        out.begin(passes.clone());
        Ok(())
    }

    /// Writes what they become, and the loop.
    pub fn end_passes(&self, ends: &[ValueId], out: &mut Code<'_>) -> Result<(), Refusal> {
        let Some(carried) = out.open.last().map(|open| open.carried().to_vec()) else {
            return Err(Refusal::new(Span::call_site(), "an end out of order".into()));
        };
        let new = |carried: &ValueId| format_ident!("n{}", *carried, span = Span::mixed_site());
        for (carried, end) in carried.iter().zip(ends) {
            let (name, end) = (new(carried), self.value(*end, &Key::Value(*carried), out)?);
            out.push(quote!(let #name = #end;));
        }
        for carried in &carried {
            let (name, new) = (self.name(*carried), new(carried));
            out.push(quote!(#name = #new;));
        }
        let Some((passes, body)) = out.end() else { return Ok(()) };
        let (emitter, at) = (self.emitter, self.emitter.var_name(passes.var));
        let var = &emitter.kernel.vars[passes.var];
        let written = match &passes.range {
            Some(range) => {
                let expr = emitter.iterated(range, out.written);
                // The user's own name may be that of something outside, which is computed with in the loop.
                let (expr, name) = (emitter.filled(&expr, out.written), emitter.fresh("pass"));
                quote!(for #name in #expr { let #at = #name as ::core::primitive::isize; #body })
            }
            None => {
                let [start, end] =
                    [&var.start, &var.end].map(|end| emitter.exact_index(&emitter.resolve(end)));
                quote!(for #at in (#start) as ::core::primitive::isize..(#end) as ::core::primitive::isize { #body })
            }
        };
        out.push(written);
        Ok(())
    }
}
