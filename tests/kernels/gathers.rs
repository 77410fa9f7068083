//! Elements anywhere, one for each lane, and quotients: beside plain loops, at every level, and what is refused.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::at_every_level;
use unite::{Block, Dyn, kernel, span};

/// An index that is data, which is checked.
#[kernel]
fn looked_up(out: &mut Tensor<[i32]>, table: &Tensor<[i32; 300]>, at: &Tensor<[i16]>) {
    for x in 0..out.extent(0) {
        let number = 3 * at[[x]] - 7;
        out[[x]] = table[[number]] * 2 + table[[number + 1]] - table[[5]] * at[[x]];
    }
}

/// Indices that no check is left of: bytes, and what a mask leaves.
#[kernel]
fn mixed(out: &mut Tensor<[u16]>, table: &Tensor<[u16; 256]>, a: &Tensor<[u8]>, b: &Tensor<[i32]>) {
    for x in 0..out.extent(0) {
        let d = (a[[x]] - table[[a[[x]]]]).abs();
        out[[x]] = (table[[b[[x]] & 255]] + 3 * table[[(d + a[[x]]) & 127]] + table[[a[[x]] >> 1]]) >> 3;
    }
}

/// Anywhere in a plane, and the nearest element outside of it: however far away that is.
#[kernel]
fn moved(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, down: &Tensor<[[i32]]>, right: &Tensor<[[i16]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        out[[y, x]] = p[[y + down[[y, x]], x - 2 * right[[y, x]] + 1]];
    }
}

/// Along one axis only; the other one is that of the lanes.
#[kernel]
fn fallen(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[i16]]>, by: &Tensor<[[i8]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for [y, x] in out.indices() {
        let v = p[[y + by[[y, x]], x]];
        out[[y, x]] = (v + p[[(2 * y - by[[y, x]]).min(y + 3), x + 1]] + 1) >> 1;
    }
}

/// One axis is data, and the others are not: all are checked.
#[kernel]
fn crossed(out: &mut Tensor<[i32]>, grid: &Tensor<[[[i32]]]>, at: &Tensor<[u8]>, layer: i32) {
    for x in 0..out.extent(0) {
        out[[x]] = grid[[layer, at[[x]], x]] * 3 + grid[[0, at[[x]], at[[x]]]] * x;
    }
}

/// A table of the kernel's own.
#[kernel]
fn own(out: &mut Tensor<[[u8; 40]; 6]>, plane: &Tensor<[[u8; 40]; 6]>) {
    let table = Block::<[i16; 64]>::stack();
    for k in 0..64 {
        table[[k]] = (k - 20) * k;
    }
    for y in 0..6 {
        for x in 0..40 {
            let (a, b) = (plane[[y, x]] >> 2, plane[[y, x]] & 63);
            out[[y, x]] = (table[[a]] * a - table[[b]] * b).max(0).min(255);
        }
    }
}

/// Quotients of all kinds of numbers; of the last one the divisor is the same in all lanes.
#[kernel]
fn quotients(
    out: &mut Tensor<[[i32]]>,
    a: &Tensor<[[i32]]>,
    b: &Tensor<[[i32]]>,
    c: &Tensor<[[u8]]>,
    by: i32,
) {
    for [y, x] in out.indices() {
        out[[y, x]] = a[[y, x]] / b[[y, x]] + (c[[y, x]] * 5 - 300) / (c[[y, x]] + 1) + b[[y, x]] / by;
    }
}

/// What is not used is divided and looked up all the same.
#[kernel]
fn unused(out: &mut Tensor<[i32]>, a: &Tensor<[i32]>, table: &Tensor<[i32; 9]>, at: &Tensor<[u8]>) {
    for x in 0..out.extent(0) {
        let _third = table[[at[[x]] * 2 - 1]];
        let _quotient = 1000 / a[[x]];
        out[[x]] = (a[[x]] * a[[x]] + 7) / (a[[x]] * 3 + 1);
    }
}

