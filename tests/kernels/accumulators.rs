//! Sums that have several accumulators, bit for bit as the definition says: term `k` of the last name goes to accumulator `k` modulo
//! their number, and the first half and the second half of them are added until one is left.

use proptest::prelude::*;
use unite::library::Heap;
use unite::stored::{Coo, Csc, Csf, Csr, Dcsr, Least, StoredBlock};
use unite::{Block, Elem, kernel};

#[kernel]
fn dot(a: &Tensor<[f32]>, b: &Tensor<[f32]>) -> f32 {
    #[accumulators(32)]
    let s = sum(|k| a[[k]] * b[[k]]);
    s
}

/// Where a value is needed, and by the fewest.
#[kernel]
fn total_of_two(a: &Tensor<[f64]>) -> f64 {
    #[accumulators(2)]
    sum(|k| a[[k]])
}

/// Two names: the last one says which accumulator.
#[kernel]
fn of_both_axes(a: &Tensor<[[f32]]>) -> f32 {
    #[accumulators(8)]
    let s = sum(|i, j| a[[i, j]] - 1.0);
    s
}

/// The same by columns.
#[kernel]
fn of_columns(a: &Tensor<[[f32]]>) -> f32 {
    #[accumulators(8)]
    let s = sum(|j, i| a[[i, j]] - 1.0);
    s
}

#[kernel]
fn rows(y: &mut Tensor<[f32]>, a: &Tensor<[[f32]]>, x: &Tensor<[f32]>) {
    #[accumulators(16)]
    y[[!i]] += sum(|j| a[[!i, j]] * x[[j]]);
}

/// Several sums of one statement, one of them in a term of another, and a condition.
#[kernel]
fn shares(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]]>) {
    #[accumulators(4)]
    for i in 0..y.extent(0) {
        let all = sum(|j| if a[[i, j]] > 0.5 { a[[i, j]] } else { 0.25 });
        y[[i]] = sum(|j| a[[i, j]] * sum(|k| a[[i, k]] - a[[i, j]])) / all;
    }
}

/// Neighbours by a rule, elements of a few bits, a factor that is an index.
#[kernel]
fn weighted(p: &Tensor<[u8]>) -> f32 {
    let p = p.with_boundary(Boundary::Mirror);
    #[accumulators(16)]
    let s = sum(|k| (p[[k - 2]] + p[[k]]) as f32 * 0.1 * k as f32);
    s
}

/// Every second element of a part, and constant extents.
#[kernel]
fn of_parts(a: &Tensor<[f32; 100]>, b: &Tensor<[[f32; 3]; 70]>) -> f32 {
    let a = a[[(5..95).step_by(2)]];
    #[accumulators(16)]
    let s = sum(|k| a[[k]]) * sum(|k| b[[k, 1]]);
    s
}

#[kernel]
fn power(a: &Tensor<[f32]>) -> f32 {
    #[accumulators(4)]
    let p = product(|k| a[[k]]);
    p
}

/// Integers, of which all orders are one.
#[kernel]
fn of_integers(a: &Tensor<[u8]>) -> (i32, bool) {
    #[accumulators(64)]
    let s = (sum(|k| a[[k]] * 3), any(|k| a[[k]] == 77));
    s
}

/// Extremes have some unasked.
#[kernel]
fn extremes(a: &Tensor<[[f32]]>, y: &mut Tensor<[[f32]]>) {
    y[[!i, 0]] = max(|j| a[[!i, j]]);
    y[[!i, 1]] = min(|j| a[[!i, j]] - 1.0);
}

/// A row of numbers less their largest, as the first step of what becomes shares.
#[kernel]
fn less_the_largest(a: &mut Tensor<[[f64]]>) {
    for i in 0..a.extent(0) {
        let row = a[[i, ..]];
        let most = max(|j| row[[j]]);
        row[[!j]] = row[[!j]] - most;
    }
}

/// Rows of what is stored: terms are counted from where a row begins.
#[kernel]
fn stored_rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    #[accumulators(4)]
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// On top of what is there, and over two axes, of which the last one says which accumulator.
#[kernel]
fn stored_planes(y: &mut Tensor<[f32]>, a: &Tensor<[[[f32]]], _>) {
    #[accumulators(8)]
    y[[!i]] += sum(|j, k| a[[!i, j, k]] - a[[!i, j, k]] * 0.3);
}

/// Extremes and integers, of which all orders are one.
#[kernel]
fn stored_extremes(
    y: &mut Tensor<[f64]>,
    n: &mut Tensor<[i32]>,
    a: &Tensor<[[f64]], _>,
    b: &Tensor<[[u8]], _>,
) {
    #[accumulators(2)]
    y[[!i]] = max(|j| a[[!i, j]]);
    #[accumulators(16)]
    n[[!i]] = count(|j| b[[!i, j]] > 3);
}

