//! The loops around lanes: strips of a row, and what is left over of it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::ExprForLoop;

use super::{Body, Emitter, Written};
use crate::ir::{Atom, Id, Index};
use crate::lanes::lower::Lowering;
use crate::lanes::refusal::Refusal;
use crate::plans::serial::Collapsed;
use crate::plans::{Level, Rest, Shape};

/// Loops over ranges that are all of each other's bodies, outermost first.
pub type Chain<'f> = Vec<(&'f ExprForLoop, Id)>;

/// How the body of a nest is lowered to lanes.
pub type Lower<'l> = dyn Fn(&mut Lowering<'_>) -> Result<(), Refusal> + 'l;

/// What is inside of a nest.
#[derive(Clone, Copy)]
pub struct Inner<'n> {
    /// The loops, if they are written as ranges, and the body of the innermost.
    pub chain: Option<(&'n Chain<'n>, &'n syn::Block)>,
    /// What one point computes.
    pub lower: &'n Lower<'n>,
    /// What runs for one point.
    pub point: &'n Body<'n>,
    /// What runs for each of the points around the middle, where lanes are only there.
    pub edge: Option<&'n TokenStream>,
    /// Whether its innermost loop is another one than that of the order in memory.
    pub is_moved: bool,
    /// Whether the innermost loop counts the points of two.
    pub joined: Option<Joined>,
    /// How many points of a loop inside are written out for each lane.
    pub written_out: usize,
}

impl<'n> Inner<'n> {
    /// What one point computes, and what runs for one: of loops over an index space, in their order.
    pub fn of(lower: &'n Lower<'n>, point: &'n Body<'n>) -> Self {
        Inner { chain: None, lower, point, edge: None, is_moved: false, joined: None, written_out: 1 }
    }
}

/// Two loops that are one: the variable of the inner one counts the points of both.
#[derive(Clone, Copy)]
pub struct Joined {
    /// The loops.
    pub loops: Collapsed,
    /// How many points the inner one has.
    pub points: i64,
}

impl Joined {
    /// The axes along which the loops run, the outer one first, if each is alone on one, the inner one from the first index on.
    pub fn axes(&self, data: &[Index]) -> Option<(usize, usize)> {
        self.loops.axes(data).filter(|(_, columns)| self.is_few(&data[*columns]))
    }

    /// Whether an index is the variable of the inner loop.
    pub fn is_few(&self, index: &Index) -> bool {
        *index == Index::atom(Atom::Var(self.loops.inner))
    }
}

