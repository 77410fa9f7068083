//! Methods, closures and the parts of tuples and arrays.

use syn::Expr;
use syn::spanned::Spanned;

use super::facts::Fact;
use super::lower::{Bound, Lowered, Lowering};
use super::refusal::{Refusal, refuse};
use super::value::{Op, Order, Type, ValueId};
use crate::cost::{SMALL_TERM, TRACED};
use crate::parse::tidy;
use crate::syntax::{path_ident, readable};

/// Whether a name is that of a type of numbers.
fn is_number(name: &str) -> bool {
    let bits = name.strip_prefix(['i', 'u', 'f']);
    bits.is_some_and(|bits| bits == "size" || bits.parse::<u8>().is_ok())
}

impl Lowering<'_> {
    pub fn method(&mut self, m: &syn::ExprMethodCall, expr: &Expr) -> Lowered<ValueId> {
        if m.method == "contains"
            && m.args.len() == 1
            && let (Expr::Range(range), Expr::Reference(value)) = (&*m.receiver, &m.args[0])
        {
            return self.contained(range, &value.expr, expr);
        }
        let a = self.number(&m.receiver)?;
        let args = m.args.iter().map(|e| self.number(e)).collect::<Lowered<Vec<_>>>()?;
        let types = args.iter().map(|arg| self.program.nodes[*arg].ty);
        let ty = match m.method.to_string().as_str() {
            "pow" => self.program.nodes[a].ty,
            _ => types.fold(self.program.nodes[a].ty, Type::with),
        };
        if ["min", "max", "clamp"].iter().any(|name| m.method == name) {
            self.may_compare(ty, &[&[a], &args[..]].concat(), expr)?;
        }
        match (m.method.to_string().as_str(), &args[..]) {
            ("min", [b]) => Ok(self.push(Op::Min, vec![a, *b], ty, expr)),
            ("max", [b]) => Ok(self.push(Op::Max, vec![a, *b], ty, expr)),
            ("clamp", [low, high]) => {
                let above = self.push(Op::Max, vec![a, *low], ty, expr);
                Ok(self.push(Op::Min, vec![above, *high], ty, expr))
            }
            ("abs", []) => Ok(self.push(Op::Abs, vec![a], ty, expr)),
            ("wrapping_add", [b]) if ty != Type::U32 => Ok(self.push(Op::WrappingAdd, vec![a, *b], ty, expr)),
            ("wrapping_sub", [b]) if ty != Type::U32 => Ok(self.push(Op::WrappingSub, vec![a, *b], ty, expr)),
            ("wrapping_neg", []) if ty != Type::U32 => Ok(self.push(Op::WrappingNeg, vec![a], ty, expr)),
            ("unsigned_abs", []) if ty == Type::I16 => Ok(self.push(Op::Abs, vec![a], Type::U16, expr)),
            ("abs_diff", [b]) if matches!(ty, Type::U8 | Type::U16) => {
                let difference = self.push(Op::Sub, vec![a, *b], Type::I32, expr);
                Ok(self.push(Op::Abs, vec![difference], ty, expr))
            }
            ("abs_diff", [b]) if matches!(ty, Type::I32 | Type::Any) && self.are_near([a, *b]) => {
                let difference = self.push(Op::Sub, vec![a, *b], Type::I32, expr);
                Ok(self.push(Op::Abs, vec![difference], Type::U32, expr))
            }
            ("pow", [n]) if matches!(self.program.nodes[*n].op, Op::Literal(2)) => {
                Ok(self.push(Op::Mul, vec![a, a], ty, expr))
            }
            ("signum", []) if ty == Type::I32 => {
                let (one, minus) = (
                    self.push(Op::Literal(1), vec![], ty, expr),
                    self.push(Op::Literal(-1), vec![], ty, expr),
                );
                let above = self.push(Op::Max, vec![a, minus], ty, expr);
                Ok(self.push(Op::Min, vec![above, one], ty, expr))
            }
            (name, _) => Err(Refusal::new(
                m.method.span(),
                format!(
                    "`.{name}()` has no form for lanes; there are `min`, `max`, `clamp`, `abs`, `abs_diff`, `signum`, \
                     `wrapping_add`, `wrapping_sub`, `wrapping_neg`"
                ),
            )),
        }
    }

    /// Whether lanes of 32 bits hold the difference of two values whatever they are.
    fn are_near(&self, both: [ValueId; 2]) -> bool {
        both.into_iter().all(|value| self.bits(value, TRACED) <= SMALL_TERM)
    }

    /// `(a..b).contains(&value)`
    fn contained(&mut self, range: &syn::ExprRange, value: &Expr, expr: &Expr) -> Lowered<ValueId> {
        let value = self.number(value)?;
        self.may_compare(self.program.nodes[value].ty, &[value], expr)?;
        let above = match range.limits {
            syn::RangeLimits::HalfOpen(_) => Order::Lt,
            syn::RangeLimits::Closed(_) => Order::Le,
        };
        let ends = [(Order::Ge, &range.start), (above, &range.end)];
        let mut all = None;
        for (order, end) in ends {
            let Some(end) = end else { continue };
            let end = self.number(end)?;
            let is_so = self.push(Op::Compare(order), vec![value, end], Type::Bool, expr);
            all = Some(match all {
                Some(other) => self.push(Op::Both, vec![other, is_so], Type::Bool, expr),
                None => is_so,
            });
        }
        all.ok_or_else(|| refuse(expr, "a range of all numbers"))
    }

    pub fn call(&mut self, c: &syn::ExprCall, expr: &Expr) -> Lowered<Bound> {
        if let Expr::Path(p) = &*c.func {
            let path = tidy(&crate::syntax::type_name(&p.path));
            let converted = path.strip_suffix("::from").and_then(Type::named).filter(|t| *t != Type::Bool);
            if let (Some(ty), 1) = (converted, c.args.len()) {
                let a = self.number(&c.args[0])?;
                return Ok(Bound::Number(self.cast(a, ty, expr)));
            }
            let closure = p.path.get_ident().and_then(|n| {
                let n = n.to_string();
                self.lookup(&n).or_else(|| match self.facts.get(&n, self.seen) {
                    Some((_, Fact::Closure(c))) => Some(Bound::Closure(Box::new(c.clone()))),
                    _ => None,
                })
            });
            if let Some(Bound::Closure(closure)) = closure {
                return self.inlined(&closure, c);
            }
            // What the macro wrote for `a[[i, j]]`.
            if p.path.segments.last().is_some_and(|name| name.ident == "looked_up")
                && path.contains("::staged::")
            {
                return Err(Refusal::new(p.span(), "an element of a stored tensor is looked up".to_string()));
            }
            // A function of a type is none of the user's.
            let of_a_type = p.path.segments.iter().rev().nth(1).is_some_and(|of| {
                let of = of.ident.to_string();
                of.starts_with(char::is_uppercase) || is_number(&of)
            });
            let named = format!("`{path}` cannot be seen into from here; as a closure in the kernel it can");
            return Err(Refusal::new(
                p.span(),
                match of_a_type {
                    true => named,
                    false => format!(
                        "{named}, and as a function under `#[kernel]` that `#[kernel(inline({path}))]` names"
                    ),
                },
            ));
        }
        Err(refuse(expr, "a call"))
    }

    fn inlined(&mut self, closure: &syn::ExprClosure, c: &syn::ExprCall) -> Lowered<Bound> {
        if closure.inputs.len() != c.args.len() || self.depth > 16 {
            return Err(refuse(c, "this call"));
        }
        let args = c.args.iter().map(|a| self.value(a)).collect::<Lowered<Vec<_>>>()?;
        let names = self.names.len();
        for (input, arg) in closure.inputs.iter().zip(args) {
            self.bind(input, arg)?;
        }
        self.depth += 1;
        let result = self.value(&closure.body);
        self.depth -= 1;
        self.names.truncate(names);
        result
    }

    pub fn element(&mut self, i: &syn::ExprIndex) -> Lowered<Bound> {
        if let Some(number) = self.element_of_constant(i)? {
            return Ok(Bound::Number(number));
        }
        let Bound::Group(group) = self.value(&i.expr)? else { return Err(refuse(i, "an index")) };
        let at = self.number_of(i, group.len())?;
        Ok(group[at].clone())
    }

    /// An element of an array of numbers around the loop, or of one that is a constant of the program.
    fn element_of_constant(&mut self, i: &syn::ExprIndex) -> Lowered<Option<ValueId>> {
        let name = path_ident(&i.expr).map(ToString::to_string);
        if name.as_ref().is_some_and(|name| self.lookup(name).is_some()) {
            return Ok(None);
        }
        let known = name.as_deref().and_then(|name| self.facts.get(name, self.seen));
        if let Some((_, Fact::Array(elements))) = known {
            let elements = elements.clone();
            let at = self.number_of(i, elements.len())?;
            return self.number(&elements[at]).map(Some);
        }
        if self.constant(&i.expr).is_none() || !matches!(*i.expr, Expr::Path(_)) {
            return Ok(None);
        }
        if self.is_conditional() {
            // It may stand under this one because the array is shorter, and rustc looks at it in any case.
            return Err(refuse(i, "an element of a constant under a condition"));
        }
        let (array, at) = (&i.expr, self.number_of(i, usize::MAX)?);
        let element = readable(syn::parse_quote!(#array[#at]));
        Ok(Some(self.push(Op::Constant(element), vec![], Type::I32, i)))
    }

    pub fn field(&mut self, f: &syn::ExprField) -> Lowered<Bound> {
        match (self.value(&f.base)?, &f.member) {
            (Bound::Group(group), syn::Member::Unnamed(k)) if (k.index as usize) < group.len() => {
                Ok(group[k.index as usize].clone())
            }
            _ => Err(refuse(f, "a field")),
        }
    }
}
