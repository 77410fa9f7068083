//! Blocks side by side as one more dimension, which runs along the lanes; memory that needs no zeros.

use unite::level::{self, Level};
use unite::{Block, Dyn, kernel};

/// The zig-zag sequences of sixteen blocks.
#[kernel]
fn sequences(blocks: &Tensor<[[[i16; 16]; 4]; 4]>, out: &mut Tensor<[[i16; 16]]>) {
    for b in 0..16 {
        for (k, [v, u]) in blocks[[.., .., b]].zigzag().enumerate() {
            out[[b, k]] = blocks[[v, u, b]] + k - v;
        }
    }
}

/// Eight numbers at a time, of a loop that is written out.
#[kernel]
fn columns(block: &Tensor<[[i16; 16]; 32]>, out: &mut Tensor<[[i16; 32]; 16]>) {
    for j in 0..4 {
        #[vectorize(b)]
        for b in 0..16 {
            #[unroll]
            for k in 0..8 {
                out[[b, 8 * j + k]] = block[[8 * j + k, b]];
            }
        }
    }
}

/// Products of which the upper halves are left.
#[kernel]
fn upper_halves(a: &Tensor<[[i16; 16]; 3]>, b: &Tensor<[[i16; 16]; 3]>, out: &mut Tensor<[[i16; 16]; 3]>) {
    for [y, x] in out.indices() {
        let (p, q) = (a[[y, x]], b[[y, x]]);
        let rounded = ((p * q + (1 << 14)) >> 15) as i16;
        let high = (p * q) >> 16;
        let mean = ((p >> 1) * (q >> 1) + (1 << 14)) >> 15;
        out[[y, x]] = (rounded as i32 + high + mean) >> 2;
    }
}

/// All of `whole` is written before it is read, of `part` every second column.
#[kernel]
fn memory(a: &Tensor<[[u8; 16]; 4]>, out: &mut Tensor<[[i16; 16]; 4]>) {
    for round in 0..3 {
        let whole = Block::<[[i16; 16]; 4]>::stack();
        let part = Block::<[[i16; 16]; 4]>::stack();
        let unused = Block::<[[i16; 16]; 4]>::stack();
        whole[[!y, !x]] = a[[!y, !x]] + !x;
        for [y, x] in part[[.., 0..8]].indices() {
            part[[y, 2 * x]] = round + 1;
        }
        let fill = |value: i32| {
            for y in 0..4 {
                for x in 0..16 {
                    unused[[y, x]] = value;
                }
            }
        };
        if round == 1 {
            fill(1000);
        }
        out[[!y, !x]] += whole[[!y, !x]] * part[[!y, !x]] + unused[[!y, !x]];
    }
}

/// Loops that do not come to every place that their variables have room for.
#[kernel]
fn gaps(a: &Tensor<[[u8; 4]; 4]>, out: &mut Tensor<[[i16; 16]; 4]>) {
    let stepped = Block::<[[i16; 16]; 4]>::stack();
    for y in 0..4 {
        for x in (0..16).step_by(3) {
            stepped[[y, x]] = a[[y, 0]];
        }
    }
    let counted = Block::<[[i16; 16]; 4]>::stack();
    for (k, [_, x]) in a.zigzag().enumerate() {
        counted[[x, k]] = a[[x, 0]] + k;
    }
    out[[!y, !x]] = stepped[[!y, !x]] + counted[[!y, !x]];
}

/// Elements that lanes do not hold.
#[kernel]
fn doubled(a: &Tensor<[[u32; 16]; 2]>, out: &mut Tensor<[[u32; 16]; 2]>) {
    out[[!y, !x]] = 2 * a[[!y, !x]];
}

fn at_every_level(test: impl Fn()) {
    for most in [Level::Fallback, Level::Baseline, Level::V2, Level::V3, Level::V4] {
        level::limit(most);
        test();
    }
    level::limit(Level::V4);
}

