//! Sums that have several accumulators: term `k` of the last name goes to accumulator `k` modulo their number; of what is stored, the terms
//! of each of its innermost fibres are counted. They are an array, which the compiler keeps in registers.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprForLoop};

use super::blocked::{counted, each_lane};
use super::tiles::block;
use super::{Emitter, Written};
use crate::holes;
use crate::ir::{Id, SumParts};
use crate::lanes::refusal::refuse;
use crate::plans::Plan;
use crate::plans::serial::Serial;

/// The accumulators of a sum.
pub(super) struct Accumulators<'a> {
    pub name: &'a Ident,
    pub count: usize,
    /// What they are before the first term.
    pub nothing: &'a TokenStream,
    /// What makes one of two.
    pub function: &'a TokenStream,
}

impl Emitter<'_> {
    /// A sum that has several accumulators, if it has.
    pub(super) fn accumulated(&self, sum: Id, expr: &Expr, written: &mut Written) -> Option<TokenStream> {
        let parts = self.kernel.parts_of_sum(expr)?;
        let count = self.site().accumulators(sum, &parts)?;
        let SumParts { nothing, before, loops, term } = parts;
        let (last, around) = loops.split_last()?;
        if !self.is_counted(last) {
            return None;
        }
        let name = self.fresh(&format!("accumulators_{sum}"));
        let (krate, function) = (&self.kernel.krate, self.kernel.sums[sum].fold.function());
        let function = quote!(#krate::staged::#function);
        let (nothing, length) = (self.filled(nothing, written), Literal::usize_unsuffixed(count));
        let accumulators = Accumulators { name: &name, count, nothing: &nothing, function: &function };
        let before = self.filled_block(&block(before), written);
        let vars: Vec<Id> = loops.iter().filter_map(|f| holes::variable(self.kernel, f)).collect();
        let outcome =
            Err(refuse(&last.pat, &format!("{count} accumulators, which the compiler keeps in vectors")));
        written.plan(Plan::of(self.kernel, &vars, outcome, Serial::default()));
        let nest = |emitter: &Emitter<'_>, written: &mut Written| {
            let row = |written: &mut Written| emitter.row_of_terms(last, term, &accumulators, written);
            emitter.loops_of_sum(around, &row, written)
        };
        let terms = self.in_versions(&vars, &nest, written);
        Some(quote!({
            let mut #name = [#nothing; #length];
            #before
            #terms
            #krate::staged::folded(#name, #function)
        }))
    }

    /// The terms of a sum over levels of what is stored, of which `added` adds one to a total: as many at once as there are accumulators,
    /// where the level knows that there are so many, and then one by one.
    pub(super) fn fibres_of_terms(
        &self,
        fibre: &TokenStream,
        (coordinates, element): (&[Ident], &Ident),
        added: &dyn Fn(&TokenStream) -> TokenStream,
        Accumulators { name, count, nothing, .. }: &Accumulators<'_>,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let (coordinate, around) =
            coordinates.split_last().unwrap_or_else(|| unreachable!("a sum has a level"));
        let [terms, walk, chunk, lane, below] =
            ["terms", "walk", "chunk", "lane", "below"].map(|name| self.fresh(name));
        let done = syn::Lifetime::new("'terms", Span::mixed_site());
        let root = if around.is_empty() { fibre.clone() } else { quote!(#below) };
        let add = added(&quote!(#name[#lane]));
        let each = |next: TokenStream| counted(&lane, *count, &quote!(#next #add));
        let of_chunk = each(quote!(let (#coordinate, #element) = #chunk[#lane];));
        let one_by_one = each(quote! {
            let ::core::option::Option::Some((#coordinate, #element)) = ::core::iter::Iterator::next(&mut #walk) else {
                break #done;
            };
        });
        let inner = quote! {
            let #terms = #root;
            let mut #walk = #krate::stored::Fibre::walk(#terms);
            while let ::core::option::Option::Some(#chunk) = #krate::stored::Fibre::chunk::<#count>(#terms, &mut #walk) {
                #of_chunk
            }
            #done: loop { #one_by_one }
        };
        let nest = match around.is_empty() {
            true => inner,
            false => self.levels_of(krate, fibre, around, &below, &inner),
        };
        quote! {
            let mut #name = [#nothing; #count];
            #nest
        }
    }

    /// The terms of the innermost loop of a sum: as many side by side as there are accumulators. What is left goes to others, which begin
    /// anew: their number is not known, and an array that is asked for such a one stands in memory.
    fn row_of_terms(
        &self,
        f: &ExprForLoop,
        term: &Expr,
        Accumulators { name, count, nothing, function }: &Accumulators<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let Some(var) = holes::variable(self.kernel, f) else { return TokenStream::new() };
        let (krate, pat, at) = (&self.kernel.krate, &f.pat, self.var_name(var));
        let [range, first, past, lane, rest] =
            ["range", "first", "past", "lane", "rest"].map(|name| self.fresh(name));
        let whole = self.filled(&self.iterated(f, written), written);
        let (_, before) = f.body.stmts.split_last().unwrap_or_else(|| unreachable!("a sum has a term"));
        // Where the variable is made an index, it is one already.
        let mut before = block(before);
        before.stmts.retain(|stmt| !holes::is_snapshot(self.kernel, stmt));
        let defined = written.defined.clone();
        let mut added = |total: TokenStream, before_it: &TokenStream| {
            written.defined.clone_from(&defined);
            let (before, term) = (self.filled_block(&before, written), self.filled(term, written));
            quote! {
                #[allow(unused_variables)]
                let #pat = #krate::staged::counted(&#range, #at);
                #before
                #total = #function(#before_it, #term);
            }
        };
        let total = quote!(#name[#lane]);
        let terms = each_lane(&lane, *count, (&at, &first), &added(total.clone(), &total));
        let left = added(quote!(*#lane), nothing);
        let all = Literal::isize_unsuffixed(*count as isize);
        let every = Literal::usize_unsuffixed(*count);
        let joined = counted(&lane, *count, &quote!(#name[#lane] = #function(#name[#lane], #rest[#lane]);));
        quote! {
            let #range = #whole;
            let mut #first = #range.start as ::core::primitive::isize;
            let #past = #range.end as ::core::primitive::isize;
            while #past - #first >= #all {
                #terms
                #first += #all;
            }
            if #first < #past {
                let mut #rest = [#nothing; #every];
                for (#lane, #at) in ::core::iter::Iterator::zip(#rest.iter_mut(), #first..#past) { #left }
                #joined
            }
        }
    }
}
