//! The forms of a nest, one after another: each is compiled only where rustc knows that none before it always runs.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::known::{Known, Truth};

/// The forms that are written so far.
pub struct Forms {
    /// The label that ends them.
    done: syn::Lifetime,
    tokens: TokenStream,
    /// What is given where a form runs, as a constant expression, and its condition.
    taken: Vec<(TokenStream, Truth)>,
}

impl Forms {
    pub fn new() -> Self {
        let done = syn::Lifetime::new("'form", Span::mixed_site());
        Forms { done, tokens: TokenStream::new(), taken: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Adds a form for where a constant expression is given, if there is one, and a condition holds.
    pub fn add(&mut self, given: Option<TokenStream>, condition: Truth, form: &TokenStream) {
        let (when, done) = (self.when(given.clone(), &condition), &self.done);
        self.tokens.extend(match when {
            Known::Now(false) => return,
            Known::Now(true) => quote!({ #form break #done; }),
            Known::Later(when) => quote!(if #when { #form break #done; }),
        });
        self.taken.extend(given.map(|given| (given, condition)));
    }

    /// All of them, and after them the last form, or `otherwise`.
    pub fn ending_with(
        self,
        given: Option<TokenStream>,
        condition: &Truth,
        form: &TokenStream,
        otherwise: &TokenStream,
    ) -> TokenStream {
        let last = where_it_holds(&self.when(given, condition), form, otherwise);
        let Forms { done, tokens, .. } = self;
        if tokens.is_empty() { quote!({ #last }) } else { quote!(#done: { #tokens #last }) }
    }

    /// When a form runs: where what is given holds and no form before it runs under the same condition, which rustc knows, and the
    /// condition holds.
    fn when(&self, given: Option<TokenStream>, condition: &Truth) -> Truth {
        let same = |other: &Truth| match (other, condition) {
            (Known::Now(other), _) => *other,
            (Known::Later(other), Known::Later(condition)) => other.to_string() == condition.to_string(),
            (Known::Later(_), Known::Now(_)) => false,
        };
        let before = self.taken.iter().filter(|(_, other)| same(other)).map(|(given, _)| quote!(!(#given)));
        let parts: Vec<TokenStream> = given.map(|given| quote!((#given))).into_iter().chain(before).collect();
        if parts.is_empty() {
            return condition.clone();
        }
        let constant = quote!(const { #(#parts)&&* });
        match condition {
            Known::Now(true) => Known::Later(constant),
            Known::Now(false) => Known::Now(false),
            Known::Later(condition) => Known::Later(quote!(#constant && #condition)),
        }
    }
}

/// Lanes where their condition holds, and otherwise what they stand for.
pub fn where_it_holds(condition: &Truth, lanes: &TokenStream, scalar: &TokenStream) -> TokenStream {
    match condition {
        Known::Now(true) => lanes.clone(),
        Known::Now(false) => scalar.clone(),
        Known::Later(condition) => quote!(if #condition { #lanes } else { #scalar }),
    }
}

#[cfg(test)]
mod tests {
    use super::Forms;
    use crate::known::{Known, Truth};
    use quote::quote;

    fn later(name: &str) -> Truth {
        let name = quote::format_ident!("{name}");
        Known::Later(quote!(#name))
    }

    #[test]
    fn forms_are_compiled_where_none_before_them_always_runs() {
        let mut forms = Forms::new();
        forms.add(Some(quote!(W == 16)), later("near"), &quote!(a();));
        forms.add(Some(quote!(W == 8)), later("near"), &quote!(b();));
        let all = forms.ending_with(Some(quote!(W >= 16)), &later("near"), &quote!(c()), &quote!(d()));
        let expected = quote!('form: {
            if const { (W == 16) } && near {
                a();
                break 'form;
            }
            if const { (W == 8) && !(W == 16) } && near {
                b();
                break 'form;
            }
            if const { (W >= 16) && !(W == 16) && !(W == 8) } && near { c() } else { d() }
        });
        assert_eq!(all.to_string(), expected.to_string());
    }

    #[test]
    fn a_form_under_another_condition_takes_nothing_from_the_next() {
        let mut forms = Forms::new();
        forms.add(Some(quote!(W == 16)), later("near"), &quote!(a();));
        let all = forms.ending_with(None, &later("far"), &quote!(c()), &quote!(d()));
        let expected = quote!('form: {
            if const { (W == 16) } && near {
                a();
                break 'form;
            }
            if far { c() } else { d() }
        });
        assert_eq!(all.to_string(), expected.to_string());
    }

    #[test]
    fn what_always_runs_leaves_nothing_to_the_next() {
        let mut forms = Forms::new();
        forms.add(Some(quote!(W == 16)), Known::Now(true), &quote!(a();));
        let all = forms.ending_with(None, &later("far"), &quote!(c()), &quote!(d()));
        let expected = quote!('form: {
            if const { (W == 16) } {
                a();
                break 'form;
            }
            if const { !(W == 16) } && far { c() } else { d() }
        });
        assert_eq!(all.to_string(), expected.to_string());
        assert!(Forms::new().is_empty());
    }
}
