//! Rules at edges where nobody looks any more: under conditions on data, in loops of which passes take turns, and in the middle of loops
//! that are lanes. Each element is what the rule says, wherever the loops begin and end.

use unite::{Block, Dyn, kernel};

use crate::{block, is_refused, written};

#[kernel]
fn clamped(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>, k: i32) {
    let u = u.with_boundary(Boundary::Clamp);
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[i]] = u[[i - k]] + u[[i + 1]];
        }
    }
}

#[kernel]
fn mirrored(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>, k: i32) {
    let u = u.with_boundary(Boundary::Mirror);
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[i]] = u[[i - k]] + u[[k * i]];
        }
    }
}

/// The block may have nothing, which a rule leads to.
#[kernel]
fn of_a_block(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, n: usize) {
    let b = Block::<i32>::zeros([n]);
    let c = b.with_boundary(Boundary::Clamp);
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[i]] = c[[i - 1]] + c[[i + 1]] + 1;
        }
    }
}

/// The view may begin and end anywhere; its rule is that of the tensor.
#[kernel]
fn of_a_part(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>, n: i32, m: i32) {
    let u = u[[n..m]].with_boundary(Boundary::Clamp);
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[i]] = u[[i - 1]] + u[[i + 1]];
        }
    }
}

fn rising(len: usize) -> Block<Dyn<i32>> {
    Block::<i32>::from_vec((0..len as i32).map(|x| 3 * x + 1).collect(), [len]).unwrap()
}

fn clamp(i: i64, len: usize) -> usize {
    i.clamp(0, len as i64 - 1) as usize
}

fn mirror(i: i64, len: usize) -> usize {
    let period = 2 * (len as i64 - 1).max(1);
    let i = i.rem_euclid(period);
    if len == 1 { 0 } else { i.min(period - i) as usize }
}

#[test]
fn under_conditions() {
    let set = Block::<u8>::from_vec(vec![0, 1, 0, 1, 1, 0], [6]).unwrap();
    let none = Block::<u8>::from_vec(vec![0; 6], [6]).unwrap();
    let far = [0, 1, 5, -3, i32::MAX, i32::MIN];
    for len in [1, 2, 6] {
        let u = rising(len);
        for k in far {
            let mut t = Block::<i32>::zeros([6]);
            clamped(&mut t, &set, &u, k);
            let value = |at: fn(i64, usize) -> usize, i: i64| u.as_slice()[at(i, len)];
            let is_set = |i: i64| [1, 3, 4].contains(&i);
            let each = |f: &dyn Fn(i64) -> i32| -> Vec<i32> {
                (0..6).map(|i| if is_set(i) { f(i) } else { 0 }).collect()
            };
            let k = i64::from(k);
            assert_eq!(t.as_slice(), each(&|i| value(clamp, i - k) + value(clamp, i + 1)));
            mirrored(&mut t, &set, &u, k as i32);
            assert_eq!(t.as_slice(), each(&|i| value(mirror, i - k) + value(mirror, k * i)));
        }
        for (n, m) in
            [(0, 0), (0, 6), (4, 2), (-3, 2), (i32::MIN, i32::MAX), (i32::MAX, i32::MIN), (100, 103)]
        {
            let mut t = Block::<i32>::zeros([6]);
            of_a_part(&mut t, &set, &u, n, m);
            let at = |i: i64| u.as_slice()[clamp(i64::from(n) + i, len)];
            let expected: Vec<i32> =
                (0..6).map(|i| if [1, 3, 4].contains(&i) { at(i - 1) + at(i + 1) } else { 0 }).collect();
            assert_eq!(t.as_slice(), expected, "{n} {m}");
        }
        assert_eq!(written(|t| of_a_block(t, &set, len)), [1, 3, 4]);
    }
    assert!(is_refused(|| of_a_block(&mut block(6), &set, 0)));
    assert!(is_refused(|| clamped(&mut block(3), &set, &rising(6), 0)));
    assert_eq!(written(|t| of_a_block(t, &none, 1)), [0; 0]);
}

