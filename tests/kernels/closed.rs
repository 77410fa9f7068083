//! Ranges with their end, `a..=b`, over every type that an end may have, beside the same loops outside of kernels.

use unite::{Block, kernel};

const RADIUS: i32 = 2;
const LAST: u8 = u8::MAX;

#[kernel]
fn between(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for y in 0..=o.extent(0) - 1 {
        for x in 1..=o.extent(1) - 2 {
            o[[y, x]] = (a[[y, x - 1]] + a[[y, x + 1]] + 1) >> 1;
        }
    }
}

#[kernel]
fn longest(t: &mut Tensor<[[i32]]>, a: &Tensor<[u8]>, b: &Tensor<[u8]>) {
    for i in 1..=a.extent(0) {
        for j in 1..=b.extent(0) {
            t[[i, j]] = if a[[i - 1]] == b[[j - 1]] {
                t[[i - 1, j - 1]] + 1
            } else {
                t[[i - 1, j]].max(t[[i, j - 1]])
            };
        }
    }
}

/// The ends are a parameter of each size, a constant, a literal, a variable, and what was cast.
#[kernel]
fn counted(o: &mut Tensor<[i32; 13]>, size: usize, number: i32, narrow: u8, wide: u64) {
    for _ in 0..=size {
        o[[0]] += 1;
    }
    for _ in 0..=number {
        o[[1]] += 1;
    }
    for _ in 0..=narrow {
        o[[2]] += 1;
    }
    for _ in 0..=wide {
        o[[3]] += 1;
    }
    for k in -RADIUS..=RADIUS {
        o[[4]] += k * k;
    }
    for _ in 0..=LAST {
        o[[5]] += 1;
    }
    for _ in 0..=255u8 {
        o[[6]] += 1;
    }
    for i in -3..=-1 {
        for j in i..=126 {
            o[[7]] += i + j;
        }
    }
    for i in 0..5 {
        for j in (0..=i).rev() {
            o[[8]] = 3 * o[[8]] % 1000 + i - 2 * j;
        }
    }
    for i in (1..=number.max(0) as usize).step_by(3) {
        o[[9]] = 5 * o[[9]] % 1000 + i as i32;
    }
    for k in -(number & 3)..=(number & 3) {
        o[[10]] += k * k + 1;
    }
    for k in 0..=(size as i32).min(7) << 1 {
        o[[11]] += k;
    }
    for _ in 0..=size / 2 {
        o[[12]] += 1;
    }
}

/// The variable is a byte, whatever the end would be.
#[kernel]
fn bytes(o: &mut Tensor<[u8]>, table: &Tensor<[u8; 256]>) {
    for v in 0..=u8::MAX {
        o[[v]] = table[[v]] ^ inverse(v) as i32;
    }
    for v in 0..=9 {
        o[[v]] = inverse(v) as i32;
    }
}

fn inverse(v: u8) -> u8 {
    !v
}

#[kernel]
fn lower(o: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]]>) {
    for i in 0..o.extent(0) {
        for j in 0..=i {
            let mut sum = 0.0;
            for k in 0..a.extent(0) {
                sum += a[[k, i]] * a[[k, j]];
            }
            o[[i, j]] = sum;
        }
    }
}

#[test]
fn points_between() {
    for (h, w) in [(1, 3), (5, 70), (3, 2), (2, 1)] {
        let a: Vec<u8> = (0..h * w).map(|at| (at * 37 % 251) as u8).collect();
        let mut o = Block::from_vec(vec![7; h * w], [h, w]).unwrap();
        between(&mut o, &Block::from_vec(a.clone(), [h, w]).unwrap());
        let mut expected = vec![7; h * w];
        for y in 0..h {
            for x in 1..w.saturating_sub(1) {
                expected[y * w + x] =
                    ((u32::from(a[y * w + x - 1]) + u32::from(a[y * w + x + 1]) + 1) >> 1) as u8;
            }
        }
        assert_eq!(o.as_slice(), expected);
    }
    assert!(!between::plan().to_string().contains("one by one"), "{}", between::plan());
}

