//! The constants of a program: ranges, and the lanes that follow from them.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::{Key, Terms, Vector, below};
use crate::ir::{Atom, Index};
use crate::lanes;
use crate::lanes::value::{Node, Op, Step, Type};

/// Numbers are seen as sums of so many reads at most.
const NUMBERS: usize = 16;

impl Vector<'_, '_> {
    /// The constants of a program: the range of each node, and the type of its lanes.
    pub fn tables(&self) -> TokenStream {
        let (lanes, count) = (self.lanes(), self.program.nodes.len());
        let names: Vec<Ident> =
            (0..count).map(|n| format_ident!("r{}", n, span = Span::mixed_site())).collect();
        let numbers = self.numbers();
        let known = numbers.iter().map(|n| self.range_of_read(*n));
        let ranges = (0..count).map(|n| {
            let (name, range) = (&names[n], self.range(n, &numbers, &names));
            quote!(let #name = #range;)
        });
        let keys = (0..count).map(|n| self.key_of(n));
        let (unite_ranges, unite_keys) =
            (format_ident!("UNITE_RANGES_{}", self.number), format_ident!("UNITE_KEYS_{}", self.number));
        let size = numbers.len();
        quote! {
            const #unite_ranges: [#lanes::Range; #count] = {
                let x: &[#lanes::Range; #size] = &[#(#known),*];
                #(#ranges)*
                [#(#names.range()),*]
            };
            const #unite_keys: [u32; #count] = {
                let mut keys = [0; #count];
                #(#keys)*
                keys
            };
        }
    }

    /// The reads that other numbers are seen as sums of.
    fn numbers(&self) -> Vec<Node> {
        let nodes = &self.program.nodes;
        let read = |n: &Node| matches!(nodes[*n].op, Op::Read(_) | Op::Picked(_));
        (0..nodes.len()).filter(read).take(NUMBERS).collect()
    }

    /// Whether all lanes are narrow, or all sums of products are such as machines compute in pairs: the compiler does well with
    /// other wide lanes by itself.
    pub fn narrow(&self) -> TokenStream {
        let (lanes, (keys, products)) = (self.lanes(), self.keys());
        let nodes = self.program.nodes.iter().enumerate();
        let sums: Vec<TokenStream> = nodes
            .filter_map(|(node, n)| {
                let (key, sum) = (self.key_at(node), n.products.as_ref()?);
                let (operand, coefficients) =
                    (self.constant(&Key::Common(sum.args.clone())), &sum.coefficients);
                Some(quote!(#key == 32 && #lanes::single_pairs(#operand, &[#((#coefficients) as i32),*])))
            })
            .collect();
        let are_pairs = (!sums.is_empty()).then(|| quote!(|| (#(#sums)&&*)));
        quote!(const { #lanes::are_narrow(&[#(#keys),*]) #(&& #products)* #are_pairs })
    }

    /// The bits of the widest lanes.
    pub fn widest(&self) -> TokenStream {
        let (lanes, (keys, _)) = (self.lanes(), self.keys());
        quote!(#lanes::widest(&[#(#keys),*]))
    }

    /// Whether all lanes are narrow that a node needs, and it is a byte.
    pub fn narrow_of(&self, node: Node) -> TokenStream {
        let (lanes, range, keys) = (self.lanes(), self.range_at(node), self.keys_of(node));
        quote!(const { #lanes::are_narrow(&[#(#keys),*]) && #range.fits(#lanes::Range::U8) })
    }

    /// The bits of the widest lanes that a node needs.
    pub fn widest_of(&self, node: Node) -> TokenStream {
        let (lanes, keys) = (self.lanes(), self.keys_of(node));
        quote!(#lanes::widest(&[#(#keys),*]))
    }

    fn keys_of(&self, node: Node) -> Vec<TokenStream> {
        let is_varying = |node: &Node| self.program.nodes[*node].varying;
        let needed = self.program.needed(vec![node], |node, open| {
            open.extend(self.program.nodes[node].args.iter().filter(|n| is_varying(n)));
        });
        (0..needed.len()).filter(|n| needed[*n]).map(|n| self.key_at(n)).collect()
    }

    /// The keys of all lanes, and of products whether there are lanes of 32 bits for them.
    fn keys(&self) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let is_varying = |node: &Node| self.program.nodes[*node].varying;
        let all = self.program.steps.iter().map(|s| match s {
            Step::Read(n) | Step::Write(_, n) | Step::Reduce(_, _, n) => *n,
        });
        let mut products = Vec::new();
        // What is multiplied and added up at once is not there either.
        let summed: Vec<(Node, [Node; 2])> = self
            .program
            .steps
            .iter()
            .filter_map(|s| match s {
                Step::Reduce(_, how, node) => match self.terms(*node, *how) {
                    Some(Terms::Products(factors)) => Some((*node, factors)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let used = self.program.needed(all.filter(is_varying).collect(), |node, open| {
            if let Some((_, factors)) = summed.iter().find(|(product, _)| *product == node) {
                let (is_narrow, key) = (self.are_narrow(*factors), self.key_at(node));
                products.push(quote!((#is_narrow || #key < 32)));
                open.extend(factors.iter().filter(|n| is_varying(n)));
                return;
            }
            if matches!(self.program.nodes[node].op, Op::Divide) {
                let division = self.division(node);
                products.push(quote!(#division.has_reciprocal()));
            }
            match self.shifted(node) {
                // The product is not there, if an instruction gives its upper half.
                Some(shifted) => {
                    let (key, is_narrow) = (self.key_at(shifted.product), shifted.is_narrow);
                    products.push(quote!((#is_narrow || #key < 32)));
                    open.extend(shifted.factors.iter().filter(|n| is_varying(n)));
                }
                None => open.extend(self.program.nodes[node].args.iter().filter(|n| is_varying(n))),
            }
        });
        let is_lanes = |node: &Node| used[*node] && !summed.iter().any(|(product, _)| product == node);
        let keys = (0..used.len()).filter(is_lanes).map(|n| self.key_at(n)).collect();
        (keys, products)
    }

    /// What is known of a node from what is known of its arguments.
    fn range(&self, node: Node, numbers: &[Node], names: &[Ident]) -> TokenStream {
        let lanes = self.lanes();
        let n = &self.program.nodes[node];
        let (constant, ..) = n.ty.constant();
        let constant = format_ident!("{}", constant);
        let ty = quote!(#lanes::Range::#constant);
        let sum = |method: &str| {
            let method = format_ident!("{}", method);
            let (first, others) = (&names[n.args[0]], n.args[1..].iter().map(|a| &names[*a]));
            quote!(#first.#method(#(#others,)* x).or_else_all(#ty))
        };
        let size = numbers.len();
        let of = |range: TokenStream| quote!(#lanes::Linear::<#size>::of(#range));
        let arg = |k: usize| {
            let name = &names[n.args[k]];
            quote!(#name.range())
        };
        let binary = |method: &str| {
            let (method, a, b) = (format_ident!("{}", method), arg(0), arg(1));
            of(quote!(#a.#method(#b).or_else_all(#ty)))
        };
        match &n.op {
            Op::Add => match self.mixed(n.args[0], n.args[1], names) {
                Some(mixed) => {
                    let sum = sum("plus");
                    quote!(#sum.within(#mixed))
                }
                None => sum("plus"),
            },
            Op::AddNeighbours => sum("plus"),
            Op::Sub => sum("minus"),
            Op::Mul => sum("times"),
            Op::Shl => sum("shl"),
            Op::Neg => sum("negated"),
            Op::Cast => {
                let a = &names[n.args[0]];
                quote!(#a.or_else_all(#ty))
            }
            Op::Read(_) => match numbers.iter().position(|number| *number == node) {
                Some(k) => quote!(#lanes::Linear::number(#k, x)),
                None => of(self.range_of_read(node)),
            },
            Op::Picked(_) => match numbers.iter().position(|number| *number == node) {
                Some(k) => quote!(#lanes::Linear::number(#k, x)),
                None => of(quote!(#lanes::Range::U8)),
            },
            Op::Literal(value) => {
                let value = Literal::i128_unsuffixed(*value);
                of(quote!(#lanes::Range::exact(#value)))
            }
            Op::Constant(tokens) => of(quote!(#lanes::Range::exact((#tokens) as i128))),
            Op::Uniform(_) => match n.args.first() {
                Some(_) => {
                    let range = arg(0);
                    of(quote!(#range.or_else_all(#ty)))
                }
                None => of(ty),
            },
            Op::Index(index) => of(self.range_of_index(index)),
            Op::LowBits(_, bits) => {
                let bits = Literal::i64_unsuffixed(*bits);
                of(quote!(#lanes::Range::new(0, #bits)))
            }
            Op::Shr => binary("shr"),
            Op::And => binary("and"),
            Op::Or => binary("or"),
            Op::Xor => binary("xor"),
            Op::Min => binary("min"),
            Op::Max => binary("max"),
            Op::Abs => {
                let a = arg(0);
                of(quote!(#a.abs().or_else_all(#ty)))
            }
            Op::AbsDiff => {
                let (a, b) = (&names[n.args[0]], &names[n.args[1]]);
                of(quote!(#a.minus(#b, x).range().abs().or_else_all(#ty)))
            }
            Op::Average => {
                let (a, b) = (arg(0), arg(1));
                let one = quote!(#lanes::Range::exact(1));
                of(quote!(#a.plus(#b).plus(#one).shr(#one).or_else_all(#ty)))
            }
            Op::Weighted => {
                let (a, b, c) = (arg(0), arg(1), arg(2));
                let two = quote!(#lanes::Range::exact(2));
                of(quote!(#a.plus(#b.times(#two)).plus(#c).plus(#two).shr(#two).or_else_all(#ty)))
            }
            Op::Divide => binary("divided"),
            Op::MulHigh => {
                let (a, b) = (arg(0), arg(1));
                of(quote!(#a.times(#b).shr(#lanes::Range::exact(16)).or_else_all(#ty)))
            }
            Op::AddCapped => {
                let (a, b) = (arg(0), arg(1));
                of(quote!(#a.plus(#b).min(#lanes::Range::exact(0xFFFF)).or_else_all(#ty)))
            }
            Op::Compare(_) | Op::Both | Op::Either | Op::Not => of(quote!(#lanes::Range::new(0, 1))),
            Op::Select => {
                let (a, b) = (arg(1), arg(2));
                of(quote!(#a.union(#b)))
            }
            Op::Between => {
                let (first, last) = (arg(0), arg(1));
                of(quote!(#first.union(#last)))
            }
            Op::Growing(trips) => {
                let (start, term) = (arg(0), arg(1));
                let trips = Literal::i64_unsuffixed(*trips);
                of(quote!(#start.plus(#term.union(#lanes::Range::exact(0)).sum_of(#trips)).or_else_all(#ty)))
            }
        }
    }

    /// The range of a read.
    fn range_of_read(&self, node: Node) -> TokenStream {
        let lanes = self.lanes();
        let read = match &self.program.nodes[node].op {
            Op::Read(read) => read,
            Op::Picked(_) => return quote!(#lanes::Range::U8),
            _ => return quote!(#lanes::Range::I32),
        };
        if let Some(range) = self.content(read) {
            return range;
        }
        let view = self.emitter.kernel.accesses[read.access].view;
        let elem = lanes::elem_of(self.emitter.kernel, self.emitter.analysis, view).unwrap_or_default();
        let constant = Type::named(&elem).unwrap_or(Type::I32).constant().0;
        let constant = format_ident!("{}", constant);
        quote!(#lanes::Range::#constant)
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
            // Upper halves are those of 16 bits.
            Op::Divide => {
                let key = of(&[node, n.args[0]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Shl | Op::Shr => {
                let (key, own) = (of(&[node, n.args[0]]), of(&[node]));
                let upper =
                    self.shifted(node).map(|s| s.is_narrow).map(|narrow| quote!(if #narrow { #own } else));
                quote!(#upper if #key == 8 { 16 } else { #key })
            }
            Op::Cast => of(&[node]),
            // The machine's absolute value of -32768 is right as a number without sign.
            Op::Abs => {
                let (own, all, a) = (of(&[node]), of(&[node, n.args[0]]), range(n.args[0]));
                quote!(if #lanes::are_signed(#a, #a) && #own == 17 { 17 } else { #all })
            }
            Op::Mul => {
                let key = of(&[node, n.args[0], n.args[1]]);
                quote!(if #key == 8 { 16 } else { #key })
            }
            // It is counted before bits are taken away.
            Op::LowBits(index, bits) => {
                let [down, right] = self.factors(index).unwrap_or([0; 2]);
                let last = below(*bits) + down * self.shape[0] + right * self.shape[1];
                let last = Literal::i64_unsuffixed(last);
                let key = quote!(#lanes::lane(&[#lanes::Range::new(0, #last)]));
                quote!(if #key == 8 { 16 } else { #key })
            }
            Op::Min | Op::Max => {
                let all = of(&[node, n.args[0], n.args[1]]);
                match self.written_clamped(node) {
                    Some(inner) => {
                        let range = range(inner);
                        quote!(if #range.fits(#lanes::Range::I16) { 8 } else { #all })
                    }
                    None => all,
                }
            }
            Op::Between | Op::Growing(_) | Op::Uniform(_) => of(&[node]),
            _ => {
                let mut all = vec![node];
                all.extend(&n.args);
                of(&all)
            }
        };
        quote!(keys[#at] = #key;)
    }
}
