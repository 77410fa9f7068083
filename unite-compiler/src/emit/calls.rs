//! Calls of other kernels: the tensors travel as typed carriers, and footprints that are known are not checked again.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::index::without_arguments;
use super::{Emitter, Written};
use crate::analyse::{
    BaseKind, Location, Parent, Plan, Rule, Spread, is_affine, is_located, location, spread,
};
use crate::ir::{Arg, Atom, Id, Index};

impl Emitter<'_> {
    /// A call of a kernel.
    pub fn call(&self, call: Id, written: &mut Written) -> TokenStream {
        let (before, args) = self.passed_arguments(call, &|_, carrier| carrier, written);
        let (krate, callee, generics) = (&self.kernel.krate, self.callee(call), self.callee_generics(call));
        let known = self.is_checked(call);
        if self.may_overlap(call) {
            let checked = match known {
                Some(known) => quote!(if const { #known } {
                    ::core::option::Option::Some(unsafe { #krate::staged::Checked::new() })
                } else {
                    ::core::option::Option::None
                }),
                None => quote!(::core::option::Option::None),
            };
            return quote!({ #before #callee::overlapping #generics(#checked, unite_simd, #(#args),*) });
        }
        let staged = quote!(#callee::staged #generics(unite_simd, #(#args),*));
        let Some(known) = known else { return quote!({ #before #staged }) };
        quote!({
            #before
            if const { #known } {
                #callee::unchecked #generics(unsafe { #krate::staged::Checked::new() }, unite_simd, #(#args),*)
            } else {
                #staged
            }
        })
    }

    /// A call with parts of its tensors, which checks what it touches. `part`: what is passed of the tensor of a number, whose carrier this
    /// is.
    pub fn call_of(
        &self,
        call: Id,
        part: &dyn Fn(usize, TokenStream) -> TokenStream,
        written: &mut Written,
    ) -> TokenStream {
        let (before, args) = self.passed_arguments(call, part, written);
        let (callee, generics) = (self.callee(call), self.callee_generics(call));
        quote!({ #before #callee::staged #generics(unite_simd, #(#args),*) })
    }

    /// What a called kernel is generic over, as it is said.
    pub fn callee_generics(&self, call: Id) -> TokenStream {
        let generics = match self.kernel.calls[call].path.segments.last().map(|s| &s.arguments) {
            Some(syn::PathArguments::AngleBracketed(args)) => quote!(#args),
            _ => return TokenStream::new(),
        };
        if generics.to_string().starts_with("::") { generics } else { quote!(::#generics) }
    }

    /// The arguments of a call, and the statements before it.
    fn passed_arguments(
        &self,
        call: Id,
        part: &dyn Fn(usize, TokenStream) -> TokenStream,
        written: &mut Written,
    ) -> (TokenStream, Vec<TokenStream>) {
        let (c, krate) = (&self.kernel.calls[call], &self.kernel.krate);
        // Whatever else has these names is no kernel.
        let kernel = self.callee_as_value(call);
        let mut before = match self.kernel.may_hide() {
            true => {
                let outside = self.fresh(&format!("callee_{call}"));
                quote!(#krate::staged::same_callee(#outside, #kernel);)
            }
            false => quote!(#kernel;),
        };
        let (mut args, mut tensor) = (Vec::new(), 0);
        for arg in &c.args {
            match arg {
                Arg::Value(expr, _) => args.push(self.filled(expr, written)),
                Arg::Stored(of) => {
                    let stored = &self.kernel.stored[*of];
                    let name = &stored.name;
                    args.push(match stored.part {
                        Some(_) => self.passed_part(*of, written),
                        None if stored.mutable => quote!(&mut *#name),
                        None => quote!(#name),
                    });
                }
                Arg::Tensor(view) => {
                    before.extend(self.define_missing(*view, written));
                    self.forget(*view, written);
                    let (lets, carrier) = self.passed_carrier(*view);
                    let name = self.kernel.views[*view].name.unraw();
                    let name =
                        self.names.fresh(&format!("{name}_arg{}", args.len()), c.spans[args.len()].first());
                    let carrier = part(tensor, carrier);
                    tensor += 1;
                    let carrier = if self.is_writable(*view) {
                        quote!(unsafe { (#carrier).writable() })
                    } else {
                        carrier
                    };
                    let carrier = if lets.is_empty() { carrier } else { quote!({ #lets #carrier }) };
                    before.extend(quote!(let #name = #carrier;));
                    args.push(quote!(#name));
                }
            }
        }
        args.extend(self.outside_values(call));
        (before, args)
    }

    /// The kernel that is called, as a type: its form for the boundary rules of the tensors that it is given, if one has any.
    pub fn callee(&self, call: Id) -> TokenStream {
        let path = without_arguments(&self.kernel.calls[call].path);
        match self.rules(call) {
            Some(rules) => {
                let krate = &self.kernel.krate;
                quote!(<#path as #krate::staged::Kernel>::Form::<#rules>)
            }
            None => quote!(#path),
        }
    }

    /// The same as a value, which there is of kernels only, and of those that declare the rules.
    pub fn callee_as_value(&self, call: Id) -> TokenStream {
        let krate = &self.kernel.krate;
        let path = without_arguments(&self.kernel.calls[call].path);
        match self.rules(call) {
            Some(rules) => quote!(#krate::staged::ruled_callee::<#path, #rules>()),
            None => quote!(#krate::staged::callee::<#path>()),
        }
    }

    /// The boundary rules of the arguments of a call, if one has any.
    fn rules(&self, call: Id) -> Option<TokenStream> {
        let krate = &self.kernel.krate;
        let rules: Vec<Option<Rule>> =
            self.kernel.calls[call].args.iter().map(|arg| self.passed_rule(arg)).collect();
        rules.iter().any(Option::is_some).then(|| {
            rules.iter().rev().fold(quote!(()), |rest, rule| {
                let rule = match rule {
                    None | Some(Rule::Covered(_) | Rule::Above(_)) => "Unruled",
                    Some(Rule::Leads(lead)) => lead.name(),
                    Some(Rule::Constant(_)) => "Constant",
                };
                let rule = format_ident!("{rule}");
                quote!((#krate::staged::#rule, #rest))
            })
        })
    }

    /// What runs where the tensors of this kernel come with rules.
    pub fn form(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        let form = match self.kernel.is_formed {
            true => quote!(<Self as #krate::staged::Formed>::Chosen<UniteRules>),
            false => quote!(Self),
        };
        quote!(type Form<UniteRules: #krate::staged::Rules> = #form;)
    }

    /// The boundary rule of an argument.
    fn passed_rule(&self, arg: &Arg) -> Option<Rule> {
        match arg {
            Arg::Tensor(view) => self.analysis.tensors.views[*view].boundary,
            Arg::Stored(_) | Arg::Value(..) => None,
        }
    }

    /// What is outside of tensors that have a constant there, as a called kernel takes it after its arguments.
    fn outside_values(&self, call: Id) -> Vec<TokenStream> {
        let krate = &self.kernel.krate;
        let rules = self.kernel.calls[call].args.iter().filter_map(|arg| self.passed_rule(arg));
        let value = |rule| match rule {
            Rule::Constant(view) => {
                let outside = self.outside_name(view);
                Some(quote!(#krate::Elem::narrow(#outside)))
            }
            _ => None,
        };
        rules.filter_map(value).collect()
    }

    /// How many values follow the arguments of a called kernel.
    pub fn count_of_outside_values(&self, call: Id) -> usize {
        self.outside_values(call).len()
    }

    /// Whether the footprint of a called kernel has been checked, as a constant; nothing if it has not.
    pub fn is_checked(&self, call: Id) -> Option<TokenStream> {
        let bounds = &self.analysis.bounds;
        let callee = self.callee(call);
        let own = (bounds.calls[call] != Plan::Here)
            .then(|| quote!(::core::option::Option::is_some(&#callee::FOOTPRINT)));
        let located = bounds.located[call].as_ref().filter(|located| located.plan != Plan::Here);
        let located = located.map(|_| self.is_located(call));
        match (own, located) {
            (Some(own), Some(located)) => Some(quote!((#own || #located))),
            (own, located) => own.or(located),
        }
    }

    /// What a called kernel touches, if it colocates.
    pub fn located_of(&self, call: Id) -> TokenStream {
        let (krate, callee) = (&self.kernel.krate, self.callee(call));
        // By the path of the trait: on the type, anybody could write a constant of that name.
        quote!(<#callee as #krate::staged::Kernel>::LOCATED)
    }

    /// Whether that can be checked before the call.
    pub fn is_located(&self, call: Id) -> TokenStream {
        let (krate, located) = (&self.kernel.krate, self.located_of(call));
        let apart = self.analysis.bounds.located[call].iter().flat_map(|located| &located.apart);
        quote!(#krate::staged::Reach::is_known(#located, &[#(#apart),*]))
    }

    /// Whether a called kernel that colocates touches a tensor, or a pair of them.
    pub fn touches(&self, call: Id, tensor: usize) -> TokenStream {
        let (krate, located) = (&self.kernel.krate, self.located_of(call));
        quote!(#krate::staged::Reach::located(#located, #tensor).is_some())
    }

    /// Whether a called kernel touches a tensor, by its footprint.
    pub fn touches_own(&self, call: Id, tensor: usize) -> TokenStream {
        let (krate, callee) = (&self.kernel.krate, self.callee(call));
        quote!(#krate::staged::Reach::touches(&#callee::FOOTPRINT, #tensor))
    }

    /// Whether the memory of a tensor is borrowed mutably by this kernel.
    pub fn is_writable(&self, view: Id) -> bool {
        let tensors = &self.analysis.tensors;
        tensors.is_writable(self.kernel, tensors.views[view].base)
    }

    /// Whether the carrier of a view is told where that is.
    pub fn is_placed(&self, view: Id) -> bool {
        let tensors = &self.analysis.tensors;
        !is_affine(&tensors.views[view]) || !is_located(self.kernel, tensors, view)
    }

    /// A view as a carrier: statements before it, and the expression.
    pub fn carrier(&self, view: Id) -> (TokenStream, TokenStream) {
        self.carrier_with(view, &self.analysis.tensors.views[view].data)
    }

    /// The same of a view that is passed on, which may have a boundary rule.
    pub fn passed_carrier(&self, view: Id) -> (TokenStream, TokenStream) {
        self.carrier_with(view, &self.analysis.tensors.passed(view))
    }

    /// A view as a carrier, with the elements at these indices of its base.
    fn carrier_with(&self, view: Id, data: &[Index]) -> (TokenStream, TokenStream) {
        let (lets, elements) = self.carried_elements(view, data);
        let v = &self.analysis.tensors.views[view];
        if !is_affine(v) {
            return self.repeated(view, lets, &elements);
        }
        if !self.is_placed(view) {
            return (lets, elements);
        }
        let place = self.place_of(view);
        (lets, quote!(#elements.located(#place)))
    }

    /// Where a view is, in terms of its anchor.
    pub fn place_of(&self, view: Id) -> TokenStream {
        let tensors = &self.analysis.tensors;
        let Location { axes, refined } = location(tensors, view);
        let anchor = self.carrier_name(tensors.views[view].anchor);
        let rank = tensors.views[view].extent.len();
        let number = |index: &Index| self.index(&self.resolve(index));
        let maps = axes.iter().map(|(along, floor, first)| {
            let along = match along {
                Some(j) => quote!(::core::option::Option::Some(#j)),
                None => quote!(::core::option::Option::None),
            };
            let floor = match floor {
                Some(floor) => {
                    let numbers = floor.iter().map(number);
                    quote!([#(#numbers),*])
                }
                None => {
                    let first = number(first);
                    quote!([0, #first, 0])
                }
            };
            quote!((#along, #floor))
        });
        let maps = maps.collect::<Vec<_>>();
        let frame = refined.iter().enumerate().fold(quote!(#anchor.frame()), |frame, (level, space)| {
            // Spaces of one parameter that two kernels make are two.
            let kernel = (level == 0).then(|| self.fingerprint());
            let numbers = kernel.into_iter().chain(space.numbers.iter().map(number));
            let parents = space.parents.iter().map(|parent| match parent {
                Parent::Whole => quote!([0, 0, 1]),
                Parent::Uneven => quote!([0, 0, 0]),
                Parent::At(floor) => {
                    let numbers = floor.iter().map(number);
                    quote!([#(#numbers),*])
                }
            });
            quote!(#anchor.refined(#frame, [#(#numbers),*], [#(#parents),*]))
        });
        quote!(#anchor.place::<#rank>([#(#maps),*], #frame))
    }

    /// What tells the kernel apart from others.
    fn fingerprint(&self) -> TokenStream {
        let (sign, body) = (&self.kernel.function.sig, &self.kernel.function.block);
        // FNV-1a.
        let hash = quote!(#sign #body).to_string().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let hash = Literal::i64_unsuffixed((hash >> 1) as i64);
        quote!(#hash)
    }

    /// A view as a carrier whose points share elements.
    fn repeated(
        &self,
        view: Id,
        mut lets: TokenStream,
        elements: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let v = &self.analysis.tensors.views[view];
        let (place, floors) = (self.place_of(view), self.floors(v.extent.len(), &v.data));
        // Of what was coarsened before the place is no step and no share, but those of the tensor that it was made of, by floors.
        let follows = match spread(&v.at) {
            Some(_) => {
                let anchor = self.carrier_name(v.anchor);
                let (items, there) = self.place_from(view, &anchor);
                lets.extend(items);
                let at = self.floors(v.extent.len(), &v.at);
                quote!(::core::option::Option::Some((#there.geometry(), #at)))
            }
            None => quote!(::core::option::Option::None),
        };
        (lets, quote!(#elements.repeated(#place, #floors, #follows)))
    }

    /// Something of the extents of a view, where that is: from its anchor.
    pub fn place_from(&self, view: Id, anchor: &Ident) -> (TokenStream, TokenStream) {
        let at = &self.analysis.tensors.views[view].at;
        self.derived(view, anchor, [at, at], "There")
    }

    /// The floors by which the points of a view lead to indices of another tensor.
    fn floors(&self, rank: usize, there: &[Index]) -> TokenStream {
        let all = spread(there).unwrap_or_default();
        let each = (0..rank).map(|j| match all.iter().find(|s| s.axis == Some(j)) {
            Some(Spread { floor, .. }) => {
                let numbers = floor.iter().map(|n| self.exact_index(&self.resolve(n)));
                quote!([#(#numbers),*])
            }
            None => quote!([1, 0, 1]),
        });
        quote!([#(#each),*])
    }

    /// The elements of a view as a carrier, wherever it is.
    fn carried_elements(&self, view: Id, data: &[Index]) -> (TokenStream, TokenStream) {
        let v = &self.analysis.tensors.views[view];
        let base = self.carrier_name(v.base);
        let is_whole = data.iter().enumerate().all(|(k, d)| *d == Index::atom(Atom::Axis(k)));
        if is_whole && self.has_extents_of_base(view) {
            return (TokenStream::new(), quote!(#base));
        }
        self.derived(view, &base, [&v.data, data], "")
    }

    /// A tensor of the extents of a view, which is where another one has these indices, of which the view's are floors, with the
    /// elements that that has at `led`.
    fn derived(
        &self,
        view: Id,
        base: &Ident,
        [there, led]: [&[Index]; 2],
        suffix: &str,
    ) -> (TokenStream, TokenStream) {
        let v = &self.analysis.tensors.views[view];
        let maps: Vec<(Option<(usize, Index)>, Index)> = match spread(there) {
            Some(all) => all.into_iter().map(|s| (s.axis.map(|j| (j, s.step)), s.offset)).collect(),
            // A mistake, which was reported.
            None => there.iter().map(|d| (None, d.clone())).collect(),
        };
        let krate = &self.kernel.krate;
        let (rank, base_rank) = (v.extent.len(), there.len());
        let along: Vec<(usize, Index)> = (0..rank)
            .map(|j| {
                maps.iter()
                    .enumerate()
                    .find_map(|(k, (axis, _))| axis.as_ref().filter(|a| a.0 == j).map(|a| (k, a.1.clone())))
                    .unwrap_or((0, Index::constant(1)))
            })
            .collect();
        let axis = along.iter().map(|a| Literal::usize_unsuffixed(a.0));
        let steps = along.iter().map(|(_, step)| self.index(step));
        let known = along.iter().map(|(_, step)| match step.as_constant() {
            Some(step) => {
                let step = Literal::i64_unsuffixed(step);
                quote!(::core::option::Option::Some(#step))
            }
            None => quote!(::core::option::Option::None),
        });
        let offset = maps.iter().map(|(_, offset)| self.index(offset));
        let extent = v.extent.iter().map(|e| {
            let extent = self.resolve(e);
            self.bounded_extent(view, &extent).unwrap_or_else(|| self.exact_index(&extent))
        });
        // No name of a kernel begins like this.
        let name = format_ident!(
            "UniteView{}{}",
            camel(&self.kernel.views[view].name.unraw().to_string()),
            suffix,
            span = Span::mixed_site()
        );
        let shape = self.shape(&quote!(UniteViewElem), &v.extent);
        // An item does not see what the kernel is generic over.
        let mut generics: Vec<&Ident> = Vec::new();
        for generic in v.extent.iter().filter_map(|extent| self.generic(extent)) {
            generics.extend((!generics.contains(&generic)).then_some(generic));
        }
        let (parameters, arguments) = match generics.is_empty() {
            true => (TokenStream::new(), TokenStream::new()),
            false => (quote!(<#(const #generics: ::core::primitive::usize),*>), quote!(<#(#generics),*>)),
        };
        let item = quote! {
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            struct #name #parameters;
            unsafe impl #parameters #krate::staged::Derivation<#rank, #base_rank> for #name #arguments {
                type Shape<UniteViewElem: #krate::Elem> = #shape;
                const AXIS: [::core::primitive::usize; #rank] = [#(#axis),*];
                const STEP: [::core::option::Option<::core::primitive::isize>; #rank] = [#(#known),*];
            }
        };
        let rest = quote!([#(#steps),*], [#(#extent),*]);
        if led == there {
            return (item, quote!(#base.derive::<#name #arguments, #rank>([#(#offset),*], #rest)));
        }
        let offset = offset.collect::<Vec<_>>();
        let led = led.iter().zip(there).zip(&offset).map(|((led, at), offset)| match led == at {
            true => offset.clone(),
            false => self.index(led),
        });
        (item, quote!(#base.derive_led::<#name #arguments, #rank>([#(#offset),*], [#(#led),*], #rest)))
    }

    fn has_extents_of_base(&self, view: Id) -> bool {
        let v = &self.analysis.tensors.views[view];
        match self.analysis.tensors.bases[v.base].kind {
            BaseKind::Param(p) | BaseKind::Block(p) => self.analysis.tensors.views[p].extent == v.extent,
            BaseKind::Seen { frame: Some(frame), .. } => {
                self.analysis.tensors.views[frame].extent == v.extent
            }
            BaseKind::Seen { by, .. } => match self.analysis.tensors.bases[by].kind {
                BaseKind::Param(p) | BaseKind::Block(p) => self.analysis.tensors.views[p].extent == v.extent,
                BaseKind::Seen { .. } => false,
            },
        }
    }
}

fn camel(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
        })
        .collect()
}
