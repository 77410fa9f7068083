//! Walks over several stored tensors side by side: an intersection where all have to have an element, otherwise a loop for each
//! set of tensors that are not at their end yet, the largest first.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Stmt;

use super::{Emitter, Written};
use crate::ir::{Case, Walk};

/// A walk on its way to code.
struct Merge<'w> {
    walk: &'w Walk,
    /// The variables.
    vars: Vec<Ident>,
    /// By operand, what is there: a fibre, and in the innermost place an element.
    fibres: Vec<Ident>,
}

impl Merge<'_> {
    /// The operands along a variable, of those in `case`.
    fn along(&self, var: usize, case: Case) -> Vec<usize> {
        let has = |number: &usize| case & 1 << number != 0 && self.walk.operands[*number].axis(var).is_some();
        (0..self.walk.operands.len()).filter(has).collect()
    }

    /// Whether something is computed where these operands are there.
    fn is_kept(&self, case: Case) -> bool {
        self.walk.cases.contains(&case)
    }
}

/// The case in which exactly these operands are there.
fn case_of(operands: &[usize]) -> Case {
    operands.iter().map(|number| 1 << number).sum()
}

/// All choices of one or more operands, the larger ones first.
fn choices(operands: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = (1..1usize << operands.len())
        .map(|bits| {
            let chosen = operands.iter().enumerate().filter(|(bit, _)| bits & 1 << bit != 0);
            chosen.map(|(_, number)| *number).collect()
        })
        .collect();
    all.sort_by_key(|chosen| std::cmp::Reverse(chosen.len()));
    all
}

