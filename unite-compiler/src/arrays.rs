//! Arrays of the body that are sorted: `let mut w = [a, b, c]; w.sort();`.

use proc_macro2::{Ident, Span};
use syn::{Expr, parse_quote_spanned};

use crate::syntax::path_ident;

/// Whether a method sorts an array of numbers.
pub fn is_sort(method: &str) -> bool {
    matches!(method, "sort" | "sort_unstable")
}

/// The expression that sorts an array: by the method of slices, whatever else has its name. It is where `at` is in the source.
pub fn sort(array: &Ident, at: Span) -> Expr {
    parse_quote_spanned!(at=> <[_]>::sort_unstable(&mut #array))
}

/// The array that an expression sorts, if it is such a one.
pub fn sorted(expr: &Expr) -> Option<&Ident> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    let Some(Expr::Reference(array)) = call.args.first() else { return None };
    function.qself.as_ref()?;
    function.path.segments.last().filter(|method| method.ident == "sort_unstable")?;
    path_ident(&array.expr)
}

/// What sorts `count` numbers: the first of each pair becomes the smaller of the two, the second the greater, in this order. It is Batcher's
/// merge exchange (Knuth, volume 3, 5.2.2, algorithm M).
pub fn network(count: usize) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    let largest = count.next_power_of_two() / 2;
    let mut p = largest;
    while p > 0 {
        let (mut q, mut r, mut distance) = (largest, 0, p);
        loop {
            let compared = (0..count.saturating_sub(distance)).filter(|at| at & p == r);
            pairs.extend(compared.map(|at| [at, at + distance]));
            if q == p {
                break;
            }
            (distance, r) = (q - p, p);
            q /= 2;
        }
        p /= 2;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    /// What sorts all rows of zeros and ones sorts everything.
    #[test]
    fn networks_sort() {
        for count in 0..=14 {
            let network = network(count);
            for bits in 0u32..1 << count {
                let mut row: Vec<bool> = (0..count).map(|k| bits >> k & 1 == 1).collect();
                for &[a, b] in &network {
                    (row[a], row[b]) = (row[a] & row[b], row[a] | row[b]);
                }
                assert!(row.is_sorted(), "{count} of {bits:b}");
            }
        }
    }

    #[test]
    fn what_sorts_is_found() {
        let array: Ident = parse_quote!(w);
        assert_eq!(sorted(&sort(&array, Span::call_site())), Some(&array));
        assert_eq!(sorted(&parse_quote!(w.sort_unstable())), None);
        assert_eq!(sorted(&parse_quote!(sort_unstable(&mut w))), None);
    }
}
