//! Storages that are made by appending: any calls give a block that keeps the rules of its format, an error, or a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use unite_stored::{
    AppendFormat, Assembly, Compressed, Coo, Coo3, Csr, Dcsr, Dense, Fault, Format, Interleaved, Leaf,
    LevelAssembly, Permuted, Reversed, Singleton, StorageError, Stored, StoredBlock,
};

/// A call of one of two levels.
#[derive(Clone, Debug)]
enum Call {
    Open(usize),
    Close,
    Complete,
    Skip,
    LeaveOut,
    Push(usize, f64),
    /// All of a row of another matrix, of both of two, or of either.
    Each(usize),
    Some(usize),
    Both(usize),
    Any(usize),
    InnerOpen(usize),
    InnerClose,
    InnerComplete,
    /// All rows of both of two matrices, or of either.
    RowsBoth,
    RowsAny,
    /// Another assembly takes the place of this one, or what lies below one of its coordinates.
    Turn,
    Swap(usize),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        6 => (0usize..5).prop_map(Call::Open),
        6 => Just(Call::Close),
        1 => Just(Call::Complete),
        1 => Just(Call::Skip),
        2 => Just(Call::LeaveOut),
        8 => (0usize..6, 1i32..9).prop_map(|(at, value)| Call::Push(at, f64::from(value))),
        1 => prop_oneof![Just(Call::RowsBoth), Just(Call::RowsAny)],
        3 => (0usize..4).prop_map(Call::Each),
        3 => (0usize..4).prop_map(Call::Some),
        3 => (0usize..4).prop_map(Call::Both),
        3 => (0usize..4).prop_map(Call::Any),
        1 => (0usize..6).prop_map(Call::InnerOpen),
        1 => Just(Call::InnerClose),
        1 => Just(Call::InnerComplete),
        1 => Just(Call::Turn),
        2 => (0usize..4).prop_map(Call::Swap),
    ]
}

/// Rows of two matrices of 4 x 5.
fn rows() -> [StoredBlock<f64, Csr, 2>; 2] {
    let of = |entries: &[[usize; 2]]| {
        StoredBlock::from_entries([4, 5], entries.iter().map(|&index| (index, 1.0))).expect("a matrix")
    };
    [of(&[[0, 1], [0, 4], [2, 0], [2, 1], [2, 2]]), of(&[[0, 0], [0, 1], [1, 3], [2, 2], [2, 4]])]
}

/// A storage without elements, in the memory of one that has some: that has none then, and no extents.
fn within<F: AppendFormat<2>>(extents: [usize; 2]) -> F::Assembly<f64> {
    let [a, _] = rows();
    let (mut arrays, mut values) = a.to::<F>().expect("a matrix").into_parts();
    let memory = F::emptied(&mut arrays, &mut values).expect("what is stored");
    assert_eq!((F::check(&arrays, [0, 0]), values.len()), (Ok(0), 0));
    F::assemble_within(memory, extents, 0.0, 1, F::ORDER)
}

