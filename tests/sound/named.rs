//! Names of what a kernel becomes: of its forms, of its plan and of what it accepts. Everything has them by a trait of the user's, types
//! and generics are called like kernels, and kernels like each other.

use unite::stored::{Csr, Dia, StoredBlock};
use unite::{Block, kernel};

use crate::{block, is_refused, written};

const FAR: i32 = 100_000_000;

/// A trait that every type has, kernels among them, with all names that a kernel has: what it says is not so.
mod lies {
    // Nobody asks it, which is what is tested.
    #![allow(dead_code)]

    use unite::staged::{FootprintError, Reach};

    pub trait Lies: Sized {
        const FOOTPRINT: Option<[Reach; 1]> = Some([Reach::NONE]);
        const LOCATED: Option<&'static [Reach]> = Some(&[]);

        fn fits<T>(_: &T) -> Result<(), FootprintError> {
            Ok(())
        }
        fn check<T>(_: T) -> Result<(), FootprintError> {
            Ok(())
        }
        fn check_in_order<T>(_: T) -> Result<(), FootprintError> {
            Ok(())
        }
        fn ahead<T>(_: bool, _: T) -> Result<(), FootprintError> {
            Ok(())
        }
        fn ahead_of<T>(_: bool, _: T) -> Result<(), FootprintError> {
            Ok(())
        }
        fn unfit() -> Option<()> {
            None
        }
        fn fitting(self) -> Option<Self> {
            None
        }
        fn is_apart<A, B>(_: A, _: B) -> bool {
            true
        }
        fn plan() -> &'static str {
            "a lie"
        }
        fn remarks() -> [u8; 0] {
            []
        }
        fn accepts<A>() -> bool {
            true
        }
        fn staged<S, T>(_: S, _: T) {}
        fn unchecked<C, S, T>(_: C, _: S, _: T) {}
        fn overlapping<C, S, A, B>(_: C, _: S, _: A, _: B) {}
        fn in_order<C, S, A, B>(_: C, _: S, _: A, _: B) {}
        fn body<C, S, T>(_: C, _: S, _: T) {}
        fn baseline<M, G, S>(_: M, _: G, _: S) {}
        fn v3<M, G, S>(_: M, _: G, _: S) {}
        fn v4<M, G, S>(_: M, _: G, _: S) {}
        fn refuse<M, G, S>(_: M, _: G, _: S) {}
    }

    impl<T> Lies for T {}
}

mod among_lies {
    #![allow(unused_imports)]

    use super::lies::Lies as _;
    use unite::kernel;

    #[kernel]
    pub fn two(t: &mut Tensor<[i32]>, at: i32) {
        t[[at]] = 1;
        t[[at + 1]] = 1;
    }

    #[kernel]
    pub fn pairs(t: &mut Tensor<[i32]>) {
        t[[0]] = 1;
        t[[1]] = 1;
    }

    #[kernel]
    pub fn passes(t: &mut Tensor<[i32]>, at: i32, far: i32) {
        two(&mut t[[at..]], far);
        pairs(&mut t[[far..]]);
    }

    #[kernel]
    pub fn added(out: &mut Tensor<[i32]>, from: &Tensor<[i32]>) {
        for i in 0..out.extent(0) {
            out[[i]] = from[[i]] + 1;
        }
    }

    /// Of one memory: each element is that before, and one more.
    #[kernel]
    pub fn overlaps(t: &mut Tensor<[i32]>, by: i32) {
        added(&mut t[[by..]], &t[[..t.extent(0) - by]]);
    }

    #[kernel]
    pub fn there(out: &mut Tensor<[i32]>, of: &Tensor<[i32]>) {
        out[[!i]] = of[out][[!i]];
    }

    #[kernel]
    pub fn looks(t: &Tensor<[i32]>, out: &mut Tensor<[i32]>, far: i32) {
        there(&mut out[[far..]], t);
    }
}

#[test]
fn traits_with_the_names_of_forms() {
    assert_eq!(written(|t| among_lies::passes(t, 3, 5)), [5, 6, 8, 9]);
    for [at, far] in [[0, FAR], [FAR, 0], [-2, 1], [1, -1], [0, 39], [38, 1], [i32::MAX, i32::MAX]] {
        assert!(is_refused(|| among_lies::passes(&mut block(40), at, far)), "{at} {far}");
        assert!(among_lies::passes::fits(&block(40), at, far).is_err(), "{at} {far}");
    }
    let mut t = block(40);
    among_lies::overlaps(&mut t, 1);
    assert!((0..40).all(|i| t.as_slice()[i] == i as i32));
    let mut out = block(4);
    for far in [-1, i32::MIN] {
        assert!(is_refused(|| among_lies::looks(&t, &mut out, far)), "{far}");
    }
    among_lies::looks(&t, &mut out, 1);
    assert_eq!(out.as_slice(), [0, 1, 2, 3]);
    for plan in [among_lies::added::plan(), among_lies::two::plan(), among_lies::pairs::plan()] {
        assert_ne!(plan, "a lie");
    }
}

/// Kernels that are called like what a kernel has.
mod called_so {
    use unite::kernel;

    #[kernel]
    pub fn plan(t: &mut Tensor<[i32]>, at: i32) {
        t[[at]] = 1;
    }

    #[kernel]
    pub fn check(t: &mut Tensor<[i32]>, at: i32) {
        plan(&mut t[[at..]], 1);
    }

