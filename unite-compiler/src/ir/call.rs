//! Calls of other kernels.

use super::{Id, Index};
use crate::source::Source;

/// A call of another kernel.
pub struct Call {
    /// The function.
    pub path: syn::Path,
    /// The arguments.
    pub args: Vec<Arg>,
    /// Where it stands.
    pub scope: Id,
    /// Where in the source.
    pub span: Source,
    /// Where each argument is in the source.
    pub spans: Vec<Source>,
}

impl Call {
    /// The tensors that it passes, in order.
    pub fn tensors(&self) -> impl Iterator<Item = Id> {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Tensor(view) => Some(*view),
            Arg::Stored(_) | Arg::Value(..) => None,
        })
    }
}

/// An argument of a kernel call.
pub enum Arg {
    /// A tensor.
    Tensor(Id),
    /// A stored tensor, as it is.
    Stored(Id),
    /// Anything else, with holes; and the number that it is, if the macro can follow it.
    Value(Box<syn::Expr>, Option<Index>),
}
