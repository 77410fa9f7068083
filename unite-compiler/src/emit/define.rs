//! Memory for blocks, and tensors seen from the frame of another. A view leaves nothing behind.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use super::access::product;
use super::names::Stride;
use super::{Emitter, Written};
use crate::analyse::{BaseKind, is_affine, is_located};
use crate::cost::STACK;
use crate::ir::{Arg, Atom, Boundary, Def, Getter, Id, Index, Op, Part};
use crate::syntax::type_name;

impl Emitter<'_> {
    /// What the definition of a tensor becomes.
    pub fn define(&self, view: Id, written: &mut Written) -> TokenStream {
        if !written.defined.insert(view) {
            return TokenStream::new();
        }
        let mut tokens = self.define_parents(view, written);
        tokens.extend(self.keep_parts(view, written));
        tokens.extend(self.map(view));
        tokens.extend(self.presences_of(view));
        let v = &self.analysis.tensors.views[view];
        if let Some(base) = v.made_here {
            let BaseKind::Seen { .. } = self.analysis.tensors.bases[base].kind else { return tokens };
            let kernel = self.title();
            tokens.extend(self.seen(base, |krate, tensor, located| {
                quote!(match #located {
                    ::core::result::Result::Ok(seen) => seen,
                    ::core::result::Result::Err(fault) => #krate::staged::fail(#krate::staged::FootprintError { kernel: #kernel, tensor: #tensor, fault }),
                })
            }));
            tokens.extend(self.prologue(base));
            return tokens;
        }
        match &self.kernel.views[view].def {
            Def::Bounded(of, Boundary::Constant(value)) => {
                let (krate, elem) = (&self.kernel.krate, self.elem(*of));
                let (outside, value) = (self.outside_name(view), self.filled(value, written));
                tokens.extend(quote!(let #outside = <#elem as #krate::Elem>::widen(#value);));
            }
            Def::Block { elem, extents, heap, .. } => {
                tokens.extend(self.memory(view, &quote!(#elem), extents, *heap));
            }
            Def::Copy { .. } => {
                let elem = self.elem(view);
                let extents = v.extent.clone();
                let len = product(&extents).as_constant();
                let heap = len.is_none_or(|len| len > STACK);
                tokens.extend(self.memory(view, &elem, &extents, heap));
            }
            _ => {}
        }
        if let Some((_, fill)) = self.kernel.fills.iter().find(|(v, _)| *v == view) {
            tokens.extend(self.write(*fill, written));
        }
        tokens
    }

    /// The values that the definition of a tensor depends on, evaluated where it stands.
    fn keep_parts(&self, view: Id, written: &mut Written) -> TokenStream {
        let mut indices: Vec<&Index> = Vec::new();
        match &self.kernel.views[view].def {
            Def::Block { extents, origin, .. } => indices.extend(extents.iter().chain(origin)),
            Def::Partition(_, parts) => {
                for part in parts {
                    match part {
                        Part::At(index) => indices.push(index),
                        Part::Range { start, end, step } => {
                            indices.extend([start, step].into_iter().chain(end));
                        }
                    }
                }
            }
            Def::Coverage(_, at, _) => indices.extend(at),
            Def::Coarsen(_, by) | Def::Refine(_, by) => indices.extend(by),
            _ => {}
        }
        self.keep_unnamed(indices, written)
    }

    /// The values without a name that indices depend on, evaluated.
    pub(super) fn keep_unnamed<'i>(
        &self,
        indices: impl IntoIterator<Item = &'i Index>,
        written: &mut Written,
    ) -> TokenStream {
        let mut values = Vec::new();
        for index in indices {
            index.for_each_atom(&mut |atom| {
                if let Atom::Value(id) = atom
                    && self.kernel.values[*id].name.is_none()
                    && !values.contains(id)
                {
                    values.push(*id);
                }
            });
        }
        values.into_iter().map(|id| self.keep(id, written)).collect()
    }

    /// Definitions that an expression needs and that no `let` has made.
    pub fn define_missing(&self, view: Id, written: &mut Written) -> TokenStream {
        if self.kernel.views[view].named { TokenStream::new() } else { self.define(view, written) }
    }

    fn define_parents(&self, view: Id, written: &mut Written) -> TokenStream {
        let def = &self.kernel.views[view].def;
        let of = match def {
            Def::Copy { of, .. } => Some(*of),
            def => def.shows(),
        };
        let mut tokens = of.map(|of| self.define_missing(of, written)).unwrap_or_default();
        if let Def::Colocate(_, other) | Def::Region(_, other) | Def::Coverage(_, _, other) = def {
            tokens.extend(self.define_missing(*other, written));
        }
        tokens
    }

    /// A tensor seen from another frame: `let recon_at_pred = recon.located_at(&pred)`.
    pub fn seen(
        &self,
        base: Id,
        unwrap: impl Fn(&syn::Path, &str, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let BaseKind::Seen { of, by, frame, share, .. } = self.analysis.tensors.bases[base].kind else {
            return TokenStream::new();
        };
        let (name, krate) = (self.carrier_name(base), &self.kernel.krate);
        let tensor = self.kernel.views[of].name.to_string();
        let (mut before, of) = self.carrier(of);
        let by = self.carrier_name(by);
        let by = match frame {
            Some(frame) => {
                let (items, there) = self.place_from(frame, &by);
                before.extend(items);
                there
            }
            None => quote!(#by),
        };
        let shares = share.iter().any(|share| *share != 1);
        let share = share.map(proc_macro2::Literal::i64_unsuffixed);
        let tensors = &self.analysis.tensors;
        let aside = match tensors.leads_aside(self.kernel, base) {
            Some(lead) => {
                let lead = format_ident!("{}", lead.name());
                quote!(::core::option::Option::Some(#krate::staged::Aside::#lead))
            }
            None => quote!(::core::option::Option::None),
        };
        let asked = match tensors.is_matched(base) {
            true => quote!(matched_at(#by, #aside)),
            false if shares => quote!(shared_at(#by, [#(#share),*], #aside)),
            false => quote!(located_at(#by)),
        };
        let located = unwrap(krate, &tensor, quote!(#of.#asked));
        if shares {
            let phase = self.phase_name(base);
            return quote!(let (#name, #phase) = { #before #located };);
        }
        quote!(let #name = { #before #located };)
    }

    /// The pointer and the strides of a base that has a carrier.
    pub fn prologue(&self, base: Id) -> TokenStream {
        let (name, pointer) = (self.carrier_name(base), self.pointer_name(base));
        let strides = (0..self.analysis.tensors.bases[base].rank).map(|axis| {
            let stride = format_ident!("{}_{}", name, axis);
            quote!(let #stride = #name.stride(#axis);)
        });
        let location = self
            .location(base, |krate, knows| quote!(#krate::staged::Unpropagated::tensor(&#name, #(#knows),*)));
        quote!(let #pointer = #name.ptr(); #(#strides)* #location)
    }

    fn memory(&self, view: Id, elem: &TokenStream, extents: &[Index], heap: bool) -> TokenStream {
        let krate = &self.kernel.krate;
        let base = self.analysis.tensors.views[view].base;
        let (name, pointer) = (self.carrier_name(base), self.pointer_name(base));
        let memory = format_ident!("{}_memory", name);
        let extents: Vec<Index> = extents.iter().map(|e| self.resolve(e)).collect();
        let lengths: Vec<TokenStream> = extents.iter().map(|e| self.exact_index(e)).collect();
        let mut tokens = if heap {
            let title = name.to_string();
            quote! {
                let mut #memory = #krate::staged::zeros::<#elem, _>(#title, [#(#lengths),*]);
                let #pointer = #krate::staged::Ptr::heap(&mut #memory);
            }
        } else {
            let array = lengths.iter().rev().fold(
                quote!(<#elem as ::core::default::Default>::default()),
                |inner, len| {
                    let len = constant_length(len);
                    quote!([#inner; #len])
                },
            );
            let made = if self.is_overwritten(view, &extents) {
                let array = lengths.iter().rev().fold(quote!(#elem), |inner, len| {
                    let len = constant_length(len);
                    quote!([#inner; #len])
                });
                // Every element is written before one is read.
                quote!(::core::mem::MaybeUninit::<#array>::uninit())
            } else {
                quote!(::core::mem::MaybeUninit::new(#array))
            };
            let rank = extents.len();
            quote! {
                let mut #memory = #made;
                let #pointer = #krate::staged::Ptr::stack::<_, #rank>(&mut #memory, [#(#lengths),*]);
            }
        };
        for axis in 0..extents.len() {
            if let Stride::Named(stride) = self.stride(base, axis) {
                let size = self.index(&product(&extents[axis + 1..]));
                tokens.extend(quote!(let #stride: ::core::primitive::isize = #size;));
            }
        }
        tokens.extend(self.location(
            base,
            |krate, knows| quote!(#krate::staged::Unpropagated::block([#(#lengths),*], #(#knows),*)),
        ));
        if self.needs_carrier(base) {
            tokens.extend(self.block_carrier(view, &lengths));
        }
        tokens
    }

    /// The carrier of a block that is passed to a kernel or colocated with another tensor.
    pub fn block_carrier(&self, view: Id, lengths: &[TokenStream]) -> TokenStream {
        let krate = &self.kernel.krate;
        let base = self.analysis.tensors.views[view].base;
        let (name, pointer) = (self.carrier_name(base), self.pointer_name(base));
        match &self.kernel.views[view].def {
            Def::Copy { of, .. } if is_affine(&self.analysis.tensors.views[*of]) => {
                let (before, of) = self.carrier(*of);
                // Of a tensor of which only some extents are constants, rustc does not find that those of a copy are.
                let extents: Vec<Index> =
                    self.analysis.tensors.views[view].extent.iter().map(|e| self.resolve(e)).collect();
                let are_constant = |extent: &Index| extent.as_constant().is_some();
                let copy = if extents.iter().any(are_constant) && !extents.iter().all(are_constant) {
                    let shape = self.shape(&self.elem(view), &extents);
                    quote!(block_copy_as(#pointer, [#(#lengths),*], ::core::marker::PhantomData::<#shape>))
                } else {
                    quote!(block_copy(#pointer, [#(#lengths),*]))
                };
                quote!(let #name = { #before unsafe { #of.#copy } };)
            }
            Def::Copy { of, .. } => {
                let v = &self.analysis.tensors.views[view];
                // A copy of what is nowhere is nowhere.
                let copied = self.analysis.tensors.views[*of].base;
                let nowhere = match self.analysis.tensors.bases[copied].kind {
                    BaseKind::Param(_) => TokenStream::new(),
                    BaseKind::Block(_) | BaseKind::Seen { .. } => {
                        let copied = self.carrier_name(copied);
                        quote!(.nowhere_with(#copied))
                    }
                };
                let extents: Vec<Index> = v.extent.iter().map(|e| self.resolve(e)).collect();
                let (shape, rank) = (self.shape(&self.elem(view), &extents), lengths.len());
                let place = self.place_of(view);
                quote!(
                    let #name = unsafe {
                        #krate::staged::Carrier::<#krate::staged::RowMajor<#shape>, #rank>::block(
                            #pointer, [#(#lengths),*], [0; #rank],
                        )
                    }
                    .located(#place)
                    #nowhere;
                )
            }
            Def::Block { elem, origin, extents, .. } => {
                let extents: Vec<Index> = extents.iter().map(|e| self.resolve(e)).collect();
                let shape = self.shape(&quote!(#elem), &extents);
                let rank = lengths.len();
                let origin = origin.iter().map(|o| self.index(&self.resolve(o)));
                quote!(
                    let #name = unsafe {
                        #krate::staged::Carrier::<#krate::staged::RowMajor<#shape>, #rank>::block(
                            #pointer, [#(#lengths),*], [#(#origin),*],
                        )
                    };
                )
            }
            _ => TokenStream::new(),
        }
    }

    pub fn needs_carrier(&self, base: Id) -> bool {
        let tensors = &self.analysis.tensors;
        let passed = self.kernel.calls.iter().flat_map(|c| &c.args).any(|arg| match arg {
            Arg::Tensor(view) => tensors.views[*view].base == base,
            Arg::Stored(_) | Arg::Value(..) => false,
        });
        let seen = tensors.bases.iter().any(|b| match b.kind {
            BaseKind::Seen { of, by, .. } => by == base || tensors.views[of].base == base,
            _ => false,
        });
        // Where it is says where others are.
        let anchors = |view: Id| tensors.views[view].anchor == base && tensors.views[view].base != base;
        let told = self.kernel.calls.iter().flat_map(|c| &c.args).any(|arg| match arg {
            Arg::Tensor(view) => anchors(*view) || !is_located(self.kernel, tensors, *view),
            Arg::Stored(_) | Arg::Value(..) => false,
        });
        let copied = self.kernel.views.iter().enumerate().any(|(id, v)| match v.def {
            Def::Copy { of, .. } => {
                tensors.views[of].base == base
                    && tensors.views[id].base != base
                    && self.needs_carrier(tensors.views[id].base)
            }
            _ => false,
        });
        passed || seen || copied || (told && matches!(tensors.bases[base].kind, BaseKind::Block(_)))
    }

    /// The element type of a tensor.
    pub fn elem(&self, view: Id) -> TokenStream {
        match &self.kernel.views[view].def {
            Def::Param { elem, .. } | Def::Block { elem, .. } | Def::Copy { elem: Some(elem), .. } => {
                quote!(#elem)
            }
            Def::Copy { of, elem: None } => self.elem(*of),
            view => view.shows().map(|of| self.elem(of)).unwrap_or_default(),
        }
    }

    /// A shape with as many constant extents as a type can name: those that are constants outside of the kernel too, and those that
    /// are constants which the kernel is generic over, each by itself.
    pub fn shape(&self, elem: &TokenStream, extents: &[Index]) -> TokenStream {
        let krate = &self.kernel.krate;
        extents.iter().rev().fold(elem.clone(), |inner, extent| {
            let length = || self.global(extent).map(|len| constant_length(&len));
            match self.generic(extent).map(|generic| generic.to_token_stream()).or_else(length) {
                Some(len) => quote!([#inner; #len]),
                None => quote!(#krate::Dyn<#inner>),
            }
        })
    }

    /// The constant that the kernel is generic over and that an index is, if it may be the length of an array.
    pub fn generic(&self, index: &Index) -> Option<&Ident> {
        let [(Atom::Scalar(id), 1)] = index.terms[..] else { return None };
        let scalar = &self.kernel.scalars[id];
        let is_alone = index.constant == 0 && scalar.is_generic();
        let name = scalar.tokens.to_string();
        let is_it = |generic: &&syn::ConstParam| generic.ident == name && type_name(&generic.ty) == "usize";
        let generic = self.kernel.function.sig.generics.const_params().find(is_it)?;
        is_alone.then_some(&generic.ident)
    }

    /// An index as an expression that is a constant outside the kernel too.
    pub fn global(&self, index: &Index) -> Option<TokenStream> {
        let known = !index.any_atom(|atom| match atom {
            Atom::Scalar(id) => !self.kernel.scalars[*id].global,
            Atom::Op(Op::Across(_) | Op::Distance(..), _) => true,
            // What a callee touches is a constant of the callee's.
            Atom::Op(..) | Atom::Reach(..) | Atom::Located(..) => false,
            Atom::Get(Getter::Extent | Getter::Origin | Getter::Step | Getter::Stride, ..) => true,
            _ => true,
        });
        known.then(|| self.index(index))
    }
}

/// A constant `isize` expression as an array length.
pub fn constant_length(tokens: &TokenStream) -> TokenStream {
    match tokens.to_string().parse::<u64>() {
        Ok(len) => {
            let len = proc_macro2::Literal::u64_unsuffixed(len);
            quote!(#len)
        }
        // `(N as isize)` is `N`.
        Err(_) => match array_length(tokens) {
            Some(inner) => inner,
            None => quote!({ (#tokens) as ::core::primitive::usize }),
        },
    }
}

/// The `N` of `(N as isize)`.
fn array_length(tokens: &TokenStream) -> Option<TokenStream> {
    let expr: syn::Expr = syn::parse2(tokens.clone()).ok()?;
    let syn::Expr::Paren(paren) = expr else { return None };
    let syn::Expr::Cast(cast) = *paren.expr else { return None };
    let inner = cast.expr;
    Some(quote!(#inner))
}
