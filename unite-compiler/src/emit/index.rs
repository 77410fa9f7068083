//! Indices as Rust expressions of type `isize`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::Emitter;
use super::checks::Writing;
use crate::analyse::BaseKind;
use crate::ir::{Across, Atom, Getter, Id, Index, Lead, Op};

impl Emitter<'_> {
    /// The value of a resolved index.
    pub fn index(&self, index: &Index) -> TokenStream {
        let index = &undivided(index);
        let mut tokens = TokenStream::new();
        // Terms that are added come first: `y - 1`, not `-1 + y`.
        let (added, taken): (Vec<_>, Vec<_>) = index.terms.iter().partition(|(_, c)| *c > 0);
        for (atom, c) in added {
            let term = self.term(atom, *c);
            tokens = if tokens.is_empty() { term } else { quote!(#tokens + #term) };
        }
        if tokens.is_empty() && (index.constant != 0 || taken.is_empty()) {
            let value = Literal::i64_unsuffixed(index.constant);
            tokens = quote!(#value);
        } else if index.constant > 0 {
            let value = Literal::i64_unsuffixed(index.constant);
            tokens = quote!(#tokens + #value);
        }
        for (atom, c) in &taken {
            let term = self.term(atom, -c);
            tokens = if tokens.is_empty() { quote!(-(#term)) } else { quote!(#tokens - #term) };
        }
        let leads = index.terms.iter().any(|(_, c)| *c > 0) || (!taken.is_empty() && index.constant == 0);
        if index.constant < 0 && leads {
            let value = Literal::u64_unsuffixed(index.constant.unsigned_abs());
            tokens = quote!(#tokens - #value);
        }
        tokens
    }

    /// The same, safe to put beside a multiplication or a method call.
    pub fn factor(&self, index: &Index) -> TokenStream {
        let index = &undivided(index);
        let tokens = self.index(index);
        let single = match (&index.terms[..], index.constant) {
            ([(_, 1)], 0) => true,
            ([], c) => c >= 0,
            _ => false,
        };
        if single { tokens } else { quote!((#tokens)) }
    }

    fn term(&self, atom: &Atom, coefficient: i64) -> TokenStream {
        let atom = self.atom(atom);
        if coefficient == 1 {
            return atom;
        }
        let c = Literal::i64_unsuffixed(coefficient);
        quote!(#c * #atom)
    }

    fn atom(&self, atom: &Atom) -> TokenStream {
        let tokens = self.plain_atom(atom);
        self.checked_atom(atom, tokens)
    }

    fn plain_atom(&self, atom: &Atom) -> TokenStream {
        if let Some(made) = self.hoisted(atom) {
            return made;
        }
        match atom {
            Atom::Var(id) => {
                let name = self.var_name(*id);
                quote!(#name)
            }
            Atom::Group(_) => {
                let name = self.fresh("group");
                quote!(#name)
            }
            Atom::Scalar(id) => {
                let scalar = &self.kernel.scalars[*id];
                match &scalar.param {
                    Some(_) => {
                        let name = self.scalar_name(*id);
                        quote!(#name)
                    }
                    None => {
                        let tokens = &scalar.tokens;
                        quote!((#tokens as ::core::primitive::isize))
                    }
                }
            }
            Atom::Value(id) => {
                let name = self.value_name(*id);
                quote!(#name)
            }
            Atom::Get(getter, view, axis) => self.get(*getter, *view, *axis),
            Atom::Reach(call, tensor, axis, last) => {
                let callee = self.callee(*call);
                let krate = &self.kernel.krate;
                if *last {
                    quote!(#krate::staged::Reach::last(&#callee::FOOTPRINT, #tensor, #axis))
                } else {
                    quote!(#krate::staged::Reach::first(&#callee::FOOTPRINT, #tensor, #axis))
                }
            }
            Atom::Located(call, tensor, axis, last) => {
                let (krate, located) = (&self.kernel.krate, self.located_of(*call));
                let end = if *last { quote!(last) } else { quote!(first) };
                quote!(const { #krate::staged::Reach::located(#located, #tensor).#end[#axis] })
            }
            Atom::Phase(base, axis) => {
                let phase = self.phase_name(*base);
                quote!(#phase[#axis])
            }
            Atom::Edge(base, axis, last) => {
                let carrier = self.carrier_name(*base);
                if *last { quote!((#carrier.hi(#axis) - 1)) } else { quote!(#carrier.lo(#axis)) }
            }
            // Sums and products that overflow are right again where the index is in bounds; nothing else is.
            Atom::Op(op, args)
                if *op != Op::Mul
                    && !self.here.writing.wide
                    && (*op == Op::Shl || args.iter().any(Index::may_overflow)) =>
            {
                let wide = Writing { wide: true, ..self.here.writing };
                let exact = self.writing(wide).operation(*op, args);
                quote!((#exact as ::core::primitive::isize))
            }
            Atom::Op(op, args) => self.operation(*op, args),
            Atom::Overflow => quote!(compile_error!("an index has a number that is too large")),
            // Resolved before emission.
            Atom::Let(_) | Atom::Axis(_) => quote!(compile_error!("an index was not resolved")),
        }
    }

    fn operation(&self, op: Op, args: &[Index]) -> TokenStream {
        // Each operand is written once: they may be deep.
        let a = || self.factor(&args[0]);
        let b = || args.get(1).map(|b| self.factor(b)).unwrap_or_default();
        let between = |sign: TokenStream| {
            let (a, b) = (a(), b());
            quote!((#a #sign #b))
        };
        let shift = args.get(1).and_then(Index::as_constant).filter(|d| *d > 0 && (*d & (*d - 1)) == 0);
        match (op, shift) {
            (Op::FloorDiv, Some(d)) => {
                let (a, by) = (a(), Literal::u32_unsuffixed(d.trailing_zeros()));
                quote!((#a >> #by))
            }
            (Op::FloorDiv, None) => {
                let (a, b) = (a(), b());
                if args[1].as_constant().is_some() {
                    return quote!(#a.div_euclid(#b));
                }
                let krate = &self.kernel.krate;
                let divided = if self.here.writing.wide { quote!(divided_widely) } else { quote!(divided) };
                quote!(#krate::staged::#divided(#a, #b))
            }
            (Op::Mul, _) => between(quote!(*)),
            (Op::Div, _) => between(quote!(/)),
            (Op::Rem, _) => between(quote!(%)),
            (Op::Shr, _) if args[1].as_constant().is_some_and(|by| (0..64).contains(&by)) => {
                between(quote!(>>))
            }
            (Op::Shr | Op::Shl, _) => {
                let (krate, a, b) = (&self.kernel.krate, self.index(&args[0]), self.index(&args[1]));
                let shifted = match (op, self.here.writing.wide) {
                    (Op::Shl, _) => quote!(shifted_left),
                    (_, true) => quote!(shifted_right_widely),
                    _ => quote!(shifted_right),
                };
                quote!(#krate::staged::#shifted(#a, #b))
            }
            (Op::And, _) => between(quote!(&)),
            (Op::Min, _) => self.method(&args[0], quote!(min), &args[1]),
            (Op::Max, _) => self.method(&args[0], quote!(max), &args[1]),
            (Op::Abs, _) => {
                let a = a();
                quote!((#a).abs())
            }
            (Op::Across(across), _) => self.across(across, args),
            (Op::Distance(of, axis), _) => {
                let carrier = self.carrier_name(self.analysis.tensors.views[of].base);
                let (at, krate) = (self.index(&args[0]), &self.kernel.krate);
                if self.here.writing.wide {
                    return quote!((#carrier.distance_to(#axis, #krate::staged::narrow_index(#at)) as ::core::primitive::i128));
                }
                quote!(#carrier.distance_to(#axis, #at))
            }
            (Op::Lead(lead), _) => {
                let (at, first, last) = (self.index(&args[0]), b(), self.index(&args[2]));
                let krate = &self.kernel.krate;
                let led = match (lead, self.here.writing.wide) {
                    (Lead::Clamp, _) => {
                        return quote!(::core::cmp::Ord::min(::core::cmp::Ord::max(#at, #first), #last));
                    }
                    (Lead::Mirror, false) => quote!(mirrored),
                    (Lead::Mirror, true) => quote!(mirrored_widely),
                    (Lead::Reflect, false) => quote!(reflected),
                    (Lead::Reflect, true) => quote!(reflected_widely),
                    (Lead::Wrap, false) => quote!(wrapped),
                    (Lead::Wrap, true) => quote!(wrapped_widely),
                };
                quote!(#krate::staged::#led(#at, #first, #last))
            }
        }
    }

    /// An index of a parameter where another one has these.
    fn across(&self, Across { from, to, axis, last }: Across, at: &[Index]) -> TokenStream {
        let [to, from] = [to, from].map(|view| self.root_of(view));
        let at = at.iter().map(|at| self.index(at));
        let krate = &self.kernel.krate;
        if self.here.writing.wide {
            return quote!((#to.index_at(#from, [#(#krate::staged::narrow_index(#at)),*], #axis, #last) as ::core::primitive::i128));
        }
        quote!(#to.index_at(#from, [#(#at),*], #axis, #last))
    }

    /// A method call on an integer, whose type a literal does not have by itself.
    fn method(&self, this: &Index, method: TokenStream, arg: &Index) -> TokenStream {
        let (this, arg) = (self.index(this), self.index(arg));
        if self.here.writing.wide {
            return quote!(::core::cmp::Ord::#method(#this, #arg));
        }
        // The methods of `Ord` are not for constants, which footprints are.
        let (krate, method) = (&self.kernel.krate, format_ident!("index_{}", method.to_string()));
        quote!(#krate::staged::#method(#this, #arg))
    }

    /// What the program asks of a tensor. It is made sure of that it is an `i32`, so that it need not be made near before.
    pub fn asked_of(&self, index: &Index) -> TokenStream {
        match &index.terms[..] {
            [(Atom::Get(Getter::Origin, view, axis), 1)] if index.constant == 0 => {
                let carrier = self.carrier_of(*view);
                quote!(#carrier.origin(#axis))
            }
            _ => self.exact_index(index),
        }
    }

    /// The carrier that says where a view is.
    fn carrier_of(&self, view: Id) -> Ident {
        let v = &self.analysis.tensors.views[view];
        match self.analysis.tensors.bases[v.base].kind {
            BaseKind::Param(_) => self.carrier_name(v.base),
            _ => self.carrier_name(v.anchor),
        }
    }

    fn get(&self, getter: Getter, view: Id, axis: usize) -> TokenStream {
        let v = &self.analysis.tensors.views[view];
        let base = &self.analysis.tensors.bases[v.base].kind;
        // Names of strides are not made yet where a kernel is checked.
        let early = self.here.writing.checked && !matches!(base, BaseKind::Block(_));
        let krate = &self.kernel.krate;
        if getter == Getter::Stride {
            for (k, data) in v.data.iter().enumerate() {
                if let Some((j, step, _)) = data.along_one_axis()
                    && j == axis
                {
                    let carrier = self.carrier_name(v.base);
                    let stride = match early {
                        true => quote!(#carrier.stride(#k)),
                        false => self.stride(v.base, k).into_token_stream(),
                    };
                    if step.as_constant() == Some(1) {
                        return quote!(#krate::staged::near(#stride));
                    }
                    let by = self.exact_index(&step);
                    return quote!(#krate::staged::near(::core::primitive::isize::saturating_mul(#by, #stride)));
                }
            }
        }
        let carrier = self.carrier_of(view);
        match getter {
            Getter::Extent => quote!(#carrier.extent(#axis)),
            Getter::Origin => quote!(#krate::staged::near(#carrier.origin(#axis))),
            Getter::Step => quote!(#carrier.distance_to(#axis, 1)),
            Getter::Stride => quote!(#krate::staged::near(#carrier.stride(#axis))),
        }
    }
}

/// `(y - 1) >> 2` is as the user wrote it; folded, it is `((y + 3) >> 2) - 1`.
fn undivided(index: &Index) -> Index {
    if let [(Atom::Op(Op::FloorDiv, args), 1)] = &index.terms[..]
        && let Some(divisor) = args[1].as_constant()
        && let Some(inside) = index.constant.checked_mul(divisor)
    {
        let args = vec![args[0].clone().offset(inside), args[1].clone()];
        return Index { terms: vec![(Atom::Op(Op::FloorDiv, args), 1)], constant: 0 };
    }
    index.clone()
}

/// A path without the generic arguments of its last segment, and those arguments.
pub(super) fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    path
}
