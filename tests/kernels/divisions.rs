//! Quotients and remainders, by numbers and by elements, where conditions say that nobody divides by zero; at every level.

use super::{at_every_level_and_width, numbers};
use unite::{Block, kernel};

/// By what is zero here and there, in every kind of condition.
#[kernel]
fn guarded(out: &mut Tensor<[[[i32; 6]]]>, a: &Tensor<[[i16]]>, b: &Tensor<[[i16]]>) {
    for [y, x] in a.indices() {
        let (a, b) = (a[[y, x]], b[[y, x]]);
        out[[y, x, 0]] = if b != 0 { a / b } else { 77 };
        out[[y, x, 1]] = if b == 0 { a } else { a % b };
        out[[y, x, 2]] = match b {
            0 => 1,
            -1 | 1 => a,
            _ => 1000 / b,
        };
        out[[y, x, 3]] = if b != 0 && a / b > 3 { 1 } else { 0 };
        out[[y, x, 4]] = if b == 0 || a % b == 0 { 1 } else { 0 };
        let mut mean = a;
        if b > 0 {
            let twice = 2 * a;
            if a > b {
                mean = twice / (a - b);
            } else {
                mean = twice / b;
            }
        }
        out[[y, x, 5]] = mean;
    }
}

/// The only number whose quotient is none is divided by one that only conditions keep apart from it.
#[kernel]
fn least(out: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]]>, b: &Tensor<[[i32]]>) {
    for [y, x] in out.indices() {
        let (a, b) = (a[[y, x]], b[[y, x]]);
        out[[y, x]] = if (-1..=0).contains(&b) { 7 } else { a / b - a % b / 2 };
    }
}

const TEN: i32 = 10;

/// By numbers, with both signs.
#[kernel]
fn by_numbers(out: &mut Tensor<[[[i32; 4]]]>, a: &Tensor<[[i16]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in a.indices() {
        let (a, b) = (a[[y, x]], b[[y, x]]);
        out[[y, x, 0]] = a % 7 + b % 2;
        out[[y, x, 1]] = a % TEN - b % TEN;
        out[[y, x, 2]] = (a - b) % 256;
        out[[y, x, 3]] = (x + b) % 3;
    }
}

fn rows(seed: u32, width: usize, range: [i32; 2]) -> (Block<unite::Dyn<unite::Dyn<i16>>>, Vec<i32>) {
    let numbers = numbers(seed, 3 * width, range);
    let block = Block::from_vec(numbers.iter().map(|number| *number as i16).collect(), [3, width]);
    (block.expect("rows").fixed().expect("rows"), numbers)
}

#[test]
fn nobody_divides_where_conditions_say_so() {
    assert!(guarded::plan().contains("lanes along x"), "{}", guarded::plan());
    at_every_level_and_width(|width| {
        for range in [[-2, 2], [0, 9], [-32_768, 32_767]] {
            let ((a, numbers), (b, divisors)) = (rows(1, width, [-300, 300]), rows(2, width, range));
            let six = Block::<i32>::zeros([3, width, 6]);
            let mut six = six.fixed::<unite::Dyn<unite::Dyn<[i32; 6]>>>().expect("six");
            guarded(&mut six, &a, &b);
            for ((is, a), b) in six.as_slice().chunks(6).zip(numbers).zip(divisors) {
                let expected = [
                    a.checked_div(b).unwrap_or(77),
                    a.checked_rem(b).unwrap_or(a),
                    if b == 0 {
                        1
                    } else if b.abs() == 1 {
                        a
                    } else {
                        1000 / b
                    },
                    i32::from(a.checked_div(b).is_some_and(|quotient| quotient > 3)),
                    i32::from(a.checked_rem(b).is_none_or(|rest| rest == 0)),
                    if b <= 0 {
                        a
                    } else if a > b {
                        2 * a / (a - b)
                    } else {
                        2 * a / b
                    },
                ];
                assert_eq!(is, expected, "{a}, {b}");
            }
        }
    });
}

#[test]
fn the_least_number_is_divided_by_others() {
    assert!(least::plan().contains("lanes along x"), "{}", least::plan());
    at_every_level_and_width(|width| {
        let numbers = [i32::MIN, -7, 0, i32::MAX].repeat(width);
        let divisors: Vec<i32> = [-1, 0, 1, -2, 3, i32::MIN, i32::MAX].repeat(width)[..4 * width].to_vec();
        let of = |numbers: &[i32]| Block::from_vec(numbers.to_vec(), [4, width]).expect("rows");
        let mut out = Block::<i32>::zeros([4, width]);
        least(&mut out, &of(&numbers), &of(&divisors));
        for ((is, a), b) in out.as_slice().iter().zip(numbers).zip(divisors) {
            let expected = if (-1..=0).contains(&b) { 7 } else { a / b - a % b / 2 };
            assert_eq!(*is, expected, "{a}, {b}");
        }
    });
}

#[test]
fn remainders_have_the_sign_of_what_is_divided() {
    assert!(by_numbers::plan().contains("lanes along x"), "{}", by_numbers::plan());
    at_every_level_and_width(|width| {
        let (a, words) = rows(3, width, [-32_768, 32_767]);
        let bytes = numbers(4, 3 * width, [0, 255]);
        let b = Block::from_vec(bytes.iter().map(|byte| *byte as u8).collect(), [3, width]).expect("rows");
        let four = Block::<i32>::zeros([3, width, 4]);
        let mut four = four.fixed::<unite::Dyn<unite::Dyn<[i32; 4]>>>().expect("four");
        by_numbers(&mut four, &a, &b);
        for (k, (a, b)) in words.into_iter().zip(bytes).enumerate() {
            let x = (k % width) as i32;
            let expected = [a % 7 + b % 2, a % 10 - b % 10, (a - b) % 256, (x + b) % 3];
            assert_eq!(four.as_slice()[4 * k..][..4], expected, "{a}, {b}");
        }
    });
}