#[kernel]
fn turns_of_indices(t: &mut Tensor<[i32]>, u: &Tensor<[i32]>) {
    let u = u.with_boundary(Boundary::Clamp);
    for [x] in t.indices() {
        if x & 1 == 0 {
            t[[x]] = u[[x - 3]];
        } else {
            t[[x]] = u[[x + 2]];
        }
    }
}

#[kernel]
fn turns_of_a_range(t: &mut Tensor<[i32]>, u: &Tensor<[i32]>, a: i32, b: i32) {
    let u = u.with_boundary(Boundary::Mirror);
    for x in a..b {
        if x & 1 == 0 {
            t[[x]] = u[[x - 3]];
        } else {
            t[[x]] = u[[x + 2]];
        }
    }
}

/// One condition asks of the loop around.
#[kernel]
fn turns_around(t: &mut Tensor<[[i32]]>, u: &Tensor<[[i32]]>, h: i32, w: i32) {
    let u = u.with_boundary(Boundary::Clamp);
    for y in 0..h {
        for x in 0..w {
            if y % 2 == 0 {
                t[[y, x]] = u[[y - 1, x - 3]];
            } else {
                t[[y, x]] = u[[y, x + 2]];
            }
        }
    }
}

#[kernel]
fn turns_around_indices(t: &mut Tensor<[[i32]]>, u: &Tensor<[[i32]]>) {
    let u = u.with_boundary(Boundary::Clamp);
    for [y, x] in t.indices() {
        if (y & 1) == 0 {
            t[[y, x]] = u[[y - 1, x - 3]];
        } else {
            t[[y, x]] = u[[y, x + 2]];
        }
    }
}

#[test]
fn by_turns() {
    for (n, len) in [(1, 1), (2, 7), (3, 1), (8, 2), (17, 7), (17, 30)] {
        let u = rising(len);
        let at = |to: fn(i64, usize) -> usize, x: i64| {
            u.as_slice()[to(if x % 2 == 0 { x - 3 } else { x + 2 }, len)]
        };
        let mut t = rising(n);
        turns_of_indices(&mut t, &u);
        assert_eq!(t.as_slice(), (0..n as i64).map(|x| at(clamp, x)).collect::<Vec<_>>());
        let end = n as i32;
        for (a, b) in [(0, end), (1, end), (end - 1, end), (end, 0), (i32::MAX, i32::MIN)] {
            let mut t = Block::<i32>::zeros([n]);
            turns_of_a_range(&mut t, &u, a, b);
            let value = |x: i64| if (a.into()..b.into()).contains(&x) { at(mirror, x) } else { 0 };
            assert_eq!(t.as_slice(), (0..n as i64).map(value).collect::<Vec<_>>());
        }
        for (a, b) in [(-1, 1), (0, end + 1), (i32::MIN, i32::MAX)] {
            assert!(is_refused(|| turns_of_a_range(&mut rising(n), &u, a, b)), "{a} {b}");
        }
        let u = Block::<i32>::from_vec((0..3 * len as i32).collect(), [3, len]).unwrap();
        let at = |y: i64, x: i64| u.as_slice()[clamp(y, 3) * len + clamp(x, len)];
        let value = |k: usize| {
            let (y, x) = ((k / n) as i64, (k % n) as i64);
            if y % 2 == 0 { at(y - 1, x - 3) } else { at(y, x + 2) }
        };
        let expected: Vec<i32> = (0..5 * n).map(value).collect();
        let mut t = Block::<i32>::zeros([5, n]);
        turns_around(&mut t, &u, 5, end);
        assert_eq!(t.as_slice(), expected);
        let mut t = Block::<i32>::zeros([5, n]);
        turns_around_indices(&mut t, &u);
        assert_eq!(t.as_slice(), expected);
        assert!(is_refused(|| turns_around(&mut t, &u, 6, end)));
        assert!(is_refused(|| turns_around(&mut t, &u, 5, end + 1)));
    }
}

#[kernel]
fn lanes_of_a_range(t: &mut Tensor<[u8]>, u: &Tensor<[u8]>, a: u8, b: u8) {
    let u = u.with_boundary(Boundary::Mirror);
    for x in a..b {
        t[[x]] = (u[[x as i32 - 20]] + u[[x as i32 + 1]] + 1) >> 1;
    }
}

