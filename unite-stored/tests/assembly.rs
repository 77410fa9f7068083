//! Storages that are made by appending: any calls give a block that keeps the rules of its format, an error, or a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use unite_stored::{
    AppendFormat, Assembly, Compressed, Coo, Csr, Dcsr, Dense, Leaf, LevelAssembly, Stored, StoredBlock,
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
    Both(usize),
    Any(usize),
    InnerOpen(usize),
    InnerClose,
    InnerComplete,
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        6 => (0usize..5).prop_map(Call::Open),
        6 => Just(Call::Close),
        1 => Just(Call::Complete),
        1 => Just(Call::Skip),
        1 => Just(Call::LeaveOut),
        8 => (0usize..6, 1i32..9).prop_map(|(at, value)| Call::Push(at, f64::from(value))),
        3 => (0usize..4).prop_map(Call::Each),
        3 => (0usize..4).prop_map(Call::Both),
        3 => (0usize..4).prop_map(Call::Any),
        1 => (0usize..6).prop_map(Call::InnerOpen),
        1 => Just(Call::InnerClose),
        1 => Just(Call::InnerComplete),
    ]
}

/// Rows of two matrices of 4 x 5.
fn rows() -> [StoredBlock<f64, Csr, 2>; 2] {
    let of = |entries: &[[usize; 2]]| {
        StoredBlock::from_entries([4, 5], entries.iter().map(|&index| (index, 1.0))).expect("a matrix")
    };
    [of(&[[0, 1], [0, 4], [2, 0], [2, 1], [2, 2]]), of(&[[0, 0], [0, 1], [1, 3], [2, 2], [2, 4]])]
}

/// Makes the calls, and looks at what comes of it.
fn made<F>(calls: &[Call])
where
    F: AppendFormat<2>,
    F::Assembly<f64>: LevelAssembly<Below: Leaf<Element = f64>>,
{
    use unite_stored::Fibre;
    let extents = [4, 5];
    let [a, b] = rows();
    let mut block = StoredBlock::<f64, F, 2>::from_entries(extents, [([3, 4], 9.0)]).expect("a matrix");
    let mut root = F::assemble(extents, 0.0, 1);
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
                Call::Both(of) | Call::Any(of) => {
                    let (_, first) = (&a).root().walk().nth(of).expect("a row");
                    let (_, second) = (&b).root().walk().nth(of).expect("a row");
                    if matches!(call, Call::Both(_)) {
                        inner!().append_both(first, second, |_, x, y| x + y);
                    } else {
                        inner!().append_any(first, second, |_, x, y| x + y, |_, x| x, |_, y| -y);
                    }
                }
                Call::InnerOpen(at) => {
                    inner!().open(at);
                }
                Call::InnerClose => inner!().close(),
                Call::InnerComplete => inner!().complete(),
            }
        }));
        // A panic leaves what was there.
        drop(outcome);
    }
    if block.replace(root).is_ok() {
        assert_eq!(F::check(block.arrays(), extents), Ok(block.values().len()));
        assert!(block.to_entries().iter().all(|(index, _)| index[0] < 4 && index[1] < 5));
    } else {
        assert_eq!(block.to_entries().last(), Some(&([3, 4], 9.0)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 8 } else { 512 }, ..ProptestConfig::default() })]

    #[test]
    fn any_calls(calls in proptest::collection::vec(call(), 0..24)) {


        made::<Csr>(&calls);
        made::<Csr<u8>>(&calls);
        made::<Dcsr>(&calls);
        made::<Coo>(&calls);
        made::<(Dense, Dense)>(&calls);
        made::<(Compressed, Dense)>(&calls);

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
