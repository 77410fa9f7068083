//! The parameters of a kernel.

use proc_macro2::Span;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, GenericArgument, Ident, Pat, PathArguments, Type, parse_quote};

use super::{Binding, Parser};
use crate::ir::{Def, Index, Param, Refined, Scalar};
use crate::messages;
use crate::syntax::{idents, shape_parts};

impl Parser<'_> {
    /// Reads the parameters and binds their names.
    pub(super) fn signature(&mut self, sig: &syn::Signature) {
        for (word, span) in [
            ("async", sig.asyncness.as_ref().map(Spanned::span)),
            ("const", sig.constness.as_ref().map(Spanned::span)),
            ("extern", sig.abi.as_ref().map(Spanned::span)),
        ] {
            if let Some(span) = span {
                self.report.error(span, messages::qualifier(word));
            }
        }
        if !matches!(sig.safety, syn::Safety::Default) {
            self.report.error(&sig.safety, messages::qualifier("unsafe"));
        }
        let own = sig.generics.type_params().find(|generic| is_one(&generic.ident, &sig.ident));
        if let Some(generic) = own {
            self.report.error(&generic.ident, messages::generic_of_own_name(&sig.ident.to_string()));
        }
        for input in &sig.inputs {
            match input {
                FnArg::Typed(typed) => match tensor_type(&typed.ty) {
                    Some(tensor) => {
                        self.kernel.words.push(tensor.word.clone());
                        self.tensor_param(&typed.pat, tensor);
                        let mut attributes = typed.attrs.clone();
                        if let Some(ends) = self.declared_range(&mut attributes) {
                            self.declared_elements(&typed.pat, ends);
                        }
                    }
                    None => {
                        let mut typed = typed.clone();
                        let range = self.declared_range(&mut typed.attrs);
                        self.scalar_param(&typed.pat, &FnArg::Typed(typed.clone()), range)
                    }
                },
                other => self.report.error(other, messages::method()),
            }
        }
    }

    fn tensor_param(&mut self, pat: &Pat, tensor: TensorType<'_>) {
        let name = match pat {
            Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => p.ident.clone(),
            other => {
                self.report.error(other, messages::tensor_pattern());
                self.failed_param(format_ident!("_tensor{}", self.kernel.params.len()));
                return;
            }
        };
        let mutable = match tensor.mutable {
            Some(mutable) => mutable,
            None => {
                self.report.error(tensor.ty, messages::tensor_type("a tensor is passed by reference"));
                self.failed_param(name);
                return;
            }
        };
        let Some(shape) = tensor.shape else {
            self.report.error(tensor.ty, messages::tensor_type("a tensor has its shape as its one argument"));
            self.failed_param(name);
            return;
        };
        let (lengths, elem) = shape_parts(shape);
        let lengths: Vec<Option<Expr>> = lengths.into_iter().map(Option::<&Expr>::cloned).collect();
        let elem = self.element_type(&name.to_string(), elem);
        if self.is_unbounded(&name.to_string(), &elem) {
            self.failed_param(name);
            return;
        }
        let rank = lengths.len();
        if !(1..=4).contains(&rank) {
            self.report.error(shape, messages::rank_limit(&name.to_string(), rank));
            self.failed_param(name);
            return;
        }
        let extents = lengths.iter().map(|len| len.as_ref().map(|len| self.length(len))).collect();
        let span = name.span();
        if tensor.is_stored {
            self.stored_param(&name, elem, tensor.format, &lengths, mutable);
            return;
        }
        if tensor.refined {
            self.refined_param(&name, elem, extents, lengths, mutable);
            return;
        }
        let view = self.view(
            name.clone(),
            span,
            Def::Param { elem: Box::new(elem), extents, lengths, mutable },
            rank,
            true,
        );
        self.bind(&name, Binding::Tensor(view));
        self.kernel.params.push(Param::Tensor(view));
    }

    /// A tensor whose points may share elements: a parameter for where it is, one for its elements, and numbers that say which
    /// points show which.
    fn refined_param(
        &mut self,
        name: &Ident,
        elem: Type,
        extents: Vec<Option<Index>>,
        lengths: Vec<Option<Expr>>,
        mutable: bool,
    ) {
        let (rank, span, elem) = (lengths.len(), name.span(), Box::new(elem));
        let position = self.kernel.params.len();
        let whole = Def::Param { elem: elem.clone(), extents, lengths, mutable: false };
        let place = self.view(name.clone(), span, whole, rank, true);
        let plain = Def::Param { elem, extents: vec![None; rank], lengths: vec![None; rank], mutable };
        let elements = self.view(format_ident!("{name}_elements"), span, plain, rank, true);
        self.kernel.params.extend([Param::Tensor(place), Param::Tensor(elements)]);
        let mut number = |axis: usize, what: &str| {
            let name = format_ident!("{}_{}_{}", name, axis, what, span = Span::mixed_site());
            let input = parse_quote!(#name: ::core::primitive::isize);
            self.kernel.params.push(Param::Scalar(Some(name.clone()), Box::new(input)));
            let tokens = name.to_token_stream();
            self.kernel.scalars.push(Scalar {
                tokens,
                param: Some(name.clone()),
                range: None,
                global: false,
            });
            (name, Self::atom(crate::ir::Atom::Scalar(self.kernel.scalars.len() - 1)))
        };
        let mut numbers = |what: [&str; 3]| -> (Vec<[Ident; 3]>, Vec<[Index; 3]>) {
            let each = (0..rank).map(|axis| {
                let [a, b, d] = what.map(|what| number(axis, what));
                ([a.0, b.0, d.0], [a.1, b.1, d.1])
            });
            each.unzip()
        };
        let (at_names, at) = numbers(["at_step", "at_phase", "at_share"]);
        let (names, floors) = numbers(["step", "phase", "share"]);
        let view = self.view(name.clone(), span, Def::Repeated { place, at, elements, floors }, rank, true);
        self.bind(name, Binding::Tensor(view));
        self.kernel.refined.push(Refined { position, place, elements, at: at_names, floors: names, mutable });
    }

    /// Stands for a tensor parameter with a mistake, so that calls of the kernel are not wrong too.
    pub(super) fn failed_param(&mut self, name: Ident) {
        self.bind(&name, Binding::Other);
        let input = parse_quote!(#name: impl Sized);
        self.kernel.params.push(Param::Scalar(Some(name), Box::new(input)));
    }

    /// An array length: a literal, or a constant whose value only the compiler knows.
    pub(super) fn length(&mut self, len: &Expr) -> Index {
        self.constant_index(len).unwrap_or_else(|| {
            let generic = self.names_generic(len);
            // It is cast, which binds closer than a sum.
            let tokens = match len {
                Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Block(_) | Expr::Call(_) => {
                    len.to_token_stream()
                }
                sum => quote!((#sum)),
            };
            self.kernel.scalars.push(Scalar { tokens, param: None, range: None, global: !generic });
            Self::atom(crate::ir::Atom::Scalar(self.kernel.scalars.len() - 1))
        })
    }

    /// Whether an expression names a generic parameter of the kernel, so that no constant item can hold it.
    pub(super) fn names_generic(&self, expr: &Expr) -> bool {
        let names: Vec<String> = self
            .kernel
            .function
            .sig
            .generics
            .params
            .iter()
            .filter_map(|p| match p {
                syn::GenericParam::Type(t) => Some(t.ident.to_string()),
                syn::GenericParam::Const(c) => Some(c.ident.to_string()),
                syn::GenericParam::Lifetime(_) => None,
            })
            .collect();
        idents(expr.to_token_stream()).any(|name| names.contains(&name.to_string()))
    }

    /// Whether a name is that of a type that the kernel is generic over.
    pub(super) fn is_generic(&self, name: &Ident) -> bool {
        self.kernel.function.sig.generics.type_params().any(|generic| is_one(&generic.ident, name))
    }

    fn scalar_param(&mut self, pat: &Pat, input: &FnArg, range: Option<[Expr; 2]>) {
        match pat {
            Pat::Ident(p) if p.mutability.is_none() && p.by_ref.is_none() && p.subpat.is_none() => {
                let name = &p.ident;
                self.kernel.scalars.push(Scalar {
                    tokens: name.to_token_stream(),
                    param: Some(name.clone()),
                    range,
                    global: false,
                });
                let id = self.kernel.scalars.len() - 1;
                self.bind(name, Binding::Scalar(id));
                self.kernel.params.push(Param::Scalar(Some(name.clone()), Box::new(input.clone())));
            }
            other => {
                if range.is_some() {
                    self.report.error(other, messages::range_of_pattern());
                }
                self.bind_pattern(other);
                let name = match other {
                    Pat::Ident(p) => Some(p.ident.clone()),
                    _ => None,
                };
                self.kernel.params.push(Param::Scalar(name, Box::new(input.clone())));
            }
        }
    }
}

/// A type that names a tensor.
struct TensorType<'a> {
    ty: &'a Type,
    word: &'a Ident,
    mutable: Option<bool>,
    shape: Option<&'a Type>,
    refined: bool,
    is_stored: bool,
    /// The format, if it is said: `_` is any.
    format: Option<&'a Type>,
}

fn tensor_type(ty: &Type) -> Option<TensorType<'_>> {
    let (inner, mutable) = match ty {
        Type::Reference(r) => (&*r.elem, Some(r.mutability.is_some())),
        Type::Group(g) => return tensor_type(&g.elem),
        Type::Paren(p) => return tensor_type(&p.elem),
        other => (other, None),
    };
    let Type::Path(path) = inner else { return None };
    let last = path.path.segments.last()?;
    if last.ident != "Tensor" {
        return None;
    }
    let stored = two_arguments(last);
    let shape = argument(last).or(stored.map(|(shape, _)| shape));
    let refined = shape.and_then(refined);
    Some(TensorType {
        ty,
        word: &last.ident,
        mutable,
        shape: refined.or(shape),
        refined: refined.is_some(),
        is_stored: stored.is_some(),
        format: stored.map(|(_, format)| format).filter(|format| !matches!(format, Type::Infer(_))),
    })
}

/// The one argument of a segment of a path, if it is a type.
fn argument(segment: &syn::PathSegment) -> Option<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(args) if args.args.len() == 1 => match &args.args[0] {
            GenericArgument::Type(argument) => Some(argument),
            _ => None,
        },
        _ => None,
    }
}

/// The two arguments of a segment of a path, if they are types.
fn two_arguments(segment: &syn::PathSegment) -> Option<(&Type, &Type)> {
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return None };
    match args.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(shape), GenericArgument::Type(format)] => Some((shape, format)),
        _ => None,
    }
}

/// The shape in `Refined<shape>`.
fn refined(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Group(g) => refined(&g.elem),
        Type::Paren(p) => refined(&p.elem),
        Type::Path(path) => {
            path.path.segments.last().filter(|last| last.ident == "Refined").and_then(argument)
        }
        _ => None,
    }
}

/// Whether two names are one, raw or not.
fn is_one(name: &Ident, other: &Ident) -> bool {
    name.unraw() == other.unraw()
}
