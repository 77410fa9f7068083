//! What became of the loops of a kernel, for those who ask it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Stmt;

use super::programs::library;
use super::written::Fused;
use super::{Emitter, Written};
use crate::known::Known;
use crate::plans::Plan;

impl Emitter<'_> {
    /// What a macro among the statements keeps from the loops, if there is one that is not known.
    pub fn opaque(&self) -> Option<String> {
        let name = self.kernel.opaque.as_ref()?;
        Some(format!(
            "all loops: as they are written, for `{name}!` may bind any name anew; as `let () = {name}!(..);` it binds none"
        ))
    }

    /// The function that tells what became of the loops.
    pub fn remarks_function(&self, written: &Written) -> TokenStream {
        let krate = &self.kernel.krate;
        let items = self.kernel.function.block.stmts.iter().filter(|s| matches!(s, Stmt::Item(_)));
        let remarks = &written.plans;
        let count = remarks.len();
        let each = remarks.iter().map(|remark| {
            let (over, line) = (&remark.over, Literal::usize_unsuffixed(remark.line));
            let outcome = match &remark.outcome {
                Err(refusal) => {
                    let (reason, line) =
                        (&refusal.reason, Literal::usize_unsuffixed(refusal.span.start().line));
                    quote!(#krate::staged::Outcome::Plain { reason: #reason, line: #line })
                }
                Ok(along) => {
                    let (vars, widest) = (&along.vars, &along.widest);
                    let lanes = Literal::i64_unsuffixed(along.shape.iter().product());
                    let lanes =
                        quote!(#krate::staged::Outcome::Lanes { along: #vars, lanes: #lanes, bits: #widest });
                    let plain = quote!(#krate::staged::Outcome::Plain {
                        reason: "wide lanes are left to the compiler", line: #line
                    });
                    match &along.is_narrow {
                        Known::Now(true) => lanes,
                        Known::Now(false) => plain,
                        Known::Later(is_narrow) => quote!(if #is_narrow { #lanes } else { #plain }),
                    }
                }
            };
            quote!(#krate::staged::Remark { over: #over, line: #line, outcome: #outcome })
        });
        let each = quote!([#(#each),*]);
        let constants = written.programs.constants_for(each.clone());
        let said = self.opaque().map(|said| said + "\n").unwrap_or_default();
        let plan = plan_of(said, remarks, &written.fused);
        let library = if constants.is_empty() { TokenStream::new() } else { library(krate) };
        quote! {
            #[doc = "What becomes of the loops of the kernel, a line for each, in the order of its source; nothing if it has none."]
            pub const fn plan() -> &'static ::core::primitive::str {
                #plan
            }

            #[doc = "What became of the loops of the kernel, in the order of its source."]
            #[allow(unused)]
            pub const fn remarks() -> [#krate::staged::Remark; #count] {
                #(#items)*
                #library
                #constants
                #each
            }
        }
    }
}

/// The plans of all nests, a line each, and what is known of calls between them, after what is said before.
fn plan_of(said: String, plans: &[Plan], fused: &[Fused]) -> TokenStream {
    let lines = |from: usize, to: usize| -> String {
        plans[from..to].iter().map(|plan| format!("loops over {}: {}\n", plan.over, plan.shown())).collect()
    };
    fn after(
        said: String,
        from: usize,
        fused: &[Fused],
        lines: &dyn Fn(usize, usize) -> String,
        all: usize,
    ) -> TokenStream {
        let Some((first, others)) = fused.split_first() else {
            let plan = said + &lines(from, all);
            return quote!(#plan);
        };
        let said = said + &lines(from, first.before);
        let [is, is_not] = [&first.is, &first.is_not]
            .map(|line| after(format!("{said}{line}"), first.before, others, lines, all));
        let (items, test) = (&first.items, &first.test);
        quote!(if { #items #test } { #is } else { #is_not })
    }
    after(said, 0, fused, &lines, plans.len())
}
