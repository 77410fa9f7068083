//! Names of one spelling that are two variables: one of a macro, and one of the code that the macro is used in.
//!
//! The rest of the compiler tells names apart by their spelling. So the second of two such variables gets a spelling of its
//! own here, wherever it stands. Which tokens belong together is read off their spans; that the two are indeed two variables
//! is left to the compiler of Rust, which the expansion asks.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, LitStr, Pat, PatIdent, Token};

use crate::messages;
use crate::report::Report;
use crate::syntax::{idents, replaced};

/// What was found of the names of a kernel.
#[derive(Default)]
pub struct Told {
    /// Pairs of names that are taken for two variables: of one spelling, as they stood in the source.
    pub apart: Vec<(Ident, Ident)>,
    /// Whether it cannot be seen which names belong together.
    pub unknown: bool,
    /// How names are spelt in the kernel.
    pub taken: HashSet<String>,
}

/// Where a name comes from.
type Context = String;

/// Gives the variables of a kernel different spellings.
pub fn tell_apart(function: &mut syn::ItemFn, report: &mut Report) -> Told {
    let mut bound = Bound::default();
    bound.visit_signature(&function.sig);
    bound.visit_block(&function.block);
    let taken = idents(function.to_token_stream()).map(|name| name.to_string()).collect();
    let mut told = Told { apart: Vec::new(), unknown: bound.unknown, taken };
    let mut spellings: HashMap<(String, Context), String> = HashMap::new();
    for (text, names) in &bound.names {
        let mut number = 2;
        for (k, (context, name)) in names.iter().enumerate().skip(1) {
            let plain = name.unraw();
            while told.taken.contains(&format!("{plain}_{number}")) {
                number += 1;
            }
            let spelling = format!("{plain}_{number}");
            told.taken.insert(spelling.clone());
            spellings.insert((text.clone(), context.clone()), spelling);
            number += 1;
            told.apart.extend(names[..k].iter().map(|(_, other)| (other.clone(), name.clone())));
        }
    }
    let contexts: HashMap<String, Vec<Context>> = bound
        .names
        .into_iter()
        .map(|(text, names)| (text, names.into_iter().map(|(context, _)| context).collect()))
        .collect();
    let mut spell = Spell { spellings, contexts, report };
    spell.visit_signature_mut(&mut function.sig);
    spell.visit_block_mut(&mut function.block);
    told
}

/// The variables of a kernel, by their spelling: where each comes from, and one of its names.
#[derive(Default)]
struct Bound {
    names: Vec<(String, Vec<(Context, Ident)>)>,
    unknown: bool,
}

impl Bound {
    fn add(&mut self, name: &Ident) {
        let Some(context) = context(name.span()) else {
            self.unknown |= !is_outside(name.span());
            return;
        };
        let text = name.to_string();
        let at = self.names.iter().position(|(known, _)| *known == text).unwrap_or_else(|| {
            self.names.push((text, Vec::new()));
            self.names.len() - 1
        });
        let names = &mut self.names[at].1;
        if names.iter().all(|(known, _)| *known != context) {
            names.push((context, name.clone()));
        }
    }
}

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, p: &'a PatIdent) {
        // A name that begins in upper case is a constant or a variant.
        if !p.ident.to_string().starts_with(char::is_uppercase) {
            self.add(&p.ident);
        }
        visit::visit_pat_ident(self, p);
    }

    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// Writes the spellings.
struct Spell<'r> {
    spellings: HashMap<(String, Context), String>,
    contexts: HashMap<String, Vec<Context>>,
    report: &'r mut Report,
}

