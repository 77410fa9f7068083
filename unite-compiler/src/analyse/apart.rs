//! Whether accesses in different iterations of a loop nest can meet.

use crate::ir::{Atom, Id, Index};

/// The points that an access stands for along one axis of its base.
pub struct Touched {
    /// The first of them; nothing if that is not known.
    pub first: Option<Index>,
    /// How many they are.
    pub points: i64,
}

impl Touched {
    /// One point on each axis.
    pub fn single(at: &[Index]) -> Vec<Touched> {
        at.iter().map(|index| Touched { first: Some(index.clone()), points: 1 }).collect()
    }
}

/// The factor of a variable in an index; `None` if it stands inside something that is not linear.
pub fn factor(index: &Index, var: Id) -> Option<i64> {
    let mut factor = 0;
    for (atom, c) in &index.terms {
        match atom {
            Atom::Var(v) if *v == var => factor = *c,
            Atom::Op(_, args) if args.iter().any(|a| a.any_atom(|x| *x == Atom::Var(var))) => return None,
            _ => {}
        }
    }
    Some(factor)
}

/// Whether two accesses to one tensor never meet in different iterations of loops over `vars`, each with its number of
/// points if that is a constant.
///
/// Two iterations differ in the value of some variable. A variable is told apart by an axis on which the two accesses
/// meet only where it has the same value in both.
pub fn are_apart(a: &[Touched], b: &[Touched], vars: &[(Id, Option<i64>)]) -> bool {
    told_apart(a, b, vars).is_none_or(|told| told.iter().all(|told| *told))
}

/// Of each variable, whether two accesses to one tensor meet only where it has the same value in both; nothing if they never meet.
pub fn told_apart(a: &[Touched], b: &[Touched], vars: &[(Id, Option<i64>)]) -> Option<Vec<bool>> {
    let factors = |index: &Index| vars.iter().map(|(v, _)| factor(index, *v)).collect::<Option<Vec<_>>>();
    let mut told = vec![false; vars.len()];
    let crossed = crossed(a, b, &factors);
    let axes = a.iter().zip(b).chain(crossed.iter().map(|[x, y]| (x, y)));
    for (x, y) in axes {
        let (Some(first), Some(second)) = (&x.first, &y.first) else { continue };
        let (Some(by), Some(same)) = (factors(first), factors(second)) else { continue };
        let Some(distance) = second.clone().plus(first, -1).as_constant().filter(|_| by == same) else {
            continue;
        };
        let meet = |moved: i64| -y.points < moved && moved < x.points;
        let along: Vec<usize> = (0..vars.len()).filter(|k| by[*k] != 0).collect();
        match along[..] {
            [] if !meet(distance) => return None,
            [] => {}
            [k] => {
                // How many iterations apart the accesses meet: from `least` to `most`.
                let (step, reach) = (by[k].abs(), vars[k].1.map_or(i64::MAX, |points| points - 1));
                let least = (-y.points - distance).div_euclid(step) + 1;
                let most = (x.points - distance - 1).div_euclid(step);
                let (least, most) = (least.max(-reach), most.min(reach));
                if least > most {
                    return None;
                }
                told[k] |= least == 0 && most == 0;
            }
            // Several variables on one axis: apart if each steps over all that the others reach.
            _ if distance != 0 => {}
            _ => {
                let mut order = along.clone();
                order.sort_by_key(|k| by[*k].abs());
                let mut reach = x.points.max(y.points) - 1;
                let apart = order.iter().all(|k| {
                    let (step, points) = (by[*k].abs(), vars[*k].1);
                    let steps_over = step > reach;
                    reach = points.map_or(i64::MAX / 4, |p| reach.saturating_add(step * (p - 1)));
                    steps_over
                });
                if apart {
                    for k in along {
                        told[k] = true;
                    }
                }
            }
        }
    }
    Some(told)
}

