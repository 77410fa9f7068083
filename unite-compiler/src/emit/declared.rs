//! Values that elements of tensors are declared to have: `#[range(0..=1023)] t: &Tensor<[[u16]]>`.
//!
//! Lanes are chosen by them. No check is left out for them, and in builds with debug assertions every element that is read is
//! looked at.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use unite_ranges::Range;

use super::Emitter;
use crate::ir::{Declared, Id};
use crate::known::Known;
use crate::lanes::value::Type;

impl Emitter<'_> {
    /// What the elements behind a base are declared to be.
    fn declared(&self, base: Id) -> Option<&Declared> {
        use crate::analyse::BaseKind;
        if self.kernel.declared.is_empty() {
            return None;
        }
        let mut view = match self.analysis.tensors.bases[base].kind {
            BaseKind::Param(view) | BaseKind::Block(view) => view,
            BaseKind::Seen { of, .. } => of,
        };
        while let Some(of) = self.kernel.views[view].def.shows() {
            view = of;
        }
        self.kernel.declared.get(&view)
    }

    /// The range of the elements behind a base, if one is declared.
    pub fn declared_range(&self, base: Id, ty: Type) -> Option<Known<Range>> {
        let declared = self.declared(base)?;
        if let Some([first, last]) = declared.known {
            return Some(Known::Now(Range::new(first.into(), last.into())));
        }
        if !declared.global {
            return None;
        }
        let (lanes, [first, last], all) = (self.lanes_path(), &declared.ends, ty.constant().0);
        let all = quote::format_ident!("{all}");
        Some(Known::Later(quote!(
            #lanes::Range::new((#first) as ::core::primitive::i128, (#last) as ::core::primitive::i128)
                .or_else_all(#lanes::Range::#all)
        )))
    }

    /// What a check of elements says of them.
    fn declared_as(&self, declared: &Declared) -> TokenStream {
        let (kernel, tensor) = (self.title(), &declared.tensor);
        let [first, last] = match declared.known {
            Some(known) => known.map(|end| {
                let end = Literal::i64_unsuffixed(end);
                quote!(#end)
            }),
            None => declared.ends.each_ref().map(|end| quote!((#end) as ::core::primitive::i128)),
        };
        quote!(#kernel, #tensor, [#first, #last])
    }

    /// An element that was read.
    pub fn as_declared(&self, base: Id, read: TokenStream) -> TokenStream {
        match self.declared(base) {
            Some(declared) => {
                let (krate, declared) = (&self.kernel.krate, self.declared_as(declared));
                quote!(#krate::staged::lanes::declared(#read, #declared))
            }
            None => read,
        }
    }

    /// Looks at elements that are about to be read: rows and columns, and how far they are apart.
    pub fn look_at(
        &self,
        base: Id,
        offset: &TokenStream,
        strides: &TokenStream,
        shape: [&Literal; 3],
    ) -> Option<TokenStream> {
        let declared = self.declared_as(self.declared(base)?);
        let (lanes, pointer, [rows, columns, count]) = (self.lanes_path(), self.pointer_name(base), shape);
        Some(quote!(
            unsafe { #lanes::all_declared::<_, #rows, #columns, #count>(#pointer, #offset, #strides, #declared) };
        ))
    }
}
