//! The list above a kernel: what it is made for.

use proc_macro2::{Ident, TokenStream};
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{AttrStyle, Attribute, Expr, Meta, Token, Type};

use crate::messages;

/// Whether an attribute is one of the list.
pub fn is_instance(attribute: &Attribute) -> bool {
    attribute.path().is_ident("instance")
}

/// One thing that a kernel is made for: `#[instance(name: parameter = value, ..)]`.
pub struct Instance {
    /// Its name.
    pub name: Ident,
    /// What it fixes.
    pub fixes: Vec<Fix>,
    /// The attributes above it that are its own: its documentation.
    pub attrs: Vec<Attribute>,
}

/// `parameter = value`.
pub struct Fix {
    /// The parameter.
    pub name: Ident,
    /// What stands for it.
    pub value: TokenStream,
}

/// The instances of a kernel, in the order in which they are written.
pub struct List {
    /// They.
    pub instances: Vec<Instance>,
}

impl List {
    /// Takes the list out of the attributes of an item. What stands above an instance is its own, what stands below all of them
    /// stays and is everyone's.
    pub fn take(attrs: &mut Vec<Attribute>) -> syn::Result<List> {
        let (mut instances, mut above) = (Vec::new(), Vec::new());
        for attribute in std::mem::take(attrs) {
            if !is_instance(&attribute) {
                above.push(attribute);
                continue;
            }
            let Meta::List(list) = &attribute.meta else {
                return Err(syn::Error::new_spanned(&attribute, messages::INSTANCE_WHAT));
            };
            let (inner, own) = std::mem::take(&mut above)
                .into_iter()
                .partition::<Vec<_>, _>(|a: &Attribute| matches!(a.style, AttrStyle::Inner(_)));
            attrs.extend(inner);
            let mut instance: Instance = syn::parse2(list.tokens.clone())?;
            instance.attrs = own;
            instances.push(instance);
        }
        attrs.extend(above);
        Ok(List { instances })
    }

    /// Names that are given twice.
    pub fn mistakes(&self) -> Vec<syn::Error> {
        let mut errors = Vec::new();
        for (k, instance) in self.instances.iter().enumerate() {
            let name = &instance.name;
            if self.instances[..k].iter().any(|before| before.name == *name) {
                errors.push(syn::Error::new(name.span(), messages::instance_twice(&name.to_string())));
            }
            for (k, fix) in instance.fixes.iter().enumerate() {
                if instance.fixes[..k].iter().any(|before| before.name == fix.name) {
                    let message = messages::fixed_twice(&name.to_string(), &fix.name.to_string());
                    errors.push(syn::Error::new(fix.name.span(), message));
                }
            }
        }
        errors
    }

    /// The instances; of those of one name the first.
    pub fn each(&self) -> impl Iterator<Item = &Instance> {
        let first = |k: usize, name: &Ident| self.instances[..k].iter().all(|before| before.name != *name);
        let all = self.instances.iter().enumerate();
        all.filter(move |(k, instance)| first(*k, &instance.name)).map(|(_, instance)| instance)
    }

    /// Whether an instance fixes a parameter of this name.
    pub fn fixes(&self, name: &Ident) -> bool {
        self.instances.iter().flat_map(|instance| &instance.fixes).any(|fix| fix.name == *name)
    }
}

impl Parse for Instance {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.is_empty() {
            return Err(input.error(messages::INSTANCE_WHAT));
        }
        let name: Ident = input.parse()?;
        let mut fixes = Vec::new();
        if !input.is_empty() {
            if !input.peek(Token![:]) {
                return Err(input.error(messages::INSTANCE_WHAT));
            }
            input.parse::<Token![:]>()?;
        }
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            if !input.peek(Token![=]) {
                return Err(syn::Error::new(name.span(), messages::value_wanted(&name.to_string())));
            }
            input.parse::<Token![=]>()?;
            fixes.push(Fix { value: value(input, &name)?, name });
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Instance { name, fixes, attrs: Vec::new() })
    }
}

/// An expression or a type, up to the next comma.
fn value(input: ParseStream<'_>, name: &Ident) -> syn::Result<TokenStream> {
    if input.is_empty() {
        return Err(syn::Error::new(name.span(), messages::value_wanted(&name.to_string())));
    }
    let as_expression = input.fork();
    if as_expression.parse::<Expr>().is_ok() && (as_expression.is_empty() || as_expression.peek(Token![,])) {
        let tokens = tokens_until(input, &as_expression);
        input.advance_to(&as_expression);
        return Ok(tokens);
    }
    let as_type = input.fork();
    as_type.parse::<Type>()?;
    let tokens = tokens_until(input, &as_type);
    input.advance_to(&as_type);
    Ok(tokens)
}

/// The tokens that one stream has more than another.
fn tokens_until(from: ParseStream<'_>, to: ParseStream<'_>) -> TokenStream {
    let (mut all, rest) = (from.cursor().token_stream(), to.cursor().token_stream());
    let count = all.clone().into_iter().count() - rest.into_iter().count();
    all = all.into_iter().take(count).collect();
    all
}