/// One index twice: by a rule, and where it has to be inside.
#[kernel]
fn ruled_and_checked(out: &mut Tensor<[i32]>, table: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = table.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        out[[x]] = p[[at[[x]]]] * 3 + table[[at[[x]]]] * 5;
    }
}

/// The same, the other way round.
#[kernel]
fn checked_and_ruled(out: &mut Tensor<[i32]>, table: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = table.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        out[[x]] = table[[at[[x]]]] * 5 + p[[at[[x]]]] * 3;
    }
}

/// One index twice, of elements that lanes do not hold: what a rule reads is no element where the other one is still to be checked.
#[kernel]
fn ruled_before_checked(
    out: &mut Tensor<[[f32]; 3]>,
    table: &Tensor<[f32]>,
    at: &Tensor<[i32]>,
    log: &Cell<f32>,
) {
    let clamped = table.with_boundary(Boundary::Clamp);
    let mirrored = table.with_boundary(Boundary::Mirror);
    let constant = table.with_boundary(Boundary::Constant(-1.0));
    for x in 0..out.extent(1) {
        let i = at[[x]];
        log.set(clamped[[i]]);
        log.set(log.get() + mirrored[[i]]);
        log.set(log.get() + constant[[i]]);
        out[[0, x]] = clamped[[i]] + table[[i]];
        out[[1, x]] = mirrored[[i]] + table[[i]];
        out[[2, x]] = constant[[i]] + table[[i]];
    }
}

/// An element is read again after it may have been written.
#[kernel]
fn rewritten(out: &mut Tensor<[i32]>, grid: &mut Tensor<[[i32]]>, at: &Tensor<[u8]>) {
    for x in 0..out.extent(0) {
        let before = grid[[at[[x]], x]];
        grid[[0, x]] = before * 2 + 1;
        out[[x]] = grid[[at[[x]], x]] + before * 3;
    }
}

/// Elements that are there only where a condition holds.
#[kernel]
fn chosen(out: &mut Tensor<[i32]>, table: &Tensor<[i32]>, at: &Tensor<[u8]>) {
    for x in 0..out.extent(0) {
        out[[x]] = if at[[x]] < 50 { table[[at[[x]]]] * 3 } else { at[[x]] };
    }
}

/// An index without a sign.
#[kernel]
fn without_sign(out: &mut Tensor<[i32]>, table: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let p = table.with_boundary(Boundary::Clamp);
    for x in 0..out.extent(0) {
        let there = at[[x]] as u32;
        out[[x]] = p[[there]] * 3 + at[[x]] * 2;
    }
}

fn noise(at: usize) -> u32 {
    ((at + 1) as u32).wrapping_mul(2_654_435_761).rotate_left(11)
}

fn numbers<T>(len: usize, of: impl Fn(u32) -> T) -> Vec<T> {
    (0..len).map(|at| of(noise(at))).collect()
}

#[test]
fn tables_are_looked_up() {
    at_every_level(|| {
        for len in (1..100).step_by(crate::EVERY) {
            let table = numbers(300, |n| n as i32 >> 14);
            let at = numbers(len, |n| (n % 99 + 3) as i16);
            let mut out = Block::<i32>::zeros([len]);
            let block = Block::from_vec(table.clone(), [300]).unwrap().fixed::<[i32; 300]>().unwrap();
            looked_up(&mut out, &block, &Block::from_vec(at.clone(), [len]).unwrap());
            for (x, at) in at.iter().enumerate() {
                let k = 3 * *at as usize - 7;
                let want = table[k] * 2 + table[k + 1] - table[5] * i32::from(*at);
                assert_eq!(out.as_slice()[x], want, "{x} of {len}");
            }

            let table = numbers(256, |n| (n >> 17) as u16);
            let (a, b) = (numbers(len, |n| (n >> 3) as u8), numbers(len, |n| n as i32 >> 1));
            let mut out = Block::<u16>::zeros([len]);
            let block = Block::from_vec(table.clone(), [256]).unwrap().fixed::<[u16; 256]>().unwrap();
            let (a_block, b_block) =
                (Block::from_vec(a.clone(), [len]).unwrap(), Block::from_vec(b.clone(), [len]).unwrap());
            mixed(&mut out, &block, &a_block, &b_block);
            for x in 0..len {
                let of = |at: i32| i32::from(table[at as usize]);
                let a = i32::from(a[x]);
                let d = (a - of(a)).abs();
                let want = (of(b[x] & 255) + 3 * of((d + a) & 127) + of(a >> 1)) >> 3;
                assert_eq!(i32::from(out.as_slice()[x]), want, "{x} of {len}");
            }
        }
    });
}

