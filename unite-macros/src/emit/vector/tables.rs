//! The constants of a program: ranges, and the lanes that follow from them.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::Vector;
use crate::ir::{Atom, Index};
use crate::lanes;
use crate::lanes::value::{Node, Op, Step, Type};

impl Vector<'_, '_> {
    /// The constants of a program: the range of each node, and the type of its lanes.
    pub fn tables(&self) -> TokenStream {
        let (lanes, count) = (self.lanes(), self.program.nodes.len());
        let names: Vec<Ident> =
            (0..count).map(|n| format_ident!("r{}", n, span = Span::mixed_site())).collect();
        let ranges = (0..count).map(|n| {
            let (name, range) = (&names[n], self.range(n, &names));
            quote!(let #name = #range;)
        });
        let keys = (0..count).map(|n| self.key_of(n));
        let (unite_ranges, unite_keys) =
            (format_ident!("UNITE_RANGES_{}", self.number), format_ident!("UNITE_KEYS_{}", self.number));
        quote! {
            const #unite_ranges: [#lanes::Range; #count] = { #(#ranges)* [#(#names),*] };
            const #unite_keys: [u32; #count] = {
                let mut keys = [0; #count];
                #(#keys)*
                keys
            };
        }
    }

    /// Whether all lanes are narrow: the compiler does well with wide ones by itself.
    pub fn narrow(&self) -> TokenStream {
        let krate = &self.emitter.kernel.krate;
        let mut open: Vec<Node> = self
            .program
            .steps
            .iter()
            .map(|s| match s {
                Step::Read(n) | Step::Write(_, n) | Step::Reduce(_, _, n) => *n,
            })
            .collect();
        let mut used: Vec<Node> = Vec::new();
        while let Some(node) = open.pop() {
            let n = &self.program.nodes[node];
            if used.contains(&node) || !n.varying {
                continue;
            }
            used.push(node);
            open.extend(&n.args);
        }
        used.sort_unstable();
        let keys = used.iter().map(|n| self.key_at(*n));
        quote!(const { #krate::staged::lanes::are_narrow(&[#(#keys),*]) })
    }

    /// The range of a node from those of its arguments.
    fn range(&self, node: Node, names: &[Ident]) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let arg = |k: usize| &names[n.args[k]];
        let (constant, ..) = n.ty.constant();
        let constant = format_ident!("{}", constant);
        let ty = quote!(#lanes::Range::#constant);
        let binary = |method: &str| {
            let (method, a, b) = (format_ident!("{}", method), arg(0), arg(1));
            quote!(#a.#method(#b).or_else_all(#ty))
        };
        match &n.op {
            Op::Literal(value) => {
                let value = Literal::i128_unsuffixed(*value);
                quote!(#lanes::Range::exact(#value))
            }
            Op::Constant(tokens) => quote!(#lanes::Range::exact((#tokens) as i128)),
            Op::Uniform(_) => match n.args.first() {
                Some(range) => {
                    let range = &names[*range];
                    quote!(#range.or_else_all(#ty))
                }
                None => ty,
            },
            Op::Index(index) => self.range_of_index(index),
            Op::Read(read) => {
                if let Some(range) = self.content(read) {
                    return range;
                }
                let view = self.emitter.kernel.accesses[read.access].view;
                let elem =
                    lanes::elem_of(self.emitter.kernel, self.emitter.analysis, view).unwrap_or_default();
                let constant = Type::named(&elem).unwrap_or(Type::I32).constant().0;
                let constant = format_ident!("{}", constant);
                quote!(#lanes::Range::#constant)
            }
            Op::Add => binary("plus"),
            Op::Sub => binary("minus"),
            Op::Mul => binary("times"),
            Op::Shl => binary("shl"),
            Op::Shr => binary("shr"),
            Op::And => binary("and"),
            Op::Or => binary("or"),
            Op::Xor => binary("xor"),
            Op::Min => binary("min"),
            Op::Max => binary("max"),
            Op::Neg => {
                let a = arg(0);
                quote!(#a.negated().or_else_all(#ty))
            }
            Op::Abs => {
                let a = arg(0);
                quote!(#a.abs().or_else_all(#ty))
            }
            Op::AbsDiff => {
                let (a, b) = (arg(0), arg(1));
                quote!(#a.minus(#b).abs().or_else_all(#ty))
            }
            Op::Average => {
                let (a, b) = (arg(0), arg(1));
                quote!(#a.plus(#b).plus(#lanes::Range::exact(1)).shr(#lanes::Range::exact(1)).or_else_all(#ty))
            }
            Op::MulHigh => {
                let (a, b) = (arg(0), arg(1));
                quote!(#a.times(#b).shr(#lanes::Range::exact(16)).or_else_all(#ty))
            }
            Op::Cast => {
                let a = arg(0);
                quote!(#a.or_else_all(#ty))
            }
            Op::Compare(_) | Op::Both | Op::Either | Op::Not => quote!(#lanes::Range::new(0, 1)),
            Op::Select => {
                let (a, b) = (arg(1), arg(2));
                quote!(#a.union(#b))
            }
            Op::Growing(trips) => {
                let (start, term) = (arg(0), arg(1));
                let trips = Literal::i64_unsuffixed(*trips);
                quote!(#start.plus(#term.union(#lanes::Range::exact(0)).sum_of(#trips)).or_else_all(#ty))
            }
        }
    }

    fn range_of_index(&self, index: &Index) -> TokenStream {
        let lanes = self.lanes();
        let range = |atom: &Atom| match atom {
            Atom::Var(v) => {
                let v = &self.emitter.kernel.vars[*v];
                Some((
                    self.emitter.resolve(&v.start).as_constant()?,
                    self.emitter.resolve(&v.end).as_constant()? - 1,
                ))
            }
            _ => None,
        };
        let (mut first, mut last) = (i128::from(index.constant), i128::from(index.constant));
        for (atom, c) in &index.terms {
            let Some((a, b)) = range(atom) else { return quote!(#lanes::Range::I32) };
            let (a, b) = (i128::from(a) * i128::from(*c), i128::from(b) * i128::from(*c));
            first += a.min(b);
            last += a.max(b);
        }
        let (first, last) = (Literal::i128_unsuffixed(first), Literal::i128_unsuffixed(last));
        quote!(#lanes::Range::new(#first, #last))
    }

    /// The type of the lanes in which a node is computed.
    fn key_of(&self, node: Node) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let at = Literal::usize_unsuffixed(node);
        let range = |k: Node| self.range_at(k);
        let of = |nodes: &[Node]| {
            let ranges = nodes.iter().map(|k| range(*k));
            quote!(#lanes::lane(&[#(#ranges),*]))
        };
        let key = match &n.op {
            Op::Compare(_) => of(&n.args),
            // A mask has the lanes of what was compared.
            Op::Both | Op::Either | Op::Not => {
                let varying = n.args.iter().find(|a| self.program.nodes[**a].varying).unwrap_or(&n.args[0]);
                let varying = Literal::usize_unsuffixed(*varying);
                quote!(keys[#varying])
            }
            Op::Select => of(&[node, n.args[1], n.args[2]]),
            Op::Shl | Op::Shr => {
                let key = of(&[node, n.args[0]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Mul => {
                let key = of(&[node, n.args[0], n.args[1]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Growing(_) | Op::Uniform(_) => of(&[node]),
            _ => {
                let mut all = vec![node];
                all.extend(&n.args);
                of(&all)
            }
        };
        quote!(keys[#at] = #key;)
    }
}
