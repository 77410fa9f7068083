//! A kernel with values where its parameters stood.

use std::collections::BTreeMap;

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, GenericArgument, GenericParam, ItemFn, Lit, Type, parse_quote};

use super::parameter::{generic_name, grouped, input_name};
use crate::messages;
use crate::syntax::{idents, path_ident, type_name};

/// What stands for a parameter.
pub struct Value {
    tokens: TokenStream,
    /// Whether it is a type.
    is_type: bool,
    /// The number that it is, if it is one that is computed with here.
    number: Option<i128>,
    /// That number with its type, for where nothing else says which it is.
    typed: Option<TokenStream>,
}

impl Value {
    /// A type.
    pub fn of_type(tokens: TokenStream) -> Value {
        Value { tokens, is_type: true, number: None, typed: None }
    }

    /// A number in angle brackets.
    pub fn of_const(expr: &Expr, ty: &Type) -> Value {
        let typed = with_type(expr, ty);
        Value { tokens: grouped(expr), is_type: false, number: number(expr), typed }
    }

    /// A value. A number that is not `i32` keeps its type.
    pub fn of_value(expr: &Expr, ty: &Type) -> Value {
        let typed = with_type(expr, ty);
        if type_name(ty) == "i32" {
            return Value { tokens: grouped(expr), is_type: false, number: number(expr), typed };
        }
        Value { tokens: typed.unwrap_or_else(|| grouped(expr)), is_type: false, number: None, typed: None }
    }
}

/// The number that an expression is.
fn number(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) if int.suffix().is_empty() => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => Some(-number(&unary.expr)?),
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Group(inner) => number(&inner.expr),
        _ => None,
    }
}

/// A literal with the name of its type.
fn with_type(expr: &Expr, ty: &Type) -> Option<TokenStream> {
    let name = type_name(ty);
    let is_number = ["i", "u", "f"].iter().any(|first| name.starts_with(first))
        && (name[1..].parse::<u8>().is_ok() || name.ends_with("size"));
    match expr {
        _ if !is_number => None,
        Expr::Lit(lit) => {
            let (text, suffix) = match &lit.lit {
                Lit::Int(int) => (int.base10_digits().to_string(), int.suffix()),
                Lit::Float(float) => (float.base10_digits().to_string(), float.suffix()),
                _ => return None,
            };
            let literal: syn::ExprLit = syn::parse_str(&format!("{text}{name}")).ok()?;
            suffix.is_empty().then(|| literal.into_token_stream())
        }
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            let inner = with_type(&unary.expr, ty)?;
            let negative: Expr = parse_quote!(-#inner);
            Some(grouped(&negative))
        }
        Expr::Paren(inner) => with_type(&inner.expr, ty),
        _ => None,
    }
}

/// What an instance fixes, by the names of the parameters.
pub struct Fixed {
    /// The values.
    pub values: BTreeMap<String, Value>,
}

impl Fixed {
    /// Whether a parameter of this name is fixed.
    pub fn has(&self, name: &Ident) -> bool {
        self.values.contains_key(&name.to_string())
    }

    /// Whether a name is said in a value: what the kernel calls so would be meant in its place.
    fn says(&self, name: &Ident) -> bool {
        let values = self.values.values().filter(|value| !value.is_type);
        values.flat_map(|value| idents(value.tokens.clone())).any(|said| said == *name)
    }

    /// Writes the values into a kernel, which has those parameters no more.
    pub fn write(&self, function: &mut ItemFn) -> syn::Result<()> {
        self.refuse_others(function)?;
        let generics = std::mem::take(&mut function.sig.generics.params);
        function.sig.generics.params =
            generics.into_pairs().filter(|pair| !self.has_generic(pair.value())).collect();
        let inputs = std::mem::take(&mut function.sig.inputs);
        let is_fixed = |input: &syn::FnArg| input_name(input).is_some_and(|name| self.has(name));
        function.sig.inputs = inputs.into_pairs().filter(|pair| !is_fixed(pair.value())).collect();
        let mut computed = Computed { fixed: self };
        computed.visit_signature_mut(&mut function.sig);
        computed.visit_block_mut(&mut function.block);
        let name = function.sig.ident.clone();
        function.sig = syn::parse2(self.written(function.sig.to_token_stream()))?;
        function.sig.ident = name;
        *function.block = syn::parse2(self.written(function.block.to_token_stream()))?;
        Ok(())
    }

