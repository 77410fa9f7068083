//! Names in the output. The user's names survive; what is added to them begins with them. Names that the macro makes
//! are hygienic, so that they neither see nor hide those of the user.

use proc_macro2::{Ident, Span};
use quote::format_ident;

use super::Emitter;
use crate::analyse::BaseKind;
use crate::ir::{Id, Index};

/// `ident` where no code of the user can reach it.
pub fn hygienic(ident: &Ident) -> Ident {
    Ident::new(&ident.to_string(), Span::mixed_site().located_at(ident.span()))
}

impl Emitter<'_> {
    /// What the carrier of a base is called.
    pub fn carrier_name(&self, base: Id) -> Ident {
        hygienic(&self.analysis.tensors.bases[base].name)
    }

    /// What the pointer of a base is called.
    pub fn pointer_name(&self, base: Id) -> Ident {
        let name = self.carrier_name(base);
        format_ident!("{name}_at")
    }

    /// The stride of a base along an axis: a number, or a name.
    pub fn stride(&self, base: Id, axis: usize) -> Stride {
        let BaseKind::Block(view) = self.analysis.tensors.bases[base].kind else {
            let name = self.carrier_name(base);
            return Stride::Named(format_ident!("{name}_{axis}"));
        };
        let extent = &self.analysis.tensors.views[view].extent;
        let mut size = Index::constant(1);
        for e in &extent[axis + 1..] {
            size = Index::op(crate::ir::Op::Mul, vec![size, e.clone()]);
        }
        match size.as_constant() {
            Some(size) => Stride::Constant(size),
            None => {
                let name = self.carrier_name(base);
                Stride::Named(format_ident!("{name}_{axis}"))
            }
        }
    }

    /// What a loop variable is called where it is an `isize`.
    pub fn var_name(&self, var: Id) -> Ident {
        let v = &self.kernel.vars[var];
        let name = hygienic(&v.name);
        if v.staged { name } else { format_ident!("{name}_at") }
    }

    /// What a scalar parameter is called where it is an `isize`.
    pub fn scalar_name(&self, param: &Ident) -> Ident {
        let name = hygienic(param);
        format_ident!("{name}_at")
    }
}

/// A distance in memory.
pub enum Stride {
    /// Known to the macro.
    Constant(i64),
    /// Known to the type, or at run time.
    Named(Ident),
}
