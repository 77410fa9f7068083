//! Tensors that are passed on with a boundary rule, against the library.

use crate::at_every_level;
use crate::padded::Random;
use unite::library::{Boundary, View};
use unite::{Block, kernel};

/// What `t` has so far away.
#[kernel]
fn shifted(
    out: &mut Tensor<[[i32]]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
) {
    out[[!y, !x]] = t[[!y + dy, !x + dx]];
}

#[kernel]
fn shifted_row(
    out: &mut Tensor<[i32]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[u8]>,
    dx: i32,
) {
    out[[!x]] = t[[!x + dx]];
}

/// The same where `out` is.
#[kernel]
fn seen(
    out: &mut Tensor<[[i32]]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
) {
    out[[!y, !x]] = t[out][[!y + dy, !x + dx]];
}

/// Where another row is: only its own one shares a location with it.
#[kernel]
fn seen_row(
    out: &mut Tensor<[i32]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[u8]>,
    at: &Tensor<[u8]>,
) {
    out[[!x]] = t[at][[!x - 2]];
}

/// A kernel that passes on what it was given, with and without a rule.
#[kernel]
fn by_rows(
    out: &mut Tensor<[[i32]]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[[u8]]>,
    dy: i32,
    dx: i32,
) {
    for y in 0..out.extent(0) {
        shifted_row(&mut out[[y, ..]], t[[y + dy, ..]], dx);
    }
}

macro_rules! with_rule {
    ($name:ident: $rule:expr) => {
        mod $name {
            use super::{by_rows, seen, seen_row, shifted};
            use unite::kernel;

            #[kernel]
            pub fn whole(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
                shifted(out, t.with_boundary($rule), dy, dx);
            }

            #[kernel]
            pub fn part(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32, y: i32, x: i32) {
                shifted(out, &t.with_boundary($rule)[[y..y + 3, x..x + 2]], dy, dx);
            }

            #[kernel]
            pub fn turned(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
                let p = t.permute([1, 0]).with_boundary($rule);
                shifted(out, p, dy, dx);
            }

            #[kernel]
            pub fn rows(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
                by_rows(out, t.with_boundary($rule), dy, dx);
            }

            #[kernel]
            pub fn located(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
                seen(out, t.with_boundary($rule), dy, dx);
            }

            #[kernel]
            pub fn there(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
                shifted(out, t.with_boundary($rule)[out], dy, dx);
            }

            #[kernel]
            pub fn located_row(out: &mut Tensor<[i32]>, t: &Tensor<[[u8]]>, other: &Tensor<[[u8]]>, y: i32) {
                seen_row(out, t.with_boundary($rule)[[y, ..]], other[[y + 10, ..]]);
            }
        }
    };
}

with_rule!(clamped: Boundary::Clamp);
with_rule!(mirrored: Boundary::Mirror);
with_rule!(reflected: Boundary::Reflect);
with_rule!(wrapped: Boundary::Wrap);
with_rule!(constant: Boundary::Constant(77));

/// Calls a kernel of each rule, and asks the library for the same.
macro_rules! each_rule {
    ($kernel:ident($out:ident, $($argument:expr),*), $view:expr, $index:expr) => {
        each_rule!(@one clamped::$kernel($out, $($argument),*), $view, Boundary::Clamp, $index);
        each_rule!(@one mirrored::$kernel($out, $($argument),*), $view, Boundary::Mirror, $index);
        each_rule!(@one reflected::$kernel($out, $($argument),*), $view, Boundary::Reflect, $index);
        each_rule!(@one wrapped::$kernel($out, $($argument),*), $view, Boundary::Wrap, $index);
        each_rule!(@one constant::$kernel($out, $($argument),*), $view, Boundary::Constant(77), $index);
    };
    (@one $rule:ident::$kernel:ident($out:ident, $($argument:expr),*), $view:expr, $boundary:expr, $index:expr) => {{
        $rule::$kernel(&mut $out, $($argument),*);
        for at in $out.indices() {
            let want = i32::from($view.get_with($boundary, $index(at)).expect("a rule gives everything"));
            assert_eq!($out.read(at), want, "{} {} at {at:?}", stringify!($rule), stringify!($kernel));
        }
    }};
}

