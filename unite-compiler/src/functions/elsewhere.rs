//! The body of a function in another place: each of its names means there what it means where the function is.
//!
//! A variable stays. A type of numbers and a constructor of the language get their whole paths, a constant becomes one that is
//! associated with the function. Whatever else is named cannot be given. That a name is what its path says is left to the compiler,
//! which is asked where the function is.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, FnArg, Local, Pat, PatIdent, Path, ReturnType, Token, parse_quote_spanned};

use crate::methods;
use crate::syntax::is_primitive;

/// What stands for the path of the function until it is known.
pub const HERE: &str = "__unite_here";

/// Has a function name what is the same elsewhere; `inner` are constants of its body.
pub fn elsewhere<'a>(
    inputs: &mut Punctuated<FnArg, Token![,]>,
    output: &mut ReturnType,
    body: &mut Block,
    inner: impl Iterator<Item = &'a Ident>,
) -> Names {
    let mut names = Names { inner: inner.cloned().collect(), ..Names::default() };
    names.locals.push(HashSet::new());
    for input in inputs {
        if let FnArg::Typed(typed) = input {
            names.visit_type_mut(&mut typed.ty);
            names.bind(&typed.pat);
        }
    }
    names.visit_return_type_mut(output);
    names.visit_block_mut(body);
    names
}

/// What the names of a body are.
#[derive(Default)]
pub struct Names {
    /// Variables, by block.
    locals: Vec<HashSet<Ident>>,
    /// Constants of the body.
    inner: HashSet<Ident>,
    /// Constants beside the function, by names of their own.
    constants: BTreeMap<Ident, Path>,
    /// Names of the language.
    common: BTreeSet<Ident>,
    /// Names that patterns bind which could be constants.
    bound: BTreeSet<Ident>,
    /// What else is named there.
    strange: Option<Strange>,
}

/// What may be something else in another place.
pub enum Strange {
    /// What a path stands for.
    Path(String, Span),
    /// A method, by its name.
    Method(String, Span),
}

impl Names {
    /// The constants beside the function that its body needs, by the names that they are given.
    pub fn constants(&self) -> impl Iterator<Item = (&Ident, &Path)> {
        self.constants.iter()
    }

    /// What cannot be named elsewhere, if there is something.
    pub fn strange(&self) -> Option<&Strange> {
        self.strange.as_ref()
    }

