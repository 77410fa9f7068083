//! Control flow: jumps out of loops, early return, closures, `while`, and conditions that bind names.

use unite::{Block, kernel};

#[kernel]
fn first_zero(found: &mut Tensor<[i32; 2]>, plane: &Tensor<[[i32]]>) {
    for [y, x] in plane.indices() {
        if plane[[y, x]] == 0 {
            found[[0]] = y;
            found[[1]] = x;
            break;
        }
    }
}

#[kernel]
fn odd_only(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[i32]]>) {
    for [y, x] in out.indices() {
        if plane[[y, x]] % 2 == 0 {
            continue;
        }
        for k in 0..10 {
            if k == 3 {
                break;
            }
            out[[y, x]] += 1;
        }
    }
}

/// Neighbours without the element itself, in bytes.
#[kernel]
fn neighbours(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Wrap);
    for [y, x] in out.indices() {
        let mut count = 0;
        for j in -1..=1 {
            for i in -1..=1 {
                if j == 0 && i == 0 {
                    continue;
                }
                count += p[[y + j, x + i]];
            }
        }
        out[[y, x]] = if count == 3 || count == 2 && plane[[y, x]] == 1 { 1 } else { 0 };
    }
}

/// The same of floats: the mean of those that are larger.
#[kernel]
fn larger(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>) {
    let p = plane.with_boundary(Boundary::Clamp);
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let (mut count, mut sum) = (0, 0.0);
            for j in -1..=1 {
                for i in -1..=1 {
                    if j == 0 && i == 0 {
                        continue;
                    }
                    if p[[y + j, x + i]] > plane[[y, x]] {
                        count += 1;
                        sum += p[[y + j, x + i]];
                    }
                }
            }
            out[[y, x]] = if count > 0 { sum / count as f32 } else { -1.0 };
        }
    }
}

/// Points that are left as they are: what is defined in one is not seen in the next, and an item is seen in all of them.
#[kernel]
fn masked(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, mask: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            let few = 3;
            if mask[[y, x]] == 0 {
                out[[y, x]] = 9;
                continue;
            }
            let value = plane[[y, x]] * 5;
            if value > 900 {
                continue;
            }
            out[[y, x]] = (value + few) >> 3;
        }
    }
    for [y, x] in out.indices() {
        let more = LEAST + 1;
        if mask[[y, x]] < more {
            continue;
        }
        const LEAST: i32 = 200;
        out[[y, x]] = (out[[y, x]] + LEAST - 199) & 255;
    }
}

#[kernel]
fn labelled(out: &mut Tensor<[i32; 2]>, plane: &Tensor<[[i32; 3]; 3]>) {
    'points: for [y, x] in plane.indices() {
        for k in 0..4 {
            if plane[[y, x]] == k {
                continue 'points;
            }
            if plane[[y, x]] == -1 {
                break 'points;
            }
        }
        out[[0]] += 1;
    }
    out[[1]] = 1;
}

#[kernel]
fn run_of_zeros(out: &mut Tensor<[i32; 1]>, coefficients: &Tensor<[[i32; 4]; 4]>) {
    for (k, [y, x]) in coefficients.zigzag().enumerate() {
        if k == 0 {
            continue;
        }
        if coefficients[[y, x]] != 0 {
            break;
        }
        out[[0]] += 1;
    }
}

#[kernel]
fn position(row: &Tensor<[i32]>, wanted: i32) -> Option<usize> {
    for i in 0..row.extent(0) {
        if row[[i]] == wanted {
            return Some(i as usize);
        }
    }
    None
}

#[kernel]
fn halves(out: &mut Tensor<[i32]>) -> usize {
    let mut i = 0;
    while i < out.extent(0) {
        out[[i]] = i / 2;
        i += 1;
    }
    i as usize
}

#[kernel]
fn collatz(out: &mut Tensor<[i32; 1]>, start: i32) {
    let mut n = start;
    loop {
        if n == 1 {
            break;
        }
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        out[[0]] += 1;
    }
}

#[kernel]
fn by_closure(out: &mut Tensor<[i32; 4]>, row: &Tensor<[i32; 4]>) {
    let twice = |v: i32| 2 * v;
    let at = |i: usize| row[[i]];
    for i in 0..4usize {
        out[[i]] = twice(at(3 - i));
    }
}

#[kernel]
fn given_closure(out: &mut Tensor<[i32]>, f: impl Fn(i32) -> i32) {
    out[[!i]] = f(!i);
}