impl Emitter<'_> {
    /// The loops around the steps, and around what is made before each row of them.
    pub fn strips(
        &self,
        levels: &[Level],
        shape: &Shape,
        rest: Rest,
        inside: Inner<'_>,
        made: &(TokenStream, TokenStream),
        written: &mut Written,
    ) -> TokenStream {
        let Some((inner, outer)) = levels.split_last() else { return TokenStream::new() };
        let itself = |tokens: TokenStream| tokens;
        let mut nest = self.row(inner, (shape, rest), inside, made, &itself, written);
        let mut outer = outer;
        if shape.jammed > 1
            && let Some((rows, others)) = outer.split_last()
        {
            let range = self.fresh("rows");
            let each = |tokens: TokenStream| self.each_row(rows, shape.jammed, inside, &range, &tokens);
            let jammed = self.row(inner, (shape, rest), inside, made, &each, written);
            nest = self.jammed((rows, inner), shape.jammed, inside, &range, [&jammed, &nest], written);
            outer = others;
        }
        let chain = inside.chain;
        for (k, level) in outer.iter().enumerate().rev() {
            let name = self.var_name(level.var);
            let (start, end) = (self.exact_index(&level.start), self.exact_index(&level.end));
            let is_last = k + 1 == outer.len();
            let by = if is_last { shape.outer * shape.together } else { 1 };
            if is_last && shape.together > 1 {
                nest = self.shifted(level, shape.together, shape.outer, &nest);
            }
            if is_last && shape.at_a_time > 1 {
                let count = Literal::isize_unsuffixed(shape.at_a_time as isize);
                let rows = self.shifted(level, shape.at_a_time, 1, &nest);
                nest = quote!(
                    let mut #name: ::core::primitive::isize = #start;
                    while #name + #count <= #end { #rows #name += #count; }
                    while #name < #end { #nest #name += 1; }
                );
                continue;
            }
            nest = if let (Some((chain, _)), 1) = (chain, by) {
                let (f, _) = chain[k];
                let expr = self.iterated(f, written);
                let (pat, expr, variable) =
                    (&f.pat, self.filled(&expr, written), &self.kernel.vars[level.var].name);
                quote!(for #pat in #expr { let #name = #variable as ::core::primitive::isize; #nest })
            } else if by == 1 {
                match level.start.as_constant() {
                    Some(start) => {
                        let start = Literal::isize_suffixed(start as isize);
                        quote!(for #name in #start..#end { #nest })
                    }
                    None => quote!(for #name in (#start) as ::core::primitive::isize..#end { #nest }),
                }
            } else {
                let by = Literal::isize_unsuffixed(by as isize);
                quote!(let mut #name: ::core::primitive::isize = #start; while #name < #end { #nest #name += #by; })
            };
        }
        quote!({ #nest })
    }

    /// The strips of a row, and the points around them. `each` makes of what is done for it what is done for each of several rows.
    fn row(
        &self,
        inner: &Level,
        (shape, rest): (&Shape, Rest),
        Inner { chain, point, edge, .. }: Inner<'_>,
        (made, steps): &(TokenStream, TokenStream),
        each: &dyn Fn(TokenStream) -> TokenStream,
        written: &mut Written,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let is_jammed = shape.jammed > 1;
        // Of several rows each has its own.
        let (made, steps) =
            if is_jammed { (quote!(), each(quote!(#made #steps))) } else { (made.clone(), steps.clone()) };
        let x = self.var_name(inner.var);
        let n = Literal::isize_unsuffixed(shape.inner as isize);
        let (first, last) = (self.fresh("first"), self.fresh("last"));
        // Loops over ranges keep the types of the user's variables: what is left over runs as it was written.
        let ranged = chain
            .and_then(|(c, body)| Some((c.last()?.0, body)))
            .map(|(f, body)| (f, body, self.fresh("range")));
        // In the body of another loop its own variable is no index yet.
        let own = ranged.as_ref().filter(|(f, body, _)| !std::ptr::eq(&f.body, *body)).map(|_| {
            let variable = &self.kernel.vars[inner.var].name;
            quote!(let #x = #variable as ::core::primitive::isize;)
        });
        // The whole of a row, of which the lanes are the middle.
        let row = self.fresh("row");
        let before = match &ranged {
            Some((f, _, name)) => {
                let part = if inner.whole.is_some() {
                    let (start, end) = (self.exact_index(&inner.start), self.exact_index(&inner.end));
                    quote!(#krate::staged::part(&#row, #start, #end))
                } else {
                    let expr = self.iterated(f, written);
                    self.filled(&expr, written)
                };
                quote!(let #name = #part; let (#first, #last) = (#name.start as ::core::primitive::isize, #name.end as ::core::primitive::isize);)
            }
            _ => {
                let (start, end) = (self.exact_index(&inner.start), self.exact_index(&inner.end));
                quote!(let (#first, #last): (::core::primitive::isize, ::core::primitive::isize) = (#start, #end);)
            }
        };
        // What is left from some point on, or all of it.
        let left_over = |from: Option<&Ident>, written: &mut Written| match &ranged {
            Some((f, body, range)) => {
                let (pat, body) = (&f.pat, self.filled_block(body, written));
                let rest = match from {
                    Some(from) => {
                        quote!(::core::iter::Iterator::skip(#range, (#from - #first) as ::core::primitive::usize))
                    }
                    // Each row has it.
                    None if is_jammed => quote!(::core::clone::Clone::clone(&#range)),
                    None => quote!(#range),
                };
                each(quote!(for #pat in #rest { #own #body }))
            }
            None => {
                let (body, from) = (point(self, written), from.unwrap_or(&first));
                each(quote!(for #x in #from..#last { #body }))
            }
        };
        let mut nest = match (inner.points(), rest) {
            (Some(points), _) if points == shape.inner && ranged.is_none() => {
                let start = self.index(&inner.start);
                quote!(let #x: ::core::primitive::isize = #start; #steps)
            }
            (Some(points), _) if points == shape.inner => {
                quote!(#before let #x = #first; #steps)
            }
            (_, Rest::None) => quote!(
                #before
                let mut #x = #first;
                while #x < #last { #steps #x += #n; }
            ),
            (_, Rest::Again) => {
                let (next, stop, less) = (self.fresh("next"), self.fresh("stop"), left_over(None, written));
                // The last lanes end at the last point, even if some points run twice.
                quote!(
                    #before
                    if #last - #first >= #n {
                        let #stop = #last - #n;
                        let mut #next = #first;
                        loop {
                            let #x = #next;
                            #steps
                            #next += #n;
                            if #next > #stop {
                                if #next >= #last {
                                    break;
                                }
                                #next = #stop;
                            }
                        }
                    } else {
                        #less
                    }
                )
            }
            (_, Rest::Single) => {
                let next = self.fresh("next");
                let rest = left_over(Some(&next), written);
                quote!(
                    #before
                    let mut #next = #first;
                    while #next + #n <= #last { let #x = #next; #steps #next += #n; }
                    #rest
                )
            }
        };
        nest = quote!(#made #nest);
        if let (Some([_, end]), Some(point)) = (&inner.whole, edge) {
            let (first, last) = (self.exact_index(&inner.start), self.exact_index(&inner.end));
            nest = match &ranged {
                Some((f, ..)) => {
                    let (expr, pat) = (self.iterated(f, written), &f.pat);
                    let whole = self.filled(&expr, written);
                    let [before, after] = [
                        quote!(for #pat in #krate::staged::part(&#row, ::core::primitive::isize::MIN, #first) { #own #point }),
                        quote!(for #pat in #krate::staged::part(&#row, #last, ::core::primitive::isize::MAX) { #own #point }),
                    ];
                    let (before, after) = (each(before), each(after));
                    quote!(
                        let #row = #whole;
                        #before
                        { #nest }
                        #after
                    )
                }
                None => {
                    let end = self.exact_index(end);
                    let before = each(quote!(for #x in 0isize..#first { #point }));
                    let after = each(quote!(for #x in #last..#end { #point }));
                    quote!(#before { #nest } #after)
                }
            };
        }
        nest
    }

    /// What is done for a row, for each of some rows from one on.
    fn each_row(
        &self,
        rows: &Level,
        count: i64,
        inside: Inner<'_>,
        range: &Ident,
        tokens: &TokenStream,
    ) -> TokenStream {
        let own = self.variable_of_row(rows, inside, range);
        self.shifted(rows, count, 1, &quote!(#own #tokens))
    }

    /// The same for each of some rows from one on, which are so many points apart.
    fn shifted(&self, rows: &Level, count: i64, by: i64, tokens: &TokenStream) -> TokenStream {
        let name = self.var_name(rows.var);
        let each = (0..count).map(|row| {
            let row = Literal::isize_unsuffixed((row * by) as isize);
            quote!({ let #name = #name + #row; #tokens })
        });
        each.collect()
    }

    /// The variable that the user has of a row of a loop over a range.
    fn variable_of_row(&self, rows: &Level, inside: Inner<'_>, range: &Ident) -> Option<TokenStream> {
        let (krate, name) = (&self.kernel.krate, self.var_name(rows.var));
        let (pat, variable) = (&row_loop(inside)?.pat, &self.kernel.vars[rows.var].name);
        Some(quote!(
            let #pat = #krate::staged::counted(&#range, #name);
            let #name = #variable as ::core::primitive::isize;
        ))
    }

    /// The loop over rows of which so many are taken at a time, where all of them have strips from the same point to the same.
    fn jammed(
        &self,
        (rows, inner): (&Level, &Level),
        count: i64,
        inside: Inner<'_>,
        range: &Ident,
        [jammed, single]: [&TokenStream; 2],
        written: &mut Written,
    ) -> TokenStream {
        let name = self.var_name(rows.var);
        let [row, last] = [self.fresh("row"), self.fresh("last")];
        let before = match row_loop(inside) {
            Some(f) => {
                let whole = self.iterated(f, written);
                let whole = self.filled(&whole, written);
                quote!(
                    let #range = #whole;
                    let (mut #row, #last) = (#range.start as ::core::primitive::isize, #range.end as ::core::primitive::isize);
                )
            }
            None => {
                let (start, end) = (self.exact_index(&rows.start), self.exact_index(&rows.end));
                quote!(let (mut #row, #last): (::core::primitive::isize, ::core::primitive::isize) = (#start, #end);)
            }
        };
        let own = self.variable_of_row(rows, inside, range);
        let (start, end) = (self.exact_index(&inner.start), self.exact_index(&inner.end));
        let changes = |index: &Index| index.any_atom(|atom| *atom == Atom::Var(rows.var));
        let are_alike = (changes(&inner.start) || changes(&inner.end)).then(|| {
            let others = (1..count).map(|row| {
                let row = Literal::isize_unsuffixed(row as isize);
                quote!(&& { let #name = #name + #row; (#start, #end) } == (#start, #end))
            });
            quote!(#(#others)*)
        });
        let count = Literal::isize_unsuffixed(count as isize);
        quote! {
            #before
            while #row < #last {
                let #name = #row;
                #own
                if #name + #count <= #last #are_alike {
                    #jammed
                    #row += #count;
                } else {
                    #single
                    #row += 1;
                }
            }
        }
    }
}

/// The loop over rows, of loops that are written as ranges.
fn row_loop(inside: Inner<'_>) -> Option<&ExprForLoop> {
    let (chain, _) = inside.chain?;
    chain.iter().rev().nth(1).map(|(f, _)| *f)
}