/// What so many accumulators of rows of terms come to.
fn by_definition<T: Copy>(
    count: usize,
    nothing: T,
    rows: impl IntoIterator<Item = Vec<T>>,
    fold: impl Fn(T, T) -> T,
) -> T {
    let mut accumulators = vec![nothing; count];
    for row in rows {
        for (k, term) in row.into_iter().enumerate() {
            accumulators[k % count] = fold(accumulators[k % count], term);
        }
    }
    while accumulators.len() > 1 {
        let second = accumulators.split_off(accumulators.len() / 2);
        accumulators.iter_mut().zip(second).for_each(|(a, b)| *a = fold(*a, b));
    }
    accumulators[0]
}

fn vector<T: Elem>(values: &[T]) -> Heap<T, 1> {
    Block::from_vec(values.to_vec(), [values.len()]).unwrap()
}

fn matrix<T: Elem>(values: &[T], extents: [usize; 2]) -> Heap<T, 2> {
    Block::from_vec(values.to_vec(), extents).unwrap()
}

/// Numbers whose sums differ by their order.
fn numbers(count: usize) -> impl Strategy<Value = Vec<f32>> {
    let one = prop_oneof![4 => -100.0f32..100.0, 1 => -1e8f32..1e8, 1 => Just(-0.0f32), 1 => Just(1e-30f32)];
    prop::collection::vec(one, count)
}

fn bits(values: &Heap<f64, 1>) -> Vec<u64> {
    values.as_slice().iter().map(|value| value.to_bits()).collect()
}

fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value) * 1.1).collect()
}

