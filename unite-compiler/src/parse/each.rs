//! Lists of kernels: `for predict in [vertical, horizontal] { predict(&mut pred, frame); }`.
//!
//! Which kernel is called has to be known when its caller is compiled. So the loop is written out, with the name of a kernel where
//! that of the variable stood: nothing after this knows of it.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprForLoop, Pat, Path, parse_quote};

use super::index::strip_reference;
use super::{Parser, jumps};
use crate::ir::Schedule;
use crate::messages;
use crate::syntax::path_ident;

/// What stands for the names of a loop in one pass.
#[derive(Default)]
struct Pass {
    /// Kernels, by the variables that they are called by.
    kernels: Vec<(Ident, Path)>,
    /// Everything else.
    values: Vec<(Pat, Expr)>,
}

/// A mistake, and where it is.
type Fault = (Span, String);

impl Parser<'_> {
    /// What a loop over kernels is, if this is one.
    pub(super) fn over_kernels(&mut self, f: &mut ExprForLoop) -> Option<Expr> {
        let (counted, list) = list(&f.expr);
        let (counter, pat) = match (&*f.pat, counted) {
            (Pat::Tuple(both), true) if both.elems.len() == 2 => (Some(&both.elems[0]), &both.elems[1]),
            (_, true) => return None,
            (pat, false) => (None, pat),
        };
        let mut called = Called { parser: self, names: names(pat), called: Vec::new(), with_tensors: false };
        called.visit_block(&f.body);
        let Called { called, with_tensors, .. } = called;
        if called.is_empty() {
            return None;
        }
        let passes = match list {
            Some(list) => list.elems.iter().map(|element| self.pass(pat, element, &called)).collect(),
            None => Err((f.expr.span(), messages::kernels_elsewhere(&called[0].to_string()))),
        };
        let rebound = || {
            let mut rebound = Rebound { names: &called, found: None };
            rebound.visit_block(&f.body);
            rebound.found.map(|name| (name.span(), messages::kernel_bound_anew(&name.to_string())))
        };
        let passes: Result<Vec<Pass>, Fault> = passes.and_then(|passes| rebound().map_or(Ok(passes), Err));
        let mut passes = match passes {
            Ok(passes) => passes,
            // Without tensors it may be a loop over anything that can be called.
            Err(_) if !with_tensors => return None,
            Err((span, message)) => {
                self.report.error(span, message);
                return Some(Expr::Verbatim(quote!(())));
            }
        };
        if let Some(counter) = counter {
            for (k, pass) in passes.iter_mut().enumerate() {
                let number = Literal::usize_suffixed(k);
                pass.values.push((counter.clone(), parse_quote!(#number)));
            }
        }
        if let Some((schedule, attribute)) = self.schedule(&mut f.attrs)
            && schedule != Schedule::Unroll
        {
            self.report.error(&attribute, messages::schedule_of_kernels());
        }
        self.unknown_schedules(&f.attrs);
        let number = self.tick();
        let jumps = jumps::redirect(&mut f.body, f.label.as_ref(), format!("kernel_{number}"));
        let point = jumps.around_point().map(|label| quote!(#label:));
        let whole = jumps.whole.as_ref().map(|label| quote!(#label:));
        let bodies = passes.iter().enumerate().map(|(k, pass)| {
            let mut body = f.body.clone();
            Named(&pass.kernels).visit_block_mut(&mut body);
            let lets = pass.values.iter().map(|(pat, value)| quote!(let #pat = #value;));
            // What is kept for the next pass nobody reads after the last one.
            let allowed = (k + 1 == passes.len()).then(|| quote!(#[allow(unused_assignments)]));
            quote!(#allowed #point { #(#lets)* #body };)
        });
        Some(parse_quote!(#whole { #(#bodies)* }))
    }

    /// What one element of the list says.
    fn pass(&self, pat: &Pat, element: &Expr, called: &[Ident]) -> Result<Pass, Fault> {
        let mut pass = Pass::default();
        let pairs: Vec<(&Pat, &Expr)> = match (pat, element) {
            (Pat::Tuple(pats), Expr::Tuple(elements)) if pats.elems.len() == elements.elems.len() => {
                pats.elems.iter().zip(&elements.elems).collect()
            }
            _ => vec![(pat, element)],
        };
        for (pat, value) in pairs {
            let value = strip_reference(value);
            match pat {
                Pat::Ident(p) if called.contains(&p.ident) => match value {
                    Expr::Path(path) if path.qself.is_none() && !self.is_local(value) => {
                        pass.kernels.push((p.ident.clone(), path.path.clone()));
                    }
                    _ => return Err((value.span(), messages::no_kernel_in_list(&p.ident.to_string()))),
                },
                Pat::Ident(_) | Pat::Wild(_) if self.is_constant_of_list(value) => {
                    pass.values.push((pat.clone(), value.clone()));
                }
                Pat::Ident(_) | Pat::Wild(_) => {
                    return Err((value.span(), messages::value_beside_kernel().to_string()));
                }
                _ => return Err((value.span(), messages::no_kernel_in_list(&called[0].to_string()))),
            }
        }
        Ok(pass)
    }

    fn is_local(&self, expr: &Expr) -> bool {
        path_ident(expr).is_some_and(|name| self.lookup(&name.to_string()).is_some())
    }

    /// Whether it makes no difference when and how often an expression is computed.
    fn is_constant_of_list(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Unary(u) => self.is_constant_of_list(&u.expr),
            Expr::Path(_) => !self.is_local(expr),
            _ => false,
        }
    }
}

/// The list that a loop runs over, if it is written there, and whether its passes are counted.
fn list(expr: &Expr) -> (bool, Option<&syn::ExprArray>) {
    match strip_reference(expr) {
        Expr::Array(list) => (false, Some(list)),
        Expr::MethodCall(call) if call.args.is_empty() => {
            let (counted, list) = list(&call.receiver);
            match call.method.to_string().as_str() {
                "iter" | "into_iter" if !counted => (false, list),
                "enumerate" if !counted => (true, list),
                _ => (counted, None),
            }
        }
        _ => (false, None),
    }
}

/// The names that a pattern of a loop binds, which do not change.
fn names(pat: &Pat) -> Vec<Ident> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => {
            vec![p.ident.clone()]
        }
        Pat::Tuple(tuple) => tuple.elems.iter().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

/// The variables of a loop that its body calls.
struct Called<'p, 'r> {
    parser: &'p Parser<'r>,
    names: Vec<Ident>,
    called: Vec<Ident>,
    /// Whether one of them is given a tensor.
    with_tensors: bool,
}

impl Visit<'_> for Called<'_, '_> {
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let Some(name) = path_ident(&call.func).filter(|name| self.names.contains(name)) {
            if !self.called.contains(name) {
                self.called.push(name.clone());
            }
            self.with_tensors |= call.args.iter().any(|arg| self.parser.is_tensor(strip_reference(arg)));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// Names that are bound anew.
struct Rebound<'n> {
    names: &'n [Ident],
    found: Option<Ident>,
}

impl Visit<'_> for Rebound<'_> {
    fn visit_pat_ident(&mut self, p: &syn::PatIdent) {
        if self.names.contains(&p.ident) {
            self.found.get_or_insert_with(|| p.ident.clone());
        }
        visit::visit_pat_ident(self, p);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// Writes the names of kernels where those of variables stand.
struct Named<'k>(&'k [(Ident, Path)]);

impl Named<'_> {
    fn kernel(&self, name: &Ident) -> Option<&Path> {
        self.0.iter().find(|(variable, _)| variable == name).map(|(_, kernel)| kernel)
    }

    /// The same in the arguments of a macro.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        // A field or a method is none of these names, and neither is a part of a path.
        let mut follows = false;
        let named = tokens.into_iter().map(|token| {
            let inside = std::mem::replace(
                &mut follows,
                matches!(&token, TokenTree::Punct(p) if ['.', ':', '\''].contains(&p.as_char())),
            );
            match token {
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner).into()
                }
                TokenTree::Ident(name) if !inside => match self.kernel(&name) {
                    Some(kernel) => kernel.to_token_stream(),
                    None => TokenTree::Ident(name).into(),
                },
                token => token.into(),
            }
        });
        named.collect()
    }
}

impl VisitMut for Named<'_> {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let first = path.path.segments.first().map(|first| first.ident.clone());
        let kernel =
            first.filter(|_| path.path.leading_colon.is_none()).and_then(|first| self.kernel(&first));
        if let Some(kernel) = kernel.filter(|_| path.qself.is_none()) {
            let mut named = kernel.clone();
            if path.path.segments.len() > 1 {
                // Questions are asked of the kernel, whatever its parameters are.
                let last = named.segments.last_mut().expect("a path has a last part");
                last.arguments = syn::PathArguments::None;
                named.segments.extend(path.path.segments.iter().skip(1).cloned());
            }
            path.path = named;
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