    fn has_generic(&self, param: &GenericParam) -> bool {
        generic_name(param).is_some_and(|name| self.has(name))
    }

    /// Something else of the name of a parameter that is fixed would get the value, too.
    fn refuse_others(&self, function: &ItemFn) -> syn::Result<()> {
        struct Others<'a>(&'a Fixed, Option<syn::Error>);
        impl Others<'_> {
            fn note(&mut self, name: &Ident) {
                let message = match () {
                    () if self.0.has(name) => messages::hides_a_parameter(&name.to_string()),
                    () if self.0.says(name) => messages::hides_a_value(&name.to_string()),
                    () => return,
                };
                self.1.get_or_insert_with(|| syn::Error::new(name.span(), message));
            }
        }
        impl Visit<'_> for Others<'_> {
            fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
                self.note(&p.ident);
                visit::visit_pat_ident(self, p);
            }

            fn visit_item(&mut self, item: &syn::Item) {
                match item {
                    syn::Item::Const(i) => self.note(&i.ident),
                    syn::Item::Static(i) => self.note(&i.ident),
                    syn::Item::Type(i) => self.note(&i.ident),
                    syn::Item::Struct(i) => self.note(&i.ident),
                    syn::Item::Enum(i) => self.note(&i.ident),
                    syn::Item::Fn(i) => self.note(&i.sig.ident),
                    _ => {}
                }
                visit::visit_item(self, item);
            }

            fn visit_generic_param(&mut self, param: &GenericParam) {
                if let Some(name) = generic_name(param) {
                    self.note(name);
                }
            }
        }
        let mut others = Others(self, None);
        others.visit_block(&function.block);
        others.1.map_or(Ok(()), Err)
    }

    /// Tokens with values where parameters stand.
    fn written(&self, tokens: TokenStream) -> TokenStream {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let mut written = TokenStream::new();
        for (at, token) in all.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.written(group.stream()));
                    inner.set_span(group.span());
                    written.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Ident(name) => match self.values.get(&name.to_string()) {
                    Some(value) if is_the_parameter(&all, at, value.is_type) => {
                        written.extend(placed(value.tokens.clone(), name.span()));
                    }
                    _ => written.extend([token.clone()]),
                },
                token => written.extend([token.clone()]),
            }
        }
        written
    }
}

/// Whether a name among tokens can be that of a parameter: no field, no method, no part of a longer path, no lifetime.
fn is_the_parameter(all: &[TokenTree], at: usize, is_type: bool) -> bool {
    let is = |at: Option<usize>, sign: char| {
        at.and_then(|at| all.get(at))
            .is_some_and(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == sign))
    };
    let before = |n: usize| at.checked_sub(n);
    let of_something = is(before(1), '.') && !is(before(2), '.');
    let in_path = is(before(1), ':') && is(before(2), ':');
    let of_path = is(Some(at + 1), ':') && is(Some(at + 2), ':');
    let is_field = is(Some(at + 1), ':') && !of_path;
    !(of_something || in_path || is(before(1), '\'') || (!is_type && (of_path || is_field)))
}

/// Tokens that mean what they mean where they were written, and stand somewhere else.
fn placed(tokens: TokenStream, at: Span) -> TokenStream {
    let each = tokens.into_iter().map(|token| {
        let mut token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), placed(group.stream(), at)).into(),
            token => token,
        };
        token.set_span(token.span().located_at(at));
        token
    });
    each.collect()
}

