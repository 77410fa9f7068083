//! Kernels with optimisations switched off: what is otherwise folded is written out, over numbers that the compiler does
//! not know.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use crate::analyse::{Along, BaseKind, share_along};
use crate::ir::{Atom, Def, Id, Index, Op, Stage};

impl Emitter<'_> {
    /// Whether extents are constants where they are known.
    pub fn knows_extents(&self) -> bool {
        self.site().knows_extents()
    }

    /// An extent where a loop or the user's code asks for it.
    pub fn extent(&self, extent: &Index) -> TokenStream {
        let krate = &self.kernel.krate;
        let value = self.exact_index(extent);
        if self.knows_extents() { value } else { quote!(#krate::staged::held(#value)) }
    }

    /// Where in memory an access is, from index 0 of its base, which it has these indices of.
    pub fn place(&self, access: Id, base: Id, data: &[Index]) -> TokenStream {
        if let Some((middle, distance)) = self.here.distances.get(&access) {
            let middle = self.offset(base, middle);
            return quote!(#middle + #distance);
        }
        if self.knows_extents() {
            return self.offset(base, data);
        }
        let a = &self.kernel.accesses[access];
        // A rule is a map of indices of the block; and where only a tensor can say where another one is, no chain of maps leads there.
        let is_ruled = self.analysis.tensors.rule(self.kernel, access).is_some();
        let is_asked = |atom: &Atom| matches!(atom, Atom::Op(Op::Across(_), _));
        let is_walked = !is_ruled && !data.iter().any(|index| index.any_atom(is_asked));
        let indices: Vec<TokenStream> = if self.kernel.stage == Stage::None && is_walked {
            let at = a.at.iter().map(|index| self.index(&self.resolve(index))).collect();
            self.walked(a.view, at)
        } else {
            data.iter().map(|index| self.index(index)).collect()
        };
        let location = self.location_name(base);
        quote!(#location.offset([#(#indices),*]))
    }

    /// What such a kernel keeps of where a base is.
    pub fn location(
        &self,
        base: Id,
        made: impl FnOnce(&syn::Path, [bool; 2]) -> TokenStream,
    ) -> Option<TokenStream> {
        if self.knows_extents() {
            return None;
        }
        let location = self.location_name(base);
        let stage = self.kernel.stage;
        let made = made(&self.kernel.krate, [stage >= Stage::Origin, stage >= Stage::Stride]);
        Some(quote!(let #location = #made;))
    }

    /// A view as a value: the map from its indices to those of the tensor that it was made of.
    pub fn map(&self, view: Id) -> Option<TokenStream> {
        if self.kernel.stage != Stage::None {
            return None;
        }
        let (_, axes) = self.analysis.tensors.space(view).made_of()?;
        let floors = axes.iter().flat_map(|along| match along {
            Along::Fixed(first, _) => {
                let first = self.index(&self.resolve(first));
                vec![quote!([0, #first, 1])]
            }
            Along::Runs(_, floors) => floors
                .iter()
                .map(|floor| {
                    let [a, d] = [&floor.a, &floor.d].map(|number| self.index(number));
                    let b = self.index(&self.resolve(&floor.b));
                    quote!([#a, #b, #d])
                })
                .collect(),
        });
        let floors: Vec<TokenStream> = floors.collect();
        let (krate, name) = (&self.kernel.krate, self.map_name(view));
        (!floors.is_empty()).then(|| quote!(let #name = #krate::staged::steps([#(#floors),*]);))
    }

    /// The indices of the base of a view, by the chain of views.
    fn walked(&self, view: Id, at: Vec<TokenStream>) -> Vec<TokenStream> {
        let tensors = &self.analysis.tensors;
        match &self.kernel.views[view].def {
            Def::Param { .. } | Def::Block { .. } | Def::Copy { .. } => at,
            Def::Repeated { floors, .. } => {
                let krate = &self.kernel.krate;
                let element = |(at, floor): (TokenStream, &[Index; 3])| {
                    let [a, b, d] = floor.each_ref().map(|number| self.index(number));
                    quote!(#krate::staged::divided(#a * (#at) + #b, #d))
                };
                at.into_iter().zip(floors).map(element).collect()
            }
            Def::Colocate(of, by) if tensors.views[view].base != tensors.views[*of].base => {
                // Its base has the frame of the tensor that `by` lies in, or of a view between.
                let base = tensors.views[view].base;
                let BaseKind::Seen { frame, share, .. } = tensors.bases[base].kind else { return at };
                let mut at = self.stepped(view, at);
                let mut space = *by;
                while frame != Some(space)
                    && let Some(parent) = tensors.space(space).parent
                {
                    // The points of a colocated view are those of its source.
                    if tensors.space(space).shows.is_none() {
                        at = self.stepped(space, at);
                    }
                    space = parent;
                }
                let phase = self.phase_name(base);
                let shared = |(axis, at): (usize, TokenStream)| match share_along(share, axis) {
                    1 => at,
                    share => {
                        let share = Literal::i64_unsuffixed(share);
                        quote!((#at + #phase[#axis]).div_euclid(#share))
                    }
                };
                at.into_iter().enumerate().map(shared).collect()
            }
            _ => match tensors.space(view).made_of() {
                Some((of, _)) => self.walked(of, self.stepped(view, at)),
                None => at,
            },
        }
    }

    /// One link of the chain.
    fn stepped(&self, view: Id, at: Vec<TokenStream>) -> Vec<TokenStream> {
        let name = self.map_name(view);
        let mut number = 0usize;
        let mut step = |at: TokenStream| {
            let one = quote!(#name[#number].of(#at));
            number += 1;
            one
        };
        let (_, axes) = self.analysis.tensors.space(view).made_of().unwrap_or_default();
        axes.iter()
            .map(|along| match along {
                Along::Fixed(..) => step(quote!(0)),
                Along::Runs(j, floors) => floors.iter().fold(at[*j].clone(), |at, _| step(at)),
            })
            .collect()
    }
}