impl Spell<'_> {
    /// Spells a name, and says whether it is another one now.
    fn spell(&self, name: &mut Ident) -> bool {
        let Some(context) = context(name.span()) else { return false };
        let Some(text) = self.spellings.get(&(name.to_string(), context)) else { return false };
        *name = Ident::new(text, name.span());
        true
    }

    /// The names in braces in the texts among some tokens.
    fn formatted(&self, tokens: TokenStream) -> TokenStream {
        replaced(tokens, &|token| match token {
            TokenTree::Literal(literal) => {
                let span = literal.span();
                let (Ok(text), Some(context)) =
                    (syn::parse2::<LitStr>(TokenTree::from(literal.clone()).into()), context(span))
                else {
                    return TokenTree::Literal(literal).into();
                };
                let mut spelt = text.value();
                for ((name, from), spelling) in &self.spellings {
                    if *from == context {
                        for end in ['}', ':'] {
                            spelt = spelt.replace(&format!("{{{name}{end}"), &format!("{{{spelling}{end}"));
                        }
                    }
                }
                if spelt == text.value() {
                    return TokenTree::Literal(literal).into();
                }
                let mut literal = Literal::string(&spelt);
                literal.set_span(span);
                TokenTree::Literal(literal).into()
            }
            token => token.into(),
        })
    }

    /// Whether a name is one of a macro's that nothing in the macro binds, and the kernel binds one of that spelling.
    fn is_unbound(&self, name: &Ident) -> bool {
        let contexts = self.contexts.get(&name.to_string());
        contexts.is_some_and(|all| context(name.span()).is_some_and(|context| !all.contains(&context)))
    }

    fn spelt(&self, tokens: TokenStream) -> TokenStream {
        let mut after_dot = false;
        tokens
            .into_iter()
            .map(|token| {
                let dot = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
                let token = match token {
                    TokenTree::Group(group) => {
                        let mut spelt = Group::new(group.delimiter(), self.spelt(group.stream()));
                        spelt.set_span(group.span());
                        TokenTree::Group(spelt)
                    }
                    TokenTree::Ident(mut name) if !after_dot => {
                        self.spell(&mut name);
                        TokenTree::Ident(name)
                    }
                    token => token,
                };
                after_dot = dot;
                token
            })
            .collect()
    }
}

impl VisitMut for Spell<'_> {
    fn visit_pat_ident_mut(&mut self, p: &mut PatIdent) {
        self.spell(&mut p.ident);
        visit_mut::visit_pat_ident_mut(self, p);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        // A field may have the name of its variable.
        if let (None, Pat::Ident(p)) = (field.colon_token, &mut *field.pat)
            && self.spell(&mut p.ident)
        {
            field.colon_token = Some(Default::default());
            return;
        }
        visit_mut::visit_field_pat_mut(self, field);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if let (None, Expr::Path(path)) = (field.colon_token, &mut field.expr)
            && let Some(segment) = path.path.segments.first_mut()
            && self.spell(&mut segment.ident)
        {
            field.colon_token = Some(Default::default());
            return;
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let is_name = path.qself.is_none() && path.path.get_ident().is_some();
        let Some(segment) = path.path.segments.first_mut().filter(|_| is_name) else { return };
        if self.is_unbound(&segment.ident) {
            let text = segment.ident.to_string();
            self.report.error(&segment.ident, messages::name_of_a_macro(&text));
        }
        self.spell(&mut segment.ident);
    }

    fn visit_expr_unary_mut(&mut self, unary: &mut syn::ExprUnary) {
        // An iterator is bound where it stands.
        if let (syn::UnOp::Not(_), Expr::Path(path)) = (unary.op, &mut *unary.expr)
            && path.path.get_ident().is_some_and(|name| self.is_unbound(name))
        {
            return;
        }
        visit_mut::visit_expr_unary_mut(self, unary);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let tokens = std::mem::take(&mut mac.tokens);
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone());
        mac.tokens = match arguments {
            Ok(mut arguments) => {
                arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
                arguments.to_token_stream()
            }
            Err(_) => self.spelt(tokens),
        };
        mac.tokens = self.formatted(std::mem::take(&mut mac.tokens));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Which macro a name comes from, in the words of the compiler: names of one spelling are one only if they come from one.
fn context(span: Span) -> Option<Context> {
    let text = format!("{span:?}");
    let (context, _) = text.split_once(' ')?;
    context.starts_with('#').then(|| context.to_string())
}

/// Whether a span is not one of the compiler's: the attribute runs outside of it, in a test.
fn is_outside(span: Span) -> bool {
    let text = format!("{span:?}");
    text == "Span" || text.starts_with("bytes(")
}
