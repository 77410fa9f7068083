//! Elements under a condition on data: where they are touched anyway their check is one with that, and they are lanes; where they
//! are not, nothing is asked for that no condition leads to.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::level::{self, Level};
use unite::library::Heap;
use unite::{Block, kernel};

use crate::EVERY;

/// Kernels for one type of elements.
macro_rules! of_elements {
    ($module:ident, $elem:ty, $limit:expr, $two:expr) => {
        mod $module {
            use super::*;

            /// What is compared is read again.
            #[kernel]
            pub fn again(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                for y in 0..o.extent(0) {
                    for x in 0..o.extent(1) {
                        o[[y, x]] = if t[[y, x]] > $limit { t[[y, x]] / $two } else { t[[y, x]] };
                    }
                }
            }

            /// One element between two others.
            #[kernel]
            pub fn between(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                for y in 0..o.extent(0) {
                    for x in 1..o.extent(1) - 1 {
                        if t[[y, x - 1]] < t[[y, x + 1]] {
                            o[[y, x]] = t[[y, x]];
                        }
                    }
                }
            }

            /// Both sides write one element, and read one.
            #[kernel]
            pub fn both(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, u: &Tensor<[[$elem]]>) {
                for [y, x] in o.indices() {
                    if t[[y, x]] > $limit {
                        o[[y, x]] = u[[y, x]] / $two;
                    } else {
                        o[[y, x]] = u[[y, x]];
                    }
                }
            }

            /// One of several, each of which writes; only some are read.
            #[kernel]
            pub fn arms(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, u: &Tensor<[[$elem]]>) {
                for y in 0..o.extent(0) {
                    for x in 0..o.extent(1) {
                        if t[[y, x]] > $limit {
                            if t[[y, x]] < $two * $limit {
                                o[[y, x]] = t[[y, x]];
                            } else {
                                o[[y, x]] = u[[y, x]];
                            }
                        } else {
                            o[[y, x]] = $two;
                        }
                    }
                }
            }

            /// An element that is not touched where the condition does not hold.
            #[kernel]
            pub fn perhaps(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, u: &Tensor<[[$elem]]>) {
                for y in 0..t.extent(0) {
                    for x in 0..t.extent(1) {
                        if t[[y, x]] > $limit {
                            o[[y, x]] = u[[y, x]];
                        }
                    }
                }
            }

            /// The same, and what is written is what it was.
            #[kernel]
            pub fn added(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                for [y, x] in t.indices() {
                    o[[y, x]] = o[[y, x]] / $two;
                    if t[[y, x]] > $limit {
                        o[[y, x]] += $two;
                    }
                }
            }

            fn tensor(extents: [usize; 2], first: u32) -> Heap<$elem, 2> {
                let numbers =
                    (0..(extents[0] * extents[1]) as u32).map(|n| ((n * 37 + first) % 120) as $elem);
                Block::from_vec(numbers.collect(), extents).expect("as many as the extents say")
            }

            #[test]
            fn are_what_they_are_element_by_element() {
                for width in (1..90).step_by(EVERY) {
                    let extents = [3, width];
                    let (t, u) = (tensor(extents, 5), tensor(extents, 71));
                    let before = tensor(extents, 11);
                    for level in Level::available() {
                        level::limit(level);
                        let check = |name: &str,
                                     run: &dyn Fn(&mut Heap<$elem, 2>),
                                     want: &dyn Fn([isize; 2]) -> $elem| {
                            let mut o = tensor(extents, 11);
                            run(&mut o);
                            for at in before.view().indices() {
                                assert_eq!(o.read(at), want(at), "{name}, {at:?} of {extents:?}, {level:?}");
                            }
                        };
                        check("again", &|o| again(o, &t), &|at| {
                            if t.read(at) > $limit { t.read(at) / $two } else { t.read(at) }
                        });
                        check("between", &|o| between(o, &t), &|[y, x]| {
                            let inner = x > 0 && x + 1 < width as isize;
                            if inner && t.read([y, x - 1]) < t.read([y, x + 1]) {
                                t.read([y, x])
                            } else {
                                before.read([y, x])
                            }
                        });
                        check("both", &|o| both(o, &t, &u), &|at| {
                            if t.read(at) > $limit { u.read(at) / $two } else { u.read(at) }
                        });
                        check("arms", &|o| arms(o, &t, &u), &|at| match t.read(at) {
                            v if v > $limit && v < $two * $limit => v,
                            v if v > $limit => u.read(at),
                            _ => $two,
                        });
                        check("perhaps", &|o| perhaps(o, &t, &u), &|at| {
                            if t.read(at) > $limit { u.read(at) } else { before.read(at) }
                        });
                        check("added", &|o| added(o, &t), &|at| {
                            before.read(at) / $two + if t.read(at) > $limit { $two } else { 0 as $elem }
                        });
                    }
                }
            }

            /// Tensors that are too small where no condition leads to.
            #[test]
            fn ask_for_nothing_that_is_not_touched() {
                let t = Block::<$elem>::zeros([3, 70]);
                let mut with_one = Block::<$elem>::zeros([3, 70]);
                with_one.write([2, 69], 100 as $elem);
                for level in Level::available() {
                    level::limit(level);
                    let (mut o, small) = (tensor([3, 70], 11), tensor([1, 2], 3));
                    perhaps(&mut o, &t, &small);
                    arms(&mut o, &t, &small);
                    let mut less = tensor([2, 5], 11);
                    perhaps(&mut less, &t, &t);
                    let is_refused = |run: &mut dyn FnMut()| catch_unwind(AssertUnwindSafe(run)).is_err();
                    assert!(is_refused(&mut || perhaps(&mut o, &with_one, &small)), "{level:?}");
                    assert!(is_refused(&mut || perhaps(&mut less, &with_one, &t)), "{level:?}");
                }
            }
        }
    };
}

of_elements!(bytes, u8, 60, 2);
of_elements!(words, i16, 60, 2);
of_elements!(unsigned, u32, 60, 2);
of_elements!(floats, f32, 60.0, 2.0);

#[test]
fn plans_say_lanes() {
    for plan in [bytes::both::plan(), bytes::arms::plan(), bytes::added::plan(), words::between::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
}
