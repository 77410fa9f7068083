//! Reads and writes.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::names::Stride;
use super::{Emitter, Written};
use crate::analyse::{BaseKind, Cover, Plan, Rule};
use crate::ir::{Atom, CoarseRead, Id, Index, Op};
use crate::source::Source;

impl Emitter<'_> {
    /// The index of an access on each axis of its base.
    pub fn data(&self, access: Id) -> Vec<Index> {
        self.site().data(access)
    }

    /// The distance in memory from index 0 of a base.
    pub fn offset(&self, base: Id, data: &[Index]) -> TokenStream {
        if let Some(offset) = self.collapsed_offset(base, data) {
            return offset;
        }
        let mut known = Index::constant(0);
        let mut named = Vec::new();
        for (axis, index) in data.iter().enumerate() {
            match self.stride(base, axis) {
                Stride::Constant(stride) => known = known.plus(index, stride),
                Stride::Named(_) if index.as_constant() == Some(0) => {}
                Stride::Named(name) if index.as_constant() == Some(1) => named.push(quote!(#name)),
                Stride::Named(name) => {
                    let index = self.factor(index);
                    named.push(quote!(#index * #name));
                }
            }
        }
        let known = (known.as_constant() != Some(0) || named.is_empty()).then(|| self.index(&known));
        let terms = named.into_iter().chain(known);
        quote!(#(#terms)+*)
    }

    /// The checks of an access that keeps its own, with its indices and values bound before them: `(lets, data)`.
    pub fn guarded(&self, access: Id, written: &mut Written) -> (TokenStream, Vec<Index>) {
        let data = self.data(access);
        let a = &self.kernel.accesses[access];
        let mut before = self.define_missing(a.view, written);
        for id in self.values_of(access) {
            let value = &self.kernel.values[id];
            if !value.kept {
                before.extend(self.keep(id, written));
            }
        }
        if self.analysis.bounds.accesses[access] == Plan::Here {
            let base = self.analysis.tensors.views[a.view].base;
            let (kernel, tensor) = (self.title(), self.base_title(base));
            for (axis, index) in data.iter().enumerate() {
                let at = self.exact_index(index);
                before.extend(self.require(base, &kernel, &tensor, axis, &at, &at));
            }
        }
        (before, data)
    }

    /// A check at run time, in the middle of a kernel.
    pub fn require(
        &self,
        base: Id,
        kernel: &str,
        tensor: &str,
        axis: usize,
        first: &TokenStream,
        last: &TokenStream,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        match self.analysis.tensors.bases[base].kind {
            BaseKind::Block(view) => {
                let extent = self.exact_index(&self.analysis.tensors.views[view].extent[axis]);
                quote!(#krate::staged::require_block(#kernel, #tensor, #axis, #first, #last, #extent);)
            }
            _ => {
                let carrier = self.carrier_name(base);
                match self.told(base, axis) {
                    None => quote!(#carrier.require(#kernel, #tensor, #axis, #first, #last);),
                    Some(told) => {
                        quote!(#carrier.require_or(#kernel, #tensor, #axis, #first, #last, #told);)
                    }
                }
            }
        }
    }

    /// The values that the indices of an access depend on; none for one that is part of another.
    fn values_of(&self, access: Id) -> Vec<Id> {
        let tensors = &self.analysis.tensors;
        let mut ids = Vec::new();
        let mut level = (!tensors.is_above(access)).then_some(access);
        while let Some(access) = level {
            for index in self.data(access) {
                index.for_each_atom(&mut |atom| {
                    if let Atom::Value(id) = atom
                        && !ids.contains(id)
                    {
                        ids.push(*id);
                    }
                });
            }
            level = tensors.climbs.get(&access).map(|climb| climb.above);
        }
        ids
    }

    /// Whether a read lies inside its block, if there is something for it outside; and that.
    fn outside(&self, access: Id, written: &mut Written) -> Option<(TokenStream, TokenStream)> {
        let rule = self.analysis.tensors.rule(self.kernel, access)?;
        let inside = self.inside(access)?;
        let outside = match rule {
            Rule::Above(above) => self.read(above, written),
            Rule::Constant(view) => as_at_source(self.kernel.accesses[access].span, self.outside_name(view)),
            _ => return None,
        };
        Some((inside, outside))
    }

    /// Whether a read lies inside its block, if there is something for it outside.
    pub fn inside(&self, access: Id) -> Option<TokenStream> {
        let tensors = &self.analysis.tensors;
        let ends = match tensors.rule(self.kernel, access)? {
            Rule::Constant(_) => None,
            Rule::Above(_) => tensors.climbs.get(&access).map(|climb| &climb.ends),
            _ => return None,
        };
        let base = tensors.base(self.kernel, access);
        let mut tests = Vec::new();
        for (axis, at, _) in tensors.ruled(self.kernel, access) {
            let (first, last) = tensors.edges(base, axis);
            let asked = |last| ends.is_none_or(|ends| ends.contains(&(axis, last)));
            let at = self.exact_index(&at);
            let (first, last) = (self.exact_index(&first), self.exact_index(&last));
            tests.push(match (asked(false), asked(true)) {
                (true, true) if ends.is_some() => {
                    quote!(::core::ops::RangeInclusive::contains(&(#first..=#last), &(#at)))
                }
                (true, true) => quote!(#first <= #at && #at <= #last),
                (true, false) => quote!(#first <= #at),
                _ => quote!(#at <= #last),
            });
        }
        (!tests.is_empty()).then(|| quote!(#(#tests)&&*))
    }

    /// How many points an access stands for along each axis of its base, and how far apart they are.
    fn covered(&self, access: Id) -> TokenStream {
        let tensors = &self.analysis.tensors;
        let base = tensors.base(self.kernel, access);
        let mut points: Vec<TokenStream> =
            tensors.points(self.kernel, access).iter().map(|points| self.index(points)).collect();
        let mut strides: Vec<TokenStream> =
            (0..points.len()).map(|axis| self.stride(base, axis).into_token_stream()).collect();
        points.resize(4, quote!(1));
        strides.resize(4, quote!(0));
        quote!([#(#points),*], [#(#strides),*])
    }

    /// The value of an element.
    pub fn read(&self, access: Id, written: &mut Written) -> TokenStream {
        let (before, data) = self.guarded(access, written);
        let base = self.analysis.tensors.base(self.kernel, access);
        let pointer = self.pointer_name(base);
        let offset = self.place(access, base, &data);
        let call = at_source(self.kernel.accesses[access].span, pointer, "read", offset.clone());
        let pointer = self.pointer_name(base);
        let mut read = self.as_declared(base, quote!(unsafe { #call }));
        if let Some(Rule::Covered(Cover::Read(how))) = self.analysis.tensors.rule(self.kernel, access) {
            let (krate, points) = (&self.kernel.krate, self.covered(access));
            let how = match how {
                CoarseRead::Min => quote!(least),
                CoarseRead::Max => quote!(greatest),
                CoarseRead::First | CoarseRead::Mean => quote!(mean),
            };
            read = quote!(unsafe { #krate::staged::coarse::#how(#pointer, #offset, #points) });
        }
        if let Some((inside, outside)) = self.outside(access, written) {
            read = quote!(if #inside { #read } else { #outside });
        }
        // Where a larger expression begins with a read, it begins in the source.
        let (delimiter, read) = match before.is_empty() {
            true => (Delimiter::Parenthesis, read),
            false => (Delimiter::Brace, quote!(#before #read)),
        };
        let mut whole = Group::new(delimiter, read);
        whole.set_span(self.kernel.accesses[access].span.first());
        quote!(#whole)
    }

    /// The type of what is written, where the element stands in the source: a value of another type is shown beside it.
    fn wide(&self, access: Id) -> TokenStream {
        let (a, krate) = (&self.kernel.accesses[access], &self.kernel.krate);
        let elem = self.elem(a.view);
        let (begin, end) = (quote_spanned!(a.span.first()=> <), quote_spanned!(a.span.last()=> Wide));
        quote!(#begin #elem as #krate::Elem>::#end)
    }

    /// A write statement that is not a loop nest.
    pub fn write_point(&self, write: Id, written: &mut Written) -> TokenStream {
        let w = &self.kernel.writes[write];
        self.forget(self.kernel.accesses[w.target].view, written);
        let (before, data) = self.guarded(w.target, written);
        let base = self.analysis.tensors.base(self.kernel, w.target);
        let pointer = self.pointer_name(base);
        let offset = self.place(w.target, base, &data);
        let value = self.filled(&w.value, written);
        let wide = self.wide(w.target);
        if let Some(Rule::Covered(_)) = self.analysis.tensors.rule(self.kernel, w.target) {
            let (krate, points, result) = (&self.kernel.krate, self.covered(w.target), self.fresh("result"));
            return quote!({
                let #result: #wide = #value;
                #before
                unsafe { #krate::staged::coarse::broadcast(#pointer, #offset, #points, #result) }
            });
        }
        if w.op.is_none() {
            if before.is_empty() && is_simple(&value) {
                return quote!(unsafe { #pointer.write(#offset, #value) });
            }
            // The right side is the user's code: it stays outside the `unsafe` block.
            let result = self.fresh("result");
            return quote!({ let #result: #wide = #value; #before unsafe { #pointer.write(#offset, #result) } });
        }
        let [result, at] = ["result", "at"].map(|name| self.fresh(name));
        let new = self.combined(write, quote!(#pointer.read(#at)), &result);
        quote!({
            let #result = #value;
            #before
            let #at = #offset;
            unsafe { #pointer.write(#at, #new) }
        })
    }

    /// What is written: the right side of a statement, with what was there where it says so.
    fn combined(&self, write: Id, old: TokenStream, result: &Ident) -> TokenStream {
        let w = &self.kernel.writes[write];
        let old = self.as_declared(self.analysis.tensors.base(self.kernel, w.target), old);
        match (&w.op, self.kernel.folds.get(&write)) {
            (Some(_), Some(fold)) => {
                let (krate, function) = (&self.kernel.krate, fold.function());
                quote!(#krate::staged::#function(#old, #result))
            }
            (Some(op), None) => quote!(#old #op #result),
            (None, _) => quote!(#result),
        }
    }

    /// What a statement writes at a point whose `lane` it is: computed into an array, and written from there.
    pub(super) fn write_computed(
        &self,
        write: Id,
        (computed, lane): (&Ident, &Ident),
        written: &mut Written,
    ) -> (TokenStream, TokenStream) {
        let target = self.kernel.writes[write].target;
        self.forget(self.kernel.accesses[target].view, written);
        let (before, data) = self.guarded(target, written);
        let base = self.analysis.tensors.base(self.kernel, target);
        let (pointer, offset) = (self.pointer_name(base), self.place(target, base, &data));
        let (value, wide, result) =
            (self.filled(&self.kernel.writes[write].value, written), self.wide(target), self.fresh("result"));
        let new = self.combined(write, quote!(unsafe { #pointer.read(#offset) }), &result);
        let compute = quote!(let #result: #wide = #value; #before #computed[#lane] = #new;);
        (compute, quote!(unsafe { #pointer.write(#offset, #computed[#lane]) };))
    }
}

/// The call of a method of a pointer, which mistakes of type are shown at: where the access is in the source.
fn at_source(source: Source, mut pointer: Ident, method: &str, argument: TokenStream) -> TokenStream {
    let hygiene = pointer.span();
    pointer.set_span(hygiene.located_at(source.first()));
    let method = Ident::new(method, Span::call_site());
    let mut arguments = Group::new(Delimiter::Parenthesis, argument);
    arguments.set_span(hygiene.located_at(source.last()));
    quote!(#pointer.#method #arguments)
}

/// A value in the place of an element: a mistake of type is shown where the access is in the source, as for the element.
fn as_at_source(source: Source, value: Ident) -> TokenStream {
    let hygiene = value.span();
    let bracketed = |tokens: TokenStream, at: Span| {
        let mut group = Group::new(Delimiter::Bracket, tokens);
        group.set_span(hygiene.located_at(at));
        group
    };
    // An expression from the first token of the access to its last.
    let (all, first) = (bracketed(quote!(#value), source.first()), bracketed(quote!(0), source.last()));
    quote!(#all #first)
}

/// Whether an expression is a literal or a variable.
fn is_simple(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    matches!(
        (tokens.next(), tokens.next()),
        (Some(proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Literal(_)), None)
    )
}

/// The product of indices.
pub fn product(factors: &[Index]) -> Index {
    factors.iter().fold(Index::constant(1), |size, e| Index::op(Op::Mul, vec![size, e.clone()]))
}
