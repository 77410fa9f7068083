//! Slips that are common, and that the compiler would explain in words of its own and several times.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprIndex, FnArg, GenericParam, Local, Pat, Type, UnOp};

use super::parser::Kind;
use super::tensor::tidy;
use super::{Binding, Parser, reductions};
use crate::ir::{Id, Param};
use crate::messages;
use crate::syntax::path_ident;

/// Attributes that a loop or a statement may have beside schedules.
const RUST: &[&str] =
    &["allow", "expect", "warn", "deny", "forbid", "cfg", "cfg_attr", "rustfmt", "doc", "clippy"];

impl Parser<'_> {
    /// Notes `name[[..]]` where there is no tensor of that name; whether this is one.
    pub(super) fn is_no_tensor(&mut self, index: &ExprIndex) -> bool {
        let (Expr::Array(array), Some(name)) = (&*index.index, path_ident(&index.expr)) else { return false };
        let text = name.to_string();
        let message = match self.lookup(&text) {
            Some(Binding::Tensor(_)) => return false,
            // A slice or an array is indexed by one number, never by an array of them.
            Some(Binding::Scalar(_) | Binding::Other | Binding::Numbers(_) | Binding::Value(_)) => {
                let declared = self.kernel.params.iter().find_map(|param| match param {
                    Param::Scalar(Some(known), input) if known == name => match &**input {
                        FnArg::Typed(typed) => Some((*typed.ty).clone()),
                        FnArg::Receiver(_) => None,
                    },
                    _ => None,
                });
                let Some(ty) = declared.filter(is_slice) else { return false };
                messages::slice_as_tensor(&text, &tidy(&ty.to_token_stream().to_string()))
            }
            Some(_) => return false,
            None if text.starts_with(char::is_uppercase) => return false,
            None => {
                let iterates =
                    array.elems.iter().any(|e| matches!(e, Expr::Unary(u) if matches!(u.op, UnOp::Not(_))));
                let known = self.tensors_here();
                // Without iterators it might be anything; what is nearly the name of a tensor is one.
                let near = known.iter().find(|known| is_near(known, &text)).cloned();
                if !iterates && near.is_none() {
                    return false;
                }
                messages::no_such_tensor(&text, near.as_deref(), &known)
            }
        };
        self.report.error(name, message);
        true
    }

    /// The names of tensors that are known here.
    fn tensors_here(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .names
            .iter()
            .flatten()
            .filter(|(_, binding)| matches!(binding, Binding::Tensor(_)))
            .map(|(name, _)| name.clone())
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Notes an iterator without its `!` on the right of a statement over `iterators`; whether there is one.
    pub(super) fn forgets_iterator(&mut self, right: &Expr, iterators: &[String]) -> bool {
        struct Find<'n>(&'n [String], Option<syn::Ident>);
        impl Visit<'_> for Find<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                if let Some((names, term)) = reductions::parts(expr) {
                    // What a sum declares is its own.
                    let known = self.0.iter().filter(|known| !names.iter().any(|name| name == known));
                    let known: Vec<String> = known.cloned().collect();
                    let mut inside = Find(&known, self.1.take());
                    inside.visit_expr(term);
                    self.1 = inside.1;
                    return;
                }
                match expr {
                    Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) && path_ident(&u.expr).is_some() => {}
                    Expr::Closure(_) | Expr::Block(_) | Expr::Match(_) | Expr::Let(_) => {}
                    Expr::Path(_) => {
                        if let Some(name) = path_ident(expr)
                            && self.0.iter().any(|known| name == known)
                        {
                            self.1.get_or_insert(name.clone());
                        }
                    }
                    _ => visit::visit_expr(self, expr),
                }
            }
        }
        let unbound: Vec<String> =
            iterators.iter().filter(|name| self.lookup(name).is_none()).cloned().collect();
        let mut find = Find(&unbound, None);
        find.visit_expr(right);
        let Some(name) = find.1 else { return false };
        self.report.error(&name, messages::forgotten_iterator(&name.to_string()));
        true
    }

    /// Notes `let v: u8 = t[[i]]`: a read is wider than the element.
    pub(super) fn narrows(&mut self, local: &Local) {
        let (Pat::Type(declared), Some(init)) = (&local.pat, &local.init) else { return };
        let narrow = tidy(&declared.ty.to_token_stream().to_string());
        if matches!(narrow.as_str(), "u8" | "i8" | "u16" | "i16")
            && let Expr::Index(index) = &*init.expr
            && self.kind(&init.expr) == Some(Kind::Number)
        {
            let element = tidy(&index.to_token_stream().to_string());
            self.report.error(&init.expr, messages::read_is_wider(&element, &narrow));
        }
    }

    /// Notes `t[[i]].saturating_add(..)` where elements are narrower than what is computed with.
    pub(super) fn saturates_wide(&mut self, call: &syn::ExprMethodCall) {
        let method = call.method.to_string();
        if !method.starts_with("saturating_") {
            return;
        }
        let Expr::Index(index) = &*call.receiver else { return };
        let Some(view) = self.root(&index.expr).filter(|_| self.kind(&call.receiver).is_some()) else {
            return;
        };
        let elem = self.elem_name(view);
        if matches!(elem.as_str(), "u8" | "i8" | "u16" | "i16") {
            let element = tidy(&index.to_token_stream().to_string());
            self.report.error(call, messages::saturates_wide(&element, &method, &elem));
        }
    }

    /// Notes attributes of loops that are none of the language's.
    pub(super) fn unknown_schedules(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let path = attribute.path();
            let known = path.segments.first().is_some_and(|s| RUST.contains(&s.ident.to_string().as_str()));
            if !known {
                let name = tidy(&path.to_token_stream().to_string());
                self.report.error(attribute, messages::unknown_schedule(&name));
            }
        }
    }

    /// The type of a tensor's elements. Traits are none, and may stand where only a type is written: `i32 +` is one.
    pub(super) fn element_type(&mut self, tensor: &str, elem: &Type) -> Type {
        match elem {
            Type::TraitObject(_) | Type::ImplTrait(_) => {
                let name = elem.to_token_stream().to_string();
                self.report.error(elem, messages::trait_element(tensor, &name));
                syn::parse_quote!(i32)
            }
            _ => elem.clone(),
        }
    }

    /// Notes an element type that is a generic without any bound.
    pub(super) fn is_unbounded(&mut self, tensor: &str, elem: &Type) -> bool {
        let generics = &self.kernel.function.sig.generics;
        let name = elem.to_token_stream().to_string();
        let bare = generics.params.iter().any(|param| match param {
            GenericParam::Type(t) => t.ident == name && t.bounds.is_empty(),
            _ => false,
        });
        let bounded = generics.where_clause.iter().flat_map(|clause| &clause.predicates).any(|p| match p {
            syn::WherePredicate::Type(t) => t.bounded_ty.to_token_stream().to_string() == name,
            _ => false,
        });
        let first = !self.names.iter().flatten().any(|(known, _)| *known == name);
        if bare && !bounded && first {
            self.names[0].insert(name.clone(), Binding::Other);
            self.report.error(elem, messages::unbounded_element(tensor, &name));
        }
        bare && !bounded
    }

    pub(super) fn elem_name(&self, view: Id) -> String {
        use crate::ir::Def;
        match &self.kernel.views[view].def {
            Def::Param { elem, .. } | Def::Block { elem, .. } | Def::Copy { elem: Some(elem), .. } => {
                elem.to_token_stream().to_string()
            }
            Def::Copy { of, elem: None } => self.elem_name(*of),
            def => def.shows().map(|of| self.elem_name(of)).unwrap_or_default(),
        }
    }
}

fn is_slice(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_slice(&r.elem),
        Type::Slice(_) | Type::Array(_) => true,
        _ => false,
    }
}

/// Whether two names differ in one letter, or in the order of two.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], [_]) | ([_], []) | ([_], [_]) => true,
        ([a0, a1, a @ ..], [b0, b1, b @ ..]) if a0 == b1 && a1 == b0 => a == b,
        ([_, a @ ..], b) if a == b => true,
        (a, [_, b @ ..]) if a == b => true,
        ([_, a @ ..], [_, b @ ..]) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn one_letter_apart() {
        for (a, b) in
            [("out", "otu"), ("out", "ou"), ("out", "outt"), ("out", "oat"), ("t", "u"), ("pred", "perd")]
        {
            assert!(is_near(a, b) && is_near(b, a), "{a} {b}");
        }
        assert!(!is_near("out", "input"));
        assert!(!is_near("plane", "plan_b"));
    }
}
