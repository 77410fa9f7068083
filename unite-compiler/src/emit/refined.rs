//! Parameters that may be refined: callers pass one tensor, and the kernel has it as two, and as numbers that say which points
//! show which elements.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Emitter;
use crate::ir::{Id, Param, Refined, Stored};

/// A parameter as callers pass it.
pub enum Passed<'k> {
    /// A tensor with strides: its view.
    Tensor(Id),
    /// One that may be refined.
    Refined(&'k Refined),
    /// One that is stored.
    Stored(&'k Stored),
    /// Anything else.
    Scalar,
}

impl Emitter<'_> {
    /// The parameters as callers pass them, each with its number, or that of the first that it stands for.
    pub fn passed(&self) -> Vec<(usize, Passed<'_>)> {
        let mut all = Vec::new();
        let mut position = 0;
        while position < self.kernel.params.len() {
            let refined = self.kernel.refined.iter().find(|refined| refined.position == position);
            let stored = self.kernel.stored.iter().find(|stored| stored.position == position);
            let next = refined.map(Refined::end).or(stored.map(Stored::end)).unwrap_or(position + 1);
            let passed = match (refined, stored, &self.kernel.params[position]) {
                (Some(refined), ..) => Passed::Refined(refined),
                (_, Some(stored), _) => Passed::Stored(stored),
                (_, _, Param::Tensor(view)) => Passed::Tensor(*view),
                (_, _, Param::Scalar(..)) => Passed::Scalar,
            };
            all.push((position, passed));
            position = next;
        }
        all
    }

    /// Carried parameters that are several ones in the kernel, taken apart under the names that they have in the kernel.
    pub fn taken_apart(&self) -> TokenStream {
        let krate = &self.kernel.krate;
        let one = |refined: &Refined| {
            let name = self.param_name(refined.place);
            let parts = self.parts_pattern(refined);
            quote!(let #parts = #krate::staged::Repeating::repeated(#name).apart();)
        };
        let refined: TokenStream = self.kernel.refined.iter().map(one).collect();
        let stored = self.stored_extents();
        quote!(#refined #stored)
    }

    /// Whether a number is one that comes with a tensor.
    pub fn is_of_tensor(&self, name: &Ident) -> bool {
        let params = self.kernel.stored.iter().filter(|stored| stored.part.is_none());
        let stored = params.flat_map(|stored| stored.extents.iter().chain(&stored.origins));
        self.kernel.refined.iter().flat_map(numbers).chain(stored).any(|number| number == name)
    }

    /// The numbers that come with tensors, as indices: none is larger than the largest extent.
    pub fn numbers_ahead(&self) -> TokenStream {
        let used = self.used_scalars();
        let scalars = self.kernel.scalars.iter().enumerate();
        let own = scalars.filter_map(|(id, s)| Some((id, s.param.as_ref()?)));
        let own = own.filter(|(_, param)| used.contains(param) && self.is_of_tensor(param));
        own.map(|(id, param)| {
            let at = self.scalar_name(id);
            quote!(let #at = #param;)
        })
        .collect()
    }

    fn parts_pattern(&self, refined: &Refined) -> TokenStream {
        let [place, elements] = [refined.place, refined.elements].map(|view| self.param_name(view));
        let (at, floors) = (floors(&refined.at), floors(&refined.floors));
        quote!((#place, #at, #elements, #floors))
    }

    /// A tensor of the program that may be refined, as the arguments of a level: statements before, and the arguments.
    pub fn spread_out(&self, refined: &Refined) -> (TokenStream, TokenStream) {
        let krate = &self.kernel.krate;
        let name = self.param_name(refined.place);
        let [spread, memory, spaces] =
            ["spread", "memory", "spaces"].map(|what| super::levels::part(&name, what));
        let asked = match refined.mutable {
            true => quote!(#krate::staged::RefinedTensorMut::spread_mut(#name)),
            false => quote!(#krate::staged::RefinedTensor::spread(#name)),
        };
        let (at, floors) = (floors(&refined.at), floors(&refined.floors));
        let before = quote! {
            let #spaces = #krate::staged::spaces_of(&*#name);
            let (#memory, #spread) = #asked;
            let (#at, #floors) = (#spread.at, #spread.floors);
        };
        let numbers = numbers(refined);
        (before, quote!(&[], &#spread.place, #spaces.0, #memory, &#spread.elements, #spaces.1, #(#numbers),*))
    }

    /// The same as a carrier, for what only asks where it is.
    pub fn spread_carrier(&self, refined: &Refined) -> TokenStream {
        let (krate, name) = (&self.kernel.krate, self.param_name(refined.place));
        quote!({
            let spaces = #krate::staged::spaces_of(#name);
            let (memory, spread) = #krate::staged::RefinedTensor::spread(#name);
            let elements = unsafe { #krate::staged::Carrier::shared(memory, &spread.elements, spaces.1) };
            #krate::staged::Repeated::new(spread.place, spread.at, elements, spread.floors)
        })
    }
}

fn floors(floors: &[[Ident; 3]]) -> TokenStream {
    quote!([#([#(#floors),*]),*])
}

/// What the numbers are called.
pub fn numbers(refined: &Refined) -> impl Iterator<Item = &Ident> {
    refined.at.iter().chain(&refined.floors).flatten()
}