#[kernel]
fn chains(out: &mut Tensor<[i32]>, k: usize, choice: Option<usize>) -> i32 {
    if let Some(k) = choice
        && k < 4
        && out[[k]] > 0
    {
        out[[k]] = -1;
        return 1;
    }
    if k > 0 && out[[k - 1]] > 0 {
        2
    } else if k == 0 && out[[0]] > 0 {
        3
    } else if let Some(i) = choice {
        out[[i]]
    } else {
        0
    }
}

#[kernel]
fn guarded(out: &mut Tensor<[i32]>, n: i32, m: i32) -> i32 {
    match m {
        n if n > 5 => out[[n]],
        0 => 100 + n,
        small => out[[small]],
    }
}

#[kernel]
fn asserted(row: &Tensor<[i32; 4]>) {
    assert_eq!(row[[0]], 1, "the first is {}", row[[0]]);
    for [i] in row.indices() {
        assert!(row[[i]] == i + 1, "at {}", i);
    }
}

#[kernel]
fn last_plus_one(row: &Tensor<[i32; 4]>) -> i32 {
    row[[1 + 2]] + 1
}

#[kernel]
fn countdown(out: &mut Tensor<[i32]>, n: usize) {
    if n > 0 {
        out[[n - 1]] = n as i32;
        countdown(out, n - 1);
    }
}

#[kernel]
#[inline(never)]
fn without_tensors((a, b): (i32, i32), mut c: i32) -> i32 {
    c += a * b;
    c
}

#[kernel]
fn patterns(row: &Tensor<[i32]>, (a, b): (usize, i16), mut c: usize) -> i32 {
    c += 1;
    row[[a]] + row[[b]] + row[[c]]
}

#[test]
fn kernels_call_themselves() {
    let mut out = Block::<i32>::zeros([4]);
    countdown(&mut out, 4);
    assert_eq!(out.as_slice(), [1, 2, 3, 4]);
}

#[test]
fn parameters_can_be_patterns() {
    assert_eq!(without_tensors((2, 3), 4), 10);
    let row = Block::<i32>::from_vec(vec![1, 10, 100, 1000], [4]).unwrap();
    assert_eq!(patterns(&row, (0, 2), 2), 1101);
    assert!(std::panic::catch_unwind(|| patterns(&row, (4, 2), 2)).is_err());
    assert!(std::panic::catch_unwind(|| patterns(&row, (0, -1), 2)).is_err());
    assert!(std::panic::catch_unwind(|| patterns(&row, (0, 0), 3)).is_err());
}

#[test]
fn break_leaves_the_whole_loop() {
    let mut found = Block::from([9, 9]);
    let mut plane = Block::<i32>::zeros([3, 4]);
    plane.as_mut_slice().copy_from_slice(&[1, 2, 3, 4, 5, 0, 7, 0, 0, 10, 11, 12]);
    first_zero(&mut found, &plane);
    assert_eq!(found.as_slice(), [1, 1]);
}

#[test]
fn continue_goes_on_with_the_next_point() {
    let plane = Block::<i32>::from_vec((0..12).collect(), [3, 4]).unwrap();
    let mut out = Block::<i32>::zeros([3, 4]);
    odd_only(&mut out, &plane);
    assert_eq!(out.as_slice(), [0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3]);
    let mut out = Block::from([0, 0]);
    labelled(&mut out, &Block::from([[4, 0, 4], [4, 1, 3], [-1, 4, 4]]));
    assert_eq!(out.as_slice(), [3, 1]);
}

#[test]
fn traversals_can_be_left() {
    let mut out = Block::from([0]);
    run_of_zeros(&mut out, &Block::from([[5, 0, 0, 0], [0, 0, 0, 0], [8, 0, 0, 0], [0; 4]]));
    assert_eq!(out.as_slice(), [2]);
}

#[test]
fn values_come_out() {
    let row = Block::<i32>::from_vec(vec![3, 1, 4, 1], [4]).unwrap();
    assert_eq!(position(&row, 4), Some(2));
    assert_eq!(position(&row, 5), None);
    let mut out = Block::<i32>::zeros([5]);
    assert_eq!(halves(&mut out), 5);
    assert_eq!(out.as_slice(), [0, 0, 1, 1, 2]);
    let mut steps = Block::from([0]);
    collatz(&mut steps, 6);
    assert_eq!(steps.as_slice(), [8]);
    assert_eq!(last_plus_one(&Block::from([1, 2, 3, 4])), 5);
    asserted(&Block::from([1, 2, 3, 4]));
}

