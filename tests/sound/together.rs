//! Statements that stand for several: elements written together, lists of kernels, orders of points, declared ranges, elements under
//! conditions on data, blocks whose step their type knows.

#![allow(unused_assignments)]

use unite::staged::Coarsened;
use unite::{Block, BlockError, Dyn, kernel};

use crate::{block, is_refused, written, written_or_refused};

const FAR: usize = 100_000_000;
const K: usize = 0;

/// Indices on the left come after everything on the right.
#[kernel]
fn right_side_moves(t: &mut Tensor<[i32]>, n: usize) {
    let mut k = n;
    (t[[k]], t[[0]]) = (1, {
        k += FAR;
        2
    });
}

#[kernel]
fn left_side_moves(t: &mut Tensor<[i32]>, n: usize) {
    let mut k = 0;
    (
        t[[k]],
        t[[{
            k += n;
            k
        }]],
        t[[k]],
    ) = (1, 2, 3);
}

/// Names that the attribute gives to values, rows and targets.
#[kernel]
fn names_of_values(t: &mut Tensor<[i32]>, value_0: usize, value_1: usize) {
    let (target_0_0, row_0, element_0, each_i) = (FAR, FAR, FAR, FAR);
    (t[[value_0]], t[[value_1]]) = (1, 2);
    t[[4..6]] = [element_0 as i32, row_0 as i32];
    let v = t[[8..10]];
    let i = each_i - FAR;
    (v[[!i]], t[[20..22]][[!i]]) = (1 + i as i32, 1 + (target_0_0 - FAR) as i32);
}

#[kernel]
fn shorter_target(t: &mut Tensor<[i32]>, n: usize, m: usize) {
    let (a, b) = (t[[0..n]], t[[20..20 + m]]);
    (a[[!i]], b[[!i]]) = (1, 2);
}

#[test]
fn elements_written_together() {
    assert!(is_refused(|| right_side_moves(&mut block(40), 3)));
    assert!(is_refused(|| left_side_moves(&mut block(40), FAR)));
    assert_eq!(written(|t| left_side_moves(t, 3)), [0, 3]);
    assert_eq!(written(|t| names_of_values(t, 0, 1)), [0, 1, 4, 5, 8, 9, 20, 21]);
    assert!(is_refused(|| names_of_values(&mut block(40), FAR, 1)));
    assert!(is_refused(|| names_of_values(&mut block(40), 1, FAR)));
    assert_eq!(written(|t| shorter_target(t, 2, 2)), [0, 1, 20, 21]);
    for (n, m) in [(2, 1), (1, 2), (3, 0), (41, 41), (2, FAR)] {
        assert!(is_refused(|| shorter_target(&mut block(40), n, m)), "{n} {m}");
    }
}

#[kernel]
fn four(t: &mut Tensor<[i32]>) {
    for i in 0..4 {
        t[[i]] += 1;
    }
}

#[kernel]
fn five(t: &mut Tensor<[i32]>) {
    t[[4]] = 1;
}

#[kernel]
fn constants_beside_kernels(t: &mut Tensor<[i32]>) {
    for (write, at) in [(four, K), (five, FAR)] {
        write(&mut t[[at..]]);
    }
}

#[kernel]
fn left_before_the_last(t: &mut Tensor<[i32]>, n: usize) {
    for (k, write) in [four, five, four].iter().enumerate() {
        if k == 2 {
            break;
        }
        write(&mut t[[n * k..n * k + 5]]);
    }
}

#[kernel]
fn lists_in_lists(t: &mut Tensor<[i32]>, n: usize) {
    for one in [four, five] {
        for other in [five, four] {
            let v = t[[n..]];
            one(&mut v);
            let n = 2 * n;
            other(&mut t[[n..]]);
        }
    }
}

/// A function of the name of a kernel is none, and a closure neither.
#[kernel]
fn names_of_kernels(t: &mut Tensor<[i32]>, n: usize) {
    for write in [four, five] {
        fn four(_: usize) {}
        let five = |_: usize| {};
        five(n);
        four(n);
        write(&mut t[[n..n + 5]]);
    }
}

