//! Walks over several stored tensors side by side: an intersection where all have to have an element, otherwise a loop for each
//! set of tensors that are not at their end yet, the largest first.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Stmt;

use super::{Emitter, Written};
use crate::ir::{Assembling, Case, Fold, Operand, Walk};

/// A walk on its way to code.
pub(super) struct Merge<'w> {
    pub walk: &'w Walk,
    /// The variables.
    pub vars: Vec<Ident>,
    /// By operand, what is there: a fibre, and in the innermost place an element.
    pub fibres: Vec<Ident>,
    /// By level of the output, where coordinates are appended, if elements are.
    pub assembly: Vec<Ident>,
    /// How they come about, and how many of the outermost variables have coordinates that are appended one after another.
    pub assembling: Option<(Assembling, usize)>,
    /// The sum, or the row of sums, that is appended when it is complete; and whether there is a term of the sum.
    pub sums: (Ident, Ident),
    /// Whether what would be appended is only counted.
    pub counts: bool,
}

/// The operands along one variable.
pub(super) struct Level {
    /// Its number.
    pub var: usize,
    /// Those along it.
    pub along: Vec<usize>,
    /// Those that are there and are not along it.
    pub rest: Case,
    /// Which choices of those along it, the larger ones first, something is computed for.
    pub kept: Vec<Vec<usize>>,
}

impl Level {
    /// The case in which of those along it `chosen` are there.
    pub fn with(&self, chosen: &[usize]) -> Case {
        self.rest | case_of(chosen)
    }
}

