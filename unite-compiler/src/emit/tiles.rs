//! Statements whose right sides have sums, of several points at a time: their totals are an array, which the compiler keeps in registers.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::{Expr, ExprForLoop, Stmt};

use super::blocked::each_lane;
use super::{Body, Emitter, Written};
use crate::ir::{Id, SumParts};
use crate::plans::serial::{Strip, Summed, Tile};

/// The totals of sums that are taken before: what stands in their places.
pub(super) type Totals = Rc<Vec<(Id, TokenStream)>>;

impl Emitter<'_> {
    /// The innermost loops of a statement over an axis, and over the one around it where tiles have rows.
    pub(super) fn tiled_loops(
        &self,
        scope: Id,
        tile: &Tile,
        (var, extent): (Id, TokenStream),
        around: Option<(Id, TokenStream)>,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let Some(Summed { sums, .. }) = Summed::of(self.kernel, scope) else { return TokenStream::new() };
        let defined = written.defined.clone();
        let [first, stop, top] = ["first", "stop", "top"].map(|name| self.fresh(name));
        let at = self.var_name(var);
        let points = Literal::isize_unsuffixed(tile.strip.points as isize);
        let mut tiles = |count: i64, rows: Option<(Id, i64)>| {
            written.defined.clone_from(&defined);
            let strip = self.tile(&sums, tile, var, (count, rows), body, written);
            let count = Literal::isize_unsuffixed(count as isize);
            let strips = match tile.strip.again {
                true => to_the_end(&first, &extent, &count, &strip),
                false => quote!(while #first < #stop { #strip #first += #count; }),
            };
            quote!(let mut #first: ::core::primitive::isize = 0; #strips)
        };
        let mut of_rows = |count: i64, rows: i64| match &around {
            Some((outer, height)) if rows > 1 => {
                let (name, literal) = (self.var_name(*outer), Literal::isize_unsuffixed(rows as isize));
                let (many, one) = (tiles(count, Some((*outer, rows))), tiles(count, None));
                quote! {
                    let mut #top: ::core::primitive::isize = 0;
                    while #top + #literal <= #height { #many #top += #literal; }
                    for #name in #top..#height { #one }
                }
            }
            Some((outer, height)) => {
                let (name, one) = (self.var_name(*outer), tiles(count, None));
                quote!(for #name in 0isize..#height { #one })
            }
            None => tiles(count, None),
        };
        let whole = of_rows(tile.strip.points, tile.rows);
        let fewer = tile.strip.fewer.map(|fewer| of_rows(fewer, 1));
        written.defined.clone_from(&defined);
        let rest = body(self, written);
        let begin = if tile.strip.again { quote!(0isize) } else { quote!(#stop) };
        let mut rest = quote!(for #at in #begin..#extent { #rest });
        if let Some((outer, height)) = around {
            let name = self.var_name(outer);
            rest = quote!(for #name in 0isize..#height { #rest });
        }
        if tile.strip.again {
            return by_length(&tile.strip, &extent, whole, fewer, rest);
        }
        quote! {{
            let #stop: ::core::primitive::isize = #extent - #extent % #points;
            #whole
            #rest
        }}
    }

    /// The points of one tile: totals, terms of all points one after the other, and what the statement does at each point.
    fn tile(
        &self,
        sums: &[(Id, &Expr)],
        tile: &Tile,
        var: Id,
        (points, rows): (i64, Option<(Id, i64)>),
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let [row, lane, first, top] = ["row", "lane", "first", "top"].map(|name| self.fresh(name));
        let at = self.var_name(var);
        let count = Literal::usize_unsuffixed(points as usize);
        let each = |inner: TokenStream| {
            let lanes = each_lane(&lane, points as usize, (&at, &first), &inner);
            match rows {
                Some((outer, rows)) => each_lane(&row, rows as usize, (&self.var_name(outer), &top), &lanes),
                None => lanes,
            }
        };
        let mut totals = Vec::new();
        let mut taken = TokenStream::new();
        for (sum, expr) in sums.iter().filter(|(sum, _)| tile.sums.contains(sum)) {
            let Some(SumParts { nothing, before, loops, term }) = self.kernel.parts_of_sum(expr) else {
                continue;
            };
            let name = self.fresh(&format!("totals_{sum}"));
            let (krate, function) = (&self.kernel.krate, self.kernel.sums[*sum].fold.function());
            let nothing = self.filled(nothing, written);
            let (nothings, total) = match rows {
                Some((_, rows)) => {
                    let rows = Literal::usize_unsuffixed(rows as usize);
                    (quote!([[#nothing; #count]; #rows]), quote!(#name[#row][#lane]))
                }
                None => (quote!([#nothing; #count]), quote!(#name[#lane])),
            };
            let added = |written: &mut Written| {
                let term = self.filled(term, written);
                each(quote!(#total = #krate::staged::#function(#total, #term);))
            };
            let before = self.filled_block(&block(before), written);
            let terms = self.loops_of_sum(&loops, &added, written);
            taken.extend(quote!(let mut #name = #nothings; #before #terms));
            totals.push((*sum, total));
        }
        let done = body(&self.there(|here| here.totals = Rc::new(totals)), written);
        let done = each(done);
        quote!(#taken #done)
    }

    /// The loops of a sum around something else than its term.
    pub(super) fn loops_of_sum(
        &self,
        loops: &[&ExprForLoop],
        inner: &dyn Fn(&mut Written) -> TokenStream,
        written: &mut Written,
    ) -> TokenStream {
        let [f, inside @ ..] = loops else { return inner(written) };
        let (expr, pat) = (self.iterated(f, written), &f.pat);
        let range = self.filled(&expr, written);
        let (_, before) = f.body.stmts.split_last().unwrap_or_else(|| unreachable!("a sum has a term"));
        let before = self.filled_block(&block(before), written);
        let inside = self.loops_of_sum(inside, inner, written);
        quote!(for #pat in #range { #before #inside })
    }
}

/// Strips of so many points from the first one on, of which the last ends with the row.
pub(super) fn to_the_end(
    first: &Ident,
    end: &TokenStream,
    count: &Literal,
    strip: &TokenStream,
) -> TokenStream {
    quote!(while #first < #end {
        #first = ::core::cmp::Ord::min(#first, #end - #count);
        #strip
        #first += #count;
    })
}

/// What is done with a row that has enough points for a strip, with one that has some, and with others.
pub(super) fn by_length(
    strip: &Strip,
    length: &TokenStream,
    whole: TokenStream,
    fewer: Option<TokenStream>,
    rest: TokenStream,
) -> TokenStream {
    let points = Literal::isize_unsuffixed(strip.points as isize);
    let fewer = strip.fewer.zip(fewer).map(|(count, fewer)| {
        let count = Literal::isize_unsuffixed(count as isize);
        quote!(else if #count <= #length { #fewer })
    });
    quote!(if #points <= #length { #whole } #fewer else { #rest })
}

/// Statements as a block.
pub(super) fn block(statements: &[Stmt]) -> syn::Block {
    syn::Block { brace_token: Default::default(), stmts: statements.to_vec() }
}