#[test]
fn lists_of_kernels() {
    assert!(is_refused(|| constants_beside_kernels(&mut block(40))));
    assert_eq!(written(|t| left_before_the_last(t, 10)), [0, 1, 2, 3, 14]);
    assert!(is_refused(|| left_before_the_last(&mut block(40), FAR)));
    assert_eq!(written(|t| lists_in_lists(t, 10)), [10, 11, 12, 13, 14, 20, 21, 22, 23, 24]);
    assert!(is_refused(|| lists_in_lists(&mut block(40), 18)));
    assert_eq!(written(|t| names_of_kernels(t, 3)), [3, 4, 5, 6, 7]);
    assert!(is_refused(|| names_of_kernels(&mut block(40), FAR)));
}

#[kernel]
fn of_points(t: &mut Tensor<[[i32; 4]; 4]>, by: usize) {
    for (k, [y, x]) in t.morton().enumerate() {
        if k < 16 {
            t[[y, x]] = 1;
        }
        t[[y / 4, x * by + k / 16]] += 1;
    }
}

#[kernel]
fn points_of_a_part(t: &mut Tensor<[i32]>, n: usize) {
    let part = t[[n..n + 4]];
    for [x] in part[[0..4]].raster() {
        part[[x]] = 1;
    }
    let b = Block::<[[i32; 4]; 3]>::stack();
    for (k, [y, x]) in b.hilbert().enumerate() {
        b[[y, x]] = 1;
        part[[k - 11]] += b[[2 - y, x]];
    }
}

#[test]
fn orders_of_points() {
    let mut t = Block::<[[i32; 4]; 4]>::stack();
    of_points(&mut t, 1);
    assert!(t.as_slice().iter().all(|element| *element > 0));
    assert!(is_refused(|| of_points(&mut Block::<[[i32; 4]; 4]>::stack(), 2)));
    assert!(is_refused(|| of_points(&mut Block::<[[i32; 4]; 4]>::stack(), FAR)));
    assert!(is_refused(|| points_of_a_part(&mut block(40), 3)));
    assert!(is_refused(|| points_of_a_part(&mut block(40), FAR)));
    assert!(written_or_refused(|t| points_of_a_part(t, 30)).is_some());
}

/// What is declared of elements and of numbers holds no check off.
#[kernel]
fn declared(t: &mut Tensor<[i32]>, #[range(0..=3)] at: &Tensor<[u8]>, #[range(0..=3)] n: usize) {
    for i in 0..at.extent(0) {
        t[[at[[i]] * 2]] = 1;
        t[[n]] = 1;
    }
}

#[kernel]
fn declared_by_a_constant<const MOST: i32>(t: &mut Tensor<[i32]>, #[range(0..=MOST)] at: &Tensor<[u8]>) {
    for i in 0..at.extent(0) {
        let k = at[[i]];
        if k <= MOST {
            t[[k]] = 1;
        }
    }
}

#[test]
fn declared_ranges() {
    let bytes = |bytes: &[u8]| Block::<u8>::from_vec(bytes.to_vec(), [bytes.len()]).unwrap();
    assert_eq!(written(|t| declared(t, &bytes(&[0, 3]), 2)), [0, 2, 6]);
    assert!(is_refused(|| declared(&mut block(40), &bytes(&[0, 200]), 2)));
    assert!(is_refused(|| declared(&mut block(40), &bytes(&[0, 3]), 4)));
    assert!(is_refused(|| declared(&mut block(40), &bytes(&[0, 3]), FAR)));
    assert!(is_refused(|| declared_by_a_constant::<250>(&mut block(40), &bytes(&[1, 200]))));
    let places = written_or_refused(|t| declared_by_a_constant::<3>(t, &bytes(&[1, 200])));
    assert!(places.is_none_or(|places| places == [1]));
}

// Elements under conditions on data: what no condition leads to is not touched, by no lane.

#[kernel]
fn where_it_is_set(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>, by: usize) {
    for i in 0..set.extent(0) {
        if set[[i]] > 0 {
            t[[i]] = u[[i + by]] + 1;
        }
    }
}

#[kernel]
fn chosen(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>) {
    t[[!i]] = if set[[!i]] > 0 { u[[!i]] + 1 } else { 0 };
}

/// One side is touched anyway, but after the loop may have been left.
#[kernel]
fn left_before(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>) {
    for i in 0..set.extent(0) {
        if set[[i]] > 1 {
            break;
        }
        if set[[i]] > 0 {
            t[[i]] = u[[i]] + 1;
        }
        t[[i]] += u[[i]];
    }
}