#[kernel]
fn lanes_of_rows(t: &mut Tensor<[[u8]]>, u: &Tensor<[[u8]]>, a: i32, b: i32, k: i32) {
    let u = u.with_boundary(Boundary::Constant(3));
    for y in 0..t.extent(0) {
        for x in a..b {
            t[[y, x]] = (u[[y - 1, x - k]] + u[[y + 1, x + k]] + 1) >> 1;
        }
    }
}

/// Lanes run along the outer loop.
#[kernel]
fn lanes_of_columns(t: &mut Tensor<[[u8]]>, u: &Tensor<[[u8]]>, w: i32, k: i32) {
    let u = u.with_boundary(Boundary::Clamp);
    for x in 0..w {
        for y in 1..4 {
            t[[y, x]] = (t[[y - 1, x]] + u[[y + k, x + y]] + 1) >> 1;
        }
    }
}

fn bytes(height: usize, width: usize) -> Block<Dyn<Dyn<u8>>> {
    Block::<u8>::from_vec((0..height * width).map(|k| (7 * k + 1) as u8).collect(), [height, width]).unwrap()
}

#[test]
fn middles_that_are_lanes() {
    let sizes: &[(usize, usize)] =
        if cfg!(miri) { &[(33, 16)] } else { &[(1, 1), (17, 2), (33, 16), (64, 70), (100, 31), (255, 255)] };
    for &(n, len) in sizes {
        let u = Block::<u8>::from_vec((0..len).map(|x| (5 * x + 1) as u8).collect(), [len]).unwrap();
        let mean = |a: u8, b: u8| ((u32::from(a) + u32::from(b) + 1) >> 1) as u8;
        for (a, b) in [(0, n), (1, n), (n / 2, n), (n, 0), (0, n - 1)] {
            let mut t = Block::<u8>::zeros([n]);
            lanes_of_a_range(&mut t, &u, a as u8, b as u8);
            let at = |x: i64| u.as_slice()[mirror(x, len)];
            let value =
                |x: usize| if (a..b).contains(&x) { mean(at(x as i64 - 20), at(x as i64 + 1)) } else { 0 };
            assert_eq!(t.as_slice(), (0..n).map(value).collect::<Vec<_>>());
        }
        for k in [0, 5, -2, 100, i32::MAX, i32::MIN] {
            let (u, far) = (bytes(3, len), i64::from(k));
            for (a, b) in [(0, n), (2, n - 1), (n, 1)] {
                let mut t = Block::<u8>::zeros([4, n]);
                lanes_of_rows(&mut t, &u, a as i32, b as i32, k);
                let at = |y: i64, x: i64| match (0..3).contains(&y) && (0..len as i64).contains(&x) {
                    true => u.as_slice()[y as usize * len + x as usize],
                    false => 3,
                };
                let value = |q: usize| {
                    let (y, x) = ((q / n) as i64, (q % n) as i64);
                    if (a..b).contains(&(q % n)) { mean(at(y - 1, x - far), at(y + 1, x + far)) } else { 0 }
                };
                assert_eq!(t.as_slice(), (0..4 * n).map(value).collect::<Vec<_>>());
            }
            let mut t = bytes(4, n);
            let mut expected = t.as_slice().to_vec();
            for q in n..4 * n {
                let (y, x) = ((q / n) as i64, (q % n) as i64);
                let below = u.as_slice()[clamp(y + far, 3) * len + clamp(x + y, len)];
                expected[q] = mean(expected[q - n], below);
            }
            lanes_of_columns(&mut t, &u, n as i32, k);
            assert_eq!(t.as_slice(), expected);
            assert!(is_refused(|| lanes_of_columns(&mut bytes(4, n), &u, n as i32 + 1, k)));
            assert!(is_refused(|| lanes_of_columns(&mut bytes(3, n), &u, n as i32, k)));
            assert!(is_refused(|| lanes_of_rows(&mut bytes(4, n), &u, -1, 1, k)));
            assert!(is_refused(|| lanes_of_rows(&mut bytes(4, n), &u, 0, n as i32 + 1, k)));
        }
    }
}
