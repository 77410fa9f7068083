//! Elements under conditions on data, whose check stands further out: with what is touched anyway, or before a loop. What is around
//! both may not be what it looks like, and what is asked ahead must not fail where nothing is touched.

use unite::stored::{Compressed, Csr, StoredBlock};
use unite::{Block, Dyn, kernel};

use crate::{block, is_refused, written, written_or_refused};

const FAR: i32 = 100_000_000;

/// Nothing but these elements relies on the condition around both: the mask is touched outside of it, too.
#[kernel]
fn on_both_sides_of_both(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            if n as usize > 10 {
                if set[[i]] > 1 {
                    t[[n]] = 1;
                } else {
                    t[[n]] = 2;
                }
            }
        } else {
            if n as usize > 10 {
                match set[[i]] {
                    0 => t[[n]] = 3,
                    _ => t[[n]] = 4,
                }
            }
        }
    }
}

#[kernel]
fn on_both_sides(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    for i in 0..set.extent(0) {
        if n as usize > 10 {
            if set[[i]] > 0 {
                t[[n]] = 1;
            } else {
                t[[n]] = 2;
            }
        }
    }
}

#[kernel]
fn between_both(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    for i in 0..set.extent(0) {
        if n as usize > 10 {
            t[[n - 1]] = 1;
            t[[n + 1]] = 1;
            if set[[i]] > 0 {
                t[[n]] = 1;
            }
        }
    }
}

#[kernel]
fn around_the_loop(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    if n as usize > 10 {
        for i in 0..set.extent(0) {
            if set[[i]] > 0 {
                t[[n]] = 1;
            } else {
                t[[n]] = 2;
            }
        }
    }
}

/// A condition that elements in a loop rely on.
#[kernel]
fn in_a_loop(t: &mut Tensor<[i32]>, first: i32, n: i32) {
    for x in first..n {
        if (x - 10) as usize >= 5 {
            t[[x - 10]] = 1;
        }
    }
}

#[test]
fn what_is_relied_on() {
    assert_eq!(written(|t| in_a_loop(t, 10, 18)), [5, 6, 7]);
    for first in [9, 3, -FAR] {
        assert!(is_refused(|| in_a_loop(&mut block(40), first, 18)), "{first}");
    }
    assert!(is_refused(|| in_a_loop(&mut block(40), 10, 51)));
}

#[test]
fn what_is_around_is_asked_for() {
    let set = bytes(&[0, 1, 2, 0]);
    type Kernel = fn(&mut Block<Dyn<i32>>, &Block<Dyn<u8>>, i32);
    let kernels: [(Kernel, &[usize]); 4] = [
        (|t, set, n| on_both_sides_of_both(t, set, n), &[12]),
        (|t, set, n| on_both_sides(t, set, n), &[12]),
        (|t, set, n| between_both(t, set, n), &[11, 12, 13]),
        (|t, set, n| around_the_loop(t, set, n), &[12]),
    ];
    for (call, places) in kernels {
        assert_eq!(written(|t| call(t, &set, 12)), places);
        assert_eq!(written(|t| call(t, &set, 5)), [0; 0]);
        for n in [-1, -5, -FAR, 50, FAR] {
            assert!(is_refused(|| call(&mut block(40), &set, n)), "{n}");
        }
    }
}

/// What an index is divided or shifted by need not be right where nothing is touched.
#[kernel]
fn divided(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32, by: i32) {
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[n / by + i]] = 1;
        }
    }
}

#[kernel]
fn shifted(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32, by: i32) {
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[(n >> by) + i]] = 1;
            t[[(n << by) + i]] = 1;
        }
    }
}

#[kernel]
fn multiplied(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, [a, b, c]: [i32; 3]) {
    for i in 0..set.extent(0) {
        for k in 0..4 {
            if set[[i]] > 0 {
                t[[a * b * c + i * a * b + k]] = 1;
            }
        }
    }
}

