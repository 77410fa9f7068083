//! Sums of numbers against their values, in integers without bounds.

use proptest::prelude::*;
use unite_core::staged::lanes::{Linear, Range};

/// The numbers of a program.
const NUMBERS: usize = 4;

/// A step of a program: what is computed of results before it, which are meant by their places, modulo their count.
#[derive(Clone, Copy, Debug)]
enum Step {
    Plus(usize, usize),
    Minus(usize, usize),
    Negated(usize),
    Times(usize, i64),
    Product(usize, usize),
    Shl(usize, u32),
    Wrapped(usize),
}

/// What a step gives, given the results before it; nothing, if that is too large.
type Value = Box<dyn Fn(&[i128]) -> Option<i128>>;

fn step() -> impl Strategy<Value = Step> {
    let place = 0usize..64;
    prop_oneof![
        4 => (place.clone(), place.clone()).prop_map(|(a, b)| Step::Plus(a, b)),
        4 => (place.clone(), place.clone()).prop_map(|(a, b)| Step::Minus(a, b)),
        1 => place.clone().prop_map(Step::Negated),
        2 => (place.clone(), -70_000i64..70_000).prop_map(|(a, by)| Step::Times(a, by)),
        1 => (place.clone(), place.clone()).prop_map(|(a, b)| Step::Product(a, b)),
        1 => (place.clone(), 0u32..20).prop_map(|(a, by)| Step::Shl(a, by)),
        1 => place.prop_map(Step::Wrapped),
    ]
}

fn ranges() -> impl Strategy<Value = [Range; NUMBERS]> {
    let range = (-300i128..300, 0i128..600).prop_map(|(first, length)| Range::new(first, first + length));
    proptest::array::uniform4(range)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn values_of_programs_lie_in_their_ranges(
        x in ranges(),
        steps in proptest::collection::vec(step(), 1..24),
        at in proptest::collection::vec(any::<[u64; NUMBERS]>(), 8),
    ) {
        let mut known: Vec<Linear<NUMBERS>> = (0..NUMBERS).map(|k| Linear::number(k, &x)).collect();
        // Ends and values between them.
        let inside = |range: Range, at: u64| match at % 4 {
            0 => range.first,
            1 => range.last,
            _ => range.first + i128::from(at) % (range.last - range.first + 1),
        };
        let mut runs: Vec<Vec<i128>> =
            at.iter().map(|at| (0..NUMBERS).map(|k| inside(x[k], at[k])).collect()).collect();
        for step in steps {
            let place = |k: usize| k % known.len();
            let (next, value): (Linear<NUMBERS>, Value) = match step {
                Step::Plus(a, b) => {
                    let (a, b) = (place(a), place(b));
                    (known[a].plus(known[b], &x), Box::new(move |v| Some(v[a] + v[b])))
                }
                Step::Minus(a, b) => {
                    let (a, b) = (place(a), place(b));
                    (known[a].minus(known[b], &x), Box::new(move |v| Some(v[a] - v[b])))
                }
                Step::Negated(a) => {
                    let a = place(a);
                    (known[a].negated(&x), Box::new(move |v| Some(-v[a])))
                }
                Step::Times(a, by) => {
                    let a = place(a);
                    let by = i128::from(by);
                    let constant = Linear::of(Range::exact(by));
                    (known[a].times(constant, &x), Box::new(move |v| v[a].checked_mul(by)))
                }
                Step::Product(a, b) => {
                    let (a, b) = (place(a), place(b));
                    (known[a].times(known[b], &x), Box::new(move |v| v[a].checked_mul(v[b])))
                }
                Step::Shl(a, by) => {
                    let a = place(a);
                    let amount = Linear::of(Range::exact(by.into()));
                    (known[a].shl(amount, &x), Box::new(move |v| v[a].checked_mul(1 << by)))
                }
                Step::Wrapped(a) => {
                    let a = place(a);
                    (known[a].or_else_all(Range::I32), Box::new(move |v| Some(i128::from(v[a] as i32))))
                }
            };
            // Beyond that a range holds everything, and the numbers are larger than those of any program.
            if next.range().last > 1 << 90 || next.range().first < -(1 << 90) {
                break;
            }
            known.push(next);
            for run in &mut runs {
                let Some(value) = value(run) else { return Ok(()) };
                prop_assert!(
                    next.range().first <= value && value <= next.range().last,
                    "{step:?} gives {value}, which is not in {}", next.range()
                );
                run.push(value);
            }
        }
    }

    #[test]
    fn sums_with_constants_have_the_smallest_range(x in ranges(), by in any::<[i16; NUMBERS]>(), more in any::<i16>()) {
        // In any order of adding and taking away, and with detours that cancel.
        let constant = |value: i16| Linear::<NUMBERS>::of(Range::exact(value.into()));
        let numbers: [Linear<NUMBERS>; NUMBERS] = core::array::from_fn(|k| Linear::number(k, &x));
        let mut sum = constant(more);
        for k in 0..NUMBERS {
            sum = sum.plus(numbers[k].times(constant(by[k]), &x), &x);
            sum = sum.plus(numbers[0], &x);
        }
        for _ in 0..NUMBERS {
            sum = sum.minus(numbers[0], &x);
        }
        let ends = |is_last: bool| -> i128 {
            let term = |k: usize| {
                let ends = [x[k].first * i128::from(by[k]), x[k].last * i128::from(by[k])];
                if is_last { ends[0].max(ends[1]) } else { ends[0].min(ends[1]) }
            };
            (0..NUMBERS).map(term).sum::<i128>() + i128::from(more)
        };
        prop_assert_eq!(sum.range(), Range::new(ends(false), ends(true)));
    }
}
