//! Element types: widening and narrowing, `bool`, floating point, types of one's own, generic kernels.

use std::ops::{Add, Mul};

use unite::{Block, Elem, kernel};

#[kernel]
fn add(out: &mut Tensor<[u8]>, a: &Tensor<[u8]>, b: &Tensor<[i8]>) {
    out[[!i]] = a[[!i]] + b[[!i]];
}

#[kernel]
fn add_clamped(out: &mut Tensor<[i16]>, a: &Tensor<[i16]>) {
    out[[!i]] = (a[[!i]] + a[[!i]]).clamp(-32768, 32767);
}

#[kernel]
fn threshold(out: &mut Tensor<[bool]>, a: &Tensor<[u16]>, limit: i32) {
    out[[!i]] = a[[!i]] > limit;
}

#[kernel]
fn count(flags: &Tensor<[[bool]]>) -> usize {
    let mut n = 0;
    for [y, x] in flags.indices() {
        if flags[[y, x]] && (x == 0 || !flags[[y, x - 1]]) {
            n += 1;
        }
    }
    n
}

#[kernel]
fn normalise(out: &mut Tensor<[f32]>, a: &Tensor<[f32]>, scale: f32) {
    let mut sum = 0.0;
    for [i] in a.indices() {
        sum += a[[i]];
    }
    let mean = sum / a.extent(0) as f32;
    out[[!i]] = (a[[!i]] - mean) * scale;
    out[[0]] += 0.5;
    if mean < scale {
        out[[1]] = -1.0;
    }
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Motion {
    x: i16,
    y: i16,
}

impl Elem for Motion {
    type Wide = Self;
    fn widen(self) -> Self {
        self
    }
    fn narrow(wide: Self) -> Self {
        wide
    }
}

#[kernel]
fn median(out: &mut Tensor<[[Motion]]>, field: &Tensor<[[Motion]]>) {
    let left = field[[1.., 0..field.extent(1) - 1]];
    out[[!y, !x]] = Motion { x: left[[!y, !x]].x, y: left[[!y - 1, !x + 1]].y };
}

#[kernel]
fn multiply_add<T, const N: usize>(sum: &mut Tensor<[[T; N]; N]>, a: &Tensor<[[T; N]; N]>, factor: T)
where
    T: Elem<Wide = T> + Add<Output = T> + Mul<Output = T>,
{
    for [y, x] in sum.indices() {
        sum[[y, x]] = sum[[y, x]] + a[[x, y]] * factor;
    }
}

#[kernel]
fn matrix_product<T: Elem<Wide = T> + Add<Output = T> + Mul<Output = T>, const M: usize, const N: usize>(
    c: &mut Tensor<[[T; N]; M]>,
    a: &Tensor<[[T]]>,
    b: &Tensor<[[T; N]]>,
) {
    for i in 0..M {
        for j in 0..N {
            for k in 0..b.extent(0) {
                c[[i, j]] = c[[i, j]] + a[[i, k]] * b[[k, j]];
            }
        }
    }
}

#[kernel]
fn borrowed<'a>(names: &'a [String], picks: &Tensor<[u8]>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for [i] in picks.indices() {
        found.push(names[picks[[i]] as usize].as_str());
    }
    found
}

#[test]
fn integers_widen() {
    let mut out = Block::<u8>::zeros([3]);
    add(
        &mut out,
        &Block::from_vec(vec![250u8, 0, 128], [3]).unwrap(),
        &Block::from_vec(vec![5i8, 7, -128], [3]).unwrap(),
    );
    assert_eq!(out.as_slice(), [255, 7, 0]);
    let mut out = Block::<i16>::zeros([2]);
    add_clamped(&mut out, &Block::from_vec(vec![30_000i16, -30_000], [2]).unwrap());
    assert_eq!(out.as_slice(), [32_767, -32_768]);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "256 written to an element of type u8: clip it first")]
fn integers_that_do_not_fit_panic() {
    let (a, b) = (Block::from_vec(vec![255u8], [1]).unwrap(), Block::from_vec(vec![1i8], [1]).unwrap());
    add(&mut Block::<u8>::zeros([1]), &a, &b);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "-1 written to an element of type u8: clip it first")]
fn negative_integers_do_not_fit() {
    let (a, b) = (Block::from_vec(vec![0u8], [1]).unwrap(), Block::from_vec(vec![-1i8], [1]).unwrap());
    add(&mut Block::<u8>::zeros([1]), &a, &b);
}

#[test]
fn truth_values() {
    let mut out = Block::<bool>::zeros([3]);
    threshold(&mut out, &Block::from_vec(vec![9u16, 10, 65_535], [3]).unwrap(), 9);
    assert_eq!(out.as_slice(), [false, true, true]);
    let flags = Block::from_vec(vec![true, true, false, true, false, true], [2, 3]).unwrap();
    assert_eq!(count(&flags), 3);
}

#[test]
fn floating_point() {
    let a = Block::from_vec(vec![1.0f32, 2.0, 3.0], [3]).unwrap();
    let mut out = Block::<f32>::zeros([3]);
    normalise(&mut out, &a, 2.0);
    assert_eq!(out.as_slice(), [-1.5, 0.0, 2.0]);
    normalise(&mut out, &a, 2.5);
    assert_eq!(out.as_slice(), [-2.0, -1.0, 2.5]);
}

#[test]
fn types_of_ones_own() {
    let field: Vec<Motion> = (0..6).map(|i| Motion { x: i, y: -i }).collect();
    let field = Block::from_vec(field, [2, 3]).unwrap();
    let mut out = Block::<Motion>::zeros([1, 2]);
    median(&mut out, &field);
    assert_eq!(out.as_slice(), [Motion { x: 3, y: -1 }, Motion { x: 4, y: -2 }]);
}

#[test]
fn generics() {
    let mut sum = Block::from([[1i64, 2], [3, 4]]);
    multiply_add(&mut sum, &Block::from([[10i64, 20], [30, 40]]), 2);
    assert_eq!(sum.as_slice(), [21, 62, 43, 84]);
    let mut sum = Block::from([[0.5f64]]);
    multiply_add(&mut sum, &Block::from([[2.0f64]]), 0.25);
    assert_eq!(sum.as_slice(), [1.0]);
    let mut c = Block::<[[i32; 2]; 3]>::stack();
    let a = Block::<i32>::from_vec((1..=6).collect(), [3, 2]).unwrap();
    let b = Block::from([[1, 2], [3, 4]]);
    matrix_product(&mut c, &a, &b);
    assert_eq!(c.as_slice(), [7, 10, 15, 22, 23, 34]);
    let short = Block::<i32>::zeros([2, 2]);
    assert!(matrix_product::fits(&c, &short, &b).is_err());
}

#[test]
fn lifetimes() {
    let names = ["zero".to_string(), "one".to_string()];
    let picks = Block::from_vec(vec![1u8, 0, 1], [3]).unwrap();
    assert_eq!(borrowed(&names, &picks), ["one", "zero", "one"]);
}
