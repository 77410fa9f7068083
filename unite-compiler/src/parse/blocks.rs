//! Local blocks: `Block::<[[i32; 8]; 8]>::stack()`, `Block::<u8>::zeros([h, w])`.

use syn::{Expr, ExprCall, GenericArgument, Ident, PathArguments, Type};

use super::Parser;
use crate::ir::{Def, Id, Index};
use crate::messages;

impl Parser<'_> {
    /// The block that an expression allocates, if it does.
    pub(super) fn allocation(&mut self, expr: &Expr, name: &Ident) -> Option<Id> {
        match expr {
            Expr::Call(call) => self.constructor(call, name),
            Expr::MethodCall(call) if call.method == "with_origin" => {
                let view = self.allocation(&call.receiver, name)?;
                let rank = self.rank(view);
                let Some(Expr::Array(array)) = call.args.first() else {
                    let message = messages::wrong_count(&name.to_string(), "with_origin", rank, 0);
                    self.report.error(call, message);
                    return Some(view);
                };
                if array.elems.len() != rank {
                    let message =
                        messages::wrong_count(&name.to_string(), "with_origin", rank, array.elems.len());
                    self.report.error(array, message);
                    return Some(view);
                }
                let at: Vec<Index> = array.elems.iter().map(|e| self.index(e)).collect();
                at.iter().for_each(|at| self.keep(at));
                if let Def::Block { origin, .. } = &mut self.kernel.views[view].def {
                    *origin = at;
                }
                Some(view)
            }
            _ => None,
        }
    }

    fn constructor(&mut self, call: &ExprCall, name: &Ident) -> Option<Id> {
        let Expr::Path(path) = &*call.func else { return None };
        let mut segments = path.path.segments.iter().rev();
        let (constructor, block) = (segments.next()?, segments.next()?);
        if block.ident != "Block" || !matches!(constructor.ident.to_string().as_str(), "stack" | "zeros") {
            return None;
        }
        let argument = match &block.arguments {
            PathArguments::AngleBracketed(args) => match args.args.first() {
                Some(GenericArgument::Type(ty)) if args.args.len() == 1 => Some(ty),
                _ => None,
            },
            _ => None,
        };
        let Some(ty) = argument else {
            self.report.error(call, messages::untyped_block(&constructor.ident.to_string()));
            // The extents, as far as they can be seen, so that uses of the block are right.
            let rank = match call.args.first() {
                Some(Expr::Array(array)) => array.elems.len().clamp(1, 4),
                _ => 1,
            };
            let extents = vec![Index::constant(i64::from(i32::MAX)); rank];
            return Some(self.local_block(name, Type::Verbatim(quote::quote!(i32)), extents, false));
        };
        if constructor.ident == "stack" {
            let mut extents = Vec::new();
            let mut inner = ty;
            while let Type::Array(array) = inner {
                extents.push(self.length(&array.len));
                inner = &array.elem;
            }
            if !(1..=4).contains(&extents.len()) {
                self.report.error(ty, messages::rank_limit(&name.to_string(), extents.len()));
                extents = vec![Index::constant(1)];
            }
            let elem = self.element_type(&name.to_string(), inner);
            return Some(self.local_block(name, elem, extents, false));
        }
        let extents: Vec<Index> = match call.args.first() {
            Some(Expr::Array(array)) if (1..=4).contains(&array.elems.len()) => {
                array.elems.iter().map(|e| self.index(e)).collect()
            }
            other => {
                let rank = match other {
                    Some(Expr::Array(array)) => array.elems.len(),
                    _ => 0,
                };
                self.report.error(&call.args, messages::rank_limit(&name.to_string(), rank));
                vec![Index::constant(1)]
            }
        };
        let elem = self.element_type(&name.to_string(), ty);
        Some(self.local_block(name, elem, extents, true))
    }

    fn local_block(&mut self, name: &Ident, elem: Type, extents: Vec<Index>, heap: bool) -> Id {
        let rank = extents.len();
        extents.iter().for_each(|extent| self.keep(extent));
        let origin = vec![Index::constant(0); rank];
        self.view(
            name.clone(),
            name.span(),
            Def::Block { elem: Box::new(elem), extents, heap, origin },
            rank,
            true,
        )
    }
}