#[test]
fn closures_read() {
    let mut out = Block::<[i32; 4]>::stack();
    by_closure(&mut out, &Block::from([1, 2, 3, 4]));
    assert_eq!(out.as_slice(), [8, 6, 4, 2]);
    let mut out = Block::<i32>::zeros([3]);
    let offset = 10;
    given_closure(&mut out, |i| i * i + offset);
    assert_eq!(out.as_slice(), [10, 11, 14]);
}

#[test]
fn conditions_bind_names() {
    let new = || Block::<i32>::from_vec(vec![1, 2, 0, 4], [4]).unwrap();
    let mut out = new();
    assert_eq!(chains(&mut out, 1, Some(3)), 1);
    assert_eq!(out.as_slice(), [1, 2, 0, -1]);
    assert_eq!(chains(&mut new(), 2, Some(2)), 2);
    assert_eq!(chains(&mut new(), 0, None), 3);
    assert_eq!(chains(&mut new(), 3, Some(1)), 1);
    assert_eq!(chains(&mut new(), 3, Some(2)), 0);
    let mut wide = Block::<i32>::from_vec((0..8).collect(), [8]).unwrap();
    assert_eq!(guarded(&mut wide, 0, 7), 7);
    assert_eq!(guarded(&mut wide, 9, 0), 109);
    assert_eq!(guarded(&mut wide, 9, 3), 3);
    assert!(guarded::fits(&wide, 0).is_ok());
}

#[test]
fn passes_end_at_a_condition() {
    super::at_every_level_and_width(|width| {
        const HEIGHT: usize = 7;
        let bytes = |seed: u32, most: i32| -> Vec<u8> {
            super::numbers(seed, HEIGHT * width, [0, most]).into_iter().map(|number| number as u8).collect()
        };
        let of = |values: &[u8]| Block::from_vec(values.to_vec(), [HEIGHT, width]).expect("a plane");
        let around = |k: usize| {
            let others = (0..9).filter(|place| *place != 4);
            others.map(move |place| [k / width + place / 3, k % width + place % 3])
        };
        let alive = bytes(1, 1);
        let mut out = of(&alive);
        neighbours(&mut out, &of(&alive));
        let next = |k: usize| {
            let wrapped =
                |[y, x]: [usize; 2]| alive[(y + HEIGHT - 1) % HEIGHT * width + (x + width - 1) % width];
            let count: u8 = around(k).map(wrapped).sum();
            u8::from(count == 3 || count == 2 && alive[k] == 1)
        };
        assert_eq!(out.as_slice(), (0..HEIGHT * width).map(next).collect::<Vec<_>>(), "{width}");

        let heights: Vec<f32> = bytes(2, 255).into_iter().map(|byte| f32::from(byte) / 7.0).collect();
        let plane = Block::from_vec(heights.clone(), [HEIGHT, width]).expect("a plane");
        let mut out = Block::<f32>::zeros([HEIGHT, width]);
        larger(&mut out, &plane);
        let mean = |k: usize| {
            let clamped = |[y, x]: [usize; 2]| {
                heights[y.saturating_sub(1).min(HEIGHT - 1) * width + x.saturating_sub(1).min(width - 1)]
            };
            let all: Vec<f32> = around(k).map(clamped).filter(|other| *other > heights[k]).collect();
            if all.is_empty() { -1.0 } else { all.iter().fold(0.0, |sum, one| sum + one) / all.len() as f32 }
        };
        assert_eq!(out.as_slice(), (0..HEIGHT * width).map(mean).collect::<Vec<_>>(), "{width}");

        let [before, plane, mask] = [3, 4, 5].map(|seed| bytes(seed, 255));
        let mut out = of(&before);
        masked(&mut out, &of(&plane), &of(&mask));
        let left = |k: usize| {
            let value = i32::from(plane[k]) * 5;
            let first = match mask[k] {
                0 => 9,
                _ if value > 900 => before[k],
                _ => ((value + 3) >> 3) as u8,
            };
            if mask[k] < 201 { first } else { first.wrapping_add(1) }
        };
        assert_eq!(out.as_slice(), (0..HEIGHT * width).map(left).collect::<Vec<_>>(), "{width}");
    });
    assert!(neighbours::plan().contains("lanes along x"), "{}", neighbours::plan());
    assert!(masked::plan().contains("lanes along x"), "{}", masked::plan());
    assert!(larger::plan().contains("points at a time inside of the loops"), "{}", larger::plan());
}