#[test]
fn what_is_asked_ahead() {
    let (set, none) = (bytes(&[0, 1, 2, 0]), bytes(&[0; 4]));
    assert_eq!(written(|t| divided(t, &set, 5, 1)), [6, 7]);
    assert_eq!(written(|t| divided(t, &none, 5, 0)), [0; 0]);
    assert!(is_refused(|| divided(&mut block(40), &set, 5, 0)));
    assert_eq!(written(|t| shifted(t, &set, 5, 1)), [3, 4, 11, 12]);
    assert_eq!(written(|t| shifted(t, &none, 5, 100)), [0; 0]);
    assert!(is_refused(|| shifted(&mut block(40), &set, 5, 100)));
    assert_eq!(written(|t| multiplied(t, &set, [1, 1, 1])), [2, 3, 4, 5, 6]);
    for far in [[1 << 21, 1 << 21, 1 << 22], [i32::MIN, i32::MIN, 2], [i32::MAX, i32::MAX, 4]] {
        assert_eq!(written(|t| multiplied(t, &none, far)), [0; 0]);
        assert!(is_refused(|| multiplied(&mut block(40), &set, far)), "{far:?}");
    }
}

/// Two values of one name: what is known before the loop is the outer one only.
#[kernel]
fn value_of_before(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, at: &Tensor<[i32]>) {
    let k = at[[0]];
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[k + i]] = 1;
        }
        let k = at[[1]];
        if set[[i]] > 1 {
            t[[k + i]] = 1;
        }
    }
}

#[kernel]
fn changes_under_it(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    let mut k = n;
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[k]] = 1;
            k += FAR;
        }
    }
}

#[kernel]
fn of_an_inner_range(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    for i in 0..set.extent(0) {
        for k in i..i + 3 {
            if set[[i]] > 0 && n > 0 {
                t[[k + n]] = 1;
            }
        }
    }
}

#[kernel]
fn of_a_wrapped_range(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    for i in 0..i32::from(n as u8) {
        if set[[i]] > 0 {
            t[[i]] = 1;
        }
    }
}

#[kernel]
fn block_inside(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: usize) {
    for i in 0..set.extent(0) {
        let b = Block::<i32>::zeros([n]);
        if set[[i]] > 0 {
            b[[i]] = 7;
            t[[i]] = b[[i]];
        }
    }
}

#[kernel]
fn block_of_eight(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: i32) {
    let b = Block::<[i32; 8]>::stack();
    for i in 0..n {
        if set[[i & 3]] > 0 {
            b[[i & 7]] = 7;
            t[[i]] = b[[i & 7]];
        }
    }
}

#[kernel]
fn of_points(t: &mut Tensor<[i32]>, set: &Tensor<[[u8]]>, n: i32) {
    for [y, x] in set.indices() {
        if set[[y, x]] > 0 {
            t[[y * n + x]] = 1;
        }
    }
}

#[test]
fn what_the_loop_changes() {
    let set = bytes(&[0, 1, 2, 0]);
    let at = |a, b| Block::<i32>::from_vec(vec![a, b], [2]).unwrap();
    assert_eq!(written(|t| value_of_before(t, &set, &at(3, 10))), [4, 5, 12]);
    assert_eq!(written(|t| value_of_before(t, &bytes(&[0, 1, 1]), &at(3, FAR))), [4, 5]);
    assert!(is_refused(|| value_of_before(&mut block(40), &set, &at(3, FAR))));
    assert!(is_refused(|| value_of_before(&mut block(40), &set, &at(-FAR, 3))));
    assert_eq!(written(|t| changes_under_it(t, &bytes(&[0, 1]), 3)), [3]);
    assert!(is_refused(|| changes_under_it(&mut block(40), &set, 3)));
    assert_eq!(written(|t| of_an_inner_range(t, &set, 34)), [35, 36, 37, 38]);
    assert_eq!(written(|t| of_an_inner_range(t, &set, -FAR)), [0; 0]);
    assert!(is_refused(|| of_an_inner_range(&mut block(40), &set, 38)));
    assert!(is_refused(|| of_an_inner_range(&mut block(40), &set, FAR)));
    assert_eq!(written(|t| of_a_wrapped_range(t, &set, 256 + 4)), [1, 2]);
    assert!(is_refused(|| of_a_wrapped_range(&mut block(40), &set, 256 + 5)));
    assert_eq!(written(|t| block_inside(t, &set, 3)), [1, 2]);
    assert!(is_refused(|| block_inside(&mut block(40), &set, 2)));
    assert_eq!(written(|t| block_of_eight(t, &set, 8)), [1, 2, 5, 6]);
    assert_eq!(written(|t| block_of_eight(t, &bytes(&[0; 4]), 50)), [0; 0]);
    assert!(is_refused(|| block_of_eight(&mut block(40), &set, 50)));
    let set = Block::<u8>::from_vec(vec![0, 1, 0, 0, 0, 1], [2, 3]).unwrap();
    assert_eq!(written(|t| of_points(t, &set, 10)), [1, 12]);
    assert!(is_refused(|| of_points(&mut block(40), &set, 38)));
    assert!(is_refused(|| of_points(&mut block(40), &set, -3)));
    assert!(written_or_refused(|t| of_points(t, &set, -2)).is_none_or(|places| places == [0, 1]));
}