/// Makes the calls, and looks at what comes of it. Beside the assembly is another one, of these extents.
fn made<F>(calls: &[Call], others: [usize; 2])
where
    F: AppendFormat<2>,
    F::Assembly<f64>: LevelAssembly<Below: Leaf<Element = f64>>,
{
    use unite_stored::Fibre;
    let extents = [4, 5];
    let [a, b] = rows();
    let mut block = StoredBlock::<f64, F, 2>::from_entries(extents, [([3, 4], 9.0)]).expect("a matrix");
    let (mut root, mut other) = (within::<F>(extents), F::assemble(others, 0.0, 1));
    let mut row = 0;
    for call in calls {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            // The row that was begun, begun again where a call needs it.
            macro_rules! inner {
                () => {
                    root.open(row)
                };
            }
            match *call {
                Call::Open(at) => {
                    row = at;
                    root.open(at);
                }
                Call::Close => {
                    root.close();
                    row += 1;
                }
                Call::Complete => root.complete(),
                Call::Skip => root.skip(),
                Call::LeaveOut => root.leave_out(),
                Call::Push(at, value) => inner!().push(at, value),
                Call::Each(of) => {
                    let (_, below) = (&a).root().walk().nth(of).expect("a row");
                    inner!().append_each(below, |_, element| element);
                }
                Call::Some(of) => {
                    let (_, below) = (&a).root().walk().nth(of).expect("a row");
                    inner!().append_some(below, |at, element| (at % 2 == of % 2).then_some(element));
                }
                Call::Both(of) | Call::Any(of) => {
                    let (_, first) = (&a).root().walk().nth(of).expect("a row");
                    let (_, second) = (&b).root().walk().nth(of).expect("a row");
                    if matches!(call, Call::Both(_)) {
                        inner!().append_both(first, second, |_, x, y| x + y);
                    } else {
                        inner!().append_any(first, second, |_, x, y| x + y, |_, x| x, |_, y| -y);
                    }
                }
                Call::RowsBoth => root.append_rows_both((&a).root(), (&b).root(), |_, _, x, y| x + y),
                Call::RowsAny => {
                    root.append_rows_any(
                        (&a).root(),
                        (&b).root(),
                        |_, _, x, y| x + y,
                        |_, _, x| x,
                        |_, _, y| -y,
                    );
                }
                Call::InnerOpen(at) => {
                    inner!().open(at);
                }
                Call::InnerClose => inner!().close(),
                Call::InnerComplete => inner!().complete(),
                Call::Turn => std::mem::swap(&mut root, &mut other),
                Call::Swap(at) => std::mem::swap(inner!(), other.open(at)),
            }
        }));
        // A panic leaves what was there.
        drop(outcome);
    }
    let mut replaced = false;
    for root in [root, other] {
        replaced |= block.replace(root).is_ok();
        assert_eq!(F::check(block.arrays(), extents), Ok(block.values().len()));
        assert!(block.to_entries().iter().all(|(index, _)| index[0] < 4 && index[1] < 5));
        assert!(replaced || block.to_entries().last() == Some(&([3, 4], 9.0)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 8 } else { 512 }, ..ProptestConfig::default() })]

    #[test]
    fn any_calls(
        calls in proptest::collection::vec(call(), 0..24),
        others in prop_oneof![Just([4, 5]), Just([4, 9]), Just([9, 5]), Just([2, 10])],
    ) {
        made::<Csr>(&calls, others);
        made::<Csr<u8>>(&calls, others);
        made::<Dcsr>(&calls, others);
        made::<Coo>(&calls, others);
        made::<(Dense, Dense)>(&calls, others);
        made::<(Compressed, Dense)>(&calls, others);
    }
}

#[test]
fn nothing_is_left_of_what_is_taken_out() {
    fn taken<F: AppendFormat<3>>() {
        let entries = [([0, 1, 2], 1.0), ([0, 1, 3], 2.0), ([2, 0, 1], 3.0)];
        let block = StoredBlock::<f64, F, 3>::from_entries([3, 2, 4], entries).expect("a tensor");
        let (before, (mut arrays, mut values)) = (block.clone(), block.into_parts());
        let (taken, of) = F::emptied(&mut arrays, &mut values).expect("what is stored");
        assert_eq!((&taken, &of[..]), (before.arrays(), before.values()), "{}", F::name());
        assert_eq!((F::check(&arrays, [0; 3]), values.len()), (Ok(0), 0), "{}", F::name());
    }
    taken::<(Compressed, Compressed, Compressed)>();
    taken::<(Dense, Compressed, Compressed)>();
    taken::<(Dense, Dense, Compressed)>();
    taken::<(Compressed, Dense, Dense)>();
    taken::<(Dense, Compressed, Dense)>();
    taken::<(Compressed, Compressed<u16, false>, Singleton)>();
    taken::<Coo3>();
    taken::<Permuted<Coo3, Reversed>>();
    taken::<Interleaved>();
    taken::<(Dense, Dense, Dense)>();
    // One parent has its coordinate, whatever is taken.
    let block = StoredBlock::<f64, (Singleton, Dense), 2>::new([5, 2], (vec![4], ()), vec![1.0, 2.0]);
    let (mut arrays, mut values) = block.expect("a matrix").into_parts();
    assert!(<(Singleton, Dense)>::emptied(&mut arrays, &mut values).is_none());
    assert_eq!((arrays.0, values), (vec![4], vec![1.0, 2.0]));
}

