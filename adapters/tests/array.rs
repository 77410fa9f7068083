//! Arrays of `ndarray`, seen and taken in both directions.

use ndarray::{Array1, Array2, ArrayView2, arr1, arr2, s};
use unite::kernel;
use unite::library::Heap;
use unite::{Block, BlockError};
use unite_adapters::AdapterError;
use unite_adapters::array::{borrow, borrow_mut, borrow_stored, give, lend, lend_mut, take};

#[kernel]
fn double(b: &mut Tensor<[[i32]]>, a: &Tensor<[[i32]]>) {
    b[[!i, !j]] = 2 * a[[!i, !j]];
}

#[kernel]
fn times(y: &mut Tensor<[i32]>, a: &Tensor<[[i32]], _>, x: &Tensor<[i32]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[test]
fn kernels_read_and_write_their_memory() {
    let a = arr2(&[[1, 2, 3], [4, 5, 6]]);
    let mut b: Array2<i32> = Array2::zeros((2, 3));
    double(&mut borrow_mut(&mut b).expect("a tensor"), &borrow(&a).expect("a tensor"));
    assert_eq!(b, 2 * &a);
    // With other orders and directions of axes.
    let mut turned: Array2<i32> = Array2::zeros((3, 2));
    let mut backwards = turned.view_mut().reversed_axes();
    backwards.invert_axis(ndarray::Axis(1));
    double(&mut borrow_mut(&mut backwards).expect("a tensor"), &borrow(&a).expect("a tensor"));
    assert_eq!(turned, arr2(&[[6, 12], [4, 10], [2, 8]]));
}

#[test]
fn a_dense_matrix_is_a_stored_one() {
    let (a, x) = (arr2(&[[1, 2, 3], [4, 5, 6]]), arr1(&[1, 10, 100]));
    let mut y: Array1<i32> = Array1::zeros(2);
    times(
        &mut borrow_mut(&mut y).expect("a tensor"),
        borrow_stored(&a).expect("a tensor"),
        &borrow(&x).expect("a tensor"),
    );
    assert_eq!(y, arr1(&[321, 654]));
    assert_eq!(borrow_stored(&a.t()).unwrap_err(), AdapterError::Layout);
}

#[test]
fn memory_is_handed_over() {
    let a = arr2(&[[1u8, 2, 3], [4, 5, 6]]);
    let at = a.as_ptr();
    let mut block: Heap<u8, 2> = take(a).expect("a block");
    assert_eq!((block.as_slice().as_ptr(), block.extents()), (at, [2, 3]));
    lend_mut::<u8, 2>(&mut block).expect("a view")[[1, 2]] = 9;
    let seen: ArrayView2<u8> = lend::<u8, 2>(&block).expect("a view");
    assert_eq!(seen, arr2(&[[1, 2, 3], [4, 5, 9]]));
    let back = give::<u8, 2>(block).expect("an array");
    assert_eq!((back.as_ptr(), back[[1, 2]]), (at, 9));
}

#[test]
fn what_is_no_tensor_is_refused() {
    let a = arr2(&[[1, 2, 3], [4, 5, 6]]);
    assert_eq!(borrow(&a.slice(s![.., ..2])).err(), Some(AdapterError::Apart));
    assert_eq!(take::<i32, 2>(a.clone().reversed_axes()).err(), Some(AdapterError::Layout));
    assert_eq!(take::<i32, 2>(a.slice_move(s![1.., ..])).err(), Some(AdapterError::Layout));
    let none: Array2<i32> = Array2::zeros((2, 0));
    assert_eq!(borrow(&none).err(), Some(AdapterError::Block(BlockError::Empty { axis: 1 })));
    assert_eq!(take::<i32, 2>(none).err(), Some(AdapterError::Block(BlockError::Empty { axis: 1 })));
    let block: Heap<i32, 2> = Block::<i32>::zeros([2, 2]);
    assert_eq!(lend::<i32, 2>(&block).expect("a view").shape(), [2, 2]);
}
