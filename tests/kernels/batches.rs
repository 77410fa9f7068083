//! Loops over blocks that have blocks of their own go batch by batch, whose lanes are blocks.

use unite::level::{self, Level};
use unite::{Block, Dyn, kernel};

/// Rows and then columns of blocks side by side; the results of a block lie one after another.
#[kernel]
fn transformed(samples: &Tensor<[[u8]; 8]>, o: &mut Tensor<[[[i16; 8]; 8]]>) {
    let mixed = |a: i32, b: i32, k: i32| (a * 3 - b * k + 8) >> 2;
    for n in 0..o.extent(0) {
        let w = Block::<[[i16; 8]; 8]>::stack();
        for y in 0..8 {
            let x = samples[[y, 8 * n..8 * n + 8]];
            for k in 0..8 {
                w[[y, k]] = mixed(x[[k]], x[[7 - k]], 2);
            }
        }
        for u in 0..8 {
            let [x0, x1, x2, x3, x4, x5, x6, x7] = w[[.., u]];
            o[[n, 0, u]] = mixed(x0, x7, 1);
            o[[n, 7, u]] = mixed(x1, x6, 1);
            o[[n, 3, u]] = x2 + x5;
            o[[n, 4, u]] = x3 - x4;
            o[[n, 1..3, u]] = [x0 + x1, x6 - x7];
            o[[n, 5, u]] = x3;
            o[[n, 6, u]] = x5 + n;
        }
    }
}

/// A part of the blocks, up to an end that is computed: arithmetic of Rust may wrap, and these go one by one.
#[kernel]
fn but_the_last(samples: &Tensor<[[u8]; 2]>, o: &mut Tensor<[[i16; 4]]>) {
    for n in 0..o.extent(0) - 3 {
        let w = Block::<[i16; 4]>::stack();
        for x in 0..4 {
            w[[x]] = (samples[[0, 4 * n + x]] * 3 - samples[[1, 4 * n + x]] + 7 - x) >> 1;
        }
        for x in 0..4 {
            o[[n, x]] = (w[[3 - x]] * 3 + w[[x]] * 2 - x + 5) >> 2;
        }
    }
}

/// The same numbers of all blocks lie side by side, and all blocks are a batch; the loop begins anywhere.
#[kernel]
fn side_by_side(
    samples: &Tensor<[[u8; 80]; 4]>,
    bias: &Tensor<[u8; 24]>,
    o: &mut Tensor<[[[i16; 24]; 4]; 4]>,
) {
    for b in 4..20 {
        let left = samples[[.., 4 * b..4 * b + 4]];
        let (w, z) = (Block::<[[i16; 4]; 4]>::stack(), Block::<[i16; 4]>::stack());
        for y in 0..4 {
            for x in 0..4 {
                w[[y, x]] = left[[y, x]] * (x + 1) - bias[[b]];
            }
        }
        for x in 0..4 {
            z[[x]] = w[[0, x]] + w[[1, x]] + w[[2, x]] + w[[3, x]];
        }
        for x in 0..4 {
            o[[.., x, b]] = [z[[x]], w[[1, x]] - z[[3 - x]], w[[2, x]], z[[x]] >> 1];
        }
    }
}

/// A result of which not all is written stays as it is.
#[kernel]
fn in_part(samples: &Tensor<[[u8]; 2]>, o: &mut Tensor<[[i16; 8]]>) {
    for n in 0..o.extent(0) {
        let w = Block::<[i16; 4]>::stack();
        for x in 0..4 {
            w[[x]] = samples[[0, 4 * n + x]] - samples[[1, 4 * n + x]];
        }
        for x in 1..4 {
            o[[n, 2 * x]] = w[[x]] + w[[x - 1]];
        }
    }
}

/// Each block goes on from the one before.
#[kernel]
fn chained(samples: &Tensor<[[u8]; 2]>, o: &mut Tensor<[[i16; 4]]>) {
    for n in 1..o.extent(0) {
        let w = Block::<[i16; 4]>::stack();
        for x in 0..4 {
            w[[x]] = samples[[0, 4 * n + x]] + o[[n - 1, x]];
        }
        for x in 0..4 {
            o[[n, x]] = w[[3 - x]] >> 1;
        }
    }
}

/// The same, where what the one before wrote lies beside what this one writes.
#[kernel]
fn chained_beside(samples: &Tensor<[[u8; 20]; 4]>, o: &mut Tensor<[[i16; 20]; 4]>) {
    for b in 1..17 {
        let w = Block::<[i16; 4]>::stack();
        for x in 0..4 {
            w[[x]] = ((samples[[x, b]] * 3 + o[[x, b - 1]] - x) & 1023) + 1;
        }
        for x in 0..4 {
            o[[x, b]] = (w[[3 - x]] * 3 + w[[x]] - samples[[x, b]] + 5 - x) >> 2;
        }
    }
}

