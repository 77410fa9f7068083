//! Reads of elements of which each is several lanes in turn.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Code, Vector};
use crate::analyse::Repeated;
use crate::ir::{Atom, Index};
use crate::lanes::value::{Read, ValueId};

impl Vector<'_, '_> {
    /// How the elements of a read stand for lanes, which are a row, if each stands for several.
    pub fn repeated(&self, read: &Read) -> Option<Repeated> {
        Repeated::along(self.emitter.kernel, &read.data, self.columns)
            .filter(|repeated| self.rows.is_none() && self.shape[1] % repeated.times == 0)
    }

    /// The elements, each as often as it is wanted. Which lane of those that an element is comes first, only the run knows.
    pub fn repeat(
        &self,
        node: ValueId,
        read: &Read,
        Repeated { axis, by, times }: Repeated,
        out: &mut Code<'_>,
    ) {
        let (lanes, count, emitter, base) = (self.lanes(), self.count(), self.emitter, read.base);
        let pace = self.pace_of(base, axis, by, out);
        let offsets: Vec<TokenStream> = (0..times)
            .map(|lane| {
                let there = Index::atom(Atom::Var(self.columns)).plus(&Index::constant(lane), 1);
                let at = |atom: &Atom| (*atom == Atom::Var(self.columns)).then(|| there.clone());
                let data: Vec<Index> = read.data.iter().map(|index| index.substitute(&mut { at })).collect();
                emitter.offset(base, &data)
            })
            .collect();
        let (name, own, pointer) = (self.name(node), self.own_type(node, out), emitter.pointer_name(base));
        let times = Literal::i64_unsuffixed(times);
        out.done.insert(node);
        out.push(quote!(
            let #name = unsafe {
                #lanes::load_repeated::<_, #own, _, #times, #count, _>(unite_simd, #pointer, [#(#offsets),*], #pace)
            };
        ));
    }
}
