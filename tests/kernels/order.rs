//! Loops over ranges in another order than they are written in, and by pairs of iterations: every result is that of the source.

use unite::level::{self, Level};
use unite::library::Heap;
use unite::{Block, kernel};

use crate::EVERY;

/// Kernels for one type of elements.
macro_rules! of_elements {
    ($module:ident, $elem:ty, $two:expr) => {
        mod $module {
            use super::*;

            /// Column by column.
            #[kernel]
            pub fn by_columns(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                for x in 0..o.extent(1) {
                    for y in 0..o.extent(0) {
                        o[[y, x]] = t[[y, x]] / $two;
                    }
                }
            }

            /// Three loops, the first of which runs along rows; a number of the caller's, and a loop that begins late.
            #[kernel]
            pub fn of_three(o: &mut Tensor<[[[$elem]]]>, t: &Tensor<[[[$elem]]]>, from: usize) {
                for x in from..o.extent(2) as usize {
                    for z in 0..o.extent(0) {
                        for y in 0..o.extent(1) {
                            o[[z, y, x]] = t[[z, y, x]];
                        }
                    }
                }
            }

            /// Each from the one above on the right, which is another one column by column than row by row.
            #[kernel]
            pub fn skewed(o: &mut Tensor<[[$elem]]>) {
                for x in 0..o.extent(1) - 1 {
                    for y in 1..o.extent(0) {
                        o[[y, x]] = o[[y - 1, x + 1]];
                    }
                }
            }

            /// The last one that is less than its neighbour, which depends on the order.
            #[kernel]
            pub fn last(t: &Tensor<[[$elem]]>, place: &mut Tensor<[i32; 2]>) {
                let mut at = -1;
                for x in 1..t.extent(1) {
                    for y in 0..t.extent(0) {
                        if t[[y, x - 1]] < t[[y, x]] {
                            at = 1000 * x + y;
                        }
                    }
                }
                place[[0]] = at;
            }

            /// One of four, by where it is.
            #[kernel]
            pub fn of_four(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, u: &Tensor<[[$elem]]>) {
                for y in 0..o.extent(0) {
                    for x in 0..o.extent(1) {
                        o[[y, x]] = match (y & 1, x & 1) {
                            (0, 0) => t[[y, x]],
                            (0, _) => u[[y, x]],
                            (_, 0) => t[[y, x]] / $two,
                            _ => u[[y, x]] / $two,
                        };
                    }
                }
            }

            /// The same over indices, and mirrored at the edges.
            #[kernel]
            pub fn mirrored(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                let p = t.with_boundary(Boundary::Mirror);
                for y in 0..o.extent(0) {
                    for x in 0..o.extent(1) {
                        o[[y, x]] = match (y & 1, x & 1) {
                            (0, 0) => p[[y, x]],
                            (0, _) => p[[y, x - 1]] / $two,
                            (_, 0) => p[[y + 1, x]],
                            _ => p[[y - 1, x + 1]],
                        };
                    }
                }
            }

            /// The same over indices, in which a condition on data leads to the edges, too.
            #[kernel]
            pub fn mirrored_over_indices(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>) {
                let p = t.with_boundary(Boundary::Mirror);
                for [y, x] in o.indices() {
                    o[[y, x]] = match (y & 1, x & 1) {
                        (0, 0) => p[[y, x]],
                        (0, _) => p[[y, x - 1]] / $two,
                        (_, 0) => p[[y + 1, x]],
                        _ => p[[y - 1, x + 1]],
                    };
                }
            }

            /// The nearest one on the left or above, by what is there; columns from some on, in a type of the caller's.
            #[kernel]
            pub fn nearest(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, from: i64, past: i64) {
                let p = t.with_boundary(Boundary::Clamp);
                for y in 0..o.extent(0) {
                    for x in from..past {
                        o[[y, x]] = if o[[y, x]] > $two { p[[y, x - 2]] / $two } else { p[[y - 1, x]] };
                    }
                }
            }

            #[kernel]
            pub fn over_indices(o: &mut Tensor<[[$elem]]>, t: &Tensor<[[$elem]]>, u: &Tensor<[[$elem]]>) {
                for [y, x] in o.indices() {
                    o[[y, x]] = if x % 2 == 0 {
                        if y & 1 == 0 { t[[y, x]] } else { u[[y, x]] }
                    } else {
                        u[[y, x]] / $two
                    };
                }
            }

            /// From a number on, which may be odd or negative; what is written is read by the next one.
            #[kernel]
            pub fn in_turn(o: &mut Tensor<[$elem]>, first: i32, past: i64) {
                let moved = o[[-first..]];
                for x in first as i64..past {
                    if x % 2 == 0 {
                        moved[[x]] = moved[[x]] / $two;
                    } else if x > first as i64 {
                        moved[[x]] = moved[[x - 1]];
                    }
                }
            }

            fn numbers(len: usize, first: usize) -> Vec<$elem> {
                (0..len).map(|n| ((n * 37 + first) % 120) as $elem).collect()
            }

            fn plane(extents: [usize; 2], first: usize) -> Heap<$elem, 2> {
                Block::from_vec(numbers(extents[0] * extents[1], first), extents).expect("as many")
            }

            #[test]
            fn gives_what_the_source_says() {
                for width in (1..75).step_by(EVERY) {
                    let extents @ [height, _] = [1 + width % 4, width];
                    let (t, u) = (plane(extents, 5), plane(extents, 71));
                    for level in Level::available() {
                        level::limit(level);
                        let at = format!("{extents:?}, {level:?}");
                        let mut o = plane(extents, 11);
                        by_columns(&mut o, &t);
                        t.view().indices().for_each(|i| assert_eq!(o.read(i), t.read(i) / $two, "{at}"));
                        of_four(&mut o, &t, &u);
                        for i @ [y, x] in t.view().indices() {
                            let from = if x & 1 == 0 { t.read(i) } else { u.read(i) };
                            let want = if y & 1 == 0 { from } else { from / $two };
                            assert_eq!(o.read(i), want, "{i:?} of {at}");
                        }
                        mirrored(&mut o, &t);
                        for i @ [y, x] in t.view().indices() {
                            let (h, w) = (height as isize, width as isize);
                            let back = |i: isize, n: isize| {
                                if n == 1 {
                                    0
                                } else if i < 0 {
                                    -i
                                } else if i < n {
                                    i
                                } else {
                                    2 * (n - 1) - i
                                }
                            };
                            let p = |y, x| t.read([back(y, h), back(x, w)]);
                            let want = match (y & 1, x & 1) {
                                (0, 0) => p(y, x),
                                (0, _) => p(y, x - 1) / $two,
                                (_, 0) => p(y + 1, x),
                                _ => p(y - 1, x + 1),
                            };
                            assert_eq!(o.read(i), want, "mirrored, {i:?} of {at}");
                        }
                        let mut same = plane(extents, 11);
                        mirrored_over_indices(&mut same, &t);
                        assert_eq!(same.as_slice(), o.as_slice(), "mirrored over indices, {at}");
                        let ends = [(0, width), (1, width), (2, width.max(3) - 1), (0, 1), (5, 2)];
                        for (from, past) in ends.map(|(from, past)| (from, past.min(width))) {
                            let (mut o, mut want) = (plane(extents, 11), plane(extents, 11));
                            nearest(&mut o, &t, from as i64, past as i64);
                            for y in 0..height as isize {
                                for x in from as isize..past as isize {
                                    let left = t.read([y, (x - 2).max(0)]) / $two;
                                    let above = t.read([(y - 1).max(0), x]);
                                    let value = if want.read([y, x]) > $two { left } else { above };
                                    want.write([y, x], value);
                                }
                            }
                            assert_eq!(o.as_slice(), want.as_slice(), "{from} to {past} of {at}");
                        }
                        over_indices(&mut o, &t, &u);
                        for i @ [y, x] in t.view().indices() {
                            let even = if y & 1 == 0 { t.read(i) } else { u.read(i) };
                            let want = if x & 1 == 0 { even } else { u.read(i) / $two };
                            assert_eq!(o.read(i), want, "over indices, {i:?} of {at}");
                        }
                        let mut want = plane(extents, 11);
                        let mut o = plane(extents, 11);
                        skewed(&mut o);
                        for x in 0..width as isize - 1 {
                            for y in 1..height as isize {
                                want.write([y, x], want.read([y - 1, x + 1]));
                            }
                        }
                        assert_eq!(o.as_slice(), want.as_slice(), "{at}");
                        let mut place = Block::<[i32; 2]>::stack();
                        last(&t, &mut place);
                        let mut at_last = -1;
                        for x in 1..width as isize {
                            for y in 0..height as isize {
                                if t.read([y, x - 1]) < t.read([y, x]) {
                                    at_last = (1000 * x + y) as i32;
                                }
                            }
                        }
                        assert_eq!(place.read([0]), at_last, "{at}");
                        for first in -3..4i64 {
                            let mut o: Heap<$elem, 1> =
                                Block::from_vec(numbers(width, 3), [width]).expect("as many");
                            let mut want = numbers(width, 3);
                            let past = first + width as i64;
                            in_turn(&mut o, first as i32, past);
                            for x in first..past {
                                let k = (x - first) as usize;
                                if x % 2 == 0 {
                                    want[k] /= $two;
                                } else if k > 0 {
                                    want[k] = want[k - 1];
                                }
                            }
                            assert_eq!(o.as_slice(), want, "from {first}, {at}");
                        }
                    }
                }
            }

            #[test]
            fn three_loops() {
                let extents = [3, 4, 21];
                let whole = || Block::from_vec(numbers(3 * 4 * 21, 9), extents).expect("as many");
                let t: Heap<$elem, 3> = Block::from_vec(numbers(3 * 4 * 21, 50), extents).expect("as many");
                for from in [0, 1, 20, 21, 30] {
                    let (mut o, before): (Heap<$elem, 3>, Heap<$elem, 3>) = (whole(), whole());
                    of_three(&mut o, &t, from);
                    for i in before.view().indices() {
                        let want = if i[2] >= from as isize { t.read(i) } else { before.read(i) };
                        assert_eq!(o.read(i), want, "{i:?} from {from}");
                    }
                }
            }
        }
    };
}

of_elements!(bytes, u8, 2);
of_elements!(words, i16, 2);
of_elements!(longs, i64, 2);
of_elements!(floats, f32, 2.0);

/// Plans name loops as they run.
#[test]
fn plans_name_the_innermost_loop_last() {
    for plan in [bytes::by_columns::plan(), floats::by_columns::plan()] {
        assert!(plan.starts_with("loops over y, x"), "{plan}");
    }
}