#[test]
fn an_index_outside_is_refused() {
    let table = Block::from_vec((0..300).collect(), [300]).unwrap().fixed::<[i32; 300]>().unwrap();
    at_every_level(|| {
        for (len, wrong) in [(40, 39), (40, 0), (33, 17), (5, 2)] {
            for number in [1, 103, i16::MAX, i16::MIN] {
                let mut at = vec![9i16; len];
                at[wrong] = number;
                let mut out = Block::<i32>::zeros([len]);
                let at = Block::from_vec(at, [len]).unwrap();
                let refused = catch_unwind(AssertUnwindSafe(|| looked_up(&mut out, &table, &at)));
                let refused = refused.expect_err("an index outside");
                let message = refused.downcast_ref::<String>().expect("a message");
                let index = 3 * i32::from(number) - 7;
                assert!(message.contains("table") && message.contains(&format!("{index}")), "{message}");
            }
        }
    });
}

#[test]
fn planes_are_moved() {
    let far = [i32::MIN, i32::MAX, 0, -1, 1, 1 << 30];
    at_every_level(|| {
        for (h, w) in [(1, 1), (3, 17), (9, 40), (5, 64)] {
            let plane = Block::<u8>::from_vec(numbers(2 * h * (w + 5), |n| (n >> 5) as u8), [2 * h, w + 5]);
            let plane = plane.unwrap();
            let down = numbers(h * w, |n| if n % 3 == 0 { far[n as usize % 6] } else { n as i32 % 7 - 3 });
            let right = numbers(h * w, |n| if n % 5 == 0 { n as i16 } else { n as i16 % 6 });
            let fields = (
                Block::<i32>::from_vec(down.clone(), [h, w]).unwrap(),
                Block::<i16>::from_vec(right.clone(), [h, w]).unwrap(),
            );
            // A part of the plane, every second row of it, and what is around the output stays.
            let part = plane.view().partition((span(0..2 * h as isize).step_by(2), span(2..2 + w as isize)));
            let part = part.unwrap();
            let mut out = Block::<u8>::zeros([h + 2, w + 3]);
            let inner = out.view_mut().partition((span(1..1 + h as isize), span(1..1 + w as isize)));
            moved(&mut inner.unwrap().tensor_mut().unwrap(), &part.tensor().unwrap(), &fields.0, &fields.1);
            // Elements of the block around the part are there, too: it is where that ends that counts.
            for y in 0..h + 2 {
                for x in 0..w + 3 {
                    let inside = (1..=h).contains(&y) && (1..=w).contains(&x);
                    let want = if inside {
                        let at = (y - 1) * w + x - 1;
                        let y = (y as i64 - 1 + i64::from(down[at])) * 2;
                        let x = x as i64 - 1 - 2 * i64::from(right[at]) + 1 + 2;
                        let y = y.clamp(0, 2 * h as i64 - 2);
                        plane.read([y as isize, x.clamp(0, w as i64 + 4) as isize])
                    } else {
                        0
                    };
                    assert_eq!(out.read([y as isize, x as isize]), want, "{y}, {x} of {h}, {w}");
                }
            }
        }
    });
}