fn numbers(seed: u32, count: usize) -> Vec<i16> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(99);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match state >> 29 {
            0 => i16::MIN,
            1 => i16::MAX,
            _ => (state >> 13) as i16,
        }
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn lanes_are_blocks() {
    at_every_level(|| {
        let small: Vec<i16> = numbers(1, 256).into_iter().map(|n| n >> 4).collect();
        let at = |v: usize, u: usize, b: usize| small[64 * v + 16 * u + b];
        let blocks: [[[i16; 16]; 4]; 4] =
            std::array::from_fn(|v| std::array::from_fn(|u| std::array::from_fn(|b| at(v, u, b))));
        let mut out: Block<Dyn<[i16; 16]>> = Block::<i16>::zeros([17, 16]).fixed().unwrap();
        sequences(&Block::from(blocks), &mut out);
        let zigzag = [
            (0, 0),
            (0, 1),
            (1, 0),
            (2, 0),
            (1, 1),
            (0, 2),
            (0, 3),
            (1, 2),
            (2, 1),
            (3, 0),
            (3, 1),
            (2, 2),
            (1, 3),
            (2, 3),
            (3, 2),
            (3, 3),
        ];
        for (b, row) in out.as_slice().chunks(16).enumerate() {
            for (k, &got) in row.iter().enumerate() {
                let (v, u) = zigzag[k];
                let want = if b < 16 { at(v, u, b) + k as i16 - v as i16 } else { 0 };
                assert_eq!(got, want, "place {k} of block {b}");
            }
        }
    });
}

#[test]
fn loops_that_are_written_out_are_tiles() {
    at_every_level(|| {
        let all = numbers(2, 512);
        let block: [[i16; 16]; 32] = std::array::from_fn(|k| std::array::from_fn(|b| all[16 * k + b]));
        let mut out = Block::from([[0; 32]; 16]);
        columns(&Block::from(block), &mut out);
        for b in 0..16 {
            for k in 0..32 {
                assert_eq!(out.read([b, k]), block[k as usize][b as usize]);
            }
        }
    });
}

#[test]
fn products_lose_what_is_shifted_out() {
    at_every_level(|| {
        for seed in 0..50 {
            let (a, b) = (numbers(seed, 48), numbers(seed + 77, 48));
            let rows = |all: &[i16]| -> [[i16; 16]; 3] {
                std::array::from_fn(|y| std::array::from_fn(|x| all[16 * y + x]))
            };
            let mut out = Block::from([[0; 16]; 3]);
            upper_halves(&Block::from(rows(&a)), &Block::from(rows(&b)), &mut out);
            for (i, &got) in out.as_slice().iter().enumerate() {
                let (p, q) = (i32::from(a[i]), i32::from(b[i]));
                let rounded = i32::from(((p * q + (1 << 14)) >> 15) as i16);
                let mean = ((p >> 1) * (q >> 1) + (1 << 14)) >> 15;
                assert_eq!(i32::from(got), (rounded + ((p * q) >> 16) + mean) >> 2, "{p} * {q}");
            }
        }
    });
}

#[test]
fn what_is_not_written_is_zero() {
    at_every_level(|| {
        let a: [[u8; 16]; 4] = std::array::from_fn(|y| std::array::from_fn(|x| (37 * y + 11 * x) as u8));
        let mut out = Block::from([[0; 16]; 4]);
        memory(&Block::from(a), &mut out);
        for (at, &element) in a.as_flattened().iter().enumerate() {
            let (y, x) = (at / 16, at % 16);
            let whole = i16::from(element) + x as i16;
            let parts = if x % 2 == 0 { 1 + 2 + 3 } else { 0 };
            assert_eq!(out.read([y as isize, x as isize]), whole * parts + 1000);
        }
    });
}

#[test]
fn what_a_loop_leaves_out_is_zero() {
    // The columns along the diagonals of four by four.
    const COLUMNS: [usize; 16] = [0, 1, 0, 0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 3, 2, 3];
    at_every_level(|| {
        let a: [[u8; 4]; 4] = std::array::from_fn(|y| [10 * y as u8 + 7; 4]);
        let mut out = Block::from([[-1; 16]; 4]);
        gaps(&Block::from(a), &mut out);
        for (at, &got) in out.as_slice().iter().enumerate() {
            let (y, x) = (at / 16, at % 16);
            let stepped = if x % 3 == 0 { i16::from(a[y][0]) } else { 0 };
            let counted = if COLUMNS[x] == y { i16::from(a[y][0]) + x as i16 } else { 0 };
            assert_eq!(got, stepped + counted, "place {x} of row {y}");
        }
    });
}

#[test]
fn other_elements_have_no_lanes() {
    let mut out = Block::from([[0; 16]; 2]);
    doubled(&Block::from([[4_000_000; 16]; 2]), &mut out);
    assert_eq!(out.read([1, 15]), 8_000_000);
}
