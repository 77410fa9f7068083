//! Elements and those on the other side of the diagonal: `[[i, j]]` and `[[j, i]]` are one where `j` is the same only.

use unite::{Block, Elem, kernel};

/// Both sides of a matrix of products.
#[kernel]
fn covariance(c: &mut Tensor<[[f64]]>, s: &Tensor<[[f64]]>, mean: &Tensor<[f64]>) {
    for i in 0..c.extent(0) {
        for j in 0..=i {
            let mut sum = 0.0;
            for k in 0..s.extent(0) {
                sum += (s[[k, i]] - mean[[i]]) * (s[[k, j]] - mean[[j]]);
            }
            c[[i, j]] = sum;
            c[[j, i]] = sum;
        }
    }
}

#[kernel]
fn turned<T>(a: &mut Tensor<[[T]]>)
where
    T: Elem<Wide = i32>,
{
    for i in 0..a.extent(0) {
        for j in 0..i {
            let kept = a[[i, j]];
            a[[i, j]] = a[[j, i]];
            a[[j, i]] = kept;
        }
    }
}

#[kernel]
fn turned_f32(a: &mut Tensor<[[f32]]>) {
    for i in 0..a.extent(0) {
        for j in 0..i {
            let kept = a[[i, j]];
            a[[i, j]] = a[[j, i]].sqrt();
            a[[j, i]] = kept * 2.0;
        }
    }
}

/// What an iteration writes others read: beside the diagonal, and on the other side with another step.
#[kernel]
fn chained(a: &mut Tensor<[[f32]]>) {
    let n = a.extent(0);
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            a[[i, j]] = a[[j + 1, i]].sqrt() + 1.5 * a[[i, j - 1]];
            a[[n - 1 - j, i]] = a[[i, j]] * 0.5 + a[[j, i]];
        }
    }
}

#[kernel]
fn crossed(a: &mut Tensor<[[i32]]>, shift: i32) {
    for i in 2..a.extent(0) - 2 {
        for j in 2..a.extent(1) - 2 {
            a[[i, j]] = (a[[i, j]] + 3 * a[[j, i + shift.clamp(-2, 2)]]) & 4095;
            a[[j - 1, i + 1]] = (a[[j - 1, i + 1]] - (a[[i, j]] >> 1)) & 4095;
        }
    }
}

fn numbers(n: usize) -> Vec<i32> {
    (0..n * n).map(|at| (at * 37 % 101) as i32 - 20).collect()
}

#[test]
fn both_sides() {
    for (n, rows) in [(1, 3), (7, 9), (40, 20)] {
        let s: Vec<f64> = (0..rows * n).map(|at| (at * 7 % 23) as f64).collect();
        let mean: Vec<f64> = (0..n).map(|at| at as f64 / 4.0).collect();
        let mut c = Block::<f64>::zeros([n, n]);
        let of = Block::from_vec(s.clone(), [rows, n]).unwrap();
        covariance(&mut c, &of, &Block::from_vec(mean.clone(), [n]).unwrap());
        for i in 0..n {
            for j in 0..n {
                let (i, j) = (i.max(j), i.min(j));
                let sum =
                    (0..rows).fold(0.0, |sum, k| sum + (s[k * n + i] - mean[i]) * (s[k * n + j] - mean[j]));
                assert_eq!(c.as_slice()[i * n + j], sum);
                assert_eq!(c.as_slice()[j * n + i], sum);
            }
        }
    }
    assert!(covariance::plan().to_string().contains("16 points at a time"), "{}", covariance::plan());
}

#[test]
fn a_matrix_is_turned_where_it_is() {
    for n in [1, 2, 5, 33, 70] {
        let a = numbers(n);
        let mut integers = Block::from_vec(a.clone(), [n, n]).unwrap();
        turned(&mut integers);
        let mut bytes = Block::from_vec(a.iter().map(|v| *v as u8).collect::<Vec<u8>>(), [n, n]).unwrap();
        turned(&mut bytes);
        let mut floats =
            Block::from_vec(a.iter().map(|v| v.abs() as f32).collect::<Vec<_>>(), [n, n]).unwrap();
        turned_f32(&mut floats);
        for i in 0..n {
            for j in 0..n {
                let (here, there) = (i * n + j, j * n + i);
                assert_eq!(integers.as_slice()[here], a[there]);
                assert_eq!(bytes.as_slice()[here], a[there] as u8);
                let from = a[there].abs() as f32;
                let expected = if i > j {
                    from.sqrt()
                } else if i < j {
                    from * 2.0
                } else {
                    from
                };
                assert_eq!(floats.as_slice()[here], expected);
            }
        }
    }
}

#[test]
fn what_is_read_after_it_is_written() {
    for n in [3, 4, 5, 9, 21, 50] {
        let mut expected: Vec<f32> = numbers(n).iter().map(|v| v.abs() as f32).collect();
        let mut a = Block::from_vec(expected.clone(), [n, n]).unwrap();
        chained(&mut a);
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                expected[i * n + j] = expected[(j + 1) * n + i].sqrt() + 1.5 * expected[i * n + j - 1];
                expected[(n - 1 - j) * n + i] = expected[i * n + j] * 0.5 + expected[j * n + i];
            }
        }
        assert_eq!(a.as_slice(), expected, "{n}");
    }
    for (n, shift) in [(5, 0), (9, 1), (9, -1), (30, 2), (41, 0), (60, -2)] {
        let mut expected = numbers(n);
        let mut a = Block::from_vec(expected.clone(), [n, n]).unwrap();
        crossed(&mut a, shift);
        for i in 2..n - 2 {
            for j in 2..n - 2 {
                let there = expected[j * n + i.checked_add_signed(shift as isize).unwrap()];
                expected[i * n + j] = (expected[i * n + j] + 3 * there) & 4095;
                expected[(j - 1) * n + i + 1] =
                    (expected[(j - 1) * n + i + 1] - (expected[i * n + j] >> 1)) & 4095;
            }
        }
        assert_eq!(a.as_slice(), expected, "{n} {shift}");
    }
}
