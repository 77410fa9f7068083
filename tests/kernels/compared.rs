//! Conditions that are compared with one another: `==`, `!=`, `^`, and `match` of one.

use unite::library::Heap;
use unite::{Block, kernel};

use crate::at_every_level;

#[kernel]
fn alike(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        if (a[[y, x]] < 90) == (b[[y, x]] < 170) {
            o[[y, x]] = 255;
        }
    }
}

#[kernel]
fn unlike(o: &mut Tensor<[[i16]]>, a: &Tensor<[[i16]]>, b: &Tensor<[[i16]]>) {
    o[[!y, !x]] = if (a[[!y, !x]] < 90) != (b[[!y, !x]] < 170) { 1 } else { a[[!y, !x]] };
}

#[kernel]
fn bits(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        let p = a[[y, x]] < 90;
        let q = b[[y, x]] < 170;
        o[[y, x]] = if p ^ q {
            1
        } else if p & q {
            2
        } else {
            3
        };
    }
}

#[kernel]
fn arms(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        o[[y, x]] = match a[[y, x]] < 90 {
            true => 7,
            false => 3,
        };
    }
}

/// An order of conditions is left to the compiler.
#[kernel]
fn before(o: &mut Tensor<[[u8]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        o[[y, x]] = if (a[[y, x]] < 90) < (b[[y, x]] < 170) { 7 } else { 3 };
    }
}

fn plane<T: From<u8> + unite::Dynamic<2>>(times: usize, [h, w]: [usize; 2]) -> Heap<T, 2> {
    Block::from_vec((0..h * w).map(|at| T::from((at * times % 251) as u8)).collect(), [h, w]).unwrap()
}

#[test]
fn conditions_are_compared() {
    at_every_level(|| {
        for extents in [[1, 1], [3, 17], [5, 64], [2, 131]] {
            let (a, b) = (plane::<u8>(7, extents), plane::<u8>(11, extents));
            let pairs = || a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| (*a < 90, *b < 170));
            let mut o = Block::<u8>::zeros(extents);
            alike(&mut o, &a, &b);
            assert!(o.as_slice().iter().zip(pairs()).all(|(o, (p, q))| *o == if p == q { 255 } else { 0 }));
            bits(&mut o, &a, &b);
            assert!(
                o.as_slice()
                    .iter()
                    .zip(pairs())
                    .all(|(o, (p, q))| *o == [3, 1, 2][usize::from(p) + usize::from(q)])
            );
            arms(&mut o, &a);
            assert!(o.as_slice().iter().zip(pairs()).all(|(o, (p, _))| *o == if p { 7 } else { 3 }));
            before(&mut o, &a, &b);
            assert!(o.as_slice().iter().zip(pairs()).all(|(o, (p, q))| *o == if !p & q { 7 } else { 3 }));
            let (a, b) = (plane::<i16>(7, extents), plane::<i16>(11, extents));
            let mut o = Block::<i16>::zeros(extents);
            unlike(&mut o, &a, &b);
            let all = o.as_slice().iter().zip(a.as_slice()).zip(pairs());
            assert!(all.into_iter().all(|((o, a), (p, q))| *o == if p != q { 1 } else { *a }));
        }
    });
    for plan in [alike::plan(), unlike::plan(), bits::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
}
