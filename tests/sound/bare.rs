//! Kernels where nothing of the prelude has a name, macros of the standard library neither, and every type has methods with the names
//! of those that generated code calls: stored tensors, reductions, lanes, instances, functions that kernels see into.

use unite::Block;
use unite::level::{self, Level};
use unite::stored::{Compressed, Csr, Least, StoredBlock};

/// Methods that take anything by value, so that they are found first.
mod methods {
    #![no_implicit_prelude]
    #![allow(dead_code, clippy::wrong_self_convention)]

    use ::core::marker::Sized;

    macro_rules! methods {
        ($($name:ident)*) => {
            pub trait Methods: Sized {
                $(fn $name(self) -> isize {
                    100_000
                })*
            }
        };
    }
    methods! {
        open close push walk is_at coordinate below step_if locate room extents root take_each add_each complete widen narrow unwrap
        next into_iter iter find index into try_into clone abs lo hi get require first last extent stride cmp eq lt is_some max min
        add sub mul position begin end seek derive knows_stride read write offset
    }
    impl<T> Methods for T {}
}

mod without_prelude {
    #![no_implicit_prelude]
    // No code calls the methods, and that of kernels writes no path of theirs.
    #![allow(unused_imports)]

    use super::methods::Methods as _;
    use ::unite::kernel;
    use ::unite::library::Boundary;

    #[kernel]
    pub fn product(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
        c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]]);
    }

    #[kernel]
    pub fn added(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
        c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
    }

    #[kernel]
    pub fn largest(c: &mut Tensor<[f64], _>, a: &Tensor<[[f64]], _>) {
        c[[!i]] = max(|j| a[[!i, j]]);
    }

    #[kernel]
    pub fn counted(a: &Tensor<[[f64]], _>) -> i32 {
        count(|i, j| a[[i, j]] == 2.0) + if any(|i, j| a[[i, j]] < 0.0) { 100 } else { 0 }
    }

    #[kernel]
    pub fn stored(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
        for ([i, _], v) in a.stored() {
            y[[i]] += v;
        }
    }

    #[kernel]
    pub fn smooth(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>) {
        let t = t.with_boundary(Boundary::Clamp);
        for x in 0..64 {
            out[[x]] = (t[[x - 1]] + 2 * t[[x]] + t[[x + 1]] + 2) >> 2;
        }
    }

    #[kernel]
    pub fn tap(a: i32, b: i32) -> i32 {
        3 * a + b
    }

    #[kernel(inline(tap))]
    pub fn tapped(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>) {
        for x in 0..64 {
            out[[x]] = tap(t[[x]], 1) >> 2;
        }
    }

    #[kernel]
    #[instance(scaled_by_3: W = 64, by = 3)]
    pub fn scaled<const W: usize>(out: &mut Tensor<[u8; W]>, t: &Tensor<[u8; W]>, by: i32) {
        for x in 0..W {
            out[[x]] = (t[[x]] * by) >> 3;
        }
    }

    #[kernel]
    pub fn halved(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
        for [y, x] in out.indices() {
            out[[y, x]] = (t[[y, x]] + 1) >> 1;
        }
    }

    #[kernel]
    pub fn columns(t: &mut Tensor<[[u8; 64]; 64]>) {
        for x in 0..64 {
            for y in 1..64 {
                t[[y, x]] = (t[[y - 1, x]] * 3 + y) & 255;
            }
        }
    }

    #[kernel]
    pub fn four(t: &mut Tensor<[i32]>, a: i32, b: i32) {
        for i in a * b..a * b + 4 {
            t[[i]] = 1;
        }
    }
}

type Bytes = Block<[u8; 64], [u8; 64]>;

fn bytes() -> Bytes {
    let mut bytes = Block::<[u8; 64]>::stack();
    bytes.as_mut_slice().iter_mut().zip(0..).for_each(|(byte, x)| *byte = 3 * x);
    bytes
}

#[test]
fn nothing_of_the_prelude_is_needed() {
    let a: StoredBlock<f64, Csr, 2> =
        StoredBlock::from_entries([2, 3], [([0, 1], 2.0), ([1, 0], -1.0), ([1, 2], 5.0)]).unwrap();
    let b: StoredBlock<f64, Csr, 2> =
        StoredBlock::from_entries([3, 2], [([1, 1], 2.0), ([2, 0], 4.0)]).unwrap();
    let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 2]).unwrap();
    without_prelude::product(&mut c, &a, &b);
    assert_eq!(c.to_entries(), [([0, 1], 4.0), ([1, 0], 20.0)]);
    let mut c = StoredBlock::<f64, Csr, 2>::empty([2, 3]).unwrap();
    without_prelude::added(&mut c, &a, &a);
    assert_eq!(c.to_dense(), [0.0, 4.0, 0.0, -2.0, 0.0, 10.0]);
    assert_eq!(without_prelude::counted(&a), 101);
    let mut y = Block::<f64>::zeros([2]);
    without_prelude::stored(&mut y, &a);
    assert_eq!(y.as_slice(), [2.0, 4.0]);
    let mut most = StoredBlock::<f64, (Compressed,), 1, Least>::empty([2]).unwrap();
    without_prelude::largest(&mut most, &a.with_fill());
    assert_eq!(most.to_entries(), [([0], 2.0), ([1], 5.0)]);
    let mut t = Block::<i32>::zeros([8]);
    without_prelude::four(&mut t, 2, 2);
    assert_eq!(t.as_slice(), [0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn lanes_need_nothing_of_the_prelude() {
    for level in Level::available() {
        level::limit(level);
        let (mut out, t) = (bytes(), bytes());
        without_prelude::tapped(&mut out, &t);
        assert!((0..28).all(|x| usize::from(out.as_slice()[x]) == (9 * x + 1) >> 2));
        without_prelude::scaled_by_3(&mut out, &t);
        assert!((0..64).all(|x| usize::from(out.as_slice()[x]) == (9 * x) >> 3));
        without_prelude::smooth(&mut out, &t);
        assert_eq!(out.as_slice()[..3], [1, 3, 6]);
        assert_eq!(out.as_slice()[62..], [186, 188]);
        let mut rows = Block::<[[u8; 64]; 64]>::stack();
        without_prelude::columns(&mut rows);
        let mut column = [0u8; 64];
        (1..64).for_each(|y| column[y] = column[y - 1].wrapping_mul(3).wrapping_add(y as u8));
        assert!((0..64 * 64).all(|at| rows.as_slice()[at] == column[at / 64]));
        let mut half = Block::<u8>::zeros([1, 64]);
        without_prelude::halved(&mut half, &Block::from_vec(t.as_slice().to_vec(), [1, 64]).unwrap());
        assert!((0..64).all(|x| usize::from(half.as_slice()[x]) == (3 * x).div_ceil(2)));
    }
    level::limit(Level::V4);
}
