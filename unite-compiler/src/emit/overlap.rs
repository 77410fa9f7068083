//! Kernels that are called with tensors that may be views of one memory: the question whether anybody could tell, and the
//! form that runs where somebody could.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Emitter, Written};
use crate::analyse::{Side, meetings};
use crate::ir::{Id, Param};

/// A kernel in the form whose tensors may be one memory: statements that read what they write go through a block, loops run
/// in the order of their indices, and nothing is in lanes.
pub struct InOrder {
    check: TokenStream,
    body: TokenStream,
}

/// That form of a kernel, which was analysed with its tensors as one memory.
pub fn in_order(emitter: &Emitter<'_>) -> InOrder {
    let body = emitter.body(&mut Written::new(emitter.kernel));
    InOrder { check: emitter.check_function("check_in_order"), body }
}

/// Whether a kernel needs the form: it has several tensors, and writes one of them in a loop with another one.
pub fn needs_order(emitter: &Emitter<'_>) -> bool {
    let several = emitter.tensor_params().count() > 1;
    several
        && meetings(emitter.kernel, &emitter.analysis.tensors, &emitter.analysis.fusions)
            .is_none_or(|all| !all.is_empty())
}

impl Emitter<'_> {
    /// Whether a call passes two views of one memory, one of which may be written.
    pub fn may_overlap(&self, call: Id) -> bool {
        let tensors = &self.analysis.tensors;
        let passed: Vec<(Id, bool)> = self.kernel.calls[call]
            .tensors()
            .map(|view| (tensors.memory(tensors.views[view].base), self.is_writable(view)))
            .collect();
        passed.iter().enumerate().any(|(k, (memory, writable))| {
            passed[..k].iter().any(|(other, its)| memory == other && (*writable || *its))
        })
    }

    /// The form that callers use whose views may overlap. `in_order` is the form whose tensors may be one memory, if there is
    /// one.
    pub fn overlapping(&self, in_order: Option<&InOrder>) -> TokenStream {
        if self.tensor_params().count() < 2 {
            // Nobody else gives the name a meaning.
            return quote!(
                #[doc(hidden)]
                #[allow(non_upper_case_globals)]
                pub const overlapping: () = ();
            );
        }
        let krate = &self.kernel.krate;
        let (_, passed, clause) = self.generics();
        let (carried, params, output) =
            (self.carried_generics(), self.staged_params(), &self.kernel.function.sig.output);
        let checked = self.fresh("checked");
        let (apart, carriers, to_check) = (self.taken_apart(), self.carriers(), self.to_check());
        let forwarded: Vec<TokenStream> = self.forwarded().collect();
        let run = quote!(Self::body #passed(#checked, unite_simd, #(#forwarded),*));
        let asked = self.apart_function();
        let run = match (&asked, in_order) {
            (None, _) => run,
            (Some(_), Some(form)) => {
                let check = (!form.is_checked_by(self)).then(|| {
                    quote! {
                        #krate::staged::must_fit(Self::check_in_order #passed(#(#to_check),*));
                    }
                });
                quote! {
                    if Self::is_apart #passed(#(#to_check),*) {
                        #run
                    } else {
                        #check
                        Self::in_order #passed(#checked, unite_simd, #(#forwarded),*)
                    }
                }
            }
            (Some(_), None) => {
                let refused = self.refused();
                quote! {
                    if !Self::is_apart #passed(#(#to_check),*) {
                        #refused
                    }
                    #run
                }
            }
        };
        let check = in_order.filter(|form| !form.is_checked_by(self)).map(|form| &form.check);
        quote! {
            #asked
            #check

            /// Runs with tensors that may be views of one memory, at the level of the caller, which may have checked the
            /// footprint.
            ///
            /// # Panics
            /// If the footprint does not fit.
            #[doc(hidden)]
            #[inline(always)]
            pub fn overlapping #carried(
                #checked: ::core::option::Option<#krate::staged::Checked>,
                unite_simd: impl #krate::staged::lanes::Simd, #(#params),*
            ) #output #clause {
                #apart
                #carriers
                let #checked = match #checked {
                    ::core::option::Option::Some(checked) => checked,
                    ::core::option::Option::None => {
                        #krate::staged::must_fit(Self::check #passed(#(#to_check),*));
                        // SAFETY: the footprint was checked just now.
                        unsafe { #krate::staged::Checked::new() }
                    }
                };
                #run
            }
        }
    }

    /// The same of a kernel with mistakes.
    pub fn overlapping_stub(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        let (_, _, clause) = self.generics();
        let (carried, params, output) =
            (self.carried_generics(), self.staged_params(), &self.kernel.function.sig.output);
        quote! {
            #[doc(hidden)]
            #[allow(unused_variables)]
            pub fn overlapping #carried(
                checked: ::core::option::Option<#krate::staged::Checked>,
                unite_simd: impl #krate::staged::lanes::Simd, #(#params),*
            ) #output #clause {
                ::core::unimplemented!("this kernel does not compile")
            }
        }
    }

    /// The body whose tensors may be one memory.
    pub fn in_order_function(&self, form: &InOrder) -> TokenStream {
        let krate = &self.kernel.krate;
        let (_, _, clause) = self.generics();
        let (carried, params, carriers) =
            (self.carried_generics(), self.carrier_params(false), self.carriers());
        let (output, body) = (&self.kernel.function.sig.output, &form.body);
        quote! {
            /// What is left of the kernel where its tensors may be views of one memory.
            #[inline(always)]
            fn in_order #carried(
                _: #krate::staged::Checked, unite_simd: impl #krate::staged::lanes::Simd, #(#params),*
            ) #output #clause {
                let _ = unite_simd;
                #carriers
                #body
            }
        }
    }

    /// Whether the kernel, called with these tensors, does what it does with tensors of memories of their own; nothing if it
    /// always does.
    fn apart_function(&self) -> Option<TokenStream> {
        let meetings = meetings(self.kernel, &self.analysis.tensors, &self.analysis.fusions);
        let tests = match &meetings {
            None => quote!(false),
            Some(all) if all.is_empty() => return None,
            Some(all) => {
                let tests = all.iter().map(|meeting| {
                    let [write, other] =
                        [&meeting.write, &meeting.other].map(|side| self.carrier_name(side.base));
                    let [part, its] = [&meeting.write, &meeting.other].map(|side| self.part_of(side));
                    let apart = quote!(#write.is_apart(#part, #other, #its));
                    match meeting.in_place {
                        true => quote!((#write.is_same(#other) || #apart)),
                        false => apart,
                    }
                });
                quote!(#(#tests)&&*)
            }
        };
        let (generics, _, clause) = self.generics();
        let params = self.carrier_params(true);
        // Where nothing can be said, nothing is looked at.
        let known = meetings.is_some().then(|| {
            let snapshots = self.snapshots(false);
            let bases = self.entry_bases(|_, _, located| {
                quote!(match #located {
                    ::core::result::Result::Ok(seen) => seen,
                    ::core::result::Result::Err(_) => return false,
                })
            });
            quote!(#snapshots #bases)
        });
        Some(quote! {
            #[doc(hidden)]
            #[inline(always)]
            #[allow(unused_variables)]
            fn is_apart #generics(#(#params),*) -> ::core::primitive::bool #clause {
                #known
                #tests
            }
        })
    }

    /// What an access touches, as an expression.
    fn part_of(&self, side: &Side) -> TokenStream {
        let axes = side.reach.iter().map(|reach| match reach {
            Some((first, last)) => {
                let (first, last) = (self.check_index(first), self.check_index(last));
                quote!(::core::option::Option::Some([#first, #last]))
            }
            None => quote!(::core::option::Option::None),
        });
        quote!([#(#axes),*])
    }

    /// The end of a call with tensors that may overlap, of a kernel that has no form for it.
    fn refused(&self) -> TokenStream {
        let (krate, kernel) = (&self.kernel.krate, self.title());
        let written = self.tensor_params().find(|view| self.is_mutable_param(*view));
        let tensor = written.map_or(String::new(), |view| self.kernel.views[view].name.to_string());
        quote! {
            #krate::staged::fail(#krate::staged::FootprintError {
                kernel: #kernel, tensor: #tensor, fault: #krate::staged::Fault::Overlap,
            })
        }
    }

    /// Tensor parameters as plain carriers.
    pub fn carriers(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        self.tensor_params()
            .map(|view| {
                let name = self.param_name(view);
                quote!(let #name = #krate::staged::Readable::carrier(#name);)
            })
            .collect()
    }

    /// What a check is asked with.
    pub fn to_check(&self) -> Vec<TokenStream> {
        let used = self.checked_scalars();
        let arguments = self.kernel.params.iter().filter_map(|p| match p {
            Param::Tensor(view) => {
                let name = self.param_name(*view);
                Some(quote!(#name))
            }
            Param::Scalar(Some(name), _) if used.contains(name) => Some(quote!(#name)),
            Param::Scalar(..) => None,
        });
        arguments.collect()
    }
}

impl InOrder {
    /// Whether the check of the kernel is the one of this form, too.
    fn is_checked_by(&self, emitter: &Emitter<'_>) -> bool {
        emitter.check_function("check_in_order").to_string() == self.check.to_string()
    }
}