proptest! {
    #[test]
    fn of_one_row((a, b) in (1usize..300).prop_flat_map(|n| (numbers(n), numbers(n)))) {
        let (x, y) = (vector(&a), vector(&b));
        let terms: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a * b).collect();
        let expected = by_definition(32, 0.0, [terms], |a, b| a + b);
        let doubles = wide(&a);
        let of_two = by_definition(2, 0.0, [doubles.clone()], |a, b| a + b);
        let product = by_definition(4, 1.0, [a.clone()], |a, b| a * b);
        super::at_every_level(|| {
            assert_eq!(dot(&x, &y).to_bits(), expected.to_bits());
            assert_eq!(total_of_two(&vector(&doubles)).to_bits(), of_two.to_bits());
            let found = power(&x);
            assert!(found.to_bits() == product.to_bits() || found.is_nan() && product.is_nan());
        });
    }

    #[test]
    fn of_many_rows(
        (h, w, a) in (1usize..12, 1usize..90).prop_flat_map(|(h, w)| (Just(h), Just(w), numbers(h * w))),
        x in numbers(90),
    ) {
        let block = matrix(&a, [h, w]);
        let rows_of = |by: &dyn Fn(usize, usize) -> f32| -> Vec<Vec<f32>> {
            (0..h).map(|i| (0..w).map(|j| by(i, j)).collect()).collect()
        };
        let both = by_definition(8, 0.0, rows_of(&|i, j| a[i * w + j] - 1.0), |a, b| a + b);
        let turned = (0..w).map(|j| (0..h).map(|i| a[i * w + j] - 1.0).collect());
        let columns = by_definition(8, 0.0, turned, |a, b| a + b);
        let products = rows_of(&|i, j| a[i * w + j] * x[j]);
        let each: Vec<u32> = products
            .into_iter()
            .map(|row| (2.5 + by_definition(16, 0.0f32, [row], |a, b| a + b)).to_bits())
            .collect();
        super::at_every_level(|| {
            assert_eq!(of_both_axes(&block).to_bits(), both.to_bits());
            assert_eq!(of_columns(&block).to_bits(), columns.to_bits());
            let mut y = vector(&vec![2.5f32; h]);
            rows(&mut y, &block, &vector(&x[..w]));
            assert_eq!(y.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>(), each);
        });
    }

    #[test]
    fn of_sums_of_sums((h, w, a) in (1usize..4, 1usize..40).prop_flat_map(|(h, w)| (Just(h), Just(w), numbers(h * w)))) {
        let a = wide(&a);
        let add = |a: f64, b: f64| a + b;
        let expected: Vec<u64> = a
            .chunks(w)
            .map(|row| {
                let all: Vec<f64> = row.iter().map(|v| if *v > 0.5 { *v } else { 0.25 }).collect();
                let inner = |v: f64| by_definition(4, 0.0, [row.iter().map(|k| k - v).collect()], add);
                let terms = row.iter().map(|v| v * inner(*v)).collect();
                (by_definition(4, 0.0, [terms], add) / by_definition(4, 0.0, [all], add)).to_bits()
            })
            .collect();
        super::at_every_level(|| {
            let mut y = vector(&vec![0.0f64; h]);
            shares(&mut y, &matrix(&a, [h, w]));
            assert_eq!(y.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>(), expected);
        });
    }

    #[test]
    fn of_bytes(p in prop::collection::vec(any::<u8>(), 3..200)) {
        let last = p.len() as i32 - 1;
        let mirrored = |k: i32| i32::from(p[(if k < 0 { -k } else if k > last { 2 * last - k } else { k }) as usize]);
        let terms = (0..=last).map(|k| (mirrored(k - 2) + mirrored(k)) as f32 * 0.1 * k as f32).collect();
        let expected = by_definition(16, 0.0f32, [terms], |a, b| a + b);
        let integers = (p.iter().map(|p| 3 * i32::from(*p)).sum::<i32>(), p.contains(&77));
        super::at_every_level(|| {
            assert_eq!(weighted(&vector(&p)).to_bits(), expected.to_bits());
            assert_eq!(of_integers(&vector(&p)), integers);
        });
    }

    #[test]
    fn of_constant_extents(a in numbers(100), b in numbers(210)) {
        let add = |a: f32, b: f32| a + b;
        let first = by_definition(16, 0.0, [a[5..95].iter().step_by(2).copied().collect()], add);
        let second = by_definition(16, 0.0, [b.chunks(3).map(|row| row[1]).collect()], add);
        let a: [f32; 100] = a.try_into().unwrap();
        let b: [[f32; 3]; 70] = std::array::from_fn(|i| std::array::from_fn(|j| b[3 * i + j]));
        super::at_every_level(|| {
            assert_eq!(of_parts(&Block::from(a), &Block::from(b)).to_bits(), (first * second).to_bits());
        });
    }

    #[test]
    fn of_stored_rows(
        (h, w, entries) in (1usize..6, 1usize..60)
            .prop_flat_map(|(h, w)| (Just(h), Just(w), prop::collection::vec((0..h, 0..w, -1e6f64..1e6), 0..200))),
        x in prop::collection::vec(-3.0f64..3.0, 60),
    ) {
        let at = entries.iter().map(|(i, j, value)| ([*i, *j], *value));
        let a = StoredBlock::<f64, Csr, 2>::from_entries_with([h, w], at, |_, last| last).unwrap();
        let mut terms = vec![Vec::new(); h];
        a.to_entries().iter().for_each(|([i, j], value)| terms[*i].push(value * x[*j]));
        let add = |a: f64, b: f64| a + b;
        let expected: Vec<u64> =
            terms.iter().map(|row| by_definition(4, 0.0, [row.clone()], add).to_bits()).collect();
        let in_order: Vec<u64> = terms.iter().map(|row| row.iter().fold(0.0, |a, b| add(a, *b)).to_bits()).collect();
        let x = vector(&x[..w]);
        super::at_every_level(|| {
            let mut y = Block::<f64>::zeros([h]);
            stored_rows(&mut y, &a, &x);
            assert_eq!(bits(&y), expected);
            // Where rows may be missing, or do not lie together, terms are added as they come.
            stored_rows(&mut y, &a.to::<Dcsr>().unwrap(), &x);
            assert_eq!(bits(&y), in_order);
            stored_rows(&mut y, &a.to::<Coo>().unwrap(), &x);
            assert_eq!(bits(&y), in_order);
            stored_rows(&mut y, &a.to::<Csc>().unwrap(), &x);
            assert_eq!(bits(&y), in_order);
            let part = a.window([0..h, 0..w]).unwrap();
            stored_rows(&mut y, part, &x);
            assert_eq!(bits(&y), expected);
        });
    }

    #[test]
    fn of_stored_planes(
        (h, entries) in (1usize..4)
            .prop_flat_map(|h| (Just(h), prop::collection::vec((0..h, 0usize..3, 0usize..40, -1e6f32..1e6), 0..200))),
    ) {
        let at = entries.iter().map(|(i, j, k, value)| ([*i, *j, *k], *value));
        let a = StoredBlock::<f32, Csf, 3>::from_entries_with([h, 3, 40], at, |_, last| last).unwrap();
        let mut terms = vec![vec![Vec::new(); 3]; h];
        a.to_entries().iter().for_each(|([i, j, _], value)| terms[*i][*j].push(value - value * 0.3));
        let add = |a: f32, b: f32| a + b;
        let expected: Vec<u32> = terms
            .iter()
            .map(|plane| match plane.iter().all(Vec::is_empty) {
                true => 2.5f32.to_bits(),
                false => (2.5 + by_definition(8, 0.0, plane.clone(), add)).to_bits(),
            })
            .collect();
        super::at_every_level(|| {
            let mut y = vector(&vec![2.5f32; h]);
            stored_planes(&mut y, &a);
            assert_eq!(y.as_slice().iter().map(|y| y.to_bits()).collect::<Vec<_>>(), expected);
        });
    }

    #[test]
    fn of_stored_extremes(entries in prop::collection::vec((0usize..3, 0usize..40, -1e6f64..1e6), 0..99)) {
        let at = |by: &dyn Fn(f64) -> f64| -> Vec<([usize; 2], f64)> {
            entries.iter().map(|(i, j, value)| ([*i, *j], by(*value))).collect()
        };
        let a = StoredBlock::<f64, Csr, 2, Least>::from_entries_with([3, 40], at(&|v| v), f64::max).unwrap();
        let bytes = at(&|v| v.abs() % 9.0).into_iter().map(|(at, value)| (at, value as u8));
        let b = StoredBlock::<u8, Csr, 2>::from_entries_with([3, 40], bytes, u8::max).unwrap();
        let most = |i: usize| a.to_entries().iter().filter(|(at, _)| at[0] == i).map(|(_, v)| *v).fold(f64::NEG_INFINITY, f64::max);
        let many = |i: usize| b.to_entries().iter().filter(|(at, v)| at[0] == i && *v > 3).count() as i32;
        super::at_every_level(|| {
            let (mut y, mut n) = (Block::<f64>::zeros([3]), Block::<i32>::zeros([3]));
            stored_extremes(&mut y, &mut n, &a, &b);
            assert_eq!(y.as_slice(), [most(0), most(1), most(2)]);
            assert_eq!(n.as_slice(), [many(0), many(1), many(2)]);
        });
    }

    /// Of zeros any may be found, and what is no number is passed over.
    #[test]
    fn of_extremes(
        (h, w, mut a) in (1usize..5, 1usize..120).prop_flat_map(|(h, w)| (Just(h), Just(w), numbers(h * w))),
        gaps in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        gaps.iter().for_each(|gap| a[gap.index(h * w)] = f32::NAN);
        let most: Vec<f32> = a
            .chunks(w)
            .flat_map(|row| [
                row.iter().fold(f32::NEG_INFINITY, |most, v| if *v > most { *v } else { most }),
                row.iter().fold(f32::INFINITY, |least, v| if v - 1.0 < least { v - 1.0 } else { least }),
            ])
            .collect();
        let doubles = wide(&a);
        let less: Vec<f64> = doubles
            .chunks(w)
            .flat_map(|row| {
                let most = row.iter().fold(f64::NEG_INFINITY, |most, v| if *v > most { *v } else { most });
                row.iter().map(move |v| v - most)
            })
            .collect();
        super::at_every_level(|| {
            let mut y = Block::<f32>::zeros([h, 2]);
            extremes(&matrix(&a, [h, w]), &mut y);
            assert_eq!(y.as_slice(), &most[..]);
            let mut rows = matrix(&doubles, [h, w]);
            less_the_largest(&mut rows);
            let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
            assert!(rows.as_slice().iter().zip(&less).all(same));
        });
    }
}