/// A closure that counts: the order of the blocks is seen.
#[kernel]
fn counted(samples: &Tensor<[[u8]; 2]>, o: &mut Tensor<[[i16; 4]]>) {
    let mut count = 0;
    for n in 0..o.extent(0) {
        let w = Block::<[i16; 4]>::stack();
        for x in 0..4 {
            count = (count * 7 + 1) % 31;
            w[[x]] = samples[[0, 4 * n + x]] + count;
        }
        for x in 0..4 {
            o[[n, x]] = w[[3 - x]];
        }
    }
}

fn sample(y: usize, x: usize) -> i32 {
    (y * 89 + x * 57 + x * x * 3) as i32 % 256
}

fn samples<const H: usize>(w: usize) -> Block<[Dyn<u8>; H]> {
    let all = (0..H * w).map(|i| sample(i / w, i % w) as u8).collect();
    Block::from_vec(all, [H, w]).unwrap().fixed().unwrap()
}

fn at_every_level(test: impl Fn()) {
    for level in Level::available() {
        level::limit(level);
        test();
    }
}

#[test]
fn rows_of_results() {
    at_every_level(|| {
        for count in [1, 7, 15, 16, 17, 31, 32, 33, 50] {
            let samples = samples::<8>(8 * count + 3);
            let mut o: Block<Dyn<[[i16; 8]; 8]>> =
                Block::from_vec(vec![-7i16; count * 64], [count, 8, 8]).unwrap().fixed().unwrap();
            transformed(&samples, &mut o);
            let mixed = |a: i32, b: i32, k: i32| (a * 3 - b * k + 8) >> 2;
            for n in 0..count {
                let w = |y: usize, k: usize| {
                    i32::from(mixed(sample(y, 8 * n + k), sample(y, 8 * n + 7 - k), 2) as i16)
                };
                for u in 0..8 {
                    let x: Vec<i32> = (0..8).map(|y| w(y, u)).collect();
                    let expected = [
                        mixed(x[0], x[7], 1),
                        x[0] + x[1],
                        x[6] - x[7],
                        x[2] + x[5],
                        x[3] - x[4],
                        x[3],
                        x[5] + n as i32,
                        mixed(x[1], x[6], 1),
                    ];
                    for (v, expected) in expected.into_iter().enumerate() {
                        assert_eq!(
                            o.read([n as isize, v as isize, u as isize]),
                            expected as i16,
                            "{count}: {n}, {v}, {u}"
                        );
                    }
                }
            }
        }
    });
}

#[test]
fn an_end_is_computed() {
    at_every_level(|| {
        for count in [3, 4, 18, 19, 20, 35, 40] {
            let samples = samples::<2>(4 * count);
            let mut o: Block<Dyn<[i16; 4]>> =
                Block::from_vec(vec![-7i16; count * 4], [count, 4]).unwrap().fixed().unwrap();
            but_the_last(&samples, &mut o);
            for (n, x) in (0..count).flat_map(|n| (0..4).map(move |x| (n, x))) {
                let w = |x: usize| (sample(0, 4 * n + x) * 3 - sample(1, 4 * n + x) + 7 - x as i32) >> 1;
                let expected = (w(3 - x) * 3 + w(x) * 2 - x as i32 + 5) >> 2;
                let expected = if n + 3 < count { expected } else { -7 };
                assert_eq!(i32::from(o.read([n as isize, x as isize])), expected, "{count}: {n}, {x}");
            }
        }
    });
}

#[test]
fn all_blocks_at_once() {
    at_every_level(|| {
        let all: Vec<u8> = (0..320).map(|i| sample(i / 80, i % 80) as u8).collect();
        let samples: Block<[[u8; 80]; 4]> = Block::from_vec(all, [4, 80]).unwrap().fixed().unwrap();
        let bias = Block::from(std::array::from_fn::<u8, 24, _>(|b| 9 * b as u8));
        let mut o: Block<[[[i16; 24]; 4]; 4]> =
            Block::from_vec(vec![9i16; 4 * 4 * 24], [4, 4, 24]).unwrap().fixed().unwrap();
        side_by_side(&samples, &bias, &mut o);
        for b in 0..24 {
            let w = |y: usize, x: usize| {
                i32::from((sample(y, 4 * b + x) * (x as i32 + 1) - i32::from(bias.as_slice()[b])) as i16)
            };
            let z = |x: usize| (0..4).map(|y| w(y, x)).sum::<i32>();
            for x in 0..4 {
                let inside = (4..20).contains(&b);
                let expected = |value: i32| if inside { value as i16 } else { 9 };
                let all = if inside { [z(x), w(1, x) - z(3 - x), w(2, x), z(x) >> 1] } else { [9; 4] };
                for (v, value) in all.into_iter().enumerate() {
                    assert_eq!(
                        o.read([v as isize, x as isize, b as isize]),
                        expected(value),
                        "{v}, {x}, {b}"
                    );
                }
            }
        }
    });
}

