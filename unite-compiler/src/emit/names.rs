//! Names in the output. The user's names survive; what is added to them begins with them. Names that the macro makes
//! are hygienic, so that they neither see nor hide those of the user, and no two that could be meant at one place are
//! the same: what the user hides by a second `let` of one name keeps a name of its own.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;

use super::Emitter;
use crate::analyse::{Analysis, BaseKind};
use crate::ir::{Id, Kernel};

/// `ident` where no code of the user can reach it.
fn hygienic(ident: &Ident) -> Ident {
    let span = Span::mixed_site().located_at(ident.span());
    if *ident == ident.unraw() {
        Ident::new(&ident.to_string(), span)
    } else {
        format_ident!("raw_{}", ident, span = span)
    }
}

/// What everything is called.
pub struct Names {
    bases: Vec<Ident>,
    vars: Vec<Ident>,
    values: Vec<Ident>,
    scalars: Vec<Ident>,
    taken: Vec<(String, Id)>,
}

impl Names {
    /// Names for the entries of a kernel.
    pub fn new(kernel: &Kernel, analysis: &Analysis) -> Self {
        let mut names = Names {
            bases: Vec::new(),
            vars: Vec::new(),
            values: Vec::new(),
            scalars: Vec::new(),
            taken: Vec::new(),
        };
        // Parameters come first, and keep their names.
        let bases = &analysis.tensors.bases;
        names.bases = bases.iter().map(|b| hygienic(&b.name)).collect();
        for params in [true, false] {
            for (id, base) in bases.iter().enumerate() {
                let scope = match base.kind {
                    BaseKind::Param(_) | BaseKind::Seen { entry: true, .. } => 0,
                    BaseKind::Block(view) => kernel.views[view].scope,
                    BaseKind::Seen { of, .. } => kernel.views[of].scope,
                };
                if matches!(base.kind, BaseKind::Param(_)) == params {
                    let mut parts: Vec<String> = (0..base.rank).map(|axis| format!("_{axis}")).collect();
                    parts.extend(
                        ["", "_at", "_memory", "_geometry", "_space", "_phase", "_location"]
                            .map(String::from),
                    );
                    names.bases[id] = names.take(kernel, &names.bases[id].clone(), &parts, scope);
                }
            }
        }
        let whole = [String::new()];
        names.scalars = kernel
            .scalars
            .iter()
            .map(|s| match &s.param {
                Some(param) => names.take(kernel, &format_ident!("{}_at", hygienic(param)), &whole, 0),
                None => format_ident!("constant"),
            })
            .collect();
        names.vars = kernel
            .vars
            .iter()
            .map(|v| {
                let name = hygienic(&v.name);
                let name = if v.staged { name } else { format_ident!("{}_at", name) };
                names.take(kernel, &name, &whole, v.scope)
            })
            .collect();
        names.values = kernel
            .values
            .iter()
            .enumerate()
            .map(|(id, v)| {
                let name = match &v.name {
                    Some(name) => format_ident!("{}_at", hygienic(name)),
                    None => format_ident!("value_{}", id, span = Span::mixed_site()),
                };
                names.take(kernel, &name, &whole, v.scope)
            })
            .collect();
        names
    }

    /// A name that begins with `name`, and of which all `parts` are free, where `scope` is.
    fn take(&mut self, kernel: &Kernel, name: &Ident, parts: &[String], scope: Id) -> Ident {
        let within = |mut inner: Id, outer: Id| loop {
            if inner == outer {
                return true;
            }
            match kernel.scopes[inner].parent {
                Some(parent) => inner = parent,
                None => return false,
            }
        };
        let mut free = name.clone();
        for number in 2u32.. {
            let is_taken = parts.iter().any(|part| {
                let text = format!("{free}{part}");
                self.taken.iter().any(|(t, s)| *t == text && (within(*s, scope) || within(scope, *s)))
            });
            if !is_taken {
                break;
            }
            free = format_ident!("{}_{}", name, number);
        }
        self.taken.extend(parts.iter().map(|part| (format!("{free}{part}"), scope)));
        free
    }

    /// A name for use over a few lines, which hides nothing that is used there.
    pub fn fresh(&self, name: &str, span: Span) -> Ident {
        let span = Span::mixed_site().located_at(span);
        let mut free = format_ident!("{}", name, span = span);
        for number in 2u32.. {
            if !self.taken.iter().any(|(t, _)| free == t) {
                break;
            }
            free = format_ident!("{}_{}", name, number, span = span);
        }
        free
    }
}

impl Emitter<'_> {
    /// What the carrier of a base is called.
    pub fn carrier_name(&self, base: Id) -> Ident {
        self.names.bases[base].clone()
    }

    /// What the pointer of a base is called.
    pub fn pointer_name(&self, base: Id) -> Ident {
        let name = self.carrier_name(base);
        format_ident!("{}_at", name)
    }

    /// What is called what a kernel without constants knows of a base.
    pub fn location_name(&self, base: Id) -> Ident {
        let name = self.carrier_name(base);
        format_ident!("{}_location", name)
    }

    /// What the map is called from the indices of a view to those of the tensor that it was made of.
    pub fn map_name(&self, view: Id) -> Ident {
        format_ident!("map_{}", view, span = Span::mixed_site())
    }

    /// What the places of a frame between the points of a base are called.
    pub fn phase_name(&self, base: Id) -> Ident {
        let name = self.carrier_name(base);
        format_ident!("{}_phase", name)
    }

    /// What the value is called that reads outside the block of a view find.
    pub fn outside_name(&self, view: Id) -> Ident {
        format_ident!("outside_{}", view, span = Span::mixed_site())
    }

    /// The stride of a base along an axis: a number, or a name.
    pub fn stride(&self, base: Id, axis: usize) -> Stride {
        match self.site().constant_stride(base, axis) {
            Some(stride) => Stride::Constant(stride),
            None => Stride::Named(format_ident!("{}_{}", self.carrier_name(base), axis)),
        }
    }

    /// What a loop variable is called where it is an `isize`.
    pub fn var_name(&self, var: Id) -> Ident {
        self.names.vars[var].clone()
    }

    /// What a scalar parameter is called where it is an `isize`.
    pub fn scalar_name(&self, scalar: Id) -> Ident {
        self.names.scalars[scalar].clone()
    }

    /// What a value is called where it is an `isize`.
    pub fn value_name(&self, id: Id) -> Ident {
        self.names.values[id].clone()
    }

    /// A name for use over a few lines.
    pub fn fresh(&self, name: &str) -> Ident {
        self.names.fresh(name, Span::mixed_site())
    }
}

/// A distance in memory.
pub enum Stride {
    /// Known to the macro.
    Constant(i64),
    /// Known to the type, or at run time.
    Named(Ident),
}

impl ToTokens for Stride {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Stride::Constant(stride) => Literal::i64_unsuffixed(*stride).to_tokens(tokens),
            Stride::Named(name) => name.to_tokens(tokens),
        }
    }
}
