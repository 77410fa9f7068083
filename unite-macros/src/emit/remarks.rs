//! What became of the loops of a kernel, for those who ask it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Stmt;

use super::programs::library;
use super::{Emitter, Written};
use crate::ir::Id;
use crate::known::{Known, Truth};
use crate::lanes::refusal::Refusal;

/// What became of a loop nest.
pub struct Remark {
    /// The variables of its loops, outermost first.
    pub vars: Vec<Id>,
    /// Their names.
    pub over: String,
    /// The line of its first variable.
    pub line: usize,
    /// Its lanes, or what prevented them.
    pub outcome: Result<Along, Refusal>,
}

/// The lanes of a nest.
pub struct Along {
    /// The variables that run along them.
    pub vars: String,
    /// How many points side by side, along each of these.
    pub shape: Vec<i64>,
    /// The bits of the widest lanes.
    pub widest: Known<u32>,
    /// How many there are in long rows, if they are more.
    pub long: Option<i64>,
    /// The idioms that were found, as their patterns.
    pub at_once: Vec<&'static str>,
    /// Whether it is lanes at all, which depends on how wide they are.
    pub is_narrow: Truth,
}

impl Remark {
    /// What became of the nest, in a line for people.
    pub fn shown(&self) -> String {
        match &self.outcome {
            Ok(along) => format!("over {} | {}", self.over, along.shown()),
            Err(refusal) => format!("over {} | no lanes: {}", self.over, refusal.reason),
        }
    }
}

impl Along {
    /// How many points side by side, and what they take.
    fn shown(&self) -> String {
        if self.is_narrow.fails() {
            return "no lanes: wide lanes are left to the compiler".into();
        }
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        let bits = self.widest.now().map(|bits| format!(" of {bits} bits")).unwrap_or_default();
        let long = self.long.map(|lanes| format!(", {lanes} in long rows")).unwrap_or_default();
        let narrow = if self.is_narrow.holds() { "" } else { "; if constants leave them narrow" };
        let patterns: Vec<String> =
            self.at_once.iter().map(|pattern| format!("; at once: {pattern}")).collect();
        let (vars, shape, patterns) = (&self.vars, shape.join(" x "), patterns.concat());
        format!("lanes along {vars}, {shape}{bits}{long}{narrow}{patterns}")
    }
}

impl Emitter<'_> {
    /// The function that tells what became of the loops.
    pub fn remarks_function(&self, written: &Written) -> TokenStream {
        let krate = &self.kernel.krate;
        let items = self.kernel.function.block.stmts.iter().filter(|s| matches!(s, Stmt::Item(_)));
        let remarks = &written.remarks;
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
        let library = if constants.is_empty() { TokenStream::new() } else { library(krate) };
        quote! {
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