/// Computes with the numbers that are fixed, as far as there is nothing else in an expression.
struct Computed<'a> {
    fixed: &'a Fixed,
}

impl Computed<'_> {
    /// What a name is fixed to.
    fn value(&self, expr: &Expr) -> Option<&Value> {
        self.fixed.values.get(&path_ident(expr)?.to_string()).filter(|value| !value.is_type)
    }

    /// The number that an expression is, and whether something that is fixed is in it.
    fn number(&self, expr: &Expr) -> Option<(i128, bool)> {
        match expr {
            Expr::Path(_) => self.value(expr)?.number.map(|n| (n, true)),
            Expr::Paren(inner) => self.number(&inner.expr),
            Expr::Group(inner) => self.number(&inner.expr),
            Expr::Binary(binary) => {
                let ((a, x), (b, y)) = (self.number(&binary.left)?, self.number(&binary.right)?);
                let amount = u32::try_from(b).ok().filter(|b| *b < 31);
                let value = match binary.op {
                    BinOp::Add(_) => a.checked_add(b)?,
                    BinOp::Sub(_) => a.checked_sub(b)?,
                    BinOp::Mul(_) => a.checked_mul(b)?,
                    BinOp::Div(_) => a.checked_div(b)?,
                    BinOp::Rem(_) => a.checked_rem(b)?,
                    BinOp::Shl(_) => a.checked_mul(1 << amount?)?,
                    BinOp::Shr(_) => a >> amount?,
                    _ => return None,
                };
                // What is more is left to the compiler of Rust, which knows the type.
                (0..=i128::from(i32::MAX)).contains(&value).then_some((value, x || y))
            }
            other => number(other).map(|n| (n, false)),
        }
    }

    /// The number that an operand is made of what is fixed.
    fn fixed_number(&self, expr: &Expr) -> Option<i128> {
        self.number(expr).filter(|(_, fixed)| *fixed).map(|(number, _)| number)
    }

    /// The one operand that counts, where the other one changes nothing.
    fn left_over(&self, binary: &syn::ExprBinary) -> Option<Expr> {
        let right = self.fixed_number(&binary.right)?;
        let neutral = match binary.op {
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Shl(_) | BinOp::Shr(_) => 0,
            BinOp::Mul(_) => 1,
            _ => return None,
        };
        (right == neutral).then(|| (*binary.left).clone())
    }
}

impl VisitMut for Computed<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Binary(binary) = expr {
            let span = syn::spanned::Spanned::span(&*binary);
            let first = binary.to_token_stream().into_iter().next().map_or(span, |token| token.span());
            if let Some(number) = self.fixed_number(expr) {
                let mut literal = Literal::i128_unsuffixed(number);
                literal.set_span(first);
                *expr = parse_quote!(#literal);
                return;
            }
        }
        if let Expr::Binary(binary) = expr
            && let Some(left) = self.left_over(binary)
        {
            *expr = left;
            self.visit_expr_mut(expr);
            return;
        }
        if let Expr::MethodCall(call) = expr
            && let Some(typed) = self.value(&call.receiver).and_then(|value| value.typed.clone())
            && let Some(name) = path_ident(&call.receiver)
        {
            // Only its type says which method is meant.
            let typed = placed(typed, name.span());
            *call.receiver = syn::parse2(typed).unwrap_or_else(|_| (*call.receiver).clone());
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        // A name in angle brackets is taken for a type.
        if let GenericArgument::Type(Type::Path(path)) = argument
            && path.qself.is_none()
            && let Some(name) = path.path.get_ident()
            && let Some(value) = self.fixed.values.get(&name.to_string()).filter(|value| !value.is_type)
            && let Ok(expr) = syn::parse2::<Expr>(placed(value.tokens.clone(), name.span()))
        {
            *argument = GenericArgument::Const(expr);
            return;
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }
}
