//! What of a kernel an instance can fix, and whether it fixes it well.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, GenericParam, ItemFn, Signature, Type};

use super::fixed::{Fixed, Value};
use super::list::{Fix, Instance, List};
use super::parameter::input_name;
use crate::messages;

/// What a parameter is.
pub enum Kind {
    /// A type, and whether anything is said of it.
    Type(bool),
    /// A number, in angle brackets, of this type.
    Const(Box<Type>),
    /// A value of this type.
    Value(Box<Type>),
    /// A tensor.
    Tensor,
}

/// A parameter that has a name.
pub struct Parameter {
    /// The name.
    pub name: Ident,
    /// What it is.
    pub kind: Kind,
}

/// The parameters of a kernel, in angle brackets and in parentheses.
pub struct Parameters {
    /// The kernel.
    kernel: Ident,
    /// They.
    pub all: Vec<Parameter>,
}

impl Parameters {
    /// Those of a kernel.
    pub fn of(sig: &Signature) -> Parameters {
        let bounded = |name: &Ident| {
            let mut clauses = sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            clauses.any(|p| matches!(p, syn::WherePredicate::Type(t) if t.bounded_ty.to_token_stream().to_string() == *name.to_string()))
        };
        let generics = sig.generics.params.iter().filter_map(|param| {
            let (name, kind) = match param {
                GenericParam::Type(t) => (&t.ident, Kind::Type(!t.bounds.is_empty() || bounded(&t.ident))),
                GenericParam::Const(c) => (&c.ident, Kind::Const(Box::new(c.ty.clone()))),
                GenericParam::Lifetime(_) => return None,
            };
            Some(Parameter { name: name.clone(), kind })
        });
        let inputs = sig.inputs.iter().filter_map(|input| {
            let name = input_name(input)?.clone();
            let FnArg::Typed(typed) = input else { return None };
            let kind = if is_tensor(&typed.ty) { Kind::Tensor } else { Kind::Value(typed.ty.clone()) };
            Some(Parameter { name, kind })
        });
        Parameters { kernel: sig.ident.clone(), all: generics.chain(inputs).collect() }
    }

    /// The parameter of a name.
    pub fn named(&self, name: &Ident) -> Option<&Parameter> {
        self.all.iter().find(|parameter| parameter.name == *name)
    }

    /// What an instance fixes; nothing if it cannot be.
    pub fn fixed(&self, fixes: &[Fix], function: &ItemFn, errors: &mut Vec<syn::Error>) -> Option<Fixed> {
        let mut values = BTreeMap::new();
        let mut sound = true;
        for fix in fixes {
            let mut wrong = |span, message: String| {
                errors.push(syn::Error::new(span, message));
                sound = false;
            };
            let Some(parameter) = self.named(&fix.name) else {
                let message = no_such(
                    &self.kernel,
                    &fix.name,
                    self.all.iter().filter(|p| !matches!(p.kind, Kind::Tensor)).map(|p| &p.name),
                );
                errors.push(syn::Error::new(fix.name.span(), message));
                continue;
            };
            let name = fix.name.to_string();
            match self.value(parameter, fix, function) {
                Ok(value) => {
                    values.entry(name).or_insert(value);
                }
                Err(message) if message == messages::INSTANCE_OF_TENSOR => wrong(fix.name.span(), message),
                Err(message) => errors.push(syn::Error::new_spanned(&fix.value, message)),
            }
        }
        let all_there = fixes
            .iter()
            .all(|fix| values.contains_key(&fix.name.to_string()) || self.named(&fix.name).is_none());
        (sound && all_there).then_some(Fixed { values })
    }

    /// What stands for a parameter.
    fn value(&self, parameter: &Parameter, fix: &Fix, function: &ItemFn) -> Result<Value, String> {
        let name = fix.name.to_string();
        match &parameter.kind {
            Kind::Type(_) => {
                let Ok(ty) = syn::parse2::<Type>(fix.value.clone()) else {
                    return Err(messages::type_wanted(&name));
                };
                if is_no_element(&ty) && is_element(&parameter.name, function) {
                    return Err(messages::no_element_type(&name, &fix.value.to_string()));
                }
                Ok(Value::of_type(fix.value.clone()))
            }
            Kind::Const(ty) => match syn::parse2::<Expr>(fix.value.clone()) {
                Ok(expr) if is_constant(&expr) => Ok(Value::of_const(&expr, ty)),
                _ => Err(messages::constant_wanted(&name)),
            },
            Kind::Value(ty) => match syn::parse2::<Expr>(fix.value.clone()) {
                Ok(expr) if is_constant(&expr) => Ok(Value::of_value(&expr, ty)),
                _ => Err(messages::constant_wanted(&name)),
            },
            Kind::Tensor => Err(messages::INSTANCE_OF_TENSOR.to_string()),
        }
    }

    /// Notes what an instance does not fix, although it has to: what stands in angle brackets and others fix, and types of which
    /// nothing is known.
    pub fn missing(&self, instance: &Instance, list: &List, errors: &mut Vec<syn::Error>) {
        for Parameter { name, kind } in &self.all {
            let has_to = match kind {
                Kind::Type(bounded) => !bounded || list.fixes(name),
                Kind::Const(_) => list.fixes(name),
                _ => false,
            };
            if has_to && instance.fixes.iter().all(|fix| fix.name != *name) {
                let message = messages::not_fixed(&instance.name.to_string(), &name.to_string());
                errors.push(syn::Error::new(instance.name.span(), message));
            }
        }
    }
}

/// Words for a parameter that is not there.
pub fn no_such<'a>(kernel: &Ident, name: &Ident, known: impl Iterator<Item = &'a Ident>) -> String {
    let known: Vec<String> = known.map(Ident::to_string).collect();
    messages::no_such_parameter(&kernel.to_string(), &name.to_string(), &known)
}

/// Whether a type is a reference to a tensor.
fn is_tensor(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    matches!(&*reference.elem, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Tensor"))
}

/// Whether a type is surely none that a tensor has elements of.
fn is_no_element(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.get_ident().is_some_and(|name| name == "String" || name == "str"),
        Type::Paren(inner) => is_no_element(&inner.elem),
        Type::Group(inner) => is_no_element(&inner.elem),
        _ => true,
    }
}

/// Whether a generic type is that of elements: of a tensor, or of a block.
fn is_element(name: &Ident, function: &ItemFn) -> bool {
    struct Elements<'a>(&'a Ident, bool);
    impl Visit<'_> for Elements<'_> {
        fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
            if segment.ident == "Tensor" || segment.ident == "Block" {
                let tokens = segment.arguments.to_token_stream();
                self.1 |= crate::syntax::idents(tokens).any(|word| word == *self.0);
            }
            visit::visit_path_segment(self, segment);
        }
    }
    let mut elements = Elements(name, false);
    elements.visit_item_fn(function);
    elements.1
}

/// Whether an expression has one value, wherever it stands: it may be written there any number of times.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(e) => is_constant(&e.expr),
        Expr::Binary(e) => is_constant(&e.left) && is_constant(&e.right),
        Expr::Paren(e) => is_constant(&e.expr),
        Expr::Group(e) => is_constant(&e.expr),
        Expr::Cast(e) => is_constant(&e.expr),
        Expr::Array(e) => e.elems.iter().all(is_constant),
        Expr::Tuple(e) => e.elems.iter().all(is_constant),
        _ => false,
    }
}
