//! Kernels that take tensors with boundary rules: `#[boundary(Clamp, Mirror)] plane: &Tensor<[[u8]]>`.
//!
//! A kernel reads where a rule leads, or where no rule does, by code that is made for that. So one that declares rules becomes several:
//! itself, of tensors without a rule, and for each choice of rules a form whose text begins with `let plane =
//! plane.with_boundary(Boundary::Clamp);`. That is all that the other stages see of it. A form has no name outside; the kernel that
//! passes a tensor with a rule finds it by the type `Form` of the kernel that it calls.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, ItemFn, Pat, PatType, Path, Token, Type, parse_quote};

use crate::ir::Lead;
use crate::messages;
use crate::syntax::shape_parts;

/// A rule that a tensor may come with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Leads(Lead),
    Constant,
}

impl Rule {
    /// All of them, in the order of what chooses a kernel by its rule.
    fn all() -> impl Iterator<Item = Rule> {
        Lead::ALL.into_iter().map(|(_, lead)| Rule::Leads(lead)).chain([Rule::Constant])
    }

    fn name(self) -> &'static str {
        match self {
            Rule::Leads(lead) => lead.name(),
            Rule::Constant => "Constant",
        }
    }
}

/// A parameter that declares rules.
struct Declared {
    /// Its number.
    position: usize,
    /// Its name.
    name: Ident,
    /// The type of its elements.
    elem: Type,
    /// The rules.
    rules: Vec<Rule>,
}

/// What a kernel declares.
pub struct Boundaries {
    declared: Vec<Declared>,
}

/// A rule for each parameter that declares some, or none.
type Choice = Vec<Option<Rule>>;

impl Boundaries {
    /// Takes what the parameters of a kernel declare, and says what is wrong with it.
    pub fn take(function: &mut ItemFn) -> (Boundaries, TokenStream) {
        let (mut declared, mut mistakes) = (Vec::new(), TokenStream::new());
        for (position, input) in function.sig.inputs.iter_mut().enumerate() {
            let FnArg::Typed(typed) = input else { continue };
            while let Some(at) =
                typed.attrs.iter().position(|attribute| attribute.path().is_ident("boundary"))
            {
                let attribute = typed.attrs.remove(at);
                let is_first = declared.last().is_none_or(|last: &Declared| last.position != position);
                let wrong = match (rules(&attribute), tensor(typed)) {
                    (Ok(rules), Some((name, elem))) if is_first => {
                        declared.push(Declared { position, name, elem, rules });
                        continue;
                    }
                    (Err(error), _) => error,
                    (Ok(_), Some(_)) => syn::Error::new_spanned(&attribute, messages::BOUNDARY_WHAT),
                    (Ok(_), None) => syn::Error::new_spanned(&attribute, messages::BOUNDARY_OF_WHAT),
                };
                mistakes.extend(wrong.to_compile_error());
            }
        }
        (Boundaries { declared }, mistakes)
    }

    /// Whether there are any.
    pub fn are_declared(&self) -> bool {
        !self.declared.is_empty()
    }

    /// The forms of a kernel, by their names: one for each choice of rules, but for that of none.
    pub fn forms(&self, function: &ItemFn) -> Vec<(Ident, ItemFn)> {
        let one = |choice: Choice| (self.name(&function.sig.ident, &choice), self.form(function, &choice));
        self.choices().into_iter().map(one).collect()
    }

