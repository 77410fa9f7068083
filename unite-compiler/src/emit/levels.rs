//! The instruction set levels: the same body compiled for each, and the choice between them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::FnArg;

use super::Emitter;
use super::refined::Passed;
use crate::ir::{Id, Level, Param};

/// What a level is called, in the library and in symbols, its target features, and the token that stands for it.
struct Target {
    level: Level,
    variant: &'static str,
    function: &'static str,
    features: &'static str,
    token: &'static str,
}

const TARGETS: [Target; 3] = [
    Target {
        level: Level::V2,
        variant: "V2",
        function: "v2",
        features: "cmpxchg16b,fxsr,popcnt,sse4.2",
        token: "Sse4_2",
    },
    Target {
        level: Level::V3,
        variant: "V3",
        function: "v3",
        features: "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave",
        token: "Avx2",
    },
    Target {
        level: Level::V4,
        variant: "V4",
        function: "v4",
        features: "adx,aes,avx512bitalg,avx512bw,avx512cd,avx512dq,avx512f,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,\
                   avx512vnni,avx512vpopcntdq,bmi1,bmi2,cmpxchg16b,fma,fxsr,gfni,lzcnt,movbe,pclmulqdq,popcnt,rdrand,rdseed,\
                   sha,vaes,vpclmulqdq,xsave,xsavec,xsaveopt,xsaves",
        token: "Avx512",
    },
];

/// The levels that are compiled. Few machines have SSE4.2 and not AVX2: without the feature `fallback` they run what all
/// machines have.
fn compiled(highest: Level) -> impl DoubleEndedIterator<Item = &'static Target> {
    TARGETS.iter().filter(move |target| {
        !cfg!(feature = "one-level")
            && target.level <= highest
            && (cfg!(feature = "fallback") || target.level != Level::V2)
    })
}

/// The same, highest first, each with the levels of the library at which it runs.
fn chosen(highest: Level) -> Vec<(&'static Target, Vec<Ident>)> {
    let variant = |target: &Target| format_ident!("{}", target.variant);
    let mut above: Vec<Ident> = TARGETS.iter().filter(|target| target.level > highest).map(variant).collect();
    let each = compiled(highest).rev().map(|target| {
        above.push(variant(target));
        (target, std::mem::take(&mut above))
    });
    each.collect()
}

/// A level that a kernel is compiled for, as it is written outside of the kernel's own items.
pub struct CompiledLevel {
    /// What its functions are called.
    pub function: &'static str,
    /// The levels of the library at which it runs; none of the lowest, which runs at all others.
    pub variants: Vec<Ident>,
    /// Where there is one.
    pub on: TokenStream,
    /// What its functions need of the machine.
    pub features: TokenStream,
    /// What makes its token, under the path of the library.
    pub token: TokenStream,
}

