//! Stored sets of bits, beside plain arithmetic.

use unite::kernel;
use unite::stored::{Csr, StoredBlock};

/// Sets of bits.
#[kernel]
fn of_bits(
    c: &mut Tensor<[[u8]], _>,
    d: &mut Tensor<[[u8]], _>,
    a: &Tensor<[[u8]], _>,
    b: &Tensor<[[u8]], _>,
) {
    c[[!i, !j]] = (a[[!i, !j]] & b[[!i, !j]]) << 1;
    d[[!i, !j]] = (a[[!i, !j]] ^ b[[!i, !j]]) | (b[[!i, !j]] >> 1) % 3;
}

#[test]
fn bits_are_stored() {
    let (x, y) = ([0u8, 5, 0, 12, 255, 1], [0u8, 0, 7, 9, 3, 1]);
    let [a, b] = [&x, &y].map(|all| StoredBlock::<u8, Csr, 2>::from_dense([2, 3], all).unwrap());
    let [mut c, mut d] = [(); 2].map(|()| StoredBlock::<u8, Csr, 2>::empty([2, 3]).unwrap());
    of_bits(&mut c, &mut d, &a, &b);
    let zip = |f: fn(u8, u8) -> u8| x.iter().zip(&y).map(|(x, y)| f(*x, *y)).collect::<Vec<_>>();
    assert_eq!(c.to_dense(), zip(|x, y| (x & y) << 1));
    assert_eq!(d.to_dense(), zip(|x, y| (x ^ y) | ((y >> 1) % 3)));
    // Where both are, and where one is.
    assert_eq!((c.stored(), d.stored()), (3, 5));
}
