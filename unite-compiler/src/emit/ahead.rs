//! What a call would refuse after its entry, asked before it: the checks of inner scopes, tensors seen from another one that
//! are made where they are defined, blocks, and kernels that are called. What only the run knows is left out; after a jump
//! everything counts that stands there, as at entry.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::Emitter;
use super::foreseen::{Known, Needs};
use super::refined::Passed;
use crate::analyse::{BaseKind, is_primitive};
use crate::ir::{Atom, Def, Id};
use crate::syntax::{idents, replaced};

impl Emitter<'_> {
    /// `ahead`: whether a call would refuse its tensors, at entry or later, as far as that is known before; or `body`, if there is
    /// one, in place of what is asked.
    pub fn ahead(&self, body: Option<TokenStream>) -> TokenStream {
        let krate = &self.kernel.krate;
        let (_, passed, clause) = self.generics();
        let generics = self.carried_generics();
        let mut names = Vec::new();
        let mut types = Vec::new();
        for (position, passed) in self.passed() {
            names.push(self.forwarded_name(position));
            types.push(match passed {
                Passed::Tensor(view) => {
                    let bounds = self.bounds(view);
                    quote!(impl #krate::staged::Readable<'unite, #bounds>)
                }
                Passed::Refined(refined) => {
                    let bounds = self.bounds(refined.place);
                    quote!(impl #krate::staged::Repeating<'unite, #bounds>)
                }
                Passed::Stored(stored) => self.stored_question(stored),
                Passed::Scalar => quote!(::core::option::Option<::core::primitive::i128>),
            });
        }
        let checked = self.fresh("checked");
        let said = self.said();
        let params = &self.kernel.function.sig.generics.params;
        let mut named = said.clone();
        named.extend(self.kernel.scalars.iter().flat_map(|scalar| spelt(&scalar.tokens)));
        // Other types are those of values: nothing here depends on them.
        let is_kept = |param: &&syn::GenericParam| match param {
            syn::GenericParam::Type(t) => named.contains(&t.ident.to_string()),
            _ => true,
        };
        let kept: Vec<&syn::GenericParam> = params.iter().filter(is_kept).collect();
        let is_whole = kept.len() == params.len();
        let (apart, carriers, numbers) = (self.taken_apart(), self.carriers(), self.numbers_ahead());
        let body = body.unwrap_or_else(|| {
            let asked = self.asked_ahead(&passed, is_whole);
            quote!(#apart #carriers #numbers #asked)
        });
        let function = |name: Ident, generics: &TokenStream, clause: &TokenStream, body: &TokenStream| {
            quote! {
                #[doc(hidden)]
                #[inline]
                #[allow(unused_variables)]
                pub fn #name #generics(
                    #checked: ::core::primitive::bool, (#(#names,)*): (#(#types,)*)
                ) -> ::core::result::Result<(), #krate::staged::FootprintError> #clause {
                    #body
                }
            }
        };
        let are_said = kept.iter().all(|param| match param {
            syn::GenericParam::Const(c) => said.contains(&c.ident.to_string()),
            syn::GenericParam::Type(t) => said.contains(&t.ident.to_string()),
            syn::GenericParam::Lifetime(_) => true,
        });
        let all = format_ident!("ahead_of");
        if self.is_plain() {
            return function(format_ident!("ahead"), &generics, &clause, &body);
        }
        let unfit = self.unfit();
        if !are_said {
            // Type inference does not find all: the default of a trait stands for the short form.
            let long = function(all, &generics, &clause, &body);
            return quote!(#unfit #long);
        }
        let names_of = kept.iter().filter_map(|param| match param {
            syn::GenericParam::Type(t) => Some(t.ident.to_token_stream()),
            syn::GenericParam::Const(c) => Some(c.ident.to_token_stream()),
            syn::GenericParam::Lifetime(_) => None,
        });
        let names_of: Vec<TokenStream> = names_of.collect();
        let explicit = if names_of.is_empty() { TokenStream::new() } else { quote!(::<#(#names_of),*>) };
        let inferred = quote!(<'unite, #(#kept),*>);
        let unsaid = |predicate: &&syn::WherePredicate| {
            let names: HashSet<String> = spelt(predicate).collect();
            params.iter().all(|param| match param {
                syn::GenericParam::Type(t) => {
                    let name = t.ident.to_string();
                    named.contains(&name) || !names.contains(&name)
                }
                _ => true,
            })
        };
        let predicates: Vec<&syn::WherePredicate> = self
            .kernel
            .function
            .sig
            .generics
            .where_clause
            .iter()
            .flat_map(|c| &c.predicates)
            .filter(unsaid)
            .collect();
        let where_said =
            if predicates.is_empty() { TokenStream::new() } else { quote!(where #(#predicates),*) };
        let short = function(format_ident!("ahead"), &inferred, &where_said, &body);
        let forward = quote!(Self::ahead #explicit(#checked, (#(#names,)*)));
        let long = function(all, &generics, &clause, &forward);
        quote!(#unfit #short #long)
    }

    /// No arguments, of a type that the kernel takes with its generics as they are said: what does not fit is said of the call, and
    /// not here. Where all arguments are taken there is nothing to say.
    fn unfit(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        let (generics, _, clause) = self.generics();
        let types = if self.told_apart().is_none() {
            Vec::new()
        } else {
            let carried = |view: Id| {
                let (rank, shape) = (self.kernel.views[view].rank, self.shape_of(view));
                quote!(#krate::staged::Carrier<'static, #krate::staged::Strided<#shape>, #rank>)
            };
            let of = |passed: Passed<'_>| match passed {
                Passed::Tensor(view) => carried(view),
                Passed::Refined(refined) => carried(refined.place),
                Passed::Stored(_) | Passed::Scalar => {
                    quote!(::core::option::Option<::core::primitive::i128>)
                }
            };
            self.passed().into_iter().map(|(_, passed)| of(passed)).collect()
        };
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn unfit #generics() -> ::core::option::Option<(#(#types,)*)> #clause {
                ::core::option::Option::None
            }
        }
    }

    /// Arguments that the kernel takes ahead of a call, and the item that says which ones it does: those that do not fit are said
    /// where the call is, and only there. Of what has generics it takes tensors of these ranks. Of stored tensors, elements of the
    /// user's own, which may be private, and generics of which no example is known it takes all: those that do not fit are said twice.
    pub fn arguments(&self) -> (TokenStream, TokenStream) {
        let (krate, name) = (&self.kernel.krate, &self.kernel.function.sig.ident);
        let Some(examples) = self.told_apart() else {
            return (quote!(()), quote!(impl<T> #krate::staged::Takes<T> for #name {}));
        };
        let (mut some, mut types, mut generics) = (Vec::new(), Vec::new(), Vec::new());
        for (position, passed) in self.passed() {
            let (view, takes) = match passed {
                Passed::Tensor(view) => (view, quote!(Readable)),
                Passed::Refined(refined) => (refined.place, quote!(Repeating)),
                Passed::Stored(_) | Passed::Scalar => {
                    some.push(quote!(::core::option::Option<::core::primitive::i128>));
                    types.push(quote!(::core::option::Option<::core::primitive::i128>));
                    continue;
                }
            };
            let all = format_ident!("Argument{position}");
            let (rank, shape) = (self.kernel.views[view].rank, exemplified(self.shape_of(view), &examples));
            let bounds = if self.is_plain() { self.bounds(view) } else { quote!(#rank) };
            some.push(quote!(
                #krate::staged::Carrier<'static, #krate::staged::Strided<#shape>, #rank>
            ));
            types.push(quote!(#all));
            generics.push(quote!(#all: #krate::staged::#takes<'unite, #bounds>));
        }
        let takes = quote! {
            impl<'unite, #(#generics),*> #krate::staged::Takes<(#(#types,)*)> for #name {}
        };
        (quote!((#(#some,)*)), takes)
    }

    /// What each of the kernel's generics may be, where arguments that the kernel takes are told from others.
    fn told_apart(&self) -> Option<Vec<(&Ident, TokenStream)>> {
        let examples = if self.is_plain() { Vec::new() } else { self.examples()? };
        let is_example = |name: &Ident| examples.iter().any(|(generic, _)| *generic == name);
        let is_said = |view: Id| match &self.kernel.views[view].def {
            Def::Param { elem, .. } => {
                is_primitive(elem) || idents(elem.to_token_stream()).all(|name| is_example(&name))
            }
            _ => false,
        };
        (self.kernel.stored.is_empty() && self.tensor_params().all(is_said)).then_some(examples)
    }

    /// What each of the kernel's generics may be, if that is known of all: types of elements, and numbers.
    fn examples(&self) -> Option<Vec<(&Ident, TokenStream)>> {
        let generics = &self.kernel.function.sig.generics;
        if generics.where_clause.is_some() {
            return None;
        }
        let is_number = |ty: &syn::Type| {
            is_primitive(ty) && !matches!(crate::syntax::type_name(ty).as_str(), "bool" | "char")
        };
        let is_elem = |bound: &syn::TypeParamBound| match bound {
            syn::TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|name| name.ident == "Elem")
            }
            _ => false,
        };
        let example = |param: &'_ syn::GenericParam| match param {
            syn::GenericParam::Type(t) => t.bounds.iter().all(is_elem).then(|| quote!(::core::primitive::u8)),
            syn::GenericParam::Const(c) => is_number(&c.ty).then(|| quote!(1)),
            syn::GenericParam::Lifetime(_) => None,
        };
        let named = generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(t) => Some((&t.ident, param)),
            syn::GenericParam::Const(c) => Some((&c.ident, param)),
            syn::GenericParam::Lifetime(_) => None,
        });
        named.map(|(name, param)| Some((name, example(param)?))).collect()
    }

    /// Whether a kernel has nothing but lifetimes to be generic over.
    pub fn is_plain(&self) -> bool {
        let params = &self.kernel.function.sig.generics.params;
        params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_)))
    }

    /// The names that the types of tensors have in them.
    fn said(&self) -> HashSet<String> {
        let mut said = HashSet::new();
        for view in self.tensor_params() {
            if let Def::Param { elem, lengths, .. } = &self.kernel.views[view].def {
                said.extend(spelt(elem).chain(lengths.iter().flatten().flat_map(spelt)));
            }
        }
        // What a tensor says of itself, its format too.
        for stored in &self.kernel.stored {
            said.extend(spelt(&stored.elem).chain(stored.format.iter().flat_map(spelt)));
        }
        said
    }

    /// The questions. `is_whole`: all generics of the kernel are there.
    fn asked_ahead(&self, passed: &TokenStream, is_whole: bool) -> TokenStream {
        let ok = quote!(::core::result::Result::Ok(()));
        // What says which elements the points of a tensor show comes with the tensor.
        let used: Vec<Ident> =
            self.checked_scalars().into_iter().filter(|name| !self.is_of_tensor(name)).collect();
        let checked = self.fresh("checked");
        let later = self.later(Needs::Tensors);
        let tensors = self.to_check();
        if used.is_empty() && is_whole {
            if later.is_empty() {
                return quote!(if #checked { #ok } else { Self::check #passed(#(#tensors),*) });
            }
            let bases = self.bases_ahead();
            return quote!(if !#checked { Self::check #passed(#(#tensors),*)?; } #bases #later #ok);
        }
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let bases = self.bases_ahead();
        let (related, asked, constants) =
            (self.related_checks(), self.location_checks(), self.constant_checks());
        // What is read of stored tensors may be said by numbers, too.
        let by_numbers = self.stored_indices().iter().any(|index| {
            self.resolve(index).any_atom(|atom| match atom {
                Atom::Scalar(id) => {
                    self.kernel.scalars[*id].param.as_ref().is_some_and(|param| used.contains(param))
                }
                _ => false,
            })
        });
        let stored = self.stored_checks();
        let (stored, stored_by_numbers) =
            if by_numbers { (TokenStream::new(), stored) } else { (stored, TokenStream::new()) };
        let entry = self.checks_ahead(0, Needs::Tensors);
        if used.is_empty() {
            return quote!(#bases if !#checked { #constants #related #stored #asked #entry } #later #ok);
        }
        let with_numbers = self.checks_ahead(0, Needs::Numbers);
        let later_numbers = self.later(Needs::Numbers);
        let snapshots = self.snapshots_of(|name, title| match self.is_of_tensor(name) {
            true => quote!(#name),
            false => quote!(#krate::staged::coordinate(#kernel, #title, #name)?),
        });
        let ranges = self.range_checks_of(|name| name.to_token_stream());
        quote! {
            #bases
            if !#checked { #constants #related #stored #asked #entry }
            #later
            if let (#(::core::option::Option::Some(#used @ _),)*) = (#(#used,)*) {
                #ranges
                #snapshots
                if !#checked { #stored_by_numbers #with_numbers }
                #later_numbers
            }
            #ok
        }
    }

    /// Tensors seen from other ones, and distances in memory.
    fn bases_ahead(&self) -> TokenStream {
        let mut tokens = TokenStream::new();
        let bases = &self.analysis.tensors.bases;
        for (id, base) in bases.iter().enumerate() {
            if let BaseKind::Param(_) = base.kind {
                tokens.extend(self.strides_ahead(id));
            }
        }
        for (id, base) in bases.iter().enumerate() {
            if let BaseKind::Seen { entry: true, .. } = base.kind {
                tokens.extend(self.seen_ahead(id));
            }
        }
        tokens
    }

    pub fn seen_ahead(&self, base: Id) -> TokenStream {
        let kernel = self.title();
        let mut tokens = self.answering().seen(base, |krate, tensor, located| {
            quote!(#located.map_err(|fault| #krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault })?)
        });
        tokens.extend(self.strides_ahead(base));
        tokens
    }

    fn strides_ahead(&self, base: Id) -> TokenStream {
        let name = self.carrier_name(base);
        let strides = (0..self.analysis.tensors.bases[base].rank).map(|axis| {
            let stride = format_ident!("{}_{}", name, axis);
            quote!(let #stride = #name.stride(#axis);)
        });
        quote!(#(#strides)*)
    }

    /// What is asked after entry.
    fn later(&self, needs: Needs) -> TokenStream {
        let mut known = Known::new(self, needs);
        known.scope(0, &mut Vec::new(), false)
    }

    /// The checks at the beginning of a scope, as statements that return early.
    fn checks_ahead(&self, scope: Id, needs: Needs) -> TokenStream {
        Known::new(self, needs).checks(scope, &[], false)
    }
}

/// A type with an example in the place of each generic.
fn exemplified(tokens: TokenStream, examples: &[(&Ident, TokenStream)]) -> TokenStream {
    replaced(tokens, &|token| match &token {
        TokenTree::Ident(name) => match examples.iter().find(|(generic, _)| *generic == name) {
            Some((_, example)) => example.clone(),
            None => token.into(),
        },
        _ => token.into(),
    })
}

/// How all names in something are spelt.
fn spelt<T: ToTokens>(tokens: &T) -> impl Iterator<Item = String> + use<T> {
    idents(tokens.to_token_stream()).map(|name| name.to_string())
}