#[test]
fn what_was_made_for_other_extents_is_refused() {
    let mut block = StoredBlock::<f64, Csr, 2>::from_entries([4, 5], [([3, 4], 9.0)]).expect("a matrix");
    for (extents, axis, expected, found) in [([4, 900], 1, 5, 900), ([9, 5], 0, 4, 9)] {
        let mut root = Csr::<u32>::assemble(extents, 0.0, 1);
        root.open(0).push(extents[1] - 1, 1.0);
        root.close();
        let fault = Fault::Extent { expected, found };
        let level = if axis == 0 { "Dense" } else { "Compressed" };
        assert_eq!(block.replace(root), Err(StorageError::Level { axis, level, fault }));
        assert_eq!(block.to_entries(), [([3, 4], 9.0)]);
    }
    // Only what lies below a coordinate.
    let (mut root, mut other) =
        (Csr::<u32>::assemble([4, 5], 0.0, 1), Csr::<u32>::assemble([4, 900], 0.0, 1));
    std::mem::swap(root.open(0), other.open(0));
    root.open(0).push(899, 1.0);
    assert!(block.replace(root).is_err());
    assert_eq!(block.to_entries(), [([3, 4], 9.0)]);
}

/// Positions are not looked at one by one: those that do not fit are found at the last one.
#[test]
fn positions_that_do_not_fit_are_found() {
    for (rows, is_made) in [(15, true), (16, false), (17, false), (32, false), (33, false)] {
        let extents = [rows, 17];
        let mut block = StoredBlock::<f64, Csr<u8>, 2>::empty(extents).expect("a matrix");
        let all = (0..rows * 17).map(|at| ([at / 17, at % 17], 1.0));
        let some = StoredBlock::<f64, Csr, 2>::from_entries(extents, all).expect("a matrix");
        let mut root = Csr::<u8>::assemble(extents, 0.0, 0);
        // Those of 16 columns, so that after 16 rows the position is 0 again.
        let seen = StoredBlock::<f64, Csr, 2>::from_entries(
            extents,
            (0..rows * 16).map(|at| ([at / 16, at % 16], 2.0)),
        );
        root.append_rows_both((&some).root(), (&seen.expect("a matrix")).root(), |_, _, x, y| x * y);
        let made = block.replace(root);
        assert_eq!(made.is_ok(), is_made, "{rows}: {made:?}");
        assert_eq!(Csr::<u8>::check(block.arrays(), extents), Ok(block.values().len()));
        assert_eq!(block.values().len(), if is_made { rows * 16 } else { 0 });
    }
}

/// A coordinate that was begun is nothing once its parent is complete, or is left out.
#[test]
fn what_is_left_out_was_not_begun() {
    let mut root = Dcsr::<u32>::assemble([9, 5], 0.0, 1);
    root.open(7).push(0, 1.0);
    root.leave_out();
    root.close();
    root.open(3).push(1, 2.0);
    root.close();
    let mut block = StoredBlock::<f64, Dcsr, 2>::empty([9, 5]).expect("a matrix");
    if block.replace(root).is_ok() {
        assert_eq!(Dcsr::<u32>::check(block.arrays(), [9, 5]), Ok(block.values().len()));
    }
}