#[test]
fn what_is_not_written_stays() {
    at_every_level(|| {
        for count in [1, 16, 40] {
            let samples = samples::<2>(4 * count);
            let mut o: Block<Dyn<[i16; 8]>> =
                Block::from_vec(vec![77i16; count * 8], [count, 8]).unwrap().fixed().unwrap();
            in_part(&samples, &mut o);
            let w = |x: usize| sample(0, x) - sample(1, x);
            for (n, x) in (0..count).flat_map(|n| (0..8).map(move |x| (n, x))) {
                let at = 4 * n + x / 2;
                let expected = if x % 2 == 0 && x > 0 { w(at) + w(at - 1) } else { 77 };
                assert_eq!(i32::from(o.read([n as isize, x as isize])), expected, "{count}: {n}, {x}");
            }
        }
    });
}

#[test]
fn blocks_that_depend_on_others_go_one_by_one() {
    at_every_level(|| {
        let count = 40;
        let samples = samples::<2>(4 * count);
        let mut o: Block<Dyn<[i16; 4]>> =
            Block::from_vec(vec![3i16; count * 4], [count, 4]).unwrap().fixed().unwrap();
        chained(&samples, &mut o);
        let mut before = [3; 4];
        for n in 1..count {
            let w: [i32; 4] = std::array::from_fn(|x| sample(0, 4 * n + x) + before[x]);
            before = std::array::from_fn(|x| w[3 - x] >> 1);
            assert_eq!([0, 1, 2, 3].map(|x| i32::from(o.read([n as isize, x as isize]))), before, "{n}");
        }
        let all: Vec<u8> = (0..80).map(|i| sample(i / 20, i % 20) as u8).collect();
        let beside: Block<[[u8; 20]; 4]> = Block::from_vec(all, [4, 20]).unwrap().fixed().unwrap();
        let mut p: Block<[[i16; 20]; 4]> =
            Block::from_vec(vec![11i16; 80], [4, 20]).unwrap().fixed().unwrap();
        chained_beside(&beside, &mut p);
        let mut before = [11; 4];
        for b in 1..17 {
            let w: [i32; 4] = std::array::from_fn(|x| ((sample(x, b) * 3 + before[x] - x as i32) & 1023) + 1);
            before = std::array::from_fn(|x| (w[3 - x] * 3 + w[x] - sample(x, b) + 5 - x as i32) >> 2);
            assert_eq!([0, 1, 2, 3].map(|x| i32::from(p.read([x, b as isize]))), before, "{b}");
        }

        counted(&samples, &mut o);
        let mut number = 0;
        for n in 0..count {
            let w: [i32; 4] = std::array::from_fn(|x| {
                number = (number * 7 + 1) % 31;
                sample(0, 4 * n + x) + number
            });
            assert_eq!(
                [0, 1, 2, 3].map(|x| i32::from(o.read([n as isize, x as isize]))),
                [3, 2, 1, 0].map(|x| w[x]),
                "{n}"
            );
        }
    });
}

#[test]
fn plans_say_so() {
    let starts = |plan: &'static str| {
        let of_line = |line: &'static str| line.split([',', ';']).next().unwrap_or_default();
        let lines = plan.lines().map(|line| match line.split_once(": ") {
            Some((over, what)) => (over.trim_start_matches("loops over "), of_line(what)),
            None => (line, ""),
        });
        lines.collect::<Vec<_>>()
    };
    let plan = [
        ("n", "no lanes: 16 blocks at a time"),
        ("y, n", "lanes along n"),
        ("u, n", "lanes along n"),
        ("n", "lanes along n"),
        ("n", "no lanes: a block of its own for each lane"),
        ("y", "lanes along y"),
        ("u", "lanes along u"),
    ];
    assert_eq!(starts(transformed::plan()), plan);
    assert_eq!(
        starts(side_by_side::plan()),
        [("y, x, b", "lanes along b"), ("x, b", "lanes along b"), ("x, b", "lanes along b")]
    );
    for plan in
        [in_part::plan(), but_the_last::plan(), chained::plan(), chained_beside::plan(), counted::plan()]
    {
        assert!(!plan.contains("along n") && !plan.contains("along b"), "{plan}");
    }
}