/// Sums of the indices on two axes of which neither tells variables apart by itself: elements that meet have the same sum, as `[[i, j]]` and
/// `[[j, i]]` do, so that they meet where `j` is the same.
fn crossed(a: &[Touched], b: &[Touched], factors: &impl Fn(&Index) -> Option<Vec<i64>>) -> Vec<[Touched; 2]> {
    let differ: Vec<(&Index, &Index)> = a
        .iter()
        .zip(b)
        .filter(|(x, y)| x.points == 1 && y.points == 1)
        .filter_map(|(x, y)| Some((x.first.as_ref()?, y.first.as_ref()?)))
        .filter(|(first, second)| factors(first) != factors(second))
        .collect();
    let sums = differ.iter().enumerate().flat_map(|(k, (first, second))| {
        differ[k + 1..].iter().map(move |(other_first, other_second)| {
            [(*first).clone().plus(other_first, 1), (*second).clone().plus(other_second, 1)]
                .map(|sum| Touched { first: Some(sum), points: 1 })
        })
    });
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(terms: &[(Id, i64)], constant: i64) -> Index {
        Index { terms: terms.iter().map(|(v, c)| (Atom::Var(*v), *c)).collect(), constant }
    }

    /// Every case of one or two variables with small factors, against all pairs of iterations.
    #[test]
    fn as_enumerated() {
        let small = -2i64..=2;
        for (f, g, d, wa, wb) in itertools(small.clone()) {
            let vars = [(0, Some(4)), (1, Some(3))];
            let touched =
                |c: i64, points: i64| vec![Touched { first: Some(index(&nonzero(f, g), c)), points }];
            let claims = are_apart(&touched(0, wa), &touched(d, wb), &vars);
            let all = (0..4).flat_map(|i| (0..3).map(move |j| (i, j)));
            let meets = all.clone().any(|(i, j)| {
                all.clone().any(|(k, l)| {
                    let (p, q) = (f * i + g * j, f * k + g * l + d);
                    (i, j) != (k, l) && p < q + wb && q < p + wa
                })
            });
            assert!(!(claims && meets), "{f} {g} {d} {wa} {wb}");
        }
        // And it does see what is apart.
        let row = |c| Touched::single(&[index(&[(0, 1)], 0), index(&[(1, 2)], c)]);
        assert!(are_apart(&row(0), &row(1), &[(0, None), (1, None)]));
        assert!(are_apart(&row(0), &row(0), &[(0, None), (1, None)]));
        assert!(!are_apart(&row(0), &row(2), &[(0, None), (1, None)]));
    }

    /// The same on two axes, of which each has a variable of the loop, or one outside of it that is the same in both iterations.
    #[test]
    fn crossed_as_enumerated() {
        let small = -1i64..=2;
        let outside = 1;
        let mut seen = 0;
        for (f, g, h, k, d) in itertools(small).into_iter().map(|(f, g, d, wa, wb)| (f, g, wa - 1, wb - 1, d))
        {
            // [f j + i, g j + h i] and [h j + i + d, f j + k i], where `i` is outside.
            let a = [index(&nonzero(f, 1), 0), index(&nonzero(g, h), 0)];
            let b = [index(&nonzero(h, 1), d), index(&nonzero(f, k), 0)];
            let claims = are_apart(&Touched::single(&a), &Touched::single(&b), &[(0, Some(4))]);
            let at = |index: &Index, j: i64| {
                index
                    .evaluate(&|atom| Some(if *atom == Atom::Var(0) { j } else { outside }))
                    .expect("a number")
            };
            let meets = (0..4)
                .flat_map(|j| (0..4).map(move |l| (j, l)))
                .any(|(j, l)| j != l && at(&a[0], j) == at(&b[0], l) && at(&a[1], j) == at(&b[1], l));
            assert!(!(claims && meets), "{f} {g} {h} {k} {d}");
            seen += i64::from(claims && f != h);
        }
        assert!(seen > 0);
        let (a, b) = ([index(&[(1, 1)], 0), index(&[(0, 1)], 0)], [index(&[(0, 1)], 0), index(&[(1, 1)], 0)]);
        assert!(are_apart(&Touched::single(&a), &Touched::single(&b), &[(0, None)]));
        assert!(!are_apart(&Touched::single(&a), &Touched::single(&b), &[(0, None), (1, None)]));
    }

    fn nonzero(f: i64, g: i64) -> Vec<(Id, i64)> {
        [(0, f), (1, g)].into_iter().filter(|(_, c)| *c != 0).collect()
    }

    fn itertools(small: std::ops::RangeInclusive<i64>) -> Vec<(i64, i64, i64, i64, i64)> {
        let mut all = Vec::new();
        for f in small.clone() {
            for g in small.clone() {
                for d in -5..=5 {
                    for wa in 1..=2 {
                        for wb in 1..=2 {
                            all.push((f, g, d, wa, wb));
                        }
                    }
                }
            }
        }
        all
    }
}