/// A sum that stands at the beginning of a block is an operand of what follows it.
#[kernel]
fn at_the_beginning(out: &mut Tensor<[i32]>, a: &Tensor<[[i16]]>) {
    for y in 0..out.extent(0) {
        #[accumulators(8)]
        out[[y]] = if a[[y, 0]] > 3 { a[[y, 0]] - 1 } else { max(|n| a[[y, n]]) & 6 };
    }
}

#[test]
fn a_sum_at_the_beginning_of_a_block() {
    let a = Block::from_vec(vec![4i16, 9, 9, 3, 7, -2, 0, 1, 8], [3, 3]).unwrap();
    let mut out = Block::<i32>::zeros([3]);
    at_the_beginning(&mut out, &a);
    assert_eq!(out.as_slice(), [3, 6, 0]);
}

/// What is decided is said.
#[test]
fn plans() {
    assert_eq!(dot::plan(), "loops over k: no lanes: 32 accumulators, which the compiler keeps in vectors\n");
    let plan = extremes::plan();
    assert_eq!(plan.matches("loops over j: no lanes: 32 accumulators").count(), 2, "{plan}");
    let plan = stored_rows::plan();
    assert!(plan.contains("what `a` stores is walked, summed over j, in 4 accumulators"), "{plan}");
}
