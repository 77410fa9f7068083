//! Kernels with optimisations switched off: what is otherwise folded is written out, over numbers that the compiler does
//! not know.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use crate::analyse::{Along, BaseKind, share_along};
use crate::ir::{Def, Id, Index, Stage};
use crate::plans::{Link, Place};

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
        let indices: Vec<TokenStream> = match Place::of(self.kernel, self.analysis, access, data) {
            Place::Folded => return self.offset(base, data),
            Place::Located => data.iter().map(|index| self.index(index)).collect(),
            Place::Linked(links) => {
                let at = &self.kernel.accesses[access].at;
                let at = at.iter().map(|index| self.index(&self.resolve(index))).collect();
                links.into_iter().fold(at, |at, link| self.linked(link, at))
            }
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

    /// What indices are, one link further.
    fn linked(&self, link: Link, at: Vec<TokenStream>) -> Vec<TokenStream> {
        match link {
            Link::View(view) => self.stepped(view, at),
            Link::Elements(view) => {
                let Def::Repeated { floors, .. } = &self.kernel.views[view].def else { return at };
                let krate = &self.kernel.krate;
                let element = |(at, floor): (TokenStream, &[Index; 3])| {
                    let [a, b, d] = floor.each_ref().map(|number| self.index(number));
                    quote!(#krate::staged::divided(#a * (#at) + #b, #d))
                };
                at.into_iter().zip(floors).map(element).collect()
            }
            Link::Shared(base) => {
                let BaseKind::Seen { share, .. } = self.analysis.tensors.bases[base].kind else { return at };
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
        }
    }

    /// What the indices of a view are, of the tensor that it was made of.
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
