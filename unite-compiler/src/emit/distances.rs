//! Neighbours along the innermost axis of a loop that the compiler makes vectors of. It would see that each is the element of
//! the iteration before or after, keep that, and put vectors together of two; reading it again is one instruction.

use std::collections::HashMap;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Body, Emitter, Written};
use crate::analyse::chain;
use crate::ir::{Id, Index};
use crate::lanes::independent::factor;
use crate::lanes::value::Type;

/// How far accesses are from where their other indices lead: a name for each.
pub type Distances = HashMap<Id, (Vec<Index>, Ident)>;

impl Emitter<'_> {
    /// What runs in the body of an innermost loop, with the distances of neighbours made before it.
    pub fn with_distances(
        &self,
        var: Id,
        scope: Id,
        body: &Body<'_>,
        written: &mut Written,
    ) -> (TokenStream, TokenStream) {
        let (before, distances) = self.neighbours(var, scope);
        let there = self.there(|here| here.distances = Rc::new(distances));
        (before, body(&there, written))
    }

    /// Reads of one row of a tensor, all but the one in the middle: elements of types that have no lanes, and that the loop
    /// does not write.
    fn neighbours(&self, var: Id, scope: Id) -> (TokenStream, Distances) {
        let (kernel, tensors) = (self.kernel, &self.analysis.tensors);
        let inside = |at: Id| chain(kernel, at).contains(&scope);
        let (mut before, mut distances) = (TokenStream::new(), Distances::new());
        let is_innermost = !kernel.vars.iter().any(|v| v.scope != scope && inside(v.scope))
            && !kernel.calls.iter().any(|call| inside(call.scope));
        if !is_innermost || !self.knows_extents() || self.here.point_of_group.is_some() {
            return (before, distances);
        }
        let touching: Vec<Id> =
            (0..kernel.accesses.len()).filter(|a| inside(kernel.accesses[*a].scope)).collect();
        let mut names: HashMap<String, Ident> = HashMap::new();
        for &access in &touching {
            let base = tensors.base(kernel, access);
            let elem = self.elem(kernel.accesses[access].view).to_string();
            let is_written =
                touching.iter().any(|a| kernel.accesses[*a].writes && tensors.base(kernel, *a) == base);
            if is_written || Type::of_elements(&elem).is_some() || tensors.rule(kernel, access).is_some() {
                continue;
            }
            let data = tensors.data(kernel, access);
            let Some(axis) = data.iter().position(|index| factor(index, var) == Some(1)) else { continue };
            let apart = data[axis].constant;
            let mut middle = data.clone();
            middle[axis] = middle[axis].clone().offset(-apart);
            let is_middle = |other: &Id| *other != access && tensors.data(kernel, *other) == middle;
            if apart == 0 || !touching.iter().any(is_middle) {
                continue;
            }
            let stride = self.stride(base, axis);
            let (krate, by) = (&kernel.krate, self.index(&Index::constant(apart)));
            let distance = quote!(#krate::staged::distance(#by * #stride));
            let name = names.entry(distance.to_string()).or_insert_with(|| {
                let side = if apart < 0 { "back" } else { "ahead" };
                let tensor = &tensors.bases[base].name;
                let name = self.fresh(&format!("{tensor}_{side}_{}", apart.unsigned_abs()));
                before.extend(quote!(let #name = #distance;));
                name
            });
            distances.insert(access, (middle, name.clone()));
        }
        (before, distances)
    }
}
