//! Calls of other kernels.

use quote::quote;
use syn::{Expr, ExprCall};

use super::Parser;
use super::index::strip_reference;
use crate::ir::{Arg, Call, Hole, Id};
use crate::messages;
use crate::source::Source;

impl Parser<'_> {
    /// A call with tensors among its arguments is a call of a kernel.
    pub(super) fn kernel_call(&mut self, call: &mut ExprCall) -> Option<Expr> {
        let is_passed = |arg: &Expr| self.is_tensor(arg) || self.is_stored(arg);
        if !call.args.iter().any(|arg| is_passed(strip_reference(arg))) {
            return None;
        }
        let path = match &*call.func {
            Expr::Path(path) if path.qself.is_none() => path.path.clone(),
            _ => {
                self.report.error(&call, messages::not_a_kernel_call());
                return Some(Expr::Verbatim(quote!(())));
            }
        };
        // Of a type that is not known yet, any trait has the forms of a kernel.
        if let Some(generic) = path.segments.iter().find(|segment| self.is_generic(&segment.ident)) {
            self.report.error(&generic.ident, messages::generic_called(&generic.ident.to_string()));
            return Some(Expr::Verbatim(quote!(())));
        }
        let span = Source::from(&*call);
        let spans = call.args.iter().map(Source::from).collect();
        let mut args = Vec::new();
        for arg in &mut call.args {
            let inner = strip_reference(arg).clone();
            if self.is_tensor(&inner) {
                let mutable = matches!(arg, Expr::Reference(r) if r.mutability.is_some());
                let view = self.tensor(&inner, None)?;
                if mutable && let Some(base) = self.shared_base(view) {
                    let message = messages::shared_write(&self.name(view), &self.name(base));
                    self.report.error(&inner, message);
                }
                args.push(Arg::Tensor(view));
            } else if self.is_stored(&inner) {
                let of = self.stored_view(&inner, None)?;
                args.push(self.stored_argument(arg, of));
            } else {
                let number = self.try_index(arg);
                self.expression(arg);
                args.push(Arg::Value(Box::new(arg.clone()), number));
            }
        }
        self.kernel.calls.push(Call { path, args, scope: self.scope, span, spans });
        let hole = Hole::Call(self.kernel.calls.len() - 1);
        Some(self.hole(hole))
    }

    /// A stored tensor that is passed on as it is: `a`, `&a`, or `&mut c` of one that is written.
    fn stored_argument(&mut self, arg: &Expr, of: Id) -> Arg {
        let param = self.param_of(of);
        self.kernel.stored[param].is_passed = true;
        let name = self.stored_name(of);
        let stored = &self.kernel.stored[of];
        let (is_mutable, is_upright) = (stored.mutable, stored.is_upright());
        if !is_upright {
            self.report.error(arg, messages::stored_turned(&name));
        }
        let borrow = match arg {
            Expr::Reference(reference) => Some(reference.mutability.is_some()),
            _ => None,
        };
        match (is_mutable, borrow) {
            (true, Some(false)) => self.report.error(arg, messages::stored_output_read(&name)),
            (false, Some(true)) => self.report.error(arg, messages::stored_unwritten(&name)),
            _ => {}
        }
        Arg::Stored(of)
    }
}
