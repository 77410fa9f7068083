//! Lanes against naive loops: schedules, conditionals, closures, reductions, ragged rows, in-place passes; at every level.

use crate::EVERY;
use crate::at_every_level;
use unite::staged::{Fault, Outcome, Remark};
use unite::{Block, kernel};

#[kernel]
fn weighted(out: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    out[[!y, !x]] = ((3 * a[[!y, !x]] - 2 * b[[!y, !x]] + (!x & 3) - !y + 2) >> 1).clamp(0, 255);
}

#[kernel]
fn weighted_down(out: &mut Tensor<[[u8; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) {
    #[vectorize(y)]
    for [y, x] in out.indices() {
        out[[y, x]] = ((3 * a[[y, x]] - 2 * b[[y, x]] + (x & 3) - y + 2) >> 1).clamp(0, 255);
    }
}

#[kernel]
fn weighted_out(out: &mut Tensor<[[u8; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) {
    #[unroll]
    for y in 0..16 {
        #[autovectorize]
        for x in 0..16 {
            out[[y, x]] = ((3 * a[[y, x]] - 2 * b[[y, x]] + (x & 3) - y + 2) >> 1).clamp(0, 255);
        }
    }
}

#[kernel]
fn weighted_singly(out: &mut Tensor<[[u8; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) {
    for y in 0..16 {
        #[scalar]
        for x in 0..16 {
            out[[y, x]] = ((3 * a[[y, x]] - 2 * b[[y, x]] + (x & 3) - y + 2) >> 1).clamp(0, 255);
        }
    }
}

/// `a` between nothing and all of it, by a weight that has a declared range and by one that has none.
#[kernel]
fn faded(out: &mut Tensor<[[u8; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>, #[range(0..=MOST)] weight: i32) {
    out[[!y, !x]] = (a[[!y, !x]] * weight + 32) >> 6;
}

const MOST: i32 = 64;

#[kernel]
fn faded_by_any(out: &mut Tensor<[[u8; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>, weight: i32) {
    out[[!y, !x]] = (a[[!y, !x]] * weight + 32) >> 6;
}

/// Conditionals and closures; sums, least and greatest values.
#[kernel]
fn statistics(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> [i32; 4] {
    let difference = |p: i32, q: i32| if p < q && p != 7 { q - p } else { p - q - 1 };
    let (mut sum, mut less, mut least, mut greatest) = (5, 0, 9, 9);
    for y in 0..16 {
        for x in 0..16 {
            let d = difference(a[[y, x]], b[[y, x]]);
            sum += d * d;
            less -= d;
            least = least.min(d);
            greatest = greatest.max(match d {
                0 | 1 => 100,
                _ => d,
            });
        }
    }
    [sum, less, least, greatest]
}

/// Numbers that need more than 16 bits.
#[kernel]
fn cubes(out: &mut Tensor<[[i32; 16]; 16]>, a: &Tensor<[[u8; 16]; 16]>) {
    out[[!y, !x]] = a[[!y, !x]] * a[[!y, !x]] * a[[!y, !x]];
}

/// Sums and differences in place, along rows and then along columns.
#[kernel]
fn butterflies(block: &mut Tensor<[[i16; 8]; 8]>) {
    let d = Block::<[[i16; 8]; 8]>::stack();
    d[[!y, !x]] = (block[[!y, !x]] & 255) - 128;
    for y in 0..8 {
        for u in 0..2 {
            let c = d[[y, 4 * u..4 * u + 4]];
            let (s, t, p, q) = (c[[0]] + c[[3]], c[[1]] + c[[2]], c[[0]] - c[[3]], c[[1]] - c[[2]]);
            c[[0]] = s + t;
            c[[1]] = p + q;
            c[[2]] = s - t;
            c[[3]] = p - q;
        }
    }
    for x in 0..8 {
        let c = d[[.., x]];
        let (first, last) = (c[[0]] * 11 - c[[7]] * 5, c[[3]] - c[[4]]);
        c[[0]] = first >> 4;
        c[[7]] = last;
    }
    block[[!y, !x]] = d[[!y, !x]];
}

fn bytes(seed: u32, count: usize) -> Vec<u8> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Extremes are as frequent as all else.
            [0, 255, (state >> 24) as u8, (state >> 16) as u8][(state >> 8) as usize % 4]
        })
        .collect()
}

fn value(a: u8, b: u8, y: usize, x: usize) -> u8 {
    ((3 * i32::from(a) - 2 * i32::from(b) + (x as i32 & 3) - y as i32 + 2) >> 1).clamp(0, 255) as u8
}

#[test]
fn rows_of_any_length() {
    at_every_level(|| {
        for width in (1..70).step_by(EVERY) {
            let (height, pitch) = (3, 75);
            let (a, b) = (bytes(width as u32, height * width), bytes(99, height * width));
            let border = bytes(7, height * pitch);
            let mut got = border.clone();
            let shape = [height, width];
            let (ta, tb) = (Block::external_ref(&a, shape).unwrap(), Block::external_ref(&b, shape).unwrap());
            weighted(&mut Block::external_pitched(&mut got, shape, pitch).unwrap(), &ta, &tb);
            for (i, &got) in got.iter().enumerate() {
                let (y, x) = (i / pitch, i % pitch);
                let want =
                    if x < width { value(a[y * width + x], b[y * width + x], y, x) } else { border[i] };
                assert_eq!(got, want, "width {width}, row {y}, column {x}");
            }
        }
    });
}

#[test]
fn schedules_change_no_result() {
    at_every_level(|| {
        let (a, b) = (bytes(1, 256), bytes(2, 256));
        let fixed = |v: &[u8]| {
            Block::from(std::array::from_fn::<[u8; 16], 16, _>(|y| std::array::from_fn(|x| v[16 * y + x])))
        };
        let (ta, tb) = (fixed(&a), fixed(&b));
        let want: Vec<u8> = (0..256).map(|i| value(a[i], b[i], i / 16, i % 16)).collect();
        let mut out = Block::<[[u8; 16]; 16]>::stack();
        weighted_down(&mut out, &ta, &tb);
        assert_eq!(out.as_slice(), want);
        let mut out = Block::<[[u8; 16]; 16]>::stack();
        weighted_out(&mut out, &ta, &tb);
        assert_eq!(out.as_slice(), want);
        let mut out = Block::<[[u8; 16]; 16]>::stack();
        weighted_singly(&mut out, &ta, &tb);
        assert_eq!(out.as_slice(), want);
    });
}

#[test]
fn kernels_tell_what_became_of_their_loops() {
    // Wherever a test can hold on to it, also a constant.
    const DOWN: [Remark; 1] = weighted_down::remarks();
    assert!(DOWN[0].is_vectorised());
    assert_eq!((DOWN[0].over, DOWN[0].outcome), ("y, x", Outcome::Lanes { along: "y", lanes: 16, bits: 16 }));
    let reason = |remark: &Remark| match remark.outcome {
        Outcome::Plain { reason, line } => (reason, line - remark.line),
        Outcome::Lanes { .. } => ("lanes", 0),
    };
    let [rows, row] = weighted_singly::remarks();
    assert_eq!([rows.over, row.over], ["y, x", "x"]);
    assert_eq!(reason(&rows), ("element after element, as asked", 2));
    assert_eq!(reason(&row), ("element after element, as asked", 0));
    assert_eq!(row.line, rows.line + 2);
    let [row] = weighted_out::remarks();
    assert_eq!(reason(&row), ("left to the compiler, as asked", 0));
    let [wide] = cubes::remarks();
    assert_eq!((wide.over, reason(&wide).0), ("y, x", "wide lanes are left to the compiler"));
    // Products of narrow numbers are summed up in pairs as they are made.
    let [sums] = statistics::remarks();
    assert_eq!((sums.over, sums.outcome), ("y, x", Outcome::Lanes { along: "x", lanes: 16, bits: 16 }));
    let mut out = Block::<[[i32; 16]; 16]>::stack();
    cubes(&mut out, &Block::from([[200u8; 16]; 16]));
    assert_eq!(out.as_slice(), [8_000_000; 256]);
}

/// Distances, which are summed up eight at once, and products, which are in pairs, of extents that are parameters.
#[kernel]
fn distances<const H: usize, const W: usize>(a: &Tensor<[[u8; W]; H]>, b: &Tensor<[[u8; W]; H]>) -> [i32; 2] {
    let (mut sum, mut squares) = (0, 0);
    for [y, x] in a.indices() {
        let (p, q) = (a[[y, x]], b[[y, x]]);
        sum += (p - q).abs();
        squares += (p - q) * (p - q);
    }
    [sum, squares]
}

#[test]
fn sums_of_every_form() {
    fn agree<const H: usize, const W: usize>() {
        let (a, b) = (bytes((H * W) as u32, H * W), bytes(W as u32, H * W));
        let block = |v: &[u8]| {
            Block::from(std::array::from_fn::<[u8; W], H, _>(|y| std::array::from_fn(|x| v[W * y + x])))
        };
        let terms = || a.iter().zip(&b).map(|(a, b)| i32::from(*a) - i32::from(*b));
        let want = [terms().map(i32::abs).sum(), terms().map(|d| d * d).sum()];
        assert_eq!(distances(&block(&a), &block(&b)), want, "{H} by {W}");
    }
    at_every_level(|| {
        agree::<3, 16>();
        agree::<4, 8>();
        agree::<3, 8>();
        agree::<8, 4>();
        agree::<6, 4>();
        agree::<3, 5>();
        agree::<2, 33>();
    });
}

#[test]
fn a_declared_range_is_checked_and_narrows_lanes() {
    let bits = |remark: Remark| match remark.outcome {
        Outcome::Lanes { bits, .. } => bits,
        Outcome::Plain { .. } => 0,
    };
    // 255 * 64 + 32 fits 16 bits.
    assert_eq!(bits(faded::remarks()[0]), 16);
    assert_ne!(bits(faded_by_any::remarks()[0]), 16);
    at_every_level(|| {
        let a = bytes(3, 256);
        let mut out = Block::<[[u8; 16]; 16]>::stack();
        let tensor =
            Block::from(std::array::from_fn::<[u8; 16], 16, _>(|y| std::array::from_fn(|x| a[16 * y + x])));
        for weight in [0, 1, 31, 64] {
            faded(&mut out, &tensor, weight);
            let want: Vec<u8> = a.iter().map(|&a| ((i32::from(a) * weight + 32) >> 6) as u8).collect();
            assert_eq!(out.as_slice(), want);
        }
        for weight in [-1, 65, i32::MAX] {
            let error = faded::fits(&out, &tensor, weight).unwrap_err();
            assert_eq!(error.fault, Fault::Range { value: i128::from(weight), first: 0, last: 64 });
            let call = std::panic::AssertUnwindSafe(|| faded(&mut out, &tensor, weight));
            let panic = std::panic::catch_unwind(call).unwrap_err();
            let said = panic.downcast_ref::<String>().expect("a message");
            assert!(
                said.contains(&format!("kernel faded takes 0..=64 for weight, which is {weight}")),
                "{said}"
            );
        }
    });
}

#[test]
fn reductions() {
    at_every_level(|| {
        for seed in (0..20).step_by(EVERY) {
            let (a, b) = (bytes(seed, 256), bytes(seed + 50, 256));
            let fixed = |v: &[u8]| {
                Block::from(std::array::from_fn::<[u8; 16], 16, _>(|y| {
                    std::array::from_fn(|x| v[16 * y + x])
                }))
            };
            let mut want = [5, 0, 9, 9];
            for (&a, &b) in a.iter().zip(&b) {
                let (p, q) = (i32::from(a), i32::from(b));
                let d = if p < q && p != 7 { q - p } else { p - q - 1 };
                want[0] += d * d;
                want[1] -= d;
                want[2] = want[2].min(d);
                want[3] = want[3].max(if d == 0 || d == 1 { 100 } else { d });
            }
            assert_eq!(statistics(&fixed(&a), &fixed(&b)), want, "seed {seed}");
        }
    });
}

#[test]
fn passes_in_place() {
    at_every_level(|| {
        for seed in (0..20).step_by(EVERY) {
            let all = bytes(seed, 64);
            let mut want: Vec<i32> = all.iter().map(|&v| i32::from(v) - 128).collect();
            for at in (0..64).step_by(4) {
                let [a, b, c, d] = [want[at], want[at + 1], want[at + 2], want[at + 3]];
                let (s, t, p, q) = (a + d, b + c, a - d, b - c);
                want[at..at + 4].copy_from_slice(&[s + t, p + q, s - t, p - q]);
            }
            for x in 0..8 {
                let (first, last) = (want[x] * 11 - want[56 + x] * 5, want[24 + x] - want[32 + x]);
                want[x] = first >> 4;
                want[56 + x] = last;
            }
            let mut block = Block::from(std::array::from_fn::<[i16; 8], 8, _>(|y| {
                std::array::from_fn(|x| i16::from(all[8 * y + x]) + 256 * (x as i16))
            }));
            butterflies(&mut block);
            assert!(
                block.as_slice().iter().zip(&want).all(|(&got, &want)| i32::from(got) == want),
                "seed {seed}"
            );
        }
    });
}