/// A view of seven rows and eight columns, in a block that is larger.
fn window(block: &Block<unite::Dyn<unite::Dyn<u8>>>) -> View<'_, u8, 2> {
    block.view().partition([1..8, 2..10]).expect("a part")
}

fn block() -> Block<unite::Dyn<unite::Dyn<u8>>> {
    Block::from_vec((0..12 * 11).map(|i| (i * 37 % 251) as u8).collect(), [11, 12]).expect("a block")
}

#[test]
fn rules_lead_to_the_same_elements_in_called_kernels() {
    at_every_level(|| {
        let (block, mut random) = (block(), Random(5));
        let view = window(&block);
        let t = view.tensor().expect("a tensor");
        let rounds = if cfg!(miri) { 2 } else { 40 };
        for _ in 0..rounds {
            let mut number =
                |first: i32, last: i32| first + (random.next() % (last - first + 1) as u32) as i32;
            let (dy, dx, y, x) = (number(-14, 14), number(-14, 14), number(-9, 9), number(-9, 9));
            let extents = [number(1, 9) as usize, number(1, 40) as usize];
            let [dy_, dx_, y_, x_] = [dy, dx, y, x].map(|n| n as isize);
            let mut out = Block::<i32>::zeros(extents);
            each_rule!(whole(out, &t, dy, dx), view, |[i, j]: [isize; 2]| [i + dy_, j + dx_]);
            each_rule!(part(out, &t, dy, dx, y, x), view, |[i, j]: [isize; 2]| [i + dy_ + y_, j + dx_ + x_]);
            each_rule!(turned(out, &t, dy, dx), view, |[i, j]: [isize; 2]| [j + dx_, i + dy_]);
            each_rule!(rows(out, &t, dy, dx), view, |[i, j]: [isize; 2]| [i + dy_, j + dx_]);
            // The window begins at row 1 and column 2 of where `out` is.
            let mut out = Block::<i32>::zeros(extents).with_origin([y_, x_]).expect("a place");
            let there = |[i, j]: [isize; 2]| [i + dy_ + y_ - 1, j + dx_ + x_ - 2];
            each_rule!(located(out, &t, dy, dx), view, there);
            each_rule!(there(out, &t, dy, dx), view, there);
        }
    });
}

/// A slice of a tensor with a rule is where it is, whichever row the rule leads to.
#[test]
fn slices_stay_where_they_are() {
    let block = block();
    let view = window(&block);
    let t = view.tensor().expect("a tensor");
    // Row `y + 10` of this is where row `y` of the window is, and column `x + 12` where its column `x` is.
    let other = Block::<u8>::zeros([30, 30]).with_origin([-9, -10]).expect("a place");
    let mut out = Block::<i32>::zeros([30]);
    for y in -9..15 {
        let at = |[i]: [isize; 1]| [y as isize, i - 14];
        each_rule!(located_row(out, &t, &other, y), view, at);
    }
}

/// Two tensors, each with its own rule or none; a length and a type that the kernel is generic over.
#[kernel]
fn difference<T: unite::Elem<Wide = i32>, const N: usize>(
    #[boundary(Clamp, Constant)] a: &Tensor<[[T; N]]>,
    dx: i32,
    out: &mut Tensor<[[i32; N]]>,
    #[boundary(Mirror, Constant)] b: &Tensor<[[u8]]>,
) {
    out[[!y, !x]] = a[[!y - 2, !x]] - 3 * b[[!y, !x + dx]];
}

