//! Loops over refined tensors: where indices are divided by a constant, as many points as that are one group, and are
//! written out. Within a group the quotient is the same, and the compiler sees elements side by side.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Body, Emitter, Written};
use crate::ir::{Id, Index};
use crate::plans::serial::Point;

impl Emitter<'_> {
    /// An innermost loop by groups.
    pub fn grouped_loop(
        &self,
        var: Id,
        extent: &Index,
        points: i64,
        body: &Body<'_>,
        written: &mut Written,
    ) -> TokenStream {
        let (name, end, by) = (self.var_name(var), self.exact_index(extent), Literal::i64_unsuffixed(points));
        let (group, groups) = (self.fresh("group"), self.fresh("groups"));
        let defined = written.defined.clone();
        let each = (0..points).map(|number| {
            written.defined.clone_from(&defined);
            let point = Point { var, points, number };
            let body = body(&self.there(|here| here.point_of_group = Some(point)), written);
            let number = Literal::i64_unsuffixed(number);
            quote!({ let #name = #by * #group + #number; #body })
        });
        let each: Vec<TokenStream> = each.collect();
        written.defined = defined;
        let rest = body(self, written);
        quote! {
            let #groups = (#end) / #by;
            for #group in 0isize..#groups { #(#each)* }
            for #name in #by * #groups..#end { #rest }
        }
    }
}
