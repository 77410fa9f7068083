//! Ranges against numbers.

use proptest::prelude::*;
use unite_core::staged::lanes::{Range, lane};

/// The bounds of ranges: small ones, powers of two and their neighbours, and what 64 bits hold.
fn bound() -> impl Strategy<Value = i128> {
    prop_oneof![
        4 => -20i128..=20,
        2 => (0u32..40, -2i128..=2, any::<bool>()).prop_map(|(shift, off, is_negative)| {
            let power = (1i128 << shift) + off;
            if is_negative { -power } else { power }
        }),
        1 => any::<i64>().prop_map(i128::from),
    ]
}

fn range() -> impl Strategy<Value = Range> {
    (bound(), bound()).prop_map(|(a, b)| Range::new(a.min(b), a.max(b)))
}

/// A small range, of which all values can be tried.
fn small() -> impl Strategy<Value = Range> {
    (-40i128..=40, 0i128..12).prop_map(|(first, length)| Range::new(first, first + length))
}

fn shifts() -> impl Strategy<Value = Range> {
    (0i128..=31, 0i128..=8).prop_map(|(first, length)| Range::new(first, first + length))
}

/// A value of a range.
fn inside(range: Range, at: u64) -> i128 {
    let length = (range.last - range.first + 1) as u128;
    match at % 4 {
        0 => range.first,
        1 => range.last,
        _ => range.first + (u128::from(at).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C) % length) as i128,
    }
}

fn holds(range: Range, value: i128) -> bool {
    range.first <= value && value <= range.last
}

/// The smallest range of the results of all pairs.
fn of_all(a: Range, b: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
    let mut all: Option<Range> = None;
    for x in a.first..a.last + 1 {
        for y in b.first..b.last + 1 {
            if let Some(result) = f(x, y) {
                let result = Range::exact(result);
                all = Some(all.map_or(result, |all| all.union(result)));
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn results_are_in_the_range(a in range(), b in range(), x: u64, y: u64) {
        let (x, y) = (inside(a, x), inside(b, y));
        prop_assert!(holds(a.plus(b), x + y));
        prop_assert!(holds(a.minus(b), x - y));
        prop_assert!(holds(a.times(b), (x * y).clamp(-(1 << 96), 1 << 96)));
        prop_assert!(holds(a.negated(), -x));
        prop_assert!(holds(a.and(b), x & y));
        prop_assert!(holds(a.or(b), x | y));
        prop_assert!(holds(a.xor(b), x ^ y));
        prop_assert!(holds(a.min(b), x.min(y)));
        prop_assert!(holds(a.max(b), x.max(y)));
        prop_assert!(holds(a.abs(), x.abs()));
        prop_assert!(holds(a.union(b), x) && holds(a.union(b), y));
        if y != 0 {
            prop_assert!(holds(a.divided(b), x / y));
            prop_assert!(holds(a.rem(b), x % y));
        }
        prop_assert_eq!(a.fits(b), b.first <= a.first && a.last <= b.last);
        prop_assert_eq!(a.wrapped(), if a.fits(Range::I32) { a } else { Range::I32 });
        prop_assert_eq!(a.to_string(), format!("{}..={}", a.first, a.last));
    }

    #[test]
    fn shifts_are_in_the_range(a in range(), by in shifts(), x: u64, y: u64) {
        let (x, y) = (inside(a, x), inside(by, y));
        prop_assert!(holds(a.shl(by), (x << y).clamp(-(1 << 96), 1 << 96)));
        prop_assert!(holds(a.shr(by), x >> y));
    }

    #[test]
    fn ranges_are_the_smallest(a in small(), b in small(), c in small()) {
        prop_assert_eq!(Some(a.plus(b)), of_all(a, b, |x, y| Some(x + y)));
        prop_assert_eq!(Some(a.minus(b)), of_all(a, b, |x, y| Some(x - y)));
        prop_assert_eq!(Some(a.times(b)), of_all(a, b, |x, y| Some(x * y)));
        prop_assert_eq!(Some(a.and(b)), of_all(a, b, |x, y| Some(x & y)));
        prop_assert_eq!(Some(a.or(b)), of_all(a, b, |x, y| Some(x | y)));
        prop_assert_eq!(Some(a.xor(b)), of_all(a, b, |x, y| Some(x ^ y)));
        prop_assert_eq!(Some(a.min(b)), of_all(a, b, |x, y| Some(x.min(y))));
        prop_assert_eq!(Some(a.max(b)), of_all(a, b, |x, y| Some(x.max(y))));
        prop_assert_eq!(Some(a.abs()), of_all(a, a, |x, _| Some(x.abs())));
        if let Some(quotients) = of_all(a, b, |x, y| x.checked_div(y)) {
            prop_assert_eq!(a.divided(b), quotients);
            let rests = of_all(a, b, |x, y| x.checked_rem(y)).unwrap();
            prop_assert!(rests.fits(a.rem(b)));
            if b.is_exact() {
                prop_assert_eq!(a.rem(b), rests);
            }
        }
        let by = b.abs();
        prop_assert_eq!(Some(a.shl(by)), of_all(a, by, |x, y| Some(x << y)));
        prop_assert_eq!(Some(a.shr(by)), of_all(a, by, |x, y| Some(x >> y)));
        if b.last <= c.first {
            prop_assert_eq!(Some(a.clamp(b, c)), of_all(a, b, |x, y| of_all(c, c, |z, _| Some(x.max(y).min(z)))
                .map(|range| range.first))
                .and_then(|low| of_all(a, b, |x, y| Some(x.max(y).min(c.last))).map(|high| low.union(high))));
        }
        let sum = a.sum_of(3);
        prop_assert_eq!((sum.first, sum.last), (3 * a.first, 3 * a.last));
    }
}

#[test]
fn lanes_are_the_narrowest() {
    assert_eq!(lane(&[Range::U8, Range::exact(0)]), 8);
    assert_eq!(lane(&[Range::U8, Range::exact(-1)]), 16);
    assert_eq!(lane(&[Range::U8, Range::exact(32768)]), 17);
    assert_eq!(lane(&[Range::U16, Range::exact(-1)]), 32);
    assert_eq!(lane(&[Range::I32.times(Range::I32)]), 32);
    assert_eq!(Range::U8.to_string(), "0..=255");
}

#[test]
fn far_ranges_hold_everything() {
    let far = Range::I32.times(Range::I32).times(Range::I32).times(Range::I32);
    assert!(Range::I32.times(Range::I32).fits(far));
    assert!(!far.minus(far).fits(Range::I32));
    assert!(!far.and(Range::U8).fits(Range::I32));
    assert_eq!(far.minus(far).wrapped(), Range::I32);
}
