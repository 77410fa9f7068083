//! Whether a kernel takes stored tensors of some formats: a question to types, which the compiler answers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Emitter;
use super::merges::Merge;
use crate::ir::{Case, Id, Operand, Stored, Walk};

impl Emitter<'_> {
    /// `accepts`: whether stored tensors of these types can be walked as the statements say. A kernel with generics of its own has none.
    pub fn accepts(&self) -> TokenStream {
        let Some(generics) = self.types_of_stored() else { return TokenStream::new() };
        let walks = self.kernel.walks.iter().filter(|walk| !walk.cases.is_empty());
        let answers: Vec<TokenStream> = walks.flat_map(|walk| self.walk_accepts(walk)).collect();
        quote! {
            /// Whether stored tensors of these types, in the order of the parameters, can be walked as the statements of the kernel
            /// say, side by side and in the order of their axes. Others do not compile where the kernel is called. Kernels that
            /// it calls are asked themselves.
            pub const fn accepts<#(#generics),*>() -> ::core::primitive::bool {
                true #(&& #answers)*
            }
        }
    }

    /// The types of stored parameters as generics, if there are any, and no others.
    pub(super) fn types_of_stored(&self) -> Option<Vec<TokenStream>> {
        let params = self.kernel.stored.iter().filter(|stored| stored.part.is_none());
        let generics: Vec<TokenStream> = params
            .map(|stored| {
                let bounds = self.bounds_of_stored(stored, &|below| quote!(Below: #below));
                let name = type_of(stored);
                quote!(#name: #bounds)
            })
            .collect();
        (!generics.is_empty() && self.kernel.function.sig.generics.params.is_empty()).then_some(generics)
    }

    /// What has to hold for one walk.
    fn walk_accepts(&self, walk: &Walk) -> Vec<TokenStream> {
        let krate = &self.kernel.krate;
        let operands = walk.operands.iter().map(|operand| {
            let (ty, (rank, order)) = (self.type_at(operand, None), self.order_of(operand));
            quote!(#krate::stored::staged::is_walked::<#rank, #order, #ty>())
        });
        let output = walk.output.iter().filter(|_| !walk.is_inserted()).map(|output| {
            let (ty, (rank, order)) = (type_of(&self.kernel.stored[output.of]), self.order_of(output));
            quote!(#krate::stored::staged::is_appended::<#rank, #order, #ty>())
        });
        let mut all: Vec<TokenStream> = operands.chain(output).collect();
        let merge = self.merge_of(walk);
        self.levels_accept(&merge, 0, (1 << walk.operands.len()) - 1, &mut all);
        all
    }

    /// What has to hold of the levels from a variable on, where the operands of `case` are there.
    fn levels_accept(&self, merge: &Merge<'_>, var: usize, case: Case, all: &mut Vec<TokenStream>) {
        if var == merge.vars.len() {
            return;
        }
        let krate = &self.kernel.krate;
        let level = merge.at(var, case);
        let fibres: Vec<TokenStream> =
            level.along.iter().map(|number| self.type_at(&merge.walk.operands[*number], Some(var))).collect();
        let mut note = |answer: TokenStream| {
            if !all.iter().any(|other| other.to_string() == answer.to_string()) {
                all.push(answer);
            }
        };
        if level.kept.len() > 1 {
            fibres.iter().for_each(|fibre| note(quote!(<#fibre as #krate::stored::Fibre>::MERGES)));
            for chosen in &level.kept {
                self.levels_accept(merge, var + 1, level.with(chosen), all);
            }
            return;
        }
        let each = merge.is_appended(var);
        match &fibres[..] {
            [one] => note(quote!(#krate::stored::staged::is_run_over::<#each, #one>())),
            [one, other, more @ ..] => {
                note(quote!(#krate::stored::staged::intersects::<#each, #one, #other>()));
                for third in more {
                    note(quote!(#krate::stored::staged::follows::<#each, #one, #other, #third>()));
                }
            }
            [] => {}
        }
        self.levels_accept(merge, var + 1, case, all);
    }

    /// The type of an operand; with a variable, of what lies along that.
    pub(super) fn type_at(&self, operand: &Operand, var: Option<usize>) -> TokenStream {
        let (krate, stored) = (&self.kernel.krate, &self.kernel.stored[operand.of]);
        let rank = stored.rank();
        let ty = match &stored.part {
            None => type_of(stored),
            Some(part) => {
                let of = type_of(&self.kernel.stored[part.of]);
                let part = format_ident!("{}", part.kind().0);
                quote!(<#of as #krate::stored::Stored<#rank>>::#part)
            }
        };
        let Some(var) = var else { return ty };
        let above = operand.vars.iter().filter(|other| **other < var).count();
        let root = quote!(<#ty as #krate::stored::Stored<#rank>>::Root);
        (0..above).fold(root, |fibre, _| quote!(<#fibre as #krate::stored::Fibre>::Below))
    }

    /// The number of axes, and their order among the variables as decimal digits.
    pub(super) fn order_of(&self, operand: &Operand) -> (usize, u32) {
        let mut order: Vec<usize> = (0..operand.vars.len()).collect();
        order.sort_by_key(|&axis| operand.vars[axis]);
        (order.len(), order.iter().fold(0u32, |digits, axis| 10 * digits + *axis as u32))
    }

    /// A walk, of which only types are asked.
    pub(super) fn merge_of<'w>(&self, walk: &'w Walk) -> Merge<'w> {
        Merge {
            walk,
            vars: walk.vars.iter().map(|var: &Id| self.var_name(*var)).collect(),
            fibres: Vec::new(),
            assembly: Vec::new(),
            assembling: walk.assembling,
            sums: (self.fresh("sums"), self.fresh("is_there")),
            counts: false,
        }
    }
}

/// The name of the type of a parameter.
pub(super) fn type_of(stored: &Stored) -> TokenStream {
    let name = format_ident!("Stored{}", stored.position);
    quote!(#name)
}