#[test]
fn one_axis_is_data() {
    at_every_level(|| {
        for (h, w) in [(1, 2), (7, 33), (20, 18)] {
            let plane = numbers(h * w, |n| n as i16 >> 1);
            let by = numbers(h * w, |n| n as i8);
            let of = |y: i32, x: i32| {
                let (y, x) = (y.clamp(0, h as i32 - 1), x.clamp(0, w as i32 - 1));
                i32::from(plane[y as usize * w + x as usize])
            };
            let [mut rows, mut columns] = [[h, w], [w, h]].map(Block::<i16>::zeros);
            let fields = (
                Block::<i16>::from_vec(plane.clone(), [h, w]).unwrap(),
                Block::<i8>::from_vec(by.clone(), [h, w]).unwrap(),
            );
            fallen(&mut rows, &fields.0, &fields.1);
            // The same with an output whose columns are in a row.
            let turned = columns.view_mut().permute([1, 0]).unwrap();
            fallen(&mut { turned }.tensor_mut().unwrap(), &fields.0, &fields.1);
            for y in 0..h {
                for x in 0..w {
                    let (i, j, d) = (y as i32, x as i32, i32::from(by[y * w + x]));
                    let want = (of(i + d, j) + of((2 * i - d).min(i + 3), j + 1) + 1) >> 1;
                    assert_eq!(i32::from(rows.read([y as isize, x as isize])), want, "{y}, {x}");
                    assert_eq!(i32::from(columns.read([x as isize, y as isize])), want, "{y}, {x}");
                }
            }
        }
    });
}

#[test]
fn all_axes_are_checked() {
    at_every_level(|| {
        for (len, extents) in [(40, [2, 60, 40]), (17, [1, 17, 17]), (5, [3, 9, 5])] {
            let [depth, height, width] = extents;
            let values = numbers(depth * height * width, |n| n as i32 >> 12);
            let grid = Block::<i32>::from_vec(values.clone(), extents).unwrap();
            let run = |len: usize, wrong: Option<(usize, u8)>, layer: usize| {
                let mut at = numbers(len, |n| n as u8 % height.min(width) as u8);
                if let Some((place, index)) = wrong {
                    at[place] = index;
                }
                let mut out = Block::<i32>::zeros([len]);
                let indices = Block::<u8>::from_vec(at.clone(), [len]).unwrap();
                let run = || crossed(&mut out, &grid, &indices, layer as i32);
                catch_unwind(AssertUnwindSafe(run)).map(|()| (at, out.as_slice().to_vec())).ok()
            };
            for layer in 0..depth {
                let (at, out) = run(len, None, layer).expect("all inside");
                for x in 0..len {
                    let of = |z: usize, y: usize, x: usize| values[(z * height + y) * width + x];
                    let at = usize::from(at[x]);
                    let want = of(layer, at, x) * 3 + of(0, at, at) * x as i32;
                    assert_eq!(out[x], want, "{x} of {len}");
                }
            }
            assert_eq!(run(len, None, depth), None, "no such layer");
            assert_eq!(run(len + 1, None, 0), None, "a row that is longer");
            assert_eq!(run(len, Some((len / 2, height as u8)), 0), None, "an index outside");
        }
    });
}

#[test]
fn tables_of_the_kernel() {
    at_every_level(|| {
        let plane: [[u8; 40]; 6] =
            std::array::from_fn(|y| std::array::from_fn(|x| (noise(40 * y + x) >> 7) as u8));
        let mut out = Block::from([[0u8; 40]; 6]);
        own(&mut out, &Block::from(plane));
        let table = |k: i32| (k - 20) * k;
        for (at, v) in plane.as_flattened().iter().enumerate() {
            let (a, b) = (i32::from(v >> 2), i32::from(v & 63));
            let want = (table(a) * a - table(b) * b).clamp(0, 255);
            assert_eq!(i32::from(out.as_slice()[at]), want, "{at}");
        }
    });
}

