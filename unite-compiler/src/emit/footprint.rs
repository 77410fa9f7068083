//! Footprints as constants: what a kernel touches of each of its tensors, and of each where another one is.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::checks::is_of_callee;
use crate::analyse::{BaseKind, Called, Check};
use crate::ir::{Def, Id};

/// What a check is part of.
enum Part {
    /// What is touched of the tensor of this number, or of a pair of tensors.
    Touched(usize),
    /// A block of the kernel's own has to hold this.
    Holds(TokenStream),
}

impl Emitter<'_> {
    /// The footprint as constants, if it is one: of the type, and of the trait of kernels.
    pub fn footprint(&self) -> (TokenStream, TokenStream) {
        let krate = &self.kernel.krate;
        let count = self.tensor_params().count();
        let colocates =
            self.analysis.tensors.bases.iter().any(|b| matches!(b.kind, BaseKind::Seen { entry: true, .. }));
        let doc =
            "What the kernel touches in each of its tensors, if that does not depend on run-time values.";
        let all = if colocates { count + count * count } else { count };
        // Where one tensor is in another one is asked at entry.
        let tensors = &self.analysis.tensors;
        let asks = !tensors.related.is_empty() || !tensors.presences.is_empty();
        let known = self
            .known(all)
            .filter(|_| !asks && !(0..tensors.bases.len()).any(|base| tensors.is_matched(base)));
        let (own, located) = match (&known, colocates) {
            (Some(known), false) => (known.clone(), TokenStream::new()),
            (known, _) => (quote!(::core::option::Option::None), self.located(known.as_ref(), all)),
        };
        let own = quote! {
            #[doc = #doc]
            pub const FOOTPRINT: ::core::option::Option<[#krate::staged::Reach; #count]> = #own;
        };
        (own, located)
    }

    fn located(&self, known: Option<&TokenStream>, count: usize) -> TokenStream {
        let krate = &self.kernel.krate;
        known.map_or(TokenStream::new(), |known| {
            quote! {
                const LOCATED: ::core::option::Option<&'static [#krate::staged::Reach]> = {
                    const ALL: &::core::option::Option<[#krate::staged::Reach; #count]> = &#known;
                    match ALL {
                        ::core::option::Option::Some(reach) => ::core::option::Option::Some(reach),
                        ::core::option::Option::None => ::core::option::Option::None,
                    }
                };
            }
        })
    }

    /// An expression for what is touched, of which there are `count` boxes; nothing if it is no constant.
    fn known(&self, count: usize) -> Option<TokenStream> {
        let krate = &self.kernel.krate;
        // The checks at entry also bound the scalars that indices are made of.
        if !self.checked_scalars().is_empty() {
            return None;
        }
        let (mut touches, mut tests) = (TokenStream::new(), Vec::<TokenStream>::new());
        for check in &self.analysis.bounds.checks[0] {
            let (first, last) = (self.global(&check.first)?, self.global(&check.last)?);
            if !check.ranges.is_empty() || !check.conditions.is_empty() {
                return None;
            }
            let mut when = None;
            if let Some(Called { call, tensor, located }) = check.call {
                let known = self.is_checked(call)?;
                if !tests.iter().any(|test| test.to_string() == known.to_string()) {
                    tests.push(known);
                }
                when = match located {
                    true => Some(self.touches(call, tensor)),
                    false => (!is_of_callee(check)).then(|| self.touches_own(call, tensor)),
                };
            }
            match self.part(check, &first, &last)? {
                Part::Touched(number) => {
                    let axis = check.axis;
                    let touch =
                        quote!(reach = #krate::staged::Reach::touch(reach, #number, #axis, #first, #last););
                    touches.extend(when.map_or(touch.clone(), |when| quote!(if #when { #touch })));
                }
                Part::Holds(test) => tests.push(when.map_or(test.clone(), |when| quote!((!#when || #test)))),
            }
        }
        // A callee whose footprint is not known checks it in the call.
        let reach = match &tests[..] {
            [] => quote!(#krate::staged::Reach::near(reach)),
            all => {
                quote!(if #(#all)&&* { #krate::staged::Reach::near(reach) } else { ::core::option::Option::None })
            }
        };
        Some(quote! {{
            #[allow(unused_mut)]
            let mut reach = [#krate::staged::Reach::NONE; #count];
            #touches
            #reach
        }})
    }

    /// What a check is part of; nothing if that is said by no constant.
    fn part(&self, check: &Check, first: &TokenStream, last: &TokenStream) -> Option<Part> {
        let tensors = &self.analysis.tensors;
        let params: Vec<Id> = self.tensor_params().collect();
        let number = |view: Id| params.iter().position(|p| *p == view);
        match tensors.bases[check.base].kind {
            BaseKind::Param(view) => Some(Part::Touched(number(view).unwrap_or_default())),
            // A block of the kernel's own must hold what its callees touch in it.
            BaseKind::Block(view) => {
                let extent = self.global(&tensors.views[view].extent[check.axis])?;
                Some(Part::Holds(quote!((#first > #last || (0 <= #first && #last < #extent)))))
            }
            // A parameter in the frame of another one.
            BaseKind::Seen { of, by, frame: None, entry: true, share: [1, 1, 1, 1] } => {
                let BaseKind::Param(by) = tensors.bases[by].kind else { return None };
                let is_param = matches!(self.kernel.views[of].def, Def::Param { .. });
                let (of, by) = (number(of).filter(|_| is_param)?, number(by)?);
                Some(Part::Touched(params.len() * (of + 1) + by))
            }
            BaseKind::Seen { .. } => None,
        }
    }
}