    #[kernel]
    pub fn body(t: &mut Tensor<[i32]>, staged: i32) {
        check(&mut t[[staged..]], 1);
    }

    #[kernel]
    pub fn accepts(y: &mut Tensor<[f64]>, unchecked: &Tensor<[[f64]], _>) {
        y[[!i]] = sum(|j| unchecked[[!i, j]]);
    }

    #[kernel]
    pub fn overlapping(t: &mut Tensor<[i32]>, remarks: &Tensor<[i32]>) {
        for fits in 0..t.extent(0) {
            t[[fits]] = remarks[[fits]] + 1;
        }
    }

    #[kernel]
    pub fn in_order(t: &mut Tensor<[i32]>, baseline: i32) {
        overlapping(&mut t[[baseline..]], &t[[..t.extent(0) - baseline]]);
    }
}

#[test]
fn kernels_with_the_names_of_forms() {
    assert_eq!(written(|t| called_so::body(t, 3)), [5]);
    for at in [-3, 38, FAR, i32::MIN, i32::MAX] {
        assert!(is_refused(|| called_so::body(&mut block(40), at)), "{at}");
        // A view longer than any tensor is refused where it is made.
        assert!(at == i32::MIN || called_so::body::fits(&block(40), at).is_err(), "{at}");
    }
    let mut t = block(40);
    called_so::in_order(&mut t, 2);
    assert!((0..40).all(|i| t.as_slice()[i] == (i / 2) as i32));
    let a: StoredBlock<f64, Csr, 2> = StoredBlock::from_entries([2, 3], [([1, 2], 2.0)]).unwrap();
    let mut y = Block::<f64>::zeros([2]);
    called_so::accepts(&mut y, &a);
    assert_eq!(y.as_slice(), [0.0, 2.0]);
    assert!(is_refused(|| called_so::accepts(&mut Block::<f64>::zeros([3]), &a)));
}

/// Items that hide, in a block, what a form would be called: of macros, whose statements the attribute does not see into.
macro_rules! hides {
    () => {
        #[allow(dead_code)]
        mod unite_lanes {
            pub fn store() {}
        }
        #[allow(dead_code)]
        fn plan() -> i32 {
            FAR
        }
        #[allow(dead_code, non_camel_case_types)]
        enum two {}
    };
}

/// The same under the name of a macro of the standard library.
mod by_a_known_name {
    use unite::kernel;

    macro_rules! println {
        () => {{
            #[allow(dead_code)]
            mod unite_lanes {
                pub fn store() {}
            }
        }};
    }

    #[kernel]
    pub fn halved(out: &mut Tensor<[u8; 64]>, t: &Tensor<[u8; 64]>) {
        println!();
        let half = Block::<[u8; 64]>::stack();
        for x in 0..64 {
            half[[x]] = (t[[x]] + 1) >> 1;
        }
        for x in 0..64 {
            out[[x]] = half[[63 - x]];
        }
    }
}

#[kernel]
fn hidden(out: &mut Tensor<[i32]>, at: i32) {
    let half = Block::<[i32; 16]>::stack();
    {
        hides!();
        for x in 0..16 {
            half[[x]] = x;
        }
        among_lies::two(&mut out[[at..]], 1);
    }
    for x in 0..16 {
        out[[x]] += half[[15 - x]];
    }
}

#[test]
fn items_with_the_names_of_forms() {
    let t = Block::from(std::array::from_fn::<u8, 64, _>(|x| 4 * x as u8 - x as u8 / 2));
    let mut out = Block::from([0u8; 64]);
    by_a_known_name::halved(&mut out, &t);
    assert!((0..64).all(|x| out.as_slice()[x] == t.as_slice()[63 - x].div_ceil(2)));
    let mut out = block(20);
    hidden(&mut out, 16);
    assert!((0..16).all(|x| out.as_slice()[x] == 15 - x as i32));
    assert_eq!(out.as_slice()[16..], [0, 1, 1, 0]);
    for at in [18, -2, FAR, i32::MAX, i32::MIN] {
        assert!(is_refused(|| hidden(&mut block(20), at)), "{at}");
    }
}

/// What is asked of types alone: whether stored tensors are walked. Whoever is told no and calls all the same does not compile; whoever
/// asks another kernel, or none, calls what checks by itself.
#[kernel]
fn walked(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    y[[!i]] = sum(|j| a[[!i, j]] * b[[!i, j]]);
}

#[test]
fn what_is_accepted_is_checked() {
    type Rows = StoredBlock<f64, Csr, 2>;
    type Diagonals = StoredBlock<f64, Dia, 2>;
    const { assert!(walked::accepts::<&Rows, &Rows>()) };
    let of = |extents: [usize; 2]| Rows::from_entries(extents, [([0, 1], 2.0)]).unwrap();
    let a = of([2, 3]);
    let mut y = Block::<f64>::zeros([2]);
    walked(&mut y, &a, &a);
    assert_eq!(y.as_slice(), [4.0, 0.0]);
    for extents in [[2, 2], [2, i32::MAX as usize], [3, 3], [1, 3]] {
        assert!(is_refused(|| walked(&mut Block::<f64>::zeros([2]), &a, &of(extents))), "{extents:?}");
        assert!(walked::fits(&Block::<f64>::zeros([2]), &a, &of(extents)).is_err(), "{extents:?}");
    }
    let _ = walked::accepts::<&Rows, &Diagonals>();
}