/// Two of three ways touch an element.
#[kernel]
fn two_of_three(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>) {
    for i in 0..set.extent(0) {
        if set[[i]] == 1 {
            t[[i]] = u[[i]] + 1;
        } else if set[[i]] == 2 {
            t[[i]] = u[[i]] + 2;
        }
    }
}

#[kernel]
fn with_a_guard(t: &mut Tensor<[i32]>, set: &Tensor<[u8]>, u: &Tensor<[i32]>, n: i32) {
    for i in 0..set.extent(0) {
        match set[[i]] {
            1 if n > 0 => t[[i]] = u[[i]] + 1,
            1 => {}
            k if k > 1 => t[[i]] = u[[i]] + k,
            _ => {}
        }
    }
}

/// Between two elements along one axis each, but of different rows.
#[kernel]
fn between(t: &mut Tensor<[[i32]]>, set: &Tensor<[u8]>, n: usize) {
    for i in 0..set.extent(0) {
        t[[i, 0]] = 1;
        t[[0, i + n]] = 1;
        if set[[i]] > 0 {
            t[[i, i + n]] = 1;
        }
    }
}

/// The condition is an element that the loop writes.
#[kernel]
fn condition_is_written(t: &mut Tensor<[i32]>, by: usize) {
    for i in 0..t.extent(0) - 1 {
        if t[[i]] == 0 {
            t[[i + by]] = 1;
        }
    }
}

/// An index that is data, beside one that is touched anyway.
#[kernel]
fn index_is_data(t: &mut Tensor<[i32]>, at: &Tensor<[u8]>) {
    for i in 0..at.extent(0) {
        let k = at[[i]];
        if k < 40 {
            t[[k]] = 1;
        }
        let k = k / 64;
        t[[k]] = 1;
    }
}

fn bytes(at: &[usize], len: usize) -> Block<Dyn<u8>> {
    let of = |i: usize| at.iter().filter(|at| **at == i).count() as u8;
    Block::<u8>::from_vec((0..len).map(of).collect(), [len]).unwrap()
}

#[test]
fn conditions_on_data() {
    let (few, none) = (bytes(&[0, 3], 40), bytes(&[], 40));
    for (u, set) in [(4, &few), (1, &none), (40, &few)] {
        let expected = if set.as_slice()[0] > 0 { vec![0, 3] } else { Vec::new() };
        assert_eq!(written(|t| where_it_is_set(t, set, &block(u), 0)), expected);
        assert_eq!(written_or_refused(|t| chosen(t, set, &block(u))).unwrap_or(expected.clone()), expected);
        assert_eq!(written(|t| two_of_three(t, set, &block(u))), expected);
        assert_eq!(written(|t| with_a_guard(t, set, &block(u), 1)), expected);
    }
    assert!(is_refused(|| where_it_is_set(&mut block(40), &few, &block(3), 0)));
    assert!(is_refused(|| where_it_is_set(&mut block(40), &few, &block(40), FAR)));
    assert!(is_refused(|| chosen(&mut block(40), &few, &block(3))));
    assert!(is_refused(|| two_of_three(&mut block(40), &few, &block(3))));
    assert!(is_refused(|| with_a_guard(&mut block(40), &bytes(&[39, 39], 40), &block(39), 0)));
    assert!(written_or_refused(|t| with_a_guard(t, &few, &block(3), 0)).is_none_or(|t| t.is_empty()));
    let left = bytes(&[0, 2, 2], 40);
    assert!(written_or_refused(|t| left_before(t, &left, &block(2))).is_none_or(|places| places == [0]));
    assert_eq!(written(|t| left_before(t, &left, &block(40))), [0]);
    let mut t = Block::<i32>::zeros([4, 8]);
    between(&mut t, &bytes(&[1, 3], 4), 4);
    assert_eq!((t.read([1, 5]), t.read([3, 7]), t.read([2, 6])), (1, 1, 0));
    assert!(is_refused(|| between(&mut Block::<i32>::zeros([4, 8]), &bytes(&[4], 5), 4)));
    assert!(is_refused(|| between(&mut Block::<i32>::zeros([5, 8]), &bytes(&[4], 5), 4)));
    assert!(is_refused(|| between(&mut Block::<i32>::zeros([4, 8]), &bytes(&[0], 4), FAR)));
    assert_eq!(written(|t| condition_is_written(t, 1)), (1..40).step_by(2).collect::<Vec<_>>());
    assert!(written_or_refused(|t| condition_is_written(t, 2)).is_none_or(|places| places.len() == 20));
    assert!(is_refused(|| condition_is_written(&mut block(40), FAR)));
    let at = |at: &[u8]| Block::<u8>::from_vec(at.to_vec(), [at.len()]).unwrap();
    assert_eq!(written(|t| index_is_data(t, &at(&[1, 39, 40, 255]))), [0, 1, 3, 39]);
    assert!(is_refused(|| index_is_data(&mut block(3), &at(&[255]))));
    assert!(is_refused(|| index_is_data(&mut block(30), &at(&[35]))));
}

