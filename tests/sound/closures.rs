//! Closures of a kernel that read and write its tensors, for as long as these are there.

use unite::{Block, kernel};

#[kernel]
fn later(out: &mut Tensor<[i32]>, n: usize) {
    let b = Block::<i32>::zeros([n]);
    let c = Block::<[i32; 2]>::stack();
    b[[1]] = 42;
    c[[0]] = 5;
    let mut all: Vec<Box<dyn FnMut() -> i32>> = Vec::new();
    for i in 0..2 {
        all.push(Box::new(move || {
            b[[i]] += 1;
            b[[i]] + c[[0]]
        }));
    }
    out[[0]] = all[0]() + all[1]();
}

#[kernel]
fn lent<'t>(row: &'t Tensor<[u8]>, sum: &mut impl FnMut(i32)) {
    let mut each = |i| sum(row[[i]]);
    for i in 0..3 {
        each(i);
    }
}

#[test]
fn closures_see_what_is_there() {
    let mut out = Block::<i32>::zeros([1]);
    later(&mut out, 2);
    assert_eq!(out.as_slice(), [6 + 48]);
    let mut sum = 0;
    lent(&Block::<u8>::from_vec(vec![1, 2, 3], [3]).unwrap(), &mut |x| sum += x);
    assert_eq!(sum, 6);
}