    /// Items that do not compile where a name of the language stands for something else, or that of a variable for a constant.
    pub fn witnesses(&self) -> TokenStream {
        let types = self.common.iter().map(|name| {
            let text = name.to_string();
            let span = name.span();
            let (has, is) = match text.as_str() {
                "Some" => (quote!(fn(()) -> ::core::option::Option<()>), quote!(#name)),
                "None" => (quote!(::core::option::Option<()>), quote!(#name)),
                "Option" => {
                    let marked = quote!(::core::marker::PhantomData);
                    (quote!(#marked<::core::option::Option<()>>), quote!(#marked::<#name<()>>))
                }
                "Ok" => (quote!(fn(()) -> ::core::result::Result<(), ()>), quote!(#name)),
                "Err" => (quote!(fn(()) -> ::core::result::Result<(), ()>), quote!(#name)),
                "Result" => {
                    let marked = quote!(::core::marker::PhantomData);
                    (quote!(#marked<::core::result::Result<(), ()>>), quote!(#marked::<#name<(), ()>>))
                }
                _ => {
                    let marked = quote!(::core::marker::PhantomData);
                    (quote!(#marked<*const ::core::primitive::#name>), quote!(#marked::<*const #name>))
                }
            };
            quote_spanned!(span=> const _: #has = #is;)
        });
        let bound = self.bound.iter().map(|name| {
            // The compiler refuses this for a constant.
            quote_spanned!(name.span()=> const _: fn(()) = |#[allow(unused_variables)] #name @ _| {};)
        });
        types.chain(bound).collect()
    }

    /// Whether a name is a variable here.
    fn is_local(&self, name: &Ident) -> bool {
        self.locals.iter().any(|names| names.contains(name))
    }

    /// Binds the names of a pattern until the end of the block.
    fn bind(&mut self, pat: &Pat) {
        struct Bound(Vec<Ident>);
        impl Visit<'_> for Bound {
            fn visit_pat_ident(&mut self, p: &PatIdent) {
                if !is_upper(&p.ident) || p.subpat.is_some() {
                    self.0.push(p.ident.clone());
                }
                visit::visit_pat_ident(self, p);
            }
        }
        let mut bound = Bound(Vec::new());
        bound.visit_pat(pat);
        self.locals.last_mut().expect("there is always a block").extend(bound.0);
    }

    /// The same for one that may not apply.
    fn bind_one(&mut self, pat: &Pat) {
        struct Plain<'a>(&'a mut BTreeSet<Ident>);
        impl Visit<'_> for Plain<'_> {
            fn visit_pat_ident(&mut self, p: &PatIdent) {
                if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() && !is_upper(&p.ident) {
                    self.0.insert(p.ident.clone());
                }
                visit::visit_pat_ident(self, p);
            }
        }
        Plain(&mut self.bound).visit_pat(pat);
        self.bind(pat);
    }

    /// Goes through something with names of its own.
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.locals.push(HashSet::new());
        visit(self);
        self.locals.pop();
    }

    /// What a path is called elsewhere.
    fn path(&mut self, path: &mut Path) {
        let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) else { return };
        let text = first.ident.to_string();
        let is_variable = path.segments.len() == 1 && self.is_local(&first.ident);
        if path.leading_colon.is_some() || ["crate", "$crate"].contains(&text.as_str()) || is_variable {
            return;
        }
        if let Some(mut whole) = of_the_language(&first.ident) {
            self.common.insert(first.ident.clone());
            if let Some(name) = whole.segments.last_mut() {
                name.arguments = first.arguments.clone();
            }
            whole.segments.extend(path.segments.iter().skip(1).cloned());
            *path = whole;
            return;
        }
        if !is_constant(&last.ident) {
            self.is_strange(Strange::Path(shown(path), path.span()));
            return;
        }
        let own = match path.get_ident().filter(|name| self.inner.contains(name)) {
            Some(name) => name.clone(),
            None => self.constant(path),
        };
        let here = Ident::new(HERE, last.ident.span());
        *path = parse_quote_spanned!(last.ident.span()=> #here::#own);
    }

    /// The name that a constant beside the function is given.
    fn constant(&mut self, path: &Path) -> Ident {
        let same = shown(path);
        if let Some((own, _)) = self.constants.iter().find(|(_, known)| shown(known) == same) {
            return own.clone();
        }
        let words: Vec<String> =
            path.segments.iter().map(|s| s.ident.unraw().to_string().to_uppercase()).collect();
        let mut text = words.join("_");
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        loop {
            let own = Ident::new(&text, span);
            if !self.inner.contains(&own) && !self.constants.contains_key(&own) {
                self.constants.insert(own.clone(), path.clone());
                return own;
            }
            text.push('_');
        }
    }

    fn is_strange(&mut self, strange: Strange) {
        self.strange.get_or_insert(strange);
    }
}

impl VisitMut for Names {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.inside(|this| visit_mut::visit_block_mut(this, block));
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        // What is bound is known after the statement.
        let mut may_fail = false;
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
            if let Some((_, diverge)) = &mut init.diverge {
                may_fail = true;
                self.visit_expr_mut(diverge);
            }
        }
        if may_fail {
            self.bind_one(&local.pat)
        } else {
            self.bind(&local.pat)
        }
        self.visit_pat_mut(&mut local.pat);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.inside(|this| {
            for input in &mut closure.inputs {
                this.bind(input);
                this.visit_pat_mut(input);
            }
            this.visit_return_type_mut(&mut closure.output);
            this.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.inside(|this| {
            this.visit_expr_mut(&mut branch.cond);
            this.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_let_mut(&mut self, condition: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut condition.expr);
        self.bind_one(&condition.pat);
        self.visit_pat_mut(&mut condition.pat);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.inside(|this| {
            this.bind_one(&arm.pat);
            this.visit_pat_mut(&mut arm.pat);
            this.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        if expr.qself.is_some() {
            self.is_strange(Strange::Path(shown(expr), expr.span()));
            return;
        }
        self.path(&mut expr.path);
        visit_mut::visit_path_mut(self, &mut expr.path);
    }

    fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
        if ty.qself.is_some() {
            self.is_strange(Strange::Path(shown(ty), ty.span()));
            return;
        }
        self.path(&mut ty.path);
        visit_mut::visit_path_mut(self, &mut ty.path);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.path(&mut expr.path);
        visit_mut::visit_expr_struct_mut(self, expr);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        let name = call.method.to_string();
        if !methods::is_of_numbers(&name) {
            self.is_strange(Strange::Method(name, call.method.span()));
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        match pat {
            // A constant or a variant.
            Pat::Ident(p) if is_upper(&p.ident) && p.subpat.is_none() => {
                let mut path = Path::from(p.ident.clone());
                self.path(&mut path);
                *pat = Pat::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path });
                return;
            }
            Pat::TupleStruct(p) => self.path(&mut p.path),
            Pat::Struct(p) => self.path(&mut p.path),
            _ => {}
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}

/// The path of a name that the language has.
fn of_the_language(name: &Ident) -> Option<Path> {
    let text = name.to_string();
    let span = name.span();
    Some(match text.as_str() {
        text if is_primitive(text) => parse_quote_spanned!(span=> ::core::primitive::#name),
        "Some" | "None" => parse_quote_spanned!(span=> ::core::option::Option::#name),
        "Ok" | "Err" => parse_quote_spanned!(span=> ::core::result::Result::#name),
        "Option" => parse_quote_spanned!(span=> ::core::option::#name),
        "Result" => parse_quote_spanned!(span=> ::core::result::#name),
        _ => return None,
    })
}

/// A path as it is written.
fn shown(path: &impl ToTokens) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}

fn is_upper(name: &Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_uppercase) && !name.contains(|c: char| c.is_lowercase())
}