/// All levels that a kernel is compiled for, the lowest last.
pub fn compiled_levels(highest: Level) -> Vec<CompiledLevel> {
    let above = chosen(highest).into_iter().map(|(target, variants)| {
        let (features, token) = (target.features, format_ident!("{}", target.token));
        CompiledLevel {
            function: target.function,
            variants,
            on: quote!(#[cfg(target_arch = "x86_64")]),
            features: quote!(#[target_feature(enable = #features)]),
            token: quote!(#token::assume_supported()),
        }
    });
    let fallback = cfg!(feature = "fallback").then(|| CompiledLevel {
        function: "fallback",
        variants: vec![format_ident!("Fallback")],
        on: TokenStream::new(),
        features: TokenStream::new(),
        token: quote!(Fallback::new()),
    });
    let lowest = CompiledLevel {
        function: "baseline",
        variants: Vec::new(),
        on: TokenStream::new(),
        features: TokenStream::new(),
        token: quote!(baseline()),
    };
    above.chain(fallback).chain([lowest]).collect()
}

impl Emitter<'_> {
    /// The name that a parameter is passed on under.
    pub fn forwarded_name(&self, position: usize) -> Ident {
        match &self.kernel.params[position] {
            Param::Tensor(view) => self.param_name(*view),
            Param::Scalar(Some(name), _) => name.clone(),
            Param::Scalar(None, _) => self.fresh(&format!("argument_{position}")),
        }
    }

    /// A parameter that is no tensor, under the name that it is passed on under.
    pub fn plain(&self, position: usize) -> Option<TokenStream> {
        if let Some(stored) = self.kernel.stored.iter().find(|stored| stored.position == position) {
            let (name, ty) = (&stored.name, self.stored_type(stored));
            return Some(quote!(#name: #ty));
        }
        match &self.kernel.params[position] {
            Param::Scalar(_, input) => match &**input {
                FnArg::Typed(typed) => {
                    let (name, ty) = (self.forwarded_name(position), &typed.ty);
                    Some(quote!(#name: #ty))
                }
                _ => None,
            },
            Param::Tensor(_) => None,
        }
    }

    /// The parameters of the function of the kernel's name.
    pub fn public_params(&self) -> Vec<TokenStream> {
        self.passed_params(|krate, bounds, mutable, refined| match (mutable, refined) {
            (true, false) => quote!(&mut impl #krate::staged::TensorMut<#bounds>),
            (true, true) => quote!(&mut impl #krate::staged::RefinedTensorMut<#bounds>),
            (false, false) => quote!(&impl #krate::staged::Tensor<#bounds>),
            (false, true) => quote!(&impl #krate::staged::RefinedTensor<#bounds>),
        })
    }

    /// The parameters of the forms that other kernels call.
    pub fn staged_params(&self) -> Vec<TokenStream> {
        self.passed_params(|krate, bounds, mutable, refined| {
            let read = match refined {
                true => quote!(impl #krate::staged::Repeating<'unite, #bounds>),
                false => quote!(impl #krate::staged::Readable<'unite, #bounds>),
            };
            if mutable { quote!(#read + #krate::staged::Writable) } else { read }
        })
    }

    /// Parameters as callers pass them. `tensor`: the type of one, by its bounds, whether it is written, and whether it may be
    /// refined.
    fn passed_params(
        &self,
        tensor: impl Fn(&syn::Path, TokenStream, bool, bool) -> TokenStream,
    ) -> Vec<TokenStream> {
        let krate = &self.kernel.krate;
        self.passed()
            .into_iter()
            .filter_map(|(position, passed)| {
                let name = self.forwarded_name(position);
                let ty = match passed {
                    Passed::Tensor(view) => {
                        tensor(krate, self.bounds(view), self.is_mutable_param(view), false)
                    }
                    Passed::Refined(refined) => {
                        tensor(krate, self.bounds(refined.place), refined.mutable, true)
                    }
                    Passed::Stored(stored) => self.stored_type(stored),
                    Passed::Scalar => return self.plain(position),
                };
                Some(quote!(#name: #ty))
            })
            .collect()
    }

    fn params(&self, tensor: impl Fn(Id, Ident, TokenStream, &syn::Path) -> TokenStream) -> Vec<TokenStream> {
        (0..self.kernel.params.len())
            .filter_map(|position| match &self.kernel.params[position] {
                Param::Tensor(view) => {
                    let name = self.forwarded_name(position);
                    Some(tensor(*view, name, self.carried_bounds(*view), &self.kernel.krate))
                }
                Param::Scalar(..) => self.plain(position),
            })
            .collect()
    }

    /// The arguments that `staged` passes to the body.
    pub fn forwarded(&self) -> impl Iterator<Item = TokenStream> {
        (0..self.kernel.params.len()).map(|position| {
            let name = self.forwarded_name(position);
            match &self.kernel.params[position] {
                Param::Tensor(view) if self.is_mutable_param(*view) => quote!(unsafe { #name.writable() }),
                _ => quote!(#name),
            }
        })
    }

    /// One function for each level. Its tensors come as slices of their blocks, so that the compiler knows that they
    /// do not overlap; whoever calls it vouches for each to be a tensor.
    pub fn levels(&self, passed: &TokenStream) -> TokenStream {
        let (generics, _, clause) = self.generics();
        let output = &self.kernel.function.sig.output;
        let params = self.params(|view, name, bounds, _| {
            let borrow = if self.is_mutable_param(view) { quote!(&mut) } else { quote!(&) };
            self.sliced(view, &name, &bounds, &borrow)
        });
        let krate = &self.kernel.krate;
        let refuse = self.refuse(passed);
        let used = self.checked_scalars();
        let (mut carriers, mut all, mut whole, mut to_check, mut args) =
            (TokenStream::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for position in 0..self.kernel.params.len() {
            let name = self.forwarded_name(position);
            match &self.kernel.params[position] {
                Param::Tensor(view) => {
                    let (geometry, space, carrier) =
                        (part(&name, "geometry"), part(&name, "space"), part(&name, "carrier"));
                    if self.is_mutable_param(*view) {
                        carriers.extend(quote! {
                            let #carrier = unsafe { #krate::staged::Carrier::exclusive(&mut *#name, #geometry, #space) };
                        });
                        args.push(quote!(unsafe { #carrier.writable() }));
                    } else {
                        carriers.extend(quote! {
                            let #carrier = unsafe { #krate::staged::Carrier::shared(#name, #geometry, #space) };
                        });
                        args.push(quote!(#carrier));
                    }
                    let parts = [quote!(#name), quote!(#geometry), quote!(#space)];
                    all.extend(parts.clone());
                    whole.extend(parts);
                    to_check.push(quote!(#carrier));
                }
                Param::Scalar(scalar, _) => {
                    if scalar.as_ref().is_some_and(|scalar| used.contains(scalar)) {
                        whole.push(quote!(#name));
                        to_check.push(quote!(#name));
                    }
                    all.push(quote!(#name));
                    args.push(quote!(#name));
                }
            }
        }
        let checked = self.fresh("checked");
        let run = |token: TokenStream| {
            quote! {
                #carriers
                if let ::core::result::Result::Err(_) = Self::check #passed(#(#to_check),*) {
                    unsafe { Self::refuse #passed(#(#whole),*) }
                }
                // SAFETY: the footprint was checked just now.
                let #checked = unsafe { #krate::staged::Checked::new() };
                Self::body #passed(#checked, #token, #(#args),*)
            }
        };
        let lowest = run(quote!(#krate::staged::lanes::baseline()));
        let choice = self.choice(&quote!(Self), passed, &all, &quote!(return));
        // The first call comes here, whatever the machine has: calls that find the level known need no more for the choice than a
        // comparison.
        let first = (!choice.is_empty()).then(|| {
            quote! {
                if #krate::level::known().is_none() {
                    match ::core::option::Option::Some(#krate::level::current()) {
                        #choice
                        _ => {}
                    }
                }
            }
        });
        let fallback = cfg!(feature = "fallback").then(|| {
            let run = run(quote!(#krate::staged::lanes::Fallback::new()));
            quote! {
                #[inline(never)]
                unsafe fn fallback #generics(#(#params),*) #output #clause { #run }
            }
        });
        let baseline = quote! {
            #[inline(never)]
            unsafe fn baseline #generics(#(#params),*) #output #clause {
                #first
                #lowest
            }
            #fallback
        };
        let levels = compiled(self.kernel.highest).map(|level| {
            let (function, features) = (format_ident!("{}", level.function), level.features);
            let token = format_ident!("{}", level.token);
            let run = run(quote!(#krate::staged::lanes::#token::assume_supported()));
            quote! {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = #features)]
                unsafe fn #function #generics(#(#params),*) #output #clause { #run }
            }
        });
        quote!(#refuse #baseline #(#levels)*)
    }

    /// What is done where the check of a level fails: it is asked once more for what does not fit, away from the code that
    /// runs when all does.
    fn refuse(&self, passed: &TokenStream) -> TokenStream {
        let krate = &self.kernel.krate;
        let (generics, _, clause) = self.generics();
        let used = self.checked_scalars();
        let (mut params, mut to_check) = (Vec::new(), Vec::new());
        for position in 0..self.kernel.params.len() {
            let name = self.forwarded_name(position);
            match &self.kernel.params[position] {
                Param::Tensor(view) => {
                    let (geometry, space) = (part(&name, "geometry"), part(&name, "space"));
                    params.push(self.sliced(*view, &name, &self.carried_bounds(*view), &quote!(&)));
                    to_check
                        .push(quote!(unsafe { #krate::staged::Carrier::shared(#name, #geometry, #space) }));
                }
                Param::Scalar(Some(scalar), _) if used.contains(scalar) => {
                    params.extend(self.plain(position));
                    to_check.push(quote!(#name));
                }
                Param::Scalar(..) => {}
            }
        }
        quote! {
            #[cold]
            #[inline(never)]
            unsafe fn refuse #generics(#(#params),*) -> ! #clause {
                #krate::staged::must_fit(Self::check #passed(#(#to_check),*));
                ::core::unreachable!()
            }
        }
    }

    /// A tensor as three parameters: the slice of its block, where it is, and what is static about it.
    fn sliced(&self, view: Id, name: &Ident, bounds: &TokenStream, borrow: &TokenStream) -> TokenStream {
        let krate = &self.kernel.krate;
        let (geometry, space, rank) =
            (part(name, "geometry"), part(name, "space"), self.kernel.views[view].rank);
        let elem = self.carried_elem(view);
        quote! {
            #name: #borrow [#elem],
            #geometry: &#krate::staged::Geometry<#rank>,
            #space: ::core::marker::PhantomData<impl #krate::staged::Space<#bounds>>
        }
    }

    /// The body of the function of the kernel's name: the choice of the level.
    pub fn entry(&self, passed: &TokenStream) -> TokenStream {
        let krate = &self.kernel.krate;
        let name = &self.kernel.function.sig.ident;
        let mut before = TokenStream::new();
        let mut args = Vec::new();
        for (position, passed) in self.passed() {
            let name = self.forwarded_name(position);
            let view = match passed {
                Passed::Tensor(view) => view,
                Passed::Refined(refined) => {
                    let (taken, all) = self.spread_out(refined);
                    before.extend(taken);
                    args.push(all);
                    continue;
                }
                Passed::Stored(stored) => {
                    before.extend(self.extents_of_stored(stored));
                    let numbers = stored.extents.iter().chain(&stored.origins);
                    args.push(quote!(#name, #(#numbers),*));
                    continue;
                }
                Passed::Scalar => {
                    args.push(quote!(#name));
                    continue;
                }
            };
            let (geometry, space) = (part(&name, "geometry"), part(&name, "space"));
            if self.is_mutable_param(view) {
                let memory = part(&name, "memory");
                before.extend(quote! {
                    let #space = #krate::staged::space_of(&*#name);
                    let (#memory, #geometry) = #krate::staged::TensorMut::parts_mut(#name);
                });
                args.push(quote!(#memory, #geometry, #space));
            } else {
                before.extend(quote! {
                    let #geometry = #krate::staged::Tensor::geometry(#name);
                    let #space = #krate::staged::space_of(#name);
                });
                args.push(quote!(#krate::staged::Tensor::memory(#name), #geometry, #space));
            }
        }
        let choice = self.choice(&quote!(#name), passed, &args, &TokenStream::new());
        quote! {
            #before
            match #krate::level::known() {
                #choice
                _ => unsafe { #name::baseline #passed(#(#args),*) },
            }
        }
    }

    /// The arms of a choice by the level, if it is known, for all but the lowest: each calls a form of `kernel` with `args`;
    /// `leave` stands before the call.
    fn choice(
        &self,
        kernel: &TokenStream,
        passed: &TokenStream,
        args: &[TokenStream],
        leave: &TokenStream,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let arms = chosen(self.kernel.highest).into_iter().map(|(target, variants)| {
            let function = format_ident!("{}", target.function);
            quote! {
                // SAFETY: tensors are what they say, and the level is one that this machine has.
                #[cfg(target_arch = "x86_64")]
                #(::core::option::Option::Some(#krate::level::Level::#variants))|* => unsafe {
                    #leave #kernel::#function #passed(#(#args),*)
                },
            }
        });
        let fallback = cfg!(feature = "fallback").then(|| {
            quote! {
                ::core::option::Option::Some(#krate::level::Level::Fallback) => unsafe {
                    #leave #kernel::fallback #passed(#(#args),*)
                },
            }
        });
        quote!(#(#arms)* #fallback)
    }

    /// `fits`: whether a call refuses its tensors, as a question of the user's.
    pub fn fits(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        let (generics, passed, clause) = self.generics();
        let used = self.checked_scalars();
        let mut params = Vec::new();
        let mut args = Vec::new();
        for (position, passed) in self.passed() {
            let name = self.forwarded_name(position);
            match (passed, &self.kernel.params[position]) {
                (Passed::Refined(refined), _) => {
                    let bounds = self.bounds(refined.place);
                    params.push(quote!(#name: &impl #krate::staged::RefinedTensor<#bounds>));
                    args.push(self.spread_carrier(refined));
                }
                (Passed::Stored(stored), _) => {
                    let ty = self.stored_question(stored);
                    params.push(quote!(#name: #ty));
                    args.push(quote!(#name));
                }
                (_, Param::Tensor(view)) => {
                    let bounds = self.bounds(*view);
                    params.push(quote!(#name: &impl #krate::staged::Tensor<#bounds>));
                    args.push(quote!(unsafe {
                        #krate::staged::Carrier::shared(
                            #krate::staged::Tensor::memory(#name),
                            #krate::staged::Tensor::geometry(#name),
                            #krate::staged::space_of(#name),
                        )
                    }));
                }
                (_, Param::Scalar(Some(scalar), _)) if used.contains(scalar) => {
                    params.extend(self.plain(position));
                    args.push(quote!(::core::option::Option::Some(#krate::staged::wide(#name))));
                }
                (_, Param::Scalar(..)) => args.push(quote!(::core::option::Option::None)),
            }
        }
        let ahead = if self.is_plain() { quote!(ahead) } else { quote!(ahead_of #passed) };
        quote! {
            /// Whether a call runs: everything that it touches lies in its tensors, and these are where it asks for them. It is
            /// asked with the arguments of a call, without those that the answer does not depend on. What depends on elements
            /// is not part of it.
            ///
            /// # Errors
            /// What does not fit.
            pub fn fits #generics(#(#params),*) -> ::core::result::Result<(), #krate::staged::FootprintError> #clause {
                Self::#ahead(false, (#(#args,)*))
            }
        }
    }
}

/// The name of a part of a tensor.
pub(super) fn part(name: &Ident, what: &str) -> Ident {
    Ident::new(&format!("{name}_{what}"), Span::mixed_site())
}