    /// All choices of rules, but for that of none.
    fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = vec![Vec::new()];
        for declared in &self.declared {
            let each = || [None].into_iter().chain(declared.rules.iter().copied().map(Some));
            let longer = |choice: Choice| {
                each().map(move |rule| choice.iter().copied().chain([rule]).collect::<Choice>())
            };
            choices = choices.into_iter().flat_map(longer).collect();
        }
        choices.remove(0);
        choices
    }

    /// What the form of a kernel for a choice of rules is called.
    fn name(&self, kernel: &Ident, choice: &[Option<Rule>]) -> Ident {
        if choice.iter().all(Option::is_none) {
            return kernel.clone();
        }
        let each = choice.iter().map(|rule| rule.map_or("Unruled", Rule::name).to_lowercase());
        format_ident!("UniteForm_{kernel}_{}", each.collect::<Vec<_>>().join("_"))
    }

    /// The form of a kernel for a choice of rules.
    fn form(&self, function: &ItemFn, choice: &[Option<Rule>]) -> ItemFn {
        let mut form = function.clone();
        let mut before = Vec::new();
        for (Declared { name, elem, .. }, rule) in self.declared.iter().zip(choice) {
            let Some(rule) = rule else { continue };
            let rule = match rule {
                Rule::Leads(lead) => {
                    let lead = format_ident!("{}", lead.name());
                    quote!(Boundary::#lead)
                }
                Rule::Constant => {
                    let outside = format_ident!("unite_outside_{name}", span = Span::mixed_site());
                    form.sig.inputs.push(parse_quote!(#outside: #elem));
                    quote!(Boundary::Constant(#outside))
                }
            };
            before.push(parse_quote!(let #name = #name.with_boundary(#rule);));
        }
        form.block.stmts.splice(0..0, before);
        form
    }

    /// The items of all forms, and how the kernel leads to them; with mistakes in them, to itself.
    pub fn found(
        &self,
        krate: &Path,
        function: &ItemFn,
        items: &TokenStream,
        all_right: bool,
    ) -> TokenStream {
        let cfgs = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let kernel = &function.sig.ident;
        let declares = self.choices().into_iter().map(|choice| {
            let rule_at = |position: usize| {
                let at = self.declared.iter().position(|declared| declared.position == position);
                let rule = format_ident!("{}", at.and_then(|at| choice[at]).map_or("Unruled", Rule::name));
                quote!(#krate::staged::#rule)
            };
            let rules = (0..function.sig.inputs.len()).rev().fold(quote!(()), |rest, position| {
                let rule = rule_at(position);
                quote!((#rule, #rest))
            });
            quote!(impl #krate::staged::Declares<#rules> for #kernel {})
        });
        let chosen = match all_right {
            true => self.chosen(krate, kernel, &mut Vec::new()),
            false => quote!(Self),
        };
        quote! {
            #(#cfgs)*
            #[allow(dead_code, missing_docs, unreachable_pub, non_snake_case)]
            const _: () = {
                #items
                impl #krate::staged::Formed for #kernel {
                    type Chosen<UniteRules: #krate::staged::Rules> = #chosen;
                }
                #(#declares)*
            };
        }
    }

    /// The form for the rules of a call, after those of the first parameters were chosen.
    fn chosen(&self, krate: &Path, kernel: &Ident, choice: &mut Choice) -> TokenStream {
        let Some(declared) = self.declared.get(choice.len()) else {
            let name = self.name(kernel, choice);
            return quote!(#name);
        };
        let mut with = |rule: Option<Rule>| {
            // What is not declared is said where it is passed.
            choice.push(rule.filter(|rule| declared.rules.contains(rule)));
            let form = self.chosen(krate, kernel, choice);
            choice.pop();
            form
        };
        let none = with(None);
        let forms = Rule::all().map(|rule| with(Some(rule)));
        let rest = (0..declared.position)
            .fold(quote!(UniteRules), |rules, _| quote!(<#rules as #krate::staged::Rules>::Rest));
        let first = quote!(<#rest as #krate::staged::Rules>::First);
        quote!(<#first as #krate::staged::Rule>::Of<#none, #(#forms),*>)
    }
}

/// The rules of `#[boundary(Clamp, Mirror)]`.
fn rules(attribute: &Attribute) -> syn::Result<Vec<Rule>> {
    let what = |tokens: &dyn quote::ToTokens| syn::Error::new_spanned(tokens, messages::BOUNDARY_WHAT);
    let names = attribute
        .parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)
        .map_err(|_| what(attribute))?;
    let mut rules = Vec::new();
    for name in &names {
        let rule = Rule::all().find(|rule| name == rule.name()).ok_or_else(|| what(name))?;
        if rules.contains(&rule) {
            return Err(what(name));
        }
        rules.push(rule);
    }
    if rules.is_empty() { Err(what(attribute)) } else { Ok(rules) }
}

/// The name and the type of the elements of a tensor that is read and has an element for each of its points.
fn tensor(typed: &PatType) -> Option<(Ident, Type)> {
    let Pat::Ident(pat) = &*typed.pat else { return None };
    let Type::Reference(reference) = bare(&typed.ty) else { return None };
    let Type::Path(path) = bare(&reference.elem) else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    if reference.mutability.is_some() || last.ident != "Tensor" || arguments.args.len() != 1 {
        return None;
    }
    let syn::GenericArgument::Type(shape) = arguments.args.first()? else { return None };
    let (lengths, elem) = shape_parts(shape);
    (!lengths.is_empty()).then(|| (pat.ident.clone(), elem.clone()))
}

/// A type without parentheses around it, also those of what a macro was given.
fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(syn::TypeGroup { elem, .. }) | Type::Paren(syn::TypeParen { elem, .. }) => bare(elem),
        ty => ty,
    }
}
