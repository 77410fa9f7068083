//! Views colocated in coarser ones: several points of them are one element.

use unite::{Block, kernel};

/// Rows of a constant number, whose strides only the caller knows: which loop is the outer one is decided at run time.
#[kernel]
fn count_by_thirds(t: &mut Tensor<[[i32]]>) {
    let part = t[[0..6, 0..4]];
    let thirds = part.coarsen([3, 1]);
    let shown = thirds[part];
    shown[[!y, !x]] += 1;
}

#[test]
fn loops_of_either_order_know_the_type_of_their_variables() {
    let mut t = Block::<i32>::zeros([6, 5]);
    count_by_thirds(&mut t);
    for [y, x] in t.indices() {
        assert_eq!(t.read([y, x]), if y % 3 == 0 && x < 4 { 3 } else { 0 }, "at {y}, {x}");
    }
}