#[test]
fn rows_are_appended() {
    let [a, b] = rows();
    let mut root = Dcsr::<u32>::assemble([4, 5], 0.0, 4);
    for of in [0, 2, 3] {
        use unite_stored::Fibre;
        let (_, first) = (&a).root().walk().nth(of).expect("a row");
        let (_, second) = (&b).root().walk().nth(of).expect("a row");
        root.open(of).append_any(first, second, |_, x, y| x + y, |_, x| x, |_, y| -y);
        root.close();
    }
    let mut block = StoredBlock::<f64, Dcsr, 2>::empty([4, 5]).expect("a matrix");
    block.replace(root).expect("a storage");
    let expected = [
        ([0, 0], -1.0),
        ([0, 1], 2.0),
        ([0, 4], 1.0),
        ([2, 0], 1.0),
        ([2, 1], 1.0),
        ([2, 2], 2.0),
        ([2, 4], -1.0),
    ];
    assert_eq!(block.to_entries(), expected);
}

/// All rows of two matrices at once, from formats that have all rows and such as have some, into formats of both kinds; from no room on.
#[test]
fn all_rows_are_appended() {
    let extents = if cfg!(miri) { [7, 9] } else { [40, 30] };
    let [rows, columns] = extents;
    let matrix = |salt: usize| {
        let all = (0..rows * columns).map(|at| ([at / columns, at % columns], at * 7 % 61 + at * salt % 17));
        let kept = all.filter(|([i, _], number)| i % 5 != 2 && number % 4 == 0);
        StoredBlock::<f64, Csr, 2>::from_entries(extents, kept.map(|(at, number)| (at, number as f64)))
            .expect("a matrix")
    };
    let (a, b) = (matrix(3), matrix(5));
    let elements = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        let (x, y) = (a.to_dense(), b.to_dense());
        // Where it was told to be, too.
        (0..rows * columns).map(|n| f(x[n], y[n]) * (1 + n / columns + 100 * (n % columns)) as f64).collect()
    };
    let at = |i: usize, j: usize| (1 + i + 100 * j) as f64;
    macro_rules! check {
        ($($a:ty, $b:ty => $c:ty;)*) => {$({
            let (a, b) = (a.to::<$a>().expect("a matrix"), b.to::<$b>().expect("a matrix"));
            let mut c = StoredBlock::<f64, $c, 2>::empty(extents).expect("a matrix");
            let mut root = <$c>::assemble(extents, 0.0, 0);
            root.append_rows_any(
                (&a).root(),
                (&b).root(),
                |i, j, x, y| (x - y) * at(i, j),
                |i, j, x| x * at(i, j),
                |i, j, y| -y * at(i, j),
            );
            c.replace(root).expect("a storage");
            assert_eq!(c.to_dense(), elements(&|x, y| x - y));
            assert_eq!(c, StoredBlock::<f64, $c, 2>::from_entries(extents, c.to_entries()).expect("a matrix"));
            let mut root = <$c>::assemble(extents, 0.0, 0);
            root.append_rows_both((&a).root(), (&b).root(), |i, j, x, y| x * y * at(i, j));
            c.replace(root).expect("a storage");
            assert_eq!(c.to_dense(), elements(&|x, y| x * y));
        })*};
    }
    check!(Csr, Csr => Csr; Csr, Dcsr => Csr; Dcsr, Dcsr => Csr; Coo, Csr => Csr; Csr, Csr => Dcsr; Csr, Csr => Coo; Coo, Dcsr => Coo;
        Csr, Csr => (Dense, Dense); (Dense, Dense), Csr => Csr; (Compressed, Dense), Csr => (Compressed, Dense); Csr, Csr => Csr<u16>;);
    // Rows that are there already, or too many of them.
    let refused = |extents: [usize; 2], begun: bool| {
        let mut root = Csr::<u32>::assemble(extents, 0.0, 0);
        if begun {
            root.open(0).push(3, 1.0);
            root.close();
        }
        catch_unwind(AssertUnwindSafe(|| root.append_rows_both((&a).root(), (&b).root(), |_, _, x, _| x)))
            .is_err()
    };
    assert_eq!([refused(extents, false), refused(extents, true)], [false, true]);
    assert_eq!([refused([rows - 1, columns], false), refused([rows, columns - 1], false)], [true, true]);
}
