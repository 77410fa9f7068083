//! The items that a kernel becomes.
//!
//! * a function of its name, which chooses the instruction set;
//! * a type of its name, which nobody can make a value of, and on it: `fits`, the question whether a call is
//!   possible; `FOOTPRINT`, what is touched, if that is a constant; `plan` and `remarks`, what became of its loops; and the forms
//!   that other kernels call.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::body::at_operands;
use super::overlap::InOrder;
use super::{Emitter, Written};
use crate::analyse::BaseKind;
use crate::ir::{Atom, Def, Getter, Id, Index, Op, Param};

/// The items of a kernel, and what became of its loops; `in_order` is its form for tensors that may be one memory, if it needs
/// one and there is one.
pub fn kernel(emitter: &Emitter<'_>, in_order: Option<&InOrder>) -> (TokenStream, Vec<crate::plans::Plan>) {
    let mut written = Written::new(emitter.kernel);
    let parts = Parts {
        body: emitter.body(&mut written),
        remarks: emitter.remarks_function(&written),
        lints: TokenStream::new(),
        check: emitter.check_function("check"),
        footprint: {
            let (own, located) = emitter.footprint();
            let sweeps = emitter.sweeps();
            (own, quote!(#located #sweeps))
        },
        ahead: None,
        overlapping: emitter.overlapping(in_order),
        in_order: in_order.map(|form| emitter.in_order_function(form)),
    };
    (emitter.items(parts), written.plans)
}

/// What the items of a kernel are made of.
pub struct Parts {
    /// What runs.
    pub body: TokenStream,
    /// The function that tells what became of the loops.
    pub remarks: TokenStream,
    /// Lints that are allowed in it beside the usual ones.
    pub lints: TokenStream,
    /// The footprint as a question.
    pub check: TokenStream,
    /// The footprint as constants: of the type, and of the trait of kernels.
    pub footprint: (TokenStream, TokenStream),
    /// What stands in place of what is asked ahead of a call.
    pub ahead: Option<TokenStream>,
    /// The form for calls with views that may overlap.
    pub overlapping: TokenStream,
    /// What runs if they do.
    pub in_order: Option<TokenStream>,
}

impl Emitter<'_> {
    /// The tensor parameters, in order.
    pub fn tensor_params(&self) -> impl Iterator<Item = Id> {
        self.kernel.params.iter().filter_map(|p| match p {
            Param::Tensor(view) => Some(*view),
            Param::Scalar(..) => None,
        })
    }

    /// Whether a tensor parameter is borrowed mutably.
    pub fn is_mutable_param(&self, view: Id) -> bool {
        matches!(self.kernel.views[view].def, Def::Param { mutable: true, .. })
    }

    /// Declared generics, generics to pass on explicitly, and the where clause.
    pub fn generics(&self) -> (TokenStream, TokenStream, TokenStream) {
        let generics = &self.kernel.function.sig.generics;
        let params = &generics.params;
        let declared = if params.is_empty() { TokenStream::new() } else { quote!(<#params>) };
        let names: Vec<TokenStream> = params
            .iter()
            .filter_map(|p| match p {
                syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
                syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
                syn::GenericParam::Lifetime(_) => None,
            })
            .collect();
        // Lifetimes are inferred.
        let passed = if names.is_empty() { TokenStream::new() } else { quote!(::<#(#names),*>) };
        (declared, passed, generics.where_clause.to_token_stream())
    }

    /// Declared generics where tensors are carried: with the time for which their memory is borrowed.
    pub fn carried_generics(&self) -> TokenStream {
        let params = &self.kernel.function.sig.generics.params;
        quote!(<'unite, #params>)
    }

    /// What is asked of the space of a tensor parameter, as callers pass it.
    pub fn bounds(&self, view: Id) -> TokenStream {
        let krate = &self.kernel.krate;
        let Def::Param { elem, lengths, .. } = &self.kernel.views[view].def else {
            return TokenStream::new();
        };
        let (shape, rank) = (self.param_shape(&quote!(#elem), lengths), lengths.len());
        if lengths.iter().all(Option::is_some) {
            quote!(#rank, Elem = #elem, Shape = #shape)
        } else if lengths.iter().all(Option::is_none) {
            quote!(#rank, Elem = #elem)
        } else {
            quote!(#rank, Elem = #elem, Shape: #krate::Accepts<#shape>)
        }
    }

    /// The same, as it is carried. The place of what may be refined has elements of no size, so that nothing is read there.
    pub fn carried_bounds(&self, view: Id) -> TokenStream {
        let Def::Param { lengths, .. } = &self.kernel.views[view].def else { return TokenStream::new() };
        if !self.is_place(view) {
            return self.bounds(view);
        }
        let elem = self.carried_elem(view);
        let (shape, rank) = (self.param_shape(&elem, lengths), lengths.len());
        if lengths.iter().all(Option::is_some) {
            quote!(#rank, Elem = #elem, Shape = #shape)
        } else {
            quote!(#rank, Elem = #elem)
        }
    }

    /// What the carrier of a tensor parameter holds.
    pub fn carried_elem(&self, view: Id) -> TokenStream {
        let krate = &self.kernel.krate;
        if self.is_place(view) { quote!(#krate::staged::Nothing) } else { self.elem(view) }
    }

    fn is_place(&self, view: Id) -> bool {
        self.kernel.refined.iter().any(|refined| refined.place == view)
    }

    /// The shape of a tensor parameter, as a type.
    pub fn shape_of(&self, view: Id) -> TokenStream {
        let Def::Param { elem, lengths, .. } = &self.kernel.views[view].def else {
            return TokenStream::new();
        };
        self.param_shape(&quote!(#elem), lengths)
    }

    fn param_shape(&self, elem: &TokenStream, lengths: &[Option<syn::Expr>]) -> TokenStream {
        let krate = &self.kernel.krate;
        lengths.iter().rev().fold(elem.clone(), |inner, len| match len {
            Some(len) => quote!([#inner; #len]),
            None => quote!(#krate::Dyn<#inner>),
        })
    }

    fn rank_of(&self, view: Id) -> usize {
        self.kernel.views[view].rank
    }

    /// The parameters of the forms that other kernels call. `scalars`: only those that the footprint needs.
    pub fn carrier_params(&self, for_check: bool) -> Vec<TokenStream> {
        let krate = &self.kernel.krate;
        let used = self.checked_scalars();
        self.kernel
            .params
            .iter()
            .enumerate()
            .filter_map(|(position, p)| match p {
                Param::Tensor(view) => {
                    let name = self.param_name(*view);
                    let (bounds, rank) = (self.carried_bounds(*view), self.rank_of(*view));
                    Some(if for_check {
                        quote!(#name: #krate::staged::Carrier<impl #krate::staged::Space<#bounds>, #rank>)
                    } else if self.is_mutable_param(*view) {
                        quote!(#name: impl #krate::staged::Readable<'unite, #bounds> + #krate::staged::Writable)
                    } else {
                        quote!(#name: impl #krate::staged::Readable<'unite, #bounds>)
                    })
                }
                Param::Scalar(name, input)
                    if !for_check || name.as_ref().is_some_and(|n| used.contains(n)) =>
                {
                    let stored = self.kernel.stored.iter().any(|stored| stored.position == position);
                    if stored { self.plain(position) } else { Some(input.to_token_stream()) }
                }
                Param::Scalar(..) => None,
            })
            .collect()
    }

    /// Scalar parameters as indices, under names that the user's code cannot hide.
    pub fn snapshots(&self, bounded: bool) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        self.snapshots_of(|param, name| match bounded {
            true => quote!(#krate::staged::coordinate(#kernel, #name, #krate::staged::wide(#param))?),
            false => quote!(#krate::staged::wide(#param) as ::core::primitive::isize),
        })
    }

    /// The same, each as what is said of the parameter and of its name.
    pub fn snapshots_of(&self, value: impl Fn(&Ident, &str) -> TokenStream) -> TokenStream {
        let mut seen: Vec<&Ident> = Vec::new();
        let used = self.used_scalars();
        self.kernel
            .scalars
            .iter()
            .enumerate()
            .filter_map(|(id, s)| Some((id, s.param.as_ref()?)))
            .filter(|(_, p)| used.contains(p))
            .filter(|(_, p)| {
                !seen.contains(p) && {
                    seen.push(p);
                    true
                }
            })
            .map(|(id, param)| {
                let (at, value) = (self.scalar_name(id), value(param, &param.to_string()));
                quote!(let #at = #value;)
            })
            .collect()
    }

    /// The scalar parameters that are checked at entry: those that any index depends on, and those of a declared range.
    pub fn checked_scalars(&self) -> Vec<Ident> {
        let mut names = self.used_scalars();
        for scalar in self.kernel.scalars.iter().filter(|s| s.range.is_some()) {
            if let Some(param) = &scalar.param
                && !names.contains(param)
            {
                names.push(param.clone());
            }
        }
        names
    }

    /// The checks of declared ranges.
    fn range_checks(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        self.range_checks_of(|param| quote!(#krate::staged::wide(#param)))
    }

    /// The same, of numbers that are written like this.
    pub fn range_checks_of(&self, number: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let checks = self.kernel.scalars.iter().filter_map(|scalar| {
            let (param, [first, last]) = (scalar.param.as_ref()?, scalar.range.as_ref()?);
            let (name, number) = (param.to_string(), number(param));
            Some(quote!(
                #krate::staged::within(#kernel, #name, #number, [(#first) as ::core::primitive::i128, (#last) as ::core::primitive::i128])?;
            ))
        });
        checks.collect()
    }

    /// The checks of constants that indices are made of: like parameters, none is larger than an `i32`.
    pub fn constant_checks(&self) -> TokenStream {
        let mut used: Vec<Id> = Vec::new();
        self.every_atom(&mut |atom| match atom {
            Atom::Scalar(id) if self.kernel.scalars[*id].param.is_none() && !used.contains(id) => {
                used.push(*id)
            }
            _ => {}
        });
        let (krate, kernel) = (&self.kernel.krate, self.title());
        used.into_iter()
            .map(|id| {
                let (tokens, shown) =
                    (&self.kernel.scalars[id].tokens, self.kernel.scalars[id].tokens.to_string());
                quote!(#krate::staged::coordinate(#kernel, #shown, #krate::staged::wide(#tokens))?;)
            })
            .collect()
    }

    /// The scalar parameters that any index depends on: the check at entry bounds them all.
    pub fn used_scalars(&self) -> Vec<Ident> {
        let mut names: Vec<Ident> = Vec::new();
        self.every_atom(&mut |atom| {
            if let Atom::Scalar(id) = atom
                && let Some(param) = &self.kernel.scalars[*id].param
                && !names.contains(param)
            {
                names.push(param.clone());
            }
        });
        names
    }

    /// Calls `note` on every atom of every index that may be emitted.
    pub fn every_atom(&self, note: &mut dyn FnMut(&Atom)) {
        let mut each = |index: &Index| self.resolve(index).for_each_atom(note);
        for access in 0..self.kernel.accesses.len() {
            self.data(access).iter().for_each(&mut each);
        }
        for view in &self.analysis.tensors.views {
            view.extent.iter().chain(&view.data).chain(&view.at).for_each(&mut each);
        }
        self.analysis.tensors.presences.iter().flat_map(|presence| presence.indices()).for_each(&mut each);
        for check in self.analysis.bounds.checks.iter().flatten() {
            each(&check.first);
            each(&check.last);
            for (first, last) in &check.ranges {
                each(first);
                each(last);
            }
            check.conditions.iter().for_each(|c| c.for_each_index(&mut each));
        }
        for condition in (0..self.kernel.scopes.len()).filter_map(|scope| self.doubtful(scope)) {
            condition.for_each_index(&mut each);
        }
        for (var, v) in self.kernel.vars.iter().enumerate() {
            if let Some((start, end)) = v.named.as_ref().filter(|_| self.site().is_relied_range(var)) {
                each(start);
                each(end);
            }
        }
        self.stored_indices().iter().for_each(&mut each);
        self.walked_under_conditions().for_each(|var| each(&self.kernel.vars[var].end));
        for computed in self.kernel.vars.iter().filter_map(|v| v.computed.as_ref()) {
            each(&computed.start);
            each(&computed.end);
        }
        for hole in &self.kernel.holes {
            if let crate::ir::Hole::Get(_, index) | crate::ir::Hole::Number(index) = hole {
                each(index);
            }
        }
        for view in &self.kernel.views {
            if let Def::Block { origin, .. } = &view.def {
                origin.iter().for_each(&mut each);
            }
        }
    }

    /// Tensors seen from other frames, made at entry.
    pub fn entry_bases(&self, unwrap: impl Fn(&syn::Path, &str, TokenStream) -> TokenStream) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (id, base) in self.analysis.tensors.bases.iter().enumerate() {
            if let BaseKind::Seen { entry: true, .. } = base.kind {
                tokens.extend(self.seen(id, &unwrap));
            }
        }
        tokens
    }

    /// The body, after the names of pointers and strides.
    pub fn body(&self, written: &mut Written) -> TokenStream {
        let kernel = self.title();
        let mut tokens: TokenStream = self.snapshots(false);
        for (id, base) in self.analysis.tensors.bases.iter().enumerate() {
            if let BaseKind::Param(_) = base.kind {
                tokens.extend(self.prologue(id));
            }
        }
        tokens.extend(self.entry_bases(|krate, tensor, located| {
            quote!(match #located {
                ::core::result::Result::Ok(seen) => seen,
                ::core::result::Result::Err(fault) => #krate::staged::fail(#krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault }),
            })
        }));
        for (id, base) in self.analysis.tensors.bases.iter().enumerate() {
            if let BaseKind::Seen { entry: true, .. } = base.kind {
                tokens.extend(self.prologue(id));
            }
        }
        let body = self.with_places(|there| there.filled_block(&self.kernel.function.block, written));
        let body = at_operands(body);
        let items = written.programs.items(&self.kernel.krate);
        let (outside, apart) = (self.outside_of_body(), self.two_variables());
        match self.kernel.may_hide() {
            true => quote!(#apart #items #tokens #outside { #body }),
            false => quote!(#apart #items #tokens #body),
        }
    }

    /// Makes sure that names of one spelling that are taken for two variables are: the second one does not hide the first.
    fn two_variables(&self) -> TokenStream {
        let pairs = self.kernel.apart.iter().map(|(first, second)| {
            quote! {
                const _: fn() = || {
                    let #first = 0u8;
                    #[allow(unused_variables)]
                    let #second = ();
                    let _: ::core::primitive::u8 = #first;
                };
            }
        });
        pairs.collect()
    }

    /// The footprint as a question to the tensors at hand.
    pub fn check_function(&self, name: &str) -> TokenStream {
        let krate = &self.kernel.krate;
        let kernel = self.title();
        let (generics, _, clause) = self.generics();
        let params = self.carrier_params(true);
        let snapshots = self.snapshots(true);
        let bases = self.answering().entry_bases(|krate, tensor, located| {
            quote!(#located.map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault })?)
        });
        let (related, stored, asked) = (self.related_checks(), self.stored_checks(), self.location_checks());
        let (ranges, constants, checks) = (self.range_checks(), self.constant_checks(), self.entry_checks());
        let name = format_ident!("{name}");
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            #[allow(unused_variables)]
            pub fn #name #generics(#(#params),*) -> ::core::result::Result<(), #krate::staged::FootprintError> #clause {
                #ranges
                #constants
                #snapshots
                #bases
                #related
                #stored
                #asked
                #checks
                ::core::result::Result::Ok(())
            }
        }
    }

    /// The checks that parameters which are related share locations.
    pub fn related_checks(&self) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let related = self.analysis.tensors.related.iter().map(|&(from, to)| {
            let tensor = self.kernel.views[to].name.to_string();
            let [from, to] = [from, to].map(|view| self.root_of(view));
            quote!(#to.meets(#from).map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault })?;)
        });
        let displaced = self.kernel.displaced.iter().map(|&view| {
            let (tensor, of) = (self.kernel.views[view].name.to_string(), self.root_of(view));
            quote!(#of.is_displaced().map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault })?;)
        });
        related.chain(displaced).collect()
    }

    /// The checks that the location of other indices than the first is known where it is asked for.
    pub fn location_checks(&self) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let mut asked: Vec<(Id, usize)> = Vec::new();
        self.every_atom(&mut |atom| {
            let (Atom::Op(Op::Distance(view, axis), _) | Atom::Get(Getter::Step, view, axis)) = atom else {
                return;
            };
            if !asked.contains(&(*view, *axis)) {
                asked.push((*view, *axis));
            }
        });
        let asked = asked.into_iter().map(|(view, axis)| {
            let name = self.carrier_name(self.analysis.tensors.views[view].base);
            let tensor = name.to_string();
            quote!(#name.is_located(#axis).map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault })?;)
        });
        asked.collect()
    }

    /// The items around a body.
    pub fn items(&self, parts: Parts) -> TokenStream {
        let Parts {
            body,
            remarks,
            lints,
            check,
            footprint: (footprint, located),
            ahead,
            overlapping,
            in_order,
        } = parts;
        let krate = &self.kernel.krate;
        let function = &self.kernel.function;
        let (vis, sig) = (&function.vis, &function.sig);
        let (name, output) = (&sig.ident, &sig.output);
        let (generics, passed, clause) = self.generics();
        let (carried, checked) = (self.carried_generics(), self.fresh("checked"));
        let attrs = &function.attrs;
        let cfgs: Vec<_> = attrs.iter().filter(|a| a.path().is_ident("cfg")).collect();
        // What the user allows is in the body.
        let allowed: Vec<_> = attrs.iter().filter(|a| a.path().is_ident("allow")).collect();
        let params = self.carrier_params(false);
        let (apart, carriers) = (self.taken_apart(), self.carriers());
        let inline = (!attrs.iter().any(|a| a.path().is_ident("inline"))).then(|| quote!(#[inline]));
        let levels = self.levels(&passed);
        let (fits, accepts, ahead) = (self.fits(), self.accepts(), self.ahead(ahead));
        let plan_of = self.plan_of();
        let (arguments, takes) = self.arguments();
        let form = self.form();
        let (vouched, call) = (self.vouched(), self.entry(&passed));
        let public = self.public_params();
        let to_check = self.to_check();
        let forwarded: Vec<TokenStream> = self.forwarded().collect();
        let staged_params = self.staged_params();
        let doc = format!(
            "The kernel [`{name}`](fn@{name}) itself: what it touches, and the forms that other kernels call."
        );
        quote! {
            #(#attrs)*
            #inline
            #[allow(clippy::too_many_arguments)]
            #vis fn #name #generics(#(#public),*) #output #clause { #vouched #call }

            #(#cfgs)*
            #[doc = #doc]
            #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations, dead_code, unreachable_pub)]
            #vis enum #name {}

            #(#cfgs)*
            #[allow(unused_parens, unused_braces, unused_mut, unused_qualifications, clippy::all, clippy::pedantic)]
            // SAFETY: what is named on the type is what the attribute writes there.
            unsafe impl #krate::staged::Kernel for #name {
                type Arguments = #arguments;
                #form
                #located
            }

            #(#cfgs)*
            #takes

            #(#cfgs)*
            #[allow(
                dead_code, unused_parens, unused_braces, unused_mut, unused_imports, unused_qualifications,
                clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block
            )]
            impl #name {
                #footprint
                #fits
                #accepts
                #plan_of
                #ahead
                #remarks
                #check

                /// Checks the footprint, then runs, at the level of the caller.
                ///
                /// # Panics
                /// If the footprint does not fit.
                #[doc(hidden)]
                #[inline(always)]
                pub fn staged #carried(
                    unite_simd: impl #krate::staged::lanes::Simd, #(#staged_params),*
                ) #output #clause {
                    #apart
                    #carriers
                    #krate::staged::must_fit(Self::check #passed(#(#to_check),*));
                    // SAFETY: the footprint was checked just now.
                    let #checked = unsafe { #krate::staged::Checked::new() };
                    Self::body #passed(#checked, unite_simd, #(#forwarded),*)
                }

                /// Runs at the level of the caller, which has checked the footprint.
                #[doc(hidden)]
                #[inline(always)]
                pub fn unchecked #carried(
                    #checked: #krate::staged::Checked, unite_simd: impl #krate::staged::lanes::Simd, #(#staged_params),*
                ) #output #clause {
                    #apart
                    #carriers
                    Self::body #passed(#checked, unite_simd, #(#forwarded),*)
                }

                #overlapping

                #levels
            }

            #(#cfgs)*
            #(#allowed)*
            #[allow(
                #lints
                dead_code, unused_labels, unused_parens, unused_braces, unused_mut, unused_unsafe, unused_qualifications,
                clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block, clippy::too_many_arguments,
                clippy::identity_op, clippy::erasing_op, clippy::unnecessary_cast, clippy::nonminimal_bool,
                clippy::needless_range_loop, clippy::blocks_in_conditions, clippy::neg_multiply,
                clippy::redundant_locals, clippy::absurd_extreme_comparisons, clippy::let_and_return,
                clippy::int_plus_one, clippy::manual_div_ceil, clippy::double_parens
            )]
            impl #name {
                /// What is left of the kernel once its footprint has been checked.
                #[inline(always)]
                fn body #carried(
                    _: #krate::staged::Checked, unite_simd: impl #krate::staged::lanes::Simd, #(#params),*
                ) #output #clause {
                    let _ = unite_simd;
                    #carriers
                    #body
                }

                #in_order
            }
        }
    }

    /// That a path is this crate is the user's word: the `unsafe` is theirs, where lints see it.
    fn vouched(&self) -> Option<TokenStream> {
        let block = self.kernel.vouched.map(|span| quote_spanned!(span=> unsafe {}))?;
        Some(quote!(#[allow(unused_unsafe, clippy::undocumented_unsafe_blocks)] const _: () = #block;))
    }

    /// The name of a tensor parameter.
    pub fn param_name(&self, view: Id) -> Ident {
        self.carrier_name(self.analysis.tensors.views[view].base)
    }
}