#[test]
fn recurrences() {
    let (a, b) = (b"the cat sat on the mat", b"that cat sits at the gate");
    let mut t = Block::<i32>::zeros([a.len() + 1, b.len() + 1]);
    let [rows, columns] = [&a[..], &b[..]].map(|text| Block::from_vec(text.to_vec(), [text.len()]).unwrap());
    longest(&mut t, &rows, &columns);
    let mut expected = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            expected[i][j] = match a[i - 1] == b[j - 1] {
                true => expected[i - 1][j - 1] + 1,
                false => expected[i - 1][j].max(expected[i][j - 1]),
            };
        }
    }
    assert_eq!(t.as_slice(), expected.concat());
}

#[test]
fn ends_of_every_type() {
    for (size, number, narrow, wide) in
        [(0, 0, 0, 0), (4, 7, 255, 300), (1, -1, 254, 1), (300, 20, 127, 70_000)]
    {
        let mut o = Block::<[i32; 13]>::stack();
        counted(&mut o, size, number, narrow, wide);
        let triangle = (0..5).flat_map(|i| (0..=i).rev().map(move |j| (i, j)));
        let expected = [
            size as i32 + 1,
            (number + 1).max(0),
            i32::from(narrow) + 1,
            wide as i32 + 1,
            10,
            256,
            256,
            (-3..=-1).flat_map(|i| (i..=126).map(move |j| i + j)).sum(),
            triangle.fold(0, |kept, (i, j)| 3 * kept % 1000 + i - 2 * j),
            (1..=number.max(0)).step_by(3).fold(0, |kept, i| 5 * kept % 1000 + i),
            (-(number & 3)..=(number & 3)).map(|k| k * k + 1).sum(),
            (0..=(size as i32).min(7) << 1).sum(),
            size as i32 / 2 + 1,
        ];
        assert_eq!(o.as_slice(), expected);
    }
}

/// A loop to the largest number of 32 bits or more has more indices than a tensor.
#[test]
fn ends_without_a_number_after() {
    let refused = |size, number, wide| {
        let call = || counted(&mut Block::<[i32; 13]>::stack(), size, number, 3, wide);
        let panic = std::panic::catch_unwind(call).expect_err("it is refused");
        panic.downcast_ref::<String>().expect("a message").clone()
    };
    assert_eq!(
        refused(3, i32::MAX, 3),
        "a loop runs to 2147483647, after which its type has no number: no tensor has so many indices"
    );
    assert!(refused(usize::MAX, 3, 3).contains("makes indices of size, which is 18446744073709551615"));
    assert!(refused(3, 3, u64::MAX).contains("makes indices of wide, which is 18446744073709551615"));
}

#[test]
fn variables_of_eight_bits() {
    let table = std::array::from_fn(|at| (at * 7 % 256) as u8);
    let mut o = Block::<u8>::zeros([256]);
    bytes(&mut o, &Block::from(table));
    let expected: Vec<u8> =
        (0..=255).map(|v: u8| if v <= 9 { !v } else { table[usize::from(v)] ^ !v }).collect();
    assert_eq!(o.as_slice(), expected);
}

#[test]
fn triangles() {
    let n = 21;
    let a: Vec<f64> = (0..9 * n).map(|at| (at * 5 % 13) as f64).collect();
    let mut o = Block::<f64>::zeros([n, n]);
    lower(&mut o, &Block::from_vec(a.clone(), [9, n]).unwrap());
    for i in 0..n {
        for j in 0..n {
            let sum: f64 = (0..9).map(|k| a[k * n + i] * a[k * n + j]).sum();
            assert_eq!(o.as_slice()[i * n + j], if j <= i { sum } else { 0.0 }, "{i} {j}");
        }
    }
    assert!(lower::plan().to_string().contains("16 points at a time"), "{}", lower::plan());
}
