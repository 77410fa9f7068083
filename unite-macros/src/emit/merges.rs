//! Walks over several stored tensors side by side: an intersection where all have to have an element, otherwise a loop for each
//! set of tensors that are not at their end yet, the largest first.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Stmt;

use super::{Emitter, Written};
use crate::ir::{Case, Operand, Walk};

/// A walk on its way to code.
struct Merge<'w> {
    walk: &'w Walk,
    /// The variables.
    vars: Vec<Ident>,
    /// By operand, what is there: a fibre, and in the innermost place an element.
    fibres: Vec<Ident>,
    /// By variable, where coordinates are appended, if elements are.
    assembly: Vec<Ident>,
}

impl Merge<'_> {
    /// The operands along a variable, of those in `case`.
    fn along(&self, var: usize, case: Case) -> Vec<usize> {
        let has = |number: &usize| case & 1 << number != 0 && self.walk.operands[*number].axis(var).is_some();
        (0..self.walk.operands.len()).filter(has).collect()
    }

    /// Where coordinates of a variable are appended: the outermost level is a variable, the others are borrowed.
    fn level(&self, var: usize) -> TokenStream {
        let level = &self.assembly[var];
        if var == 0 { quote!(&mut #level) } else { quote!(&mut *#level) }
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
            let (name, order, extents) = self.merged_operand(walk, operand);
            quote!(#krate::stored::staged::merged_root::<#order, _>(#name, #extents))
        });
        let assembly: Vec<Ident> = match &walk.output {
            Some(_) => (0..walk.vars.len()).map(|var| self.fresh(&format!("assembly_{var}"))).collect(),
            None => Vec::new(),
        };
        let begun = walk.output.as_ref().map(|output| {
            let (name, order, extents) = self.merged_operand(walk, output);
            let (first, room) = (&assembly[0], self.most_appended(walk));
            quote!(let mut #first = #krate::stored::staged::assembly::<#order, _>(&*#name, #extents, #room);)
        });
        let put = walk.output.as_ref().map(|output| {
            let (name, first) = (&self.kernel.stored[output.of].name, &assembly[0]);
            quote!(#krate::stored::Assembled::put(#name, #first);)
        });
        let merge = Merge {
            walk,
            vars: walk.vars.iter().map(|var| self.var_name(*var)).collect(),
            fibres: fibres.clone(),
            assembly,
        };
        let all = (1 << walk.operands.len()) - 1;
        let defined = written.defined.clone();
        let nest = self.levels_beside(&merge, 0, all, written);
        written.defined = defined;
        quote!(#before #(let #fibres = #roots;)* #begun #nest #put)
    }

    /// An operand, or what is appended to: its name, its rank and the order of its axes, and the extents that the variables are known
    /// to keep below.
    fn merged_operand(&self, walk: &Walk, operand: &Operand) -> (&Ident, TokenStream, TokenStream) {
        let stored = &self.kernel.stored[operand.of];
        let extents = operand.vars.iter().map(|&var| {
            let along = walk.operands.iter().find_map(|first| Some((first.of, first.axis(var)?)));
            along.map(|(of, axis)| &self.kernel.stored[of].extents[axis])
        });
        let rank = stored.rank();
        let mut order: Vec<usize> = (0..rank).collect();
        order.sort_by_key(|&axis| operand.vars[axis]);
        let order = order.iter().fold(0u32, |digits, axis| 10 * digits + *axis as u32);
        (&stored.name, quote!(#rank, #order), quote!([#(#extents),*]))
    }

    /// How many elements are appended, about: of each smallest case, as many as the shortest of its operands that have all axes.
    fn most_appended(&self, walk: &Walk) -> TokenStream {
        let krate = &self.kernel.krate;
        let is_least =
            |case: &&Case| !walk.cases.iter().any(|other| other != *case && other & *case == *other);
        let least = walk.cases.iter().filter(is_least).map(|case| {
            let here =
                walk.operands.iter().enumerate().filter(|(number, operand)| {
                    case & 1 << number != 0 && operand.vars.len() == walk.vars.len()
                });
            let positions = here.map(|(_, operand)| {
                let (stored, rank) = (&self.kernel.stored[operand.of], operand.vars.len());
                let name = &stored.name;
                quote!(#krate::stored::staged::positions::<#rank, _>(#name))
            });
            positions
                .reduce(|one, other| quote!(::core::primitive::usize::min(#one, #other)))
                .unwrap_or(quote!(0usize))
        });
        least
            .reduce(|one, other| quote!(::core::primitive::usize::saturating_add(#one, #other)))
            .unwrap_or(quote!(0usize))
    }

    /// What happens at a coordinate of a variable: the inner levels, and what is appended.
    fn at_coordinate(
        &self,
        merge: &Merge<'_>,
        var: usize,
        coordinate: &Ident,
        inner: TokenStream,
    ) -> TokenStream {
        let (krate, name) = (&self.kernel.krate, &merge.vars[var]);
        let (begin, end) = match merge.assembly.get(var + 1) {
            None => Default::default(),
            Some(below) => {
                let above = merge.level(var);
                (
                    quote!(let #below = #krate::stored::LevelAssembly::open(#above, #coordinate);),
                    quote!(#krate::stored::LevelAssembly::close(#above);),
                )
            }
        };
        quote! {
            let #name = #coordinate as ::core::primitive::isize;
            #begin
            #inner
            #end
        }
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
        if let Some(appended) = self.appended(merge, var, case, &kept, written) {
            return appended;
        }
        if kept.len() > 1 {
            return self.union(merge, var, case, &kept, written);
        }
        let coordinate = self.fresh("coordinate");
        let inner = self.levels_beside(merge, var + 1, case, written);
        let inner = self.at_coordinate(merge, var, &coordinate, inner);
        // What is appended comes in order, and each coordinate once.
        let each = !merge.assembly.is_empty();
        match &fibres[..] {
            [one] => {
                quote!(for (#coordinate, #one) in #krate::stored::staged::coordinates::<#each, _>(#one) { #inner })
            }
            [one, other, more @ ..] => {
                let places: Vec<Ident> =
                    (0..more.len()).map(|number| self.fresh(&format!("place_{number}"))).collect();
                let begin = quote!(#(let mut #places = #krate::stored::staged::follow::<#each, _, _, _>(#one, #other, #more);)*);
                let inner = places.iter().zip(more).fold(inner, |inner, (place, fibre)| {
                    quote!(if let ::core::option::Option::Some(#fibre) = #place.find(#coordinate) { #inner })
                });
                quote! {
                    #begin
                    for (#coordinate, (#one, #other)) in #krate::stored::staged::intersection::<#each, _, _>(#one, #other) { #inner }
                }
            }
            [] => TokenStream::new(),
        }
    }

    /// The innermost loop, if it appends what one or two operands have, as a call of the library.
    fn appended(
        &self,
        merge: &Merge<'_>,
        var: usize,
        case: Case,
        kept: &[Vec<usize>],
        written: &mut Written,
    ) -> Option<TokenStream> {
        if merge.assembly.len() != var + 1 || !merge.walk.is_statement {
            return None;
        }
        let krate = &self.kernel.krate;
        let along = merge.along(var, case);
        let rest = case & !case_of(&along);
        let (level, name) = (merge.level(var), &merge.vars[var]);
        let coordinate = self.fresh("coordinate");
        let fibres: Vec<&Ident> = along.iter().map(|number| &merge.fibres[*number]).collect();
        let mut taken = |chosen: &[usize]| {
            let here = chosen.iter().map(|number| &merge.fibres[*number]);
            let value = self.value(merge, rest | case_of(chosen), written);
            quote!(|#coordinate, #(#here),*| { let #name = #coordinate as ::core::primitive::isize; #value })
        };
        match (&along[..], kept.len()) {
            ([_], _) => {
                let take = taken(&along);
                Some(quote!(#krate::stored::Leaf::append_each(#level, #(#fibres),*, #take);))
            }
            ([_, _], 1) => {
                let take = taken(&along);
                Some(quote!(#krate::stored::Leaf::append_both(#level, #(#fibres),*, #take);))
            }
            ([one, other], 3) => {
                let (both, first, second) = (taken(&along), taken(&[*one]), taken(&[*other]));
                Some(quote!(#krate::stored::Leaf::append_any(#level, #(#fibres),*, #both, #first, #second);))
            }
            _ => None,
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
                let inner = self.at_coordinate(merge, var, least, inner);
                quote! {
                    {
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

    /// What is computed where these operands have an element, with its place.
    fn elements(&self, merge: &Merge<'_>, case: Case, written: &mut Written) -> TokenStream {
        let value = self.value(merge, case, written);
        match merge.assembly.len().checked_sub(1) {
            Some(last) => {
                let (krate, level, name) = (&self.kernel.krate, merge.level(last), &merge.vars[last]);
                let appended = self.fresh("appended");
                quote! {
                    let #appended = { #value };
                    #krate::stored::Leaf::push(#level, #name as ::core::primitive::usize, #appended);
                }
            }
            None => value,
        }
    }

    /// What is computed where these operands have an element. If it is appended, an element.
    fn value(&self, merge: &Merge<'_>, case: Case, written: &mut Written) -> TokenStream {
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
        match &merge.walk.output {
            Some(output) => {
                let (result, elem) = (self.fresh("result"), &self.kernel.stored[output.of].elem);
                quote! {
                    #(#elements)*
                    let #result: <#elem as #krate::Elem>::Wide = #body;
                    <#elem as #krate::Elem>::narrow(#result)
                }
            }
            None => quote!(#(#elements)* #body),
        }
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
