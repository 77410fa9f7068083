//! Expressions of literals, as numbers.

use syn::{BinOp, Expr, Lit, UnOp};

use super::value::Type;

/// The number that an expression of literals is, which `i32` holds.
pub fn literal(expr: &Expr) -> Option<i128> {
    let amount = |by: i128| u32::try_from(by).ok().filter(|by| *by < 31);
    let value = match expr {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) => return i.base10_parse().ok(),
            _ => return None,
        },
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => literal(&u.expr)?.checked_neg()?,
        Expr::Binary(b) => {
            let (left, right) = (plain_literal(&b.left)?, plain_literal(&b.right)?);
            match b.op {
                BinOp::Add(_) => left.checked_add(right)?,
                BinOp::Sub(_) => left.checked_sub(right)?,
                BinOp::Mul(_) => left.checked_mul(right)?,
                BinOp::Shl(_) => left.checked_mul(1 << amount(right)?)?,
                BinOp::Shr(_) => left >> amount(right)?,
                BinOp::BitAnd(_) => left & right,
                BinOp::BitOr(_) => left | right,
                _ => return None,
            }
        }
        _ => return None,
    };
    Type::I32.holds(value).then_some(value)
}

/// The number that `i32::MAX` and the like are, unless the program means something else by them.
pub fn end_of_type(expr: &Expr) -> Option<i128> {
    let Expr::Path(path) = expr else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [ty, end] = &names[..] else { return None };
    let range = Type::named(ty).filter(|ty| *ty != Type::Bool)?.range();
    let value = match end.as_str() {
        "MIN" => range.first,
        "MAX" => range.last,
        _ => return None,
    };
    Type::I32.holds(value).then_some(value)
}

/// A number, where no literal says another type.
fn plain_literal(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) if matches!(i.suffix(), "" | "i32") => i.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(u) => plain_literal(&u.expr).and_then(|_| literal(expr)),
        _ => literal(expr),
    }
}