/// Where a table is that is coarser, by its type or not.
#[kernel]
fn looked_up(t: &mut Tensor<[[i32]]>, flags: &Tensor<[[u8]]>) {
    let there = flags.refine([4, 4])[t];
    for [y, x] in t.indices() {
        t[[y, x]] = there[[y, x]] + 1;
    }
}

#[test]
fn steps_of_the_type() -> Result<(), BlockError> {
    let flags = || Block::<u8>::from_vec((0..16).collect(), [4, 4]).unwrap();
    type LookUp<'a> = &'a dyn Fn(&mut Block<Dyn<Dyn<i32>>>);
    let of = |look_up: LookUp, extents: [usize; 2]| {
        let mut t = Block::<i32>::zeros(extents);
        look_up(&mut t);
        t.as_slice().to_vec()
    };
    let by_type = flags().coarsened::<4>()?;
    let by_number = flags().with_coarsening([4, 4])?;
    let expected = of(&|t| looked_up(t, &by_number), [16, 16]);
    assert_eq!(of(&|t| looked_up(t, &by_type), [16, 16]), expected);
    assert!(is_refused(|| _ = of(&|t| looked_up(t, &by_type), [17, 16])));
    // What changes afterwards is known to the type, or no longer.
    let finer = flags().coarsened::<16>()?.coarsened::<4>()?;
    assert_eq!(of(&|t| looked_up(t, &finer), [16, 16]), expected);
    let anew = flags().coarsened::<16>()?.with_coarsening([4, 4])?;
    assert_eq!(of(&|t| looked_up(t, &anew), [16, 16]), expected);
    let turned = flags().coarsened::<4>()?.with_permutation([1, 0])?;
    assert_eq!(of(&|t| looked_up(t, &turned), [16, 16])[1], 1);
    let (lent, kept) = (by_type.lend(), by_type.clone());
    assert_eq!(of(&|t| looked_up(t, &lent), [16, 16]), of(&|t| looked_up(t, &kept), [16, 16]));
    let moved = flags().coarsened::<4>()?.with_origin([-4, -4])?;
    assert_eq!(of(&|t| looked_up(t, &moved), [12, 12])[0], 6);
    assert!(is_refused(|| _ = of(&|t| looked_up(t, &moved), [13, 12])));
    assert!(is_refused(
        || _ = of(&|t| looked_up(t, &flags().coarsened::<4>().unwrap().with_origin([1, 0]).unwrap()), [4, 4])
    ));
    // Steps that nobody could count with.
    assert!(flags().coarsened::<0>().is_err());
    assert!(flags().coarsened::<{ usize::MAX }>().is_err());
    assert!(flags().coarsened::<{ i32::MAX as usize }>().is_err());
    assert!(flags().coarsened::<{ 1 << 63 }>().is_err());
    assert!(flags().with_refinement([2, 2])?.coarsened::<2>().is_err());
    let _: fn() -> Option<Coarsened<(), 4>> = || None;
    let mut cut = flags();
    let (mut above, below) = cut.lend_mut().coarsened::<4>()?.split_at(1)?;
    assert_eq!(of(&|t| looked_up(t, &above), [4, 16])[15], 4);
    above.write([0, 0], 7);
    assert!(is_refused(|| _ = of(&|t| looked_up(t, &below), [4, 16])));
    Ok(())
}
