//! Whether accesses in different iterations are apart by what loops say of their variables.

use super::apart::Touched;
use super::values::{Values, bound};

/// Whether two accesses to one tensor are apart on some axis in any iterations: where variables of the loops are anything between their
/// bounds in each of them, and those `around`, of which the innermost one is the last, the same in both.
pub fn never_meet(a: &[Touched], b: &[Touched], own: &[Values], around: &[Values]) -> bool {
    let apart_on = |x: &Touched, y: &Touched| {
        let of_first = |is_last| bound(own, &[], x.first.as_ref()?, is_last);
        let of_second = |is_last| bound(own, &[], y.first.as_ref()?, is_last);
        // How far the second one is from the first, at least and at most.
        let least = bound(around, &[], &of_second(false)?.plus(&of_first(true)?, -1), false)?;
        let most = bound(around, &[], &of_second(true)?.plus(&of_first(false)?, -1), true)?;
        let (least, most) = (least.as_constant(), most.as_constant());
        let is_past = least.is_some_and(|least| least >= x.points);
        Some(is_past || most.is_some_and(|most| most <= -y.points))
    };
    a.iter().zip(b).any(|(x, y)| apart_on(x, y) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Atom, Id, Index};

    fn index(var: Id, constant: i64) -> Index {
        Index::atom(Atom::Var(var)).offset(constant)
    }

    /// Triangles, against all pairs of iterations: `i` from `k + 1` on, and `j`.
    #[test]
    fn triangles_are_apart() {
        let (k, i, j) = (0, 1, 2);
        let from = |c| index(k, c);
        let end = Index::constant(5);
        let values = |var, first| Values { var, first: vec![first], last: vec![end.clone()] };
        let around = |c| [values(k, Index::constant(0)), values(i, from(c))];
        for (ci, cj) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let own = [values(j, from(cj))];
            for other in [[(i, k), (i, j)], [(k, j), (i, j)], [(k, k), (i, j)], [(j, k), (i, j)]] {
                let at = |[row, column]: [Id; 2]| [row, column].map(|var| index(var, 0));
                let [first, second] = other.map(|(row, column)| Touched::single(&at([row, column])));
                let claims = never_meet(&first, &second, &own, &around(ci));
                let mut meets = false;
                for k in 0..6 {
                    for i in k + ci..6 {
                        for (p, q) in (k + cj..6).flat_map(|p| (k + cj..6).map(move |q| (p, q))) {
                            let is = |var: Id, j: i64| [k, i, j][var];
                            let [(a, b), (c, d)] = other;
                            meets |= (is(a, p), is(b, p)) == (is(c, q), is(d, q));
                        }
                    }
                }
                assert_eq!(claims, !meets, "{other:?} {ci} {cj}");
            }
        }
    }
}