#[kernel]
fn differences<T: unite::Elem<Wide = i32>, const N: usize>(
    out: &mut Tensor<[[[i32; N]]; 6]>,
    a: &Tensor<[[T; N]]>,
    b: &Tensor<[[u8]]>,
    outside: T,
) {
    let (near, far) = (a.with_boundary(Boundary::Clamp), a.with_boundary(Boundary::Constant(outside)));
    difference::<T, N>(near, 1, &mut out[[0, .., ..]], b.with_boundary(Boundary::Mirror));
    difference::<T, N>(near, 1, &mut out[[1, .., ..]], b.with_boundary(Boundary::Constant(4)));
    difference::<T, N>(far, 1, &mut out[[2, .., ..]], b.with_boundary(Boundary::Mirror));
    difference::<T, N>(far, 1, &mut out[[3, .., ..]], b.with_boundary(Boundary::Constant(4)));
    difference::<T, N>(near, 0, &mut out[[4, .., ..]], b);
    difference::<T, N>(&a[[2.., ..]], 0, &mut out[[5, .., ..]], b.with_boundary(Boundary::Error));
}

#[test]
fn each_tensor_has_a_rule_of_its_own() {
    let a = Block::from([[-100i16, 5, 7], [9, 2, 300], [1, 4, -8]]);
    let b = Block::from([[1u8, 2, 3], [40, 50, 60], [7, 8, 9]]);
    at_every_level(|| {
        let zeros = Block::<i32>::zeros([6, 3, 3]);
        let mut out = zeros.fixed::<unite::shape!([[[i32; 3]]; 6])>().expect("a shape");
        differences(&mut out, &a, &b, -1000i16);
        let near = |[y, x]: [isize; 2]| a.view().get_with(Boundary::Clamp, [y - 2, x]).unwrap();
        let far = |[y, x]: [isize; 2]| a.view().get_with(Boundary::Constant(-1000), [y - 2, x]).unwrap();
        let mirrored = |[y, x]: [isize; 2]| b.view().get_with(Boundary::Mirror, [y, x + 1]).unwrap();
        let four = |[y, x]: [isize; 2]| b.view().get_with(Boundary::Constant(4), [y, x + 1]).unwrap();
        for at in b.indices() {
            let want = [
                i32::from(near(at)) - 3 * i32::from(mirrored(at)),
                i32::from(near(at)) - 3 * i32::from(four(at)),
                i32::from(far(at)) - 3 * i32::from(mirrored(at)),
                i32::from(far(at)) - 3 * i32::from(four(at)),
                i32::from(near(at)) - 3 * i32::from(b.read(at)),
                i32::from(a.read(at)) - 3 * i32::from(b.read(at)),
            ];
            assert_eq!([0, 1, 2, 3, 4, 5].map(|k| out.read([k, at[0], at[1]])), want, "at {at:?}");
        }
    });
}

/// The sum of so many neighbours, by itself.
#[kernel]
fn neighbours(#[boundary(Clamp)] t: &Tensor<[f32]>, count: i32) -> f32 {
    if count == 0 { 0.0 } else { t[[count]] + neighbours(t, count - 1) }
}

#[kernel]
fn all_neighbours(t: &Tensor<[f32]>, count: i32) -> f32 {
    neighbours(t.with_boundary(Boundary::Clamp), count)
}

#[test]
fn kernels_call_themselves_with_the_rule() {
    let t = Block::from([1.0f32, 10.0, 100.0]);
    assert_eq!(neighbours(&t, 2), 110.0);
    assert_eq!(all_neighbours(&t, 5), 410.0);
}

/// Each element becomes the sum of those around it, which were read before.
#[kernel]
fn sums(out: &mut Tensor<[[i32]]>, #[boundary(Mirror)] t: &Tensor<[[i32]]>) {
    out[[!y, !x]] = t[[!y - 1, !x]] + t[[!y, !x - 1]] + t[[!y, !x + 1]] + t[[!y + 1, !x]];
}

#[kernel]
fn sums_in_place(t: &mut Tensor<[[i32]]>) {
    sums(&mut t, t.with_boundary(Boundary::Mirror));
}