#[test]
fn numbers_are_divided() {
    at_every_level(|| {
        for (h, w) in [(1, 1), (3, 15), (2, 16), (4, 41)] {
            let len = h * w;
            let a = numbers(len, |n| n as i32);
            let b = numbers(len, |n| (n as i32).rotate_left(9) >> (n % 31) | 1);
            let c = numbers(len, |n| (n >> 9) as u8);
            let mut out = Block::<i32>::zeros([h, w]);
            let block = |values: &[i32]| Block::<i32>::from_vec(values.to_vec(), [h, w]).unwrap();
            let bytes = Block::<u8>::from_vec(c.clone(), [h, w]).unwrap();
            for by in [1, -3, 1000, i32::MIN] {
                let small: Vec<i32> = a.iter().map(|a| a / 4).collect();
                quotients(&mut out, &block(&small), &block(&b), &bytes, by);
                for at in 0..len {
                    let c = i32::from(c[at]);
                    let want = (small[at] / b[at]).wrapping_add((c * 5 - 300) / (c + 1));
                    let want = want.wrapping_add(b[at] / by);
                    if i32::try_from(i64::from(small[at] / b[at]) + i64::from(b[at] / by) + 999).is_ok() {
                        assert_eq!(out.as_slice()[at], want, "{at}: {} / {}", small[at], b[at]);
                    }
                }
            }
            for (a, by, message) in
                [(5, 0, "attempt to divide by zero"), (i32::MIN, -1, "attempt to divide with overflow")]
            {
                let (mut numerators, mut divisors) = (vec![1; len], vec![2; len]);
                (numerators[len - 1], divisors[len - 1]) = (a, by);
                let divide = || quotients(&mut out, &block(&numerators), &block(&divisors), &bytes, 3);
                let refused = catch_unwind(AssertUnwindSafe(divide)).expect_err("no quotient");
                assert_eq!(refused.downcast_ref::<&str>(), Some(&message));
            }
        }
    });
}

#[test]
fn what_is_not_used_is_refused_all_the_same() {
    let table = Block::from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    at_every_level(|| {
        for (len, wrong) in [(33, 32), (16, 0), (3, 1)] {
            let run = |a: i32, at: u8| {
                let (mut numbers, mut indices) = (vec![3; len], vec![4u8; len]);
                (numbers[wrong], indices[wrong]) = (a, at);
                let mut out = Block::<i32>::zeros([len]);
                let (numbers, indices) =
                    (Block::from_vec(numbers, [len]).unwrap(), Block::from_vec(indices, [len]).unwrap());
                let run = || unused(&mut out, &numbers, &table, &indices);
                catch_unwind(AssertUnwindSafe(run)).map(|()| out.as_slice().to_vec()).ok()
            };
            assert_eq!(run(3, 1), Some(vec![16 / 10; len]));
            assert_eq!(run(0, 1), None, "a divisor of zero");
            assert_eq!([run(3, 0), run(3, 5)], [None, None], "an index outside");
        }
    });
}

#[test]
fn a_rule_is_no_check() {
    let table = Block::from_vec((0..50).collect(), [50]).unwrap();
    at_every_level(|| {
        for (len, wrong) in [(40, 17), (7, 6)] {
            for run in [ruled_and_checked, checked_and_ruled] {
                let call = |index: Option<i32>| {
                    let mut at: Vec<i32> = (0..len as i32).collect();
                    index.into_iter().for_each(|index| at[wrong] = index);
                    let (mut out, at) = (Block::<i32>::zeros([len]), Block::from_vec(at, [len]).unwrap());
                    catch_unwind(AssertUnwindSafe(|| run(&mut out, &table, &at)))
                        .map(|()| out.as_slice().to_vec())
                };
                assert_eq!(call(None).unwrap(), (0..len as i32).map(|x| 8 * x).collect::<Vec<i32>>());
                for outside in [50, -1, i32::MAX] {
                    let refused = call(Some(outside)).expect_err("an index outside");
                    let message = refused.downcast_ref::<String>().expect("a message");
                    assert!(message.contains(" of table, which has data at 0..50 only"), "{message}");
                }
            }
        }
    });
}

