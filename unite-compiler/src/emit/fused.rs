//! Calls that are made in turns: some rows of each block between them at a time, of which no more are kept than the next turn needs.
//! Where the called kernels do not go along the rows, which rustc finds out, the calls are made one after the other.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::foreseen::{Known, Needs};
use super::written::Fused;
use super::{Emitter, Written};
use crate::analyse::Fusion;
use crate::ir::{Atom, Id, Index};

impl Emitter<'_> {
    /// The calls that one is made in turns with.
    pub fn fusion_of_call(&self, call: Id) -> Option<&Fusion> {
        self.analysis.fusions.iter().find(|fusion| fusion.calls.contains(&call))
    }

    /// Whether a block is made by calls that are made in turns: its memory is theirs.
    pub fn is_fused(&self, block: Id) -> bool {
        self.analysis.fusions.iter().any(|fusion| fusion.made.contains(&block))
    }

    /// All of the calls, where the last one stands.
    pub fn fused(&self, fusion: &Fusion, written: &mut Written) -> TokenStream {
        let defined = written.defined.clone();
        let in_turns = self.in_turns(fusion, written);
        // What one of two branches defines is not there in the other one.
        written.defined = defined;
        let Some((found, in_turns)) = in_turns else { return self.in_order_of(fusion, written) };
        let stages = self.stages(fusion);
        let otherwise = self.in_order_of(fusion, written);
        let (test, turns) = (self.are_fused(), self.fresh("turns"));
        let names: Vec<String> = fusion.calls.iter().map(|call| self.callee_name(*call)).collect();
        let blocks: Vec<String> =
            fusion.made.iter().map(|block| self.kernel.views[*block].name.to_string()).collect();
        let (names, blocks) = (names.join(", "), blocks.join(", "));
        written.fused.push(Fused {
            before: written.plans.len(),
            items: stages.clone(),
            test: test.clone(),
            is: format!("calls of {names}: in turns, some rows of {blocks} at a time where they are many\n"),
            is_not: format!(
                "calls of {names}: one after the other, for they do not all go along {blocks} row by row\n"
            ),
        });
        quote!({
            #stages
            'fused: {
                if const { #test } {
                    if let ::core::option::Option::Some(mut #turns) = { #found } {
                        #in_turns
                        break 'fused;
                    }
                }
                #otherwise
            }
        })
    }

    /// The calls as they stand in the source, and the blocks between them.
    fn in_order_of(&self, fusion: &Fusion, written: &mut Written) -> TokenStream {
        let mut tokens = TokenStream::new();
        for block in &fusion.made {
            tokens.extend(self.define(*block, written));
        }
        for call in &fusion.calls {
            let call = self.call(*call, written);
            tokens.extend(quote!(#call;));
        }
        tokens
    }

    fn callee_name(&self, call: Id) -> String {
        self.kernel.calls[call].path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
    }

    fn are_fused(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        quote!(#krate::staged::Stage::are_fused(&UNITE_STAGES))
    }

    /// The axes of a view whose extents are no constants.
    fn dynamic(&self, view: Id) -> Vec<usize> {
        let extents = &self.analysis.tensors.views[view].extent;
        (0..extents.len()).filter(|axis| self.resolve(&extents[*axis]).as_constant().is_none()).collect()
    }

    /// What is known of the calls, as a constant.
    fn stages(&self, fusion: &Fusion) -> TokenStream {
        let krate = &self.kernel.krate;
        let tensors = &self.analysis.tensors;
        let stages = fusion.calls.iter().map(|call| {
            let callee = self.callee(*call);
            let swept = self.kernel.calls[*call].tensors().map(|view| {
                let v = &tensors.views[view];
                let made = match fusion.maker(tensors, v.base) {
                    Some(by) => {
                        let axis = match axis_of_rows(&v.data) {
                            Some(axis) => quote!(::core::option::Option::Some(#axis)),
                            None => quote!(::core::option::Option::None),
                        };
                        quote!(::core::option::Option::Some((#by, #axis)))
                    }
                    None => quote!(::core::option::Option::None),
                };
                let dynamic = self.dynamic(view);
                quote!(#krate::staged::Swept { made: #made, dynamic: &[#(#dynamic),*] })
            });
            quote!(#krate::staged::Stage {
                sweeps: <#callee as #krate::staged::Kernel>::SWEEPS,
                tensors: &[#(#swept),*],
            })
        });
        let count = fusion.calls.len();
        quote!(const UNITE_STAGES: [#krate::staged::Stage; #count] = [#(#stages),*];)
    }

    /// The turns, and the calls in them; nothing if it cannot be asked before whether they run.
    fn in_turns(&self, fusion: &Fusion, written: &mut Written) -> Option<(TokenStream, TokenStream)> {
        let krate = &self.kernel.krate;
        let asked = Known::new(self, Needs::Numbers).calls(&fusion.made, &fusion.calls)?;
        let (turns, count, last) = (self.fresh("turns"), fusion.calls.len(), fusion.calls.len() - 1);
        let (mut kept, mut rows, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        let mut carriers = TokenStream::new();
        for (stage, block) in fusion.made.iter().enumerate() {
            let v = &self.analysis.tensors.views[*block];
            let extents: Vec<Index> = v.extent.iter().map(|extent| self.resolve(extent)).collect();
            let lengths: Vec<TokenStream> = extents.iter().map(|extent| self.exact_index(extent)).collect();
            let (name, elem, rank) = (self.carrier_name(v.base), self.elem(*block), extents.len());
            let (memory, title) = (self.fresh(&format!("{name}_kept")), name.to_string());
            let shape = self.shape(&elem, &extents);
            rows.push(lengths[0].clone());
            bytes.push(quote!(#krate::staged::Kept::<#elem, #rank>::bytes([#(#lengths),*])));
            kept.push(quote!(
                let mut #memory =
                    #krate::staged::Kept::<#elem, #rank>::new(#title, [#(#lengths),*], #turns.kept(#stage));
            ));
            carriers.extend(quote!(let #name = #memory.carrier::<#shape, #count>(
                    &#turns,
                    #stage,
                    const { #krate::staged::Stage::overwrites(&UNITE_STAGES, #stage) },
                );));
        }
        let goal = self.fresh("rows");
        let goals = self.kernel.calls[fusion.calls[last]].tensors().enumerate().map(|(tensor, view)| {
            if self.dynamic(view).is_empty() || self.maker(fusion, view).is_some() {
                return TokenStream::new();
            }
            let (lets, carrier) = self.passed_carrier(view);
            quote!(
                if let ::core::option::Option::Some(#krate::staged::Sweep { axis, is_counted: true, .. }) =
                    const { #krate::staged::Stage::sweep(&UNITE_STAGES, #last, #tensor) }
                {
                    #lets
                    #goal = (#carrier).extent(axis);
                }
            )
        });
        let goals: Vec<TokenStream> = goals.collect();
        let calls = fusion.calls.iter().enumerate().map(|(stage, call)| {
            let part =
                |tensor: usize, carrier: TokenStream| self.in_turn(fusion, [stage, tensor], &turns, carrier);
            let call = self.call_of(*call, &part, written);
            quote!(#call;)
        });
        let calls: Vec<TokenStream> = calls.collect();
        let found = quote! {
            let mut #goal: ::core::primitive::isize = 0;
            #(#goals)*
            #krate::staged::Turns::new(
                const { #krate::staged::Stage::reads(&UNITE_STAGES) },
                [#(#rows,)* #goal],
                [#(#bytes,)* 0],
            )
        };
        let in_turns = quote! {
            #krate::staged::must_fit((|| {
                #asked
                ::core::result::Result::Ok(())
            })());
            #(#kept)*
            while #turns.turn() {
                #carriers
                #(#calls)*
            }
        };
        Some((found, in_turns))
    }

    /// The call of a group that makes what a view shows.
    fn maker(&self, fusion: &Fusion, view: Id) -> Option<usize> {
        fusion.maker(&self.analysis.tensors, self.analysis.tensors.views[view].base)
    }

    /// The part of a tensor of a stage that it has in a turn.
    fn in_turn(
        &self,
        fusion: &Fusion,
        [stage, tensor]: [usize; 2],
        turns: &Ident,
        carrier: TokenStream,
    ) -> TokenStream {
        let krate = &self.kernel.krate;
        let Some(view) = self.kernel.calls[fusion.calls[stage]].tensors().nth(tensor) else { return carrier };
        if self.dynamic(view).is_empty() {
            return carrier;
        }
        let first = match self.maker(fusion, view) {
            Some(by) => quote!(#turns.first(#by)),
            None => quote!(0),
        };
        let extents: Vec<Index> =
            self.analysis.tensors.views[view].extent.iter().map(|extent| self.resolve(extent)).collect();
        let shape = self.shape(&self.elem(view), &extents);
        quote!((#carrier).swept::<#shape>(
            const { #krate::staged::Stage::sweep(&UNITE_STAGES, #stage, #tensor) },
            #turns.rows(#stage),
            #first,
        ))
    }
}

/// The axis of a view along which the rows of its base lie, if it shows all of that, with its axes in some order.
fn axis_of_rows(data: &[Index]) -> Option<usize> {
    let axis = |index: &Index| match index.terms[..] {
        [(Atom::Axis(axis), 1)] if index.constant == 0 => Some(axis),
        _ => None,
    };
    data.iter().all(|index| axis(index).is_some()).then(|| axis(&data[0]))?
}