fn bytes(bytes: &[u8]) -> Block<Dyn<u8>> {
    Block::<u8>::from_vec(bytes.to_vec(), [bytes.len()]).unwrap()
}

// The same in walks over what is stored.

type List = StoredBlock<f64, (Compressed,), 1>;

#[kernel]
fn under_in_a_walk(t: &mut Tensor<[i32]>, a: &Tensor<[f64], _>, u: &Tensor<[i32]>, n: i32) {
    for ([i], v) in a.stored() {
        for k in 0..3 {
            if v > 1.0 {
                t[[i + k]] = u[[i + n * k]];
            }
        }
    }
}

#[kernel]
fn both_in_a_walk(t: &mut Tensor<[i32]>, a: &Tensor<[f64], _>, n: i32) {
    for ([_i], v) in a.stored() {
        if v > 0.0 {
            if n as usize > 10 {
                if v > 1.0 {
                    t[[n]] = 1;
                } else {
                    t[[n]] = 2;
                }
            }
        }
    }
}

/// How long the view is that is written says a number.
#[kernel]
fn into_a_view(t: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>, n: i32) {
    let v = t[[n..]];
    v[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[test]
fn walks() {
    let list = |at: &[(usize, f64)]| List::from_entries([30], at.iter().map(|(at, v)| ([*at], *v))).unwrap();
    let (some, none) = (list(&[(0, 1.0), (3, 2.0), (6, 3.0)]), list(&[(7, 1.0), (29, 0.5)]));
    let ones = |len| Block::<i32>::from_vec(vec![1; len], [len]).unwrap();
    assert_eq!(written(|t| under_in_a_walk(t, &some, &ones(9), 1)), [3, 4, 5, 6, 7, 8]);
    assert_eq!(written(|t| under_in_a_walk(t, &some, &ones(11), 2)), [3, 4, 5, 6, 7, 8]);
    for n in [-2, 3, FAR, -FAR] {
        assert_eq!(written(|t| under_in_a_walk(t, &none, &ones(9), n)), [0; 0]);
        assert!(is_refused(|| under_in_a_walk(&mut block(40), &some, &ones(9), n)), "{n}");
    }
    assert_eq!(written(|t| both_in_a_walk(t, &some, 12)), [12]);
    assert_eq!(written(|t| both_in_a_walk(t, &some, 5)), [0; 0]);
    for n in [-5, -FAR, FAR, 40] {
        assert!(is_refused(|| both_in_a_walk(&mut block(40), &some, n)), "{n}");
    }
    let a = StoredBlock::<f64, Csr, 2>::from_entries([4, 5], [([0, 1], 2.0), ([3, 4], 3.0)]).unwrap();
    let floats = |len| Block::<f64>::from_vec(vec![1.0; len], [len]).unwrap();
    let mut t = floats(6);
    into_a_view(&mut t, &a, &floats(5), 2);
    assert_eq!(t.as_slice(), [1.0, 1.0, 2.0, 0.0, 0.0, 3.0]);
    for n in [-1, 0, 1, 3, FAR, -FAR] {
        assert!(is_refused(|| into_a_view(&mut floats(6), &a, &floats(5), n)), "{n}");
    }
}