impl Emitter<'_> {
    /// A walk over several tensors.
    pub(super) fn merged(&self, walk: &Walk, written: &mut Written) -> TokenStream {
        let krate = &self.kernel.krate;
        self.planned_walk(walk, None, written);
        let before = walk.zeroed.map(|hole| self.fill(hole, written));
        let fibres: Vec<Ident> =
            (0..walk.operands.len()).map(|number| self.fresh(&format!("fibre_{number}"))).collect();
        let roots = walk.operands.iter().map(|operand| {
            let stored = &self.kernel.stored[operand.of];
            let (name, rank) = (&stored.name, stored.rank());
            // The extents that the variables are known to keep below.
            let extents = operand.vars.iter().map(|&var| {
                let along = walk.operands.iter().find_map(|first| Some((first.of, first.axis(var)?)));
                along.map(|(of, axis)| &self.kernel.stored[of].extents[axis])
            });
            let mut order: Vec<usize> = (0..rank).collect();
            order.sort_by_key(|&axis| operand.vars[axis]);
            let order = order.iter().fold(0u32, |digits, axis| 10 * digits + *axis as u32);
            quote!(#krate::stored::staged::merged_root::<#rank, #order, _>(#name, [#(#extents),*]))
        });
        let merge = Merge {
            walk,
            vars: walk.vars.iter().map(|var| self.var_name(*var)).collect(),
            fibres: fibres.clone(),
        };
        let all = (1 << walk.operands.len()) - 1;
        let defined = written.defined.clone();
        let nest = self.levels_beside(&merge, 0, all, written);
        written.defined = defined;
        quote!(#before #(let #fibres = #roots;)* #nest)
    }

    /// Loops along the variables from `var` on, where the operands of `case` are there.
    fn levels_beside(&self, merge: &Merge<'_>, var: usize, case: Case, written: &mut Written) -> TokenStream {
        if var == merge.vars.len() {
            return self.elements(merge, case, written);
        }
        let krate = &self.kernel.krate;
        let along = merge.along(var, case);
        let rest = case & !case_of(&along);
        let kept: Vec<Vec<usize>> =
            choices(&along).into_iter().filter(|chosen| merge.is_kept(rest | case_of(chosen))).collect();
        let fibres: Vec<&Ident> = along.iter().map(|number| &merge.fibres[*number]).collect();
        if kept.len() > 1 {
            return self.union(merge, var, case, &kept, written);
        }
        let coordinate = self.fresh("coordinate");
        let name = &merge.vars[var];
        let inner = self.levels_beside(merge, var + 1, case, written);
        let inner = quote!(let #name = #coordinate as ::core::primitive::isize; #inner);
        match &fibres[..] {
            [one] => quote!(for (#coordinate, #one) in #krate::stored::Fibre::walk(#one) { #inner }),
            [one, other, more @ ..] => {
                let places: Vec<Ident> =
                    (0..more.len()).map(|number| self.fresh(&format!("place_{number}"))).collect();
                let begin =
                    quote!(#(let mut #places = #krate::stored::staged::follow(#one, #other, #more);)*);
                let inner = places.iter().zip(more).fold(inner, |inner, (place, fibre)| {
                    quote!(if let ::core::option::Option::Some(#fibre) = #place.find(#coordinate) { #inner })
                });
                quote! {
                    #begin
                    for (#coordinate, (#one, #other)) in #krate::stored::staged::intersection(#one, #other) { #inner }
                }
            }
            [] => TokenStream::new(),
        }
    }

    /// A loop for each set of operands that are not at their end.
    fn union(
        &self,
        merge: &Merge<'_>,
        var: usize,
        case: Case,
        kept: &[Vec<usize>],
        written: &mut Written,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let along = merge.along(var, case);
        let cursors: Vec<Ident> =
            along.iter().map(|number| self.fresh(&format!("cursor_{number}"))).collect();
        let cursor = |number: usize| &cursors[along.iter().position(|other| *other == number).unwrap_or(0)];
        let fibres: Vec<&Ident> = along.iter().map(|number| &merge.fibres[*number]).collect();
        let begin = quote!(#(let mut #cursors = #krate::stored::staged::cursor(#fibres);)*);
        let mut loops = TokenStream::new();
        for left in choices(&along) {
            if !kept.iter().any(|chosen| chosen.iter().all(|number| left.contains(number))) {
                continue;
            }
            let at: Vec<&Ident> = left.iter().map(|number| cursor(*number)).collect();
            let of: Vec<&Ident> = left.iter().map(|number| &merge.fibres[*number]).collect();
            let coordinates: Vec<Ident> =
                left.iter().map(|number| self.fresh(&format!("coordinate_{number}"))).collect();
            let least = self.fresh("least");
            let first = &coordinates[0];
            let narrow: TokenStream = coordinates
                .iter()
                .zip(&of)
                .skip(1)
                .map(|(coordinate, fibre)| {
                    let before = &of[0];
                    quote!(let #least = #krate::stored::staged::earlier(#before, #least, #fibre, #coordinate);)
                })
                .collect();
            let inner = self.present(merge, var, case, kept, (&left, &at, &coordinates, &least), written);
            loops.extend(quote! {
                while #(#krate::stored::Cursor::is_at(&#at))&&* {
                    #(let #coordinates = #krate::stored::Cursor::coordinate(&#at);)*
                    let #least = #first;
                    #narrow
                    #inner
                }
            });
        }
        quote!(#begin #loops)
    }

    /// What happens at the least coordinate, by who stands there: a tree of decisions.
    fn present(
        &self,
        merge: &Merge<'_>,
        var: usize,
        case: Case,
        kept: &[Vec<usize>],
        (left, at, coordinates, least): (&[usize], &[&Ident], &[Ident], &Ident),
        written: &mut Written,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let rest = case & !case_of(&merge.along(var, case));
        let name = &merge.vars[var];
        self.decided(
            left.len(),
            &mut Vec::new(),
            &mut |here: &[bool]| {
                let chosen: Vec<usize> =
                    here.iter().zip(left).filter(|(here, _)| **here).map(|(_, n)| *n).collect();
                let cursors: Vec<&&Ident> =
                    here.iter().zip(at).filter(|(here, _)| **here).map(|(_, at)| at).collect();
                let step = quote!(#(#krate::stored::Cursor::step_if(&mut #cursors, true);)*);
                if !kept.contains(&chosen) {
                    return step;
                }
                let fibres = chosen.iter().map(|number| &merge.fibres[*number]);
                let inner = self.levels_beside(merge, var + 1, rest | case_of(&chosen), written);
                quote! {
                    {
                        let #name = #least as ::core::primitive::isize;
                        #(let #fibres = #krate::stored::Cursor::below(&#cursors);)*
                        #inner
                    }
                    #step
                }
            },
            &|number| {
                let (fibre, coordinate) = (&merge.fibres[left[number]], &coordinates[number]);
                quote!(#krate::stored::staged::stands(#fibre, #coordinate, #least))
            },
        )
    }

    /// Branches on who of `count` is there, of which one always is.
    fn decided(
        &self,
        count: usize,
        here: &mut Vec<bool>,
        leaf: &mut dyn FnMut(&[bool]) -> TokenStream,
        question: &dyn Fn(usize) -> TokenStream,
    ) -> TokenStream {
        let number = here.len();
        if number == count {
            return leaf(here);
        }
        let mut arm = |is: bool, here: &mut Vec<bool>| {
            here.push(is);
            let arm = self.decided(count, here, leaf, question);
            here.pop();
            arm
        };
        // The last one is there if nobody else is.
        if number + 1 == count && here.iter().all(|here| !here) {
            return arm(true, here);
        }
        let (yes, no, asked) = (arm(true, here), arm(false, here), question(number));
        quote!(if #asked { #yes } else { #no })
    }

    /// What is computed where these operands have an element.
    fn elements(&self, merge: &Merge<'_>, case: Case, written: &mut Written) -> TokenStream {
        let krate = &self.kernel.krate;
        let number = merge.walk.cases.iter().position(|other| *other == case);
        let Some(Stmt::Expr(syn::Expr::Block(body), _)) =
            number.and_then(|number| merge.walk.body.stmts.get(number))
        else {
            return TokenStream::new();
        };
        let here = merge.walk.operands.iter().zip(&merge.fibres).enumerate();
        let here = here.filter(|(number, _)| case & 1 << number != 0);
        let elements = here.map(|(_, (operand, fibre))| {
            let pattern = &operand.element;
            quote!(let #pattern = #krate::Elem::widen(#fibre);)
        });
        let defined = written.defined.clone();
        let body = self.filled_block(&body.block, written);
        written.defined = defined;
        quote!(#(#elements)* #body)
    }

    /// How several tensors are merged, for the plan.
    pub(super) fn lattice(&self, walk: &Walk) -> String {
        let names: Vec<String> = walk
            .operands
            .iter()
            .map(|operand| format!("`{}`", self.kernel.stored[operand.of].name))
            .collect();
        let cases: Vec<String> = walk
            .cases
            .iter()
            .map(|case| {
                let here = names.iter().enumerate().filter(|(number, _)| case & 1 << number != 0);
                here.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" and ")
            })
            .collect();
        format!("{} are walked side by side; computed where there is {}", names.join(", "), cases.join("; "))
    }
}