impl Merge<'_> {
    /// The operands along a variable, where those of `case` are there.
    pub fn at(&self, var: usize, case: Case) -> Level {
        let has = |number: &usize| case & 1 << number != 0 && self.walk.operands[*number].axis(var).is_some();
        let along: Vec<usize> = (0..self.walk.operands.len()).filter(has).collect();
        let rest = case & !case_of(&along);
        let is_kept = |chosen: &Vec<usize>| self.walk.cases.contains(&(rest | case_of(chosen)));
        let kept = choices(&along).into_iter().filter(is_kept).collect();
        Level { var, along, rest, kept }
    }

    /// What is there of some operands.
    pub fn fibres_of(&self, operands: &[usize]) -> Vec<&Ident> {
        operands.iter().map(|number| &self.fibres[*number]).collect()
    }

    /// Where coordinates of a level are appended: the outermost one is a variable, the others are borrowed.
    pub(super) fn level(&self, number: usize) -> TokenStream {
        let level = &self.assembly[number];
        if number == 0 { quote!(&mut #level) } else { quote!(&mut *#level) }
    }

    /// The last level, to which elements are appended.
    pub(super) fn leaf(&self) -> TokenStream {
        self.level(self.assembly.len() - 1)
    }

    /// Whether coordinates of a variable have to come in order, and each once: they are appended.
    pub fn is_appended(&self, var: usize) -> bool {
        self.assembling.is_some_and(|(_, appended)| var < appended)
    }

    /// Whether the row of sums is along this variable.
    pub fn is_row(&self, var: usize) -> bool {
        let output = self.walk.output.as_ref().filter(|_| self.is(Assembling::Row));
        output.is_some_and(|output| output.vars.iter().max() == Some(&var))
    }

    /// Whether elements come about so.
    pub fn is(&self, assembling: Assembling) -> bool {
        self.assembling.is_some_and(|(how, _)| how == assembling)
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
        let appended = walk.output.as_ref().filter(|_| !walk.is_inserted());
        let levels = appended.map_or(0, |output| output.vars.len());
        let assembly: Vec<Ident> =
            (0..levels).map(|level| self.fresh(&format!("assembly_{level}"))).collect();
        let whole = self.fresh("output");
        let begun = appended.map(|output| {
            let (name, order, extents) = self.merged_operand(walk, output);
            let first = &assembly[0];
            let (make, room) = self.room_appended(walk);
            quote!(let (#whole, mut #first) = #krate::stored::staged::#make::<#order, _>(&mut *#name, #extents, #room);)
        });
        let cleared = walk.output.as_ref().filter(|_| walk.is_new()).map(|output| {
            let (name, room, rank) =
                (&self.kernel.stored[output.of].name, self.most_appended(walk), output.vars.len());
            quote!(#krate::stored::Inserted::<#rank>::clear(&mut *#name, #room);)
        });
        let put = appended.map(|_| {
            let first = &assembly[0];
            quote!(#krate::stored::staged::Output::put(#whole, #first);)
        });
        let mut merge = Merge {
            walk,
            vars: walk.vars.iter().map(|var| self.var_name(*var)).collect(),
            fibres: fibres.clone(),
            assembly,
            assembling: walk.assembling,
            sums: (self.fresh("sums"), self.fresh("is_there")),
            counts: walk.is_counted,
        };
        let counted = walk.is_counted.then(|| self.counted(&merge, written));
        merge.counts = false;
        let row = walk.output.as_ref().filter(|_| merge.is(Assembling::Row)).map(|output| {
            let (sums, (wide, extent)) = (&merge.sums.0, self.row_of(output));
            quote!(let mut #sums = #krate::stored::staged::row_of_sums::<#wide>(#extent);)
        });
        let all = (1 << walk.operands.len()) - 1;
        let defined = written.defined.clone();
        let nest = self.levels_beside(&merge, 0, all, written);
        let nest = self.with_sums(&merge, None, nest);
        written.defined = defined;
        quote!(#before #(let #fibres = #roots;)* #cleared #counted #begun #row #nest #put)
    }

    /// The type of the sums of an output, and the extent of its innermost level.
    pub(super) fn row_of(&self, output: &Operand) -> (TokenStream, &Ident) {
        let (krate, stored) = (&self.kernel.krate, &self.kernel.stored[output.of]);
        let elem = &stored.elem;
        let last = (0..output.vars.len()).max_by_key(|axis| output.vars[*axis]).unwrap_or(0);
        (quote!(<#elem as #krate::Elem>::Wide), &stored.extents[last])
    }

    /// Loops inside of a variable, or all of them, with what has to be done before and after them for the sums in them.
    pub(super) fn with_sums(&self, merge: &Merge<'_>, var: Option<usize>, inner: TokenStream) -> TokenStream {
        let (Some((assembling, appended)), Some(output)) = (merge.assembling, &merge.walk.output) else {
            return inner;
        };
        if merge.walk.is_inserted() || var.map_or(0, |var| var + 1) != appended {
            return inner;
        }
        if merge.counts {
            return self.counted_sums(merge, assembling, inner);
        }
        let (krate, (sums, is_there), leaf) = (&self.kernel.krate, &merge.sums, merge.leaf());
        let elem = &self.kernel.stored[output.of].elem;
        match (assembling, var) {
            (Assembling::Row, _) => quote! {
                #inner
                #krate::stored::Leaf::append_sums(#leaf, &mut #sums, <#elem as #krate::Elem>::narrow);
            },
            (Assembling::Sum, Some(var)) => {
                let name = &merge.vars[var];
                let begin = self.no_terms(merge, output);
                quote! {
                    #begin
                    #inner
                    if #is_there {
                        let #sums = <#elem as #krate::Elem>::narrow(#sums);
                        #krate::stored::Leaf::push(#leaf, #name as ::core::primitive::usize, #sums);
                    }
                }
            }
            _ => inner,
        }
    }

    /// An operand, or what is appended to: its name, its rank and the order of its axes, and the extents that the variables are known
    /// to keep below.
    fn merged_operand(&self, walk: &Walk, operand: &Operand) -> (&Ident, TokenStream, TokenStream) {
        let stored = &self.kernel.stored[operand.of];
        let extents = operand.vars.iter().map(|&var| {
            let along = walk.operands.iter().find_map(|first| Some((first.of, first.axis(var)?)));
            along.map(|(of, axis)| &self.kernel.stored[of].extents[axis])
        });
        let (rank, order) = self.order_of(operand);
        (&stored.name, quote!(#rank, #order), quote!([#(#extents),*]))
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
        let inner = self.with_sums(merge, Some(var), inner);
        let (begin, end) = match merge.assembly.get(var + 1).filter(|_| merge.is_appended(var)) {
            None => Default::default(),
            Some(_) if merge.counts => (self.counted_coordinate(var), TokenStream::new()),
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
    pub(super) fn levels_beside(
        &self,
        merge: &Merge<'_>,
        var: usize,
        case: Case,
        written: &mut Written,
    ) -> TokenStream {
        if var == merge.vars.len() {
            return self.elements(merge, case, written);
        }
        let level = merge.at(var, case);
        if let Some(appended) = self.appended_rows(merge, &level, written) {
            return appended;
        }
        if let Some(appended) = self.appended(merge, &level, written) {
            return appended;
        }
        if let Some(appended) = self.appended_sums(merge, &level, case, written) {
            return appended;
        }
        if level.kept.len() > 1 {
            return self.union(merge, &level, written);
        }
        let krate = &self.kernel.krate;
        let coordinate = self.fresh("coordinate");
        let inner = self.levels_beside(merge, var + 1, case, written);
        let inner = self.at_coordinate(merge, var, &coordinate, inner);
        // What is appended comes in order, and each coordinate once.
        let each = merge.is_appended(var);
        match &merge.fibres_of(&level.along)[..] {
            [one] => {
                quote!(for (#coordinate, #one) in #krate::stored::staged::coordinates::<#each, _>(#one) { #inner })
            }
            [one, other, more @ ..] => {
                let places: Vec<Ident> =
                    (0..more.len()).map(|number| self.fresh(&format!("place_{number}"))).collect();
                let begin = quote!(#(let mut #places = #krate::stored::staged::follow::<#each, _, _, _>(#one, #other, #more);)*);
                let inner = places.iter().zip(more).fold(inner, |inner, (place, fibre)| {
                    quote! {
                        if let ::core::option::Option::Some(#fibre @ _) =
                            #krate::stored::Follow::find(&mut #place, #coordinate)
                        {
                            #inner
                        }
                    }
                });
                quote! {
                    #begin
                    for (#coordinate, (#one, #other)) in #krate::stored::staged::intersection::<#each, _, _>(#one, #other) { #inner }
                }
            }
            [] => TokenStream::new(),
        }
    }

    /// A loop for each set of operands that are not at their end.
    fn union(&self, merge: &Merge<'_>, level: &Level, written: &mut Written) -> TokenStream {
        let krate = &self.kernel.krate;
        let cursor = |number: &usize| self.fresh(&format!("cursor_{number}"));
        let cursors: Vec<Ident> = level.along.iter().map(cursor).collect();
        let fibres = merge.fibres_of(&level.along);
        let mut loops = TokenStream::new();
        for left in choices(&level.along) {
            if !level.kept.iter().any(|chosen| chosen.iter().all(|number| left.contains(number))) {
                continue;
            }
            let at: Vec<Ident> = left.iter().map(cursor).collect();
            let coordinates: Vec<Ident> =
                left.iter().map(|number| self.fresh(&format!("coordinate_{number}"))).collect();
            let least = self.fresh("least");
            let of = merge.fibres_of(&left);
            let (first, before) = (&coordinates[0], of[0]);
            let (other_fibres, others) = (&of[1..], &coordinates[1..]);
            let inner = self.present(merge, level, (&left, &at, &coordinates, &least), written);
            loops.extend(quote! {
                while #(#krate::stored::Cursor::is_at(&#at))&* {
                    #(let #coordinates = #krate::stored::Cursor::coordinate(&#at);)*
                    let #least = #first;
                    #(let #least = #krate::stored::staged::earlier(#before, #least, #other_fibres, #others);)*
                    #inner
                }
            });
        }
        quote!(#(let mut #cursors = #krate::stored::staged::cursor(#fibres);)* #loops)
    }

    /// What happens at the least coordinate, by who stands there: a tree of decisions.
    fn present(
        &self,
        merge: &Merge<'_>,
        level: &Level,
        (left, at, coordinates, least): (&[usize], &[Ident], &[Ident], &Ident),
        written: &mut Written,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let mut leaf = |here: &[bool]| {
            let (chosen, cursors): (Vec<usize>, Vec<&Ident>) = here
                .iter()
                .zip(left.iter().zip(at))
                .filter(|(here, _)| **here)
                .map(|(_, (number, cursor))| (*number, cursor))
                .unzip();
            let step = quote!(#(#krate::stored::Cursor::step_if(&mut #cursors, true);)*);
            if !level.kept.contains(&chosen) {
                return step;
            }
            let fibres = merge.fibres_of(&chosen);
            let inner = self.levels_beside(merge, level.var + 1, level.with(&chosen), written);
            let inner = self.at_coordinate(merge, level.var, least, inner);
            quote! {
                {
                    #(let #fibres = #krate::stored::Cursor::below(&#cursors);)*
                    #inner
                }
                #step
            }
        };
        let stands = |number: usize| {
            let (fibre, coordinate) = (&merge.fibres[left[number]], &coordinates[number]);
            quote!(#krate::stored::staged::stands(#fibre, #coordinate, #least))
        };
        self.decided(left.len(), &mut Vec::new(), &mut leaf, &stands)
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
        if merge.counts {
            return self.counted_element(merge);
        }
        let value = self.value(merge, case, written);
        let Some((assembling, _)) = merge.assembling.filter(|_| !merge.walk.is_inserted()) else {
            return value;
        };
        let Some(output) = &merge.walk.output else { return value };
        let (krate, (sums, is_there)) = (&self.kernel.krate, &merge.sums);
        let last = output.vars.iter().max().map(|var| &merge.vars[*var]);
        let here = quote!(#last as ::core::primitive::usize);
        let appended = self.fresh("appended");
        let put = match assembling {
            Assembling::Value => {
                let leaf = merge.leaf();
                quote!(#krate::stored::Leaf::push(#leaf, #here, #appended);)
            }
            Assembling::Sum => {
                let function = merge.walk.fold.function();
                quote! {
                    #sums = #krate::staged::#function(#sums, #appended);
                    #is_there = true;
                }
            }
            _ => quote!(#krate::stored::Workspace::add(&mut #sums, #here, #appended);),
        };
        quote!(let #appended = { #value }; #put)
    }

    /// What is computed where these operands have an element. If it is appended, an element.
    pub(super) fn value(&self, merge: &Merge<'_>, case: Case, written: &mut Written) -> TokenStream {
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
        match merge.walk.output.as_ref().filter(|_| !merge.walk.is_inserted()) {
            Some(output) => {
                let (result, elem) = (self.fresh("result"), &self.kernel.stored[output.of].elem);
                let appended = match merge.is(Assembling::Value) {
                    true => quote!(<#elem as #krate::Elem>::narrow(#result)),
                    false => result.to_token_stream(),
                };
                quote! {
                    #(#elements)*
                    let #result: <#elem as #krate::Elem>::Wide = #body;
                    #appended
                }
            }
            None => quote!(#(#elements)* #body),
        }
    }

    /// How several tensors are merged, for the plan.
    pub(super) fn lattice(&self, walk: &Walk) -> String {
        let names: Vec<String> =
            walk.operands.iter().map(|operand| format!("`{}`", self.stored_title(operand.of))).collect();
        let cases: Vec<String> = walk
            .cases
            .iter()
            .map(|case| {
                let here = names.iter().enumerate().filter(|(number, _)| case & 1 << number != 0);
                here.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" and ")
            })
            .collect();
        let summed = walk.output.as_ref().and_then(|output| {
            let (assembling, appended) = walk.assembling?;
            let name = |var: usize| self.kernel.vars[walk.vars[var]].name.to_string();
            let inside = (appended..walk.vars.len()).filter(|var| !output.vars.contains(var)).map(name);
            let over = inside.collect::<Vec<_>>().join(", ");
            match (assembling, output.vars.iter().max()) {
                (Assembling::Row, Some(var)) => {
                    Some(format!("; summed over {over} in a workspace, a row along {}", name(*var)))
                }
                (Assembling::Sum, _) => Some(match walk.fold {
                    Fold::Sum => format!("; summed over {over}"),
                    fold => format!("; `{}` over {over}", fold.word()),
                }),
                (Assembling::Inserted { .. }, _) => {
                    Some(format!("; put into `{}`, in any order", self.stored_title(output.of)))
                }
                _ => None,
            }
        });
        let counted = if walk.is_counted { "; counted first" } else { "" };
        let (names, cases, summed) = (names.join(", "), cases.join("; "), summed.unwrap_or_default());
        let are = if walk.operands.len() > 1 { "are walked side by side" } else { "is walked" };
        format!("{names} {are}; computed where there is {cases}{summed}{counted}")
    }
}