#[test]
fn tensors_with_a_rule_may_be_those_that_are_written() {
    let numbers: Vec<i32> = (0..20).map(|i| i * i).collect();
    let before = Block::<i32>::from_vec(numbers, [4, 5]).expect("a block");
    let mut t = Block::<i32>::from_vec(before.as_slice().to_vec(), [4, 5]).expect("a block");
    sums_in_place(&mut t);
    let b = |y, x| before.view().get_with(Boundary::Mirror, [y, x]).expect("a rule gives everything");
    for [y, x] in t.indices() {
        assert_eq!(t.read([y, x]), b(y - 1, x) + b(y, x - 1) + b(y, x + 1) + b(y + 1, x), "at {y}, {x}");
    }
}

/// Steps leave points out. Beyond the block there is the constant, and between its points nothing.
#[kernel]
fn every_second(out: &mut Tensor<[[i32]]>, t: &Tensor<[[u8]]>, dy: i32, dx: i32) {
    shifted(out, t.with_boundary(Boundary::Constant(9))[[(1..).step_by(2), (0..).step_by(3)]], dy, dx);
}

#[test]
fn constants_are_outside_of_views_with_steps() {
    let t = block();
    let mut out = Block::<i32>::zeros([8, 8]);
    for (dy, dx) in [(0, 0), (-3, -2), (4, 1), (-9, 9)] {
        every_second(&mut out, &t, dy, dx);
        for [y, x] in out.indices() {
            let at = [2 * (y + dy as isize) + 1, 3 * (x + dx as isize)];
            let want = t.view().get_with(Boundary::Constant(9), at).expect("a rule gives everything");
            assert_eq!(out.read([y, x]), i32::from(want), "at {y}, {x}");
        }
    }
}

pub struct Filter;

#[kernel]
impl Filter {
    #[kernel]
    pub fn left(out: &mut Tensor<[i32]>, #[boundary(Clamp)] t: &Tensor<[i32]>) {
        out[[!x]] = t[[!x - 1]];
    }

    #[kernel]
    pub fn left_of_all(out: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
        Self::left(out, t.with_boundary(Boundary::Clamp));
    }
}

#[kernel]
#[instance(of_bytes: Sample = u8)]
#[instance(of_words: Sample = u16)]
mod filters {
    use unite::kernel;

    #[kernel]
    pub fn right<Sample>(out: &mut Tensor<[Sample]>, #[boundary(Constant)] t: &Tensor<[Sample]>) {
        out[[!x]] = t[[!x + 1]];
    }

    #[kernel]
    pub fn right_of_all<Sample>(out: &mut Tensor<[Sample]>, t: &Tensor<[Sample]>) {
        right::<Sample>(out, t.with_boundary(Boundary::Constant(5)));
    }
}

#[test]
fn kernels_of_types_and_instances_declare_rules() {
    let mut out = Block::from([0; 3]);
    Filter::left_of_all(&mut out, &Block::from([7, 8, 9]));
    assert_eq!(out.as_slice(), [7, 7, 8]);
    let mut out = Block::from([0u8; 3]);
    of_bytes::right_of_all(&mut out, &Block::from([7u8, 8, 9]));
    assert_eq!(out.as_slice(), [8, 9, 5]);
    let mut out = Block::from([0u16; 3]);
    of_words::right_of_all(&mut out, &Block::from([7u16, 8, 9]));
    assert_eq!(out.as_slice(), [8, 9, 5]);
}

/// What is asked ahead is what the called kernel would refuse with the rule.
#[test]
fn calls_with_rules_are_asked_ahead() {
    let (t, out) = (Block::<u8>::zeros([3, 3]), Block::<i32>::zeros([9, 9]));
    assert!(clamped::whole::fits(&out, &t).is_ok());
    assert!(constant::rows::fits(&out, &t).is_ok());
    let error = shifted::fits(&out, &t, -1, 0).expect_err("there is no rule").to_string();
    assert!(error.starts_with("kernel shifted touches indices -1..=7 of axis 0 of t"), "{error}");
}