#[test]
fn a_read_by_a_rule_comes_before_the_check() {
    let table = Block::from_vec((0..50).map(|x| x as f32).collect(), [50]).unwrap();
    let call = |index: i32| {
        let at = Block::from_vec(vec![index; 4], [4]).unwrap();
        let mut out = Block::<f32>::zeros([3, 4]).fixed::<[Dyn<f32>; 3]>().unwrap();
        let log = Cell::new(0.0);
        let run = || ruled_before_checked(&mut out, &table, &at, &log);
        let refused = catch_unwind(AssertUnwindSafe(run)).err();
        let message = refused.map(|refused| refused.downcast_ref::<String>().cloned().unwrap_or_default());
        (log.get(), message, out.as_slice().to_vec())
    };
    let (log, message, out) = call(20);
    assert_eq!((log, message, out), (60.0, None, vec![40.0; 12]));
    for (index, all) in [(52, 49.0 + 46.0 - 1.0), (-3, 0.0 + 3.0 - 1.0)] {
        let (log, message, _) = call(index);
        assert_eq!(log, all, "{index}");
        let message = message.expect("an index outside");
        assert!(
            message.contains(&format!("touches indices {index}..={index} of axis 0 of table")),
            "{message}"
        );
    }
}

#[test]
fn what_was_written_is_read() {
    at_every_level(|| {
        for len in [40, 16, 3] {
            let values = numbers(3 * len, |n| (n % 97) as i32);
            let at = numbers(len, |n| (n % 3) as u8);
            let mut grid = Block::from_vec(values.clone(), [3, len]).unwrap();
            let mut out = Block::<i32>::zeros([len]);
            rewritten(&mut out, &mut grid, &Block::from_vec(at.clone(), [len]).unwrap());
            for x in 0..len {
                let before = values[usize::from(at[x]) * len + x];
                let after = if at[x] == 0 { 2 * before + 1 } else { before };
                assert_eq!(out.as_slice()[x], after + 3 * before, "{x} of {len}");
            }
        }
    });
}

#[test]
fn conditions_and_signs_lead_inside() {
    let table = Block::from_vec((0..50).collect(), [50]).unwrap();
    at_every_level(|| {
        for len in [40, 5] {
            let mut out = Block::<i32>::zeros([len]);
            let at = numbers(len, |n| (n % 80) as u8);
            chosen(&mut out, &table, &Block::from_vec(at.clone(), [len]).unwrap());
            let want = |at: &u8| if *at < 50 { 3 * i32::from(*at) } else { i32::from(*at) };
            assert_eq!(out.as_slice(), at.iter().map(want).collect::<Vec<i32>>());
            // A number without a sign that is no index is refused, and not taken for a negative one.
            let without_sign = |out: &mut Block<_>, at: &[i32]| {
                let at = Block::from_vec(at.to_vec(), [len]).unwrap();
                catch_unwind(AssertUnwindSafe(|| without_sign(out, &table, &at))).is_ok()
            };
            let mut at = numbers(len, |n| (n % 100) as i32);
            assert!(without_sign(&mut out, &at));
            let want = |at: &i32| at.min(&49) * 3 + at * 2;
            assert_eq!(out.as_slice(), at.iter().map(want).collect::<Vec<i32>>());
            at[len / 2] = -1;
            assert!(!without_sign(&mut out, &at));
        }
    });
}

#[test]
fn plans_have_lanes() {
    for plan in [
        looked_up::plan(),
        mixed::plan(),
        moved::plan(),
        fallen::plan(),
        crossed::plan(),
        own::plan(),
        quotients::plan(),
        unused::plan(),
        ruled_and_checked::plan(),
        checked_and_ruled::plan(),
        rewritten::plan(),
    ] {
        assert!(plan.contains(": lanes along x"), "{plan}");
    }
}
