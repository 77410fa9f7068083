//! Walks that add to rows of a dense tensor, as a stored matrix times a dense one does: so many elements of a row are kept in registers
//! while what is stored is walked, and are written once.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Emitter, Written};
use crate::cost::ROW_IN_REGISTERS;
use crate::ir::{Atom, Fold, Id, Walk};

/// A walk of which each element adds to a row.
pub(super) struct Rows {
    write: Id,
    /// The variable along the row.
    along: Id,
    /// How many of the variables of the walk choose the row: the outermost ones.
    outermost: usize,
}

impl Emitter<'_> {
    /// The rows that a walk adds to, if each is complete when the innermost levels end, and nothing else reads it.
    pub(super) fn rows_of_walk(&self, walk: &Walk, written: &mut Written) -> Option<Rows> {
        let is_inside = |id: &Id| self.scopes_around(self.kernel.writes[*id].scope).contains(&walk.scope);
        let mut inside = (0..self.kernel.writes.len()).filter(is_inside);
        let (Some(id), None) = (inside.next(), inside.next()) else { return None };
        let write = &self.kernel.writes[id];
        let [(along, _)] = write.iterators[..] else { return None };
        if !walk.is_statement || write.op.as_ref().and_then(fold_of_operator).is_none() {
            return None;
        }
        let mut outermost = 0;
        let target = &self.kernel.accesses[write.target];
        for at in &target.at {
            let [(Atom::Var(var), 1)] = &at.terms[..] else { return None };
            match walk.vars.iter().position(|other| other == var) {
                Some(level) if at.constant == 0 => outermost = outermost.max(level + 1),
                None if at.constant == 0 && *var == along => {}
                _ => return None,
            }
        }
        let tensors = &self.analysis.tensors;
        let base = tensors.base(self.kernel, write.target);
        let reads_it = |(id, access): (Id, &crate::ir::Access)| {
            id != write.target
                && self.scopes_around(access.scope).contains(&walk.scope)
                && tensors.base(self.kernel, id) == base
        };
        let is_row = 0 < outermost
            && outermost < walk.vars.len()
            && tensors.rule(self.kernel, write.target).is_none()
            && !self.kernel.accesses.iter().enumerate().any(reads_it)
            && self.scope_checks(write.scope).is_empty()
            && self.guarded(write.target, written).0.is_empty();
        is_row.then_some(Rows { write: id, along, outermost })
    }

    /// The walk in a form that keeps pieces of rows in registers, and when it can be taken: rows are so many pieces, and each is
    /// complete when the innermost levels end.
    pub(super) fn rows_in_registers(
        &self,
        walk: &Walk,
        rows: &Rows,
        root: &TokenStream,
        written: &mut Written,
    ) -> (TokenStream, TokenStream) {
        let krate = &self.kernel.krate;
        let stored = &self.kernel.stored[walk.of()];
        let (name, rank, outermost) = (&stored.name, stored.rank(), rows.outermost);
        let is_new = walk.zeroed.is_some();
        let extent = self.exact_index(&self.resolve(&self.kernel.vars[rows.along].end));
        let [piece, lane, sums, at, below, element] =
            ["piece", "lane", "sums", "at", "below", "stored"].map(|name| self.fresh(name));
        let condition = quote! {
            #extent % (#ROW_IN_REGISTERS as ::core::primitive::isize) == 0
                && #krate::stored::staged::is_gathered::<#rank, _>(#name, #outermost, #is_new)
        };
        let write = &self.kernel.writes[rows.write];
        let target = write.target;
        let base = self.analysis.tensors.base(self.kernel, target);
        let data = self.data(target);
        let (pointer, offset) = (self.pointer_name(base), self.place(target, base, &data));
        let coordinates: Vec<Ident> =
            (0..rank).map(|level| self.fresh(&format!("coordinate_{level}"))).collect();
        let vars: Vec<Ident> = walk.vars.iter().map(|var| self.var_name(*var)).collect();
        let (outer_vars, inner_vars) = vars.split_at(outermost);
        let (outer, inner) = coordinates.split_at(outermost);
        let along = self.var_name(rows.along);
        let defined = written.defined.clone();
        // What is kept of the element stands before the statement.
        let mut kept = walk.body.clone();
        kept.stmts.pop();
        let kept = self.filled_block(&kept, written);
        let term = self.filled(&write.value, written);
        written.defined = defined;
        let pattern = &walk.operands[0].element;
        let fold = self.fold_of(rows.write);
        let function = fold.function();
        let each = |inner: TokenStream| each_lane(&lane, ROW_IN_REGISTERS, (&along, &piece), &inner);
        let added = each(quote!(#sums[#lane] = #krate::staged::#function(#sums[#lane], #term);));
        let put = each(quote! {
            let #at = #offset;
            unsafe { #pointer.write(#at, #sums[#lane]) }
        });
        let got = each(quote! {
            let #at = #offset;
            #sums[#lane] = unsafe { #pointer.read(#at) };
        });
        let first = fold.first(krate, &stored.elem);
        let got = if is_new { TokenStream::new() } else { got };
        let point = quote! {
            #(let #inner_vars = #inner as ::core::primitive::isize;)*
            let #pattern = #krate::Elem::widen(#element);
            #kept
            #added
        };
        let walked = self.levels_of(krate, &quote!(#below), inner, &element, &point);
        let row = quote! {
            #(let #outer_vars = #outer as ::core::primitive::isize;)*
            let mut #piece: ::core::primitive::isize = 0;
            while #piece < #extent {
                let mut #sums = [#first; #ROW_IN_REGISTERS];
                #got
                #walked
                #put
                #piece += #ROW_IN_REGISTERS as ::core::primitive::isize;
            }
        };
        (condition, self.levels_of(krate, root, outer, &below, &row))
    }

    /// How terms of a statement become one.
    pub(super) fn fold_of(&self, write: Id) -> Fold {
        let by_operator = || self.kernel.writes[write].op.as_ref().and_then(fold_of_operator);
        self.kernel.folds.get(&write).copied().or_else(by_operator).unwrap_or(Fold::Sum)
    }
}

/// Code for each of so many points side by side, where a name is the index of the point: of the first one, and so many more.
pub(super) fn each_lane(
    lane: &Ident,
    count: usize,
    (at, first): (&Ident, &Ident),
    inner: &TokenStream,
) -> TokenStream {
    counted(lane, count, &quote!(let #at = #first + #lane as ::core::primitive::isize; #inner))
}

/// Code for each number below a constant.
pub(super) fn counted(lane: &Ident, count: usize, inner: &TokenStream) -> TokenStream {
    quote! {
        let mut #lane = 0usize;
        while #lane < #count {
            #inner
            #lane += 1;
        }
    }
}

/// What an operator makes of terms, if their order does not matter.
fn fold_of_operator(op: &TokenStream) -> Option<Fold> {
    Some(match op.to_string().as_str() {
        "+" => Fold::Sum,
        "|" => Fold::Any,
        "&" => Fold::All,
        "*" => Fold::Product,
        _ => return None,
    })
}
