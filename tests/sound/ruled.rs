//! Tensors that are passed on with a boundary rule: slices and parts that begin anywhere, blocks that have nothing, indices that data
//! say, and a kernel of which somebody else says that it takes rules.

use unite::staged::{Clamp, Declares, Unruled};
use unite::{Block, kernel};

use crate::{block, is_refused, written};

#[kernel]
fn along(
    o: &mut Tensor<[i32]>,
    #[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<[i32]>,
    k: i32,
    d: i32,
) {
    for i in 0..o.extent(0) {
        o[[i]] = t[[k * i + d]];
    }
}

#[kernel]
fn clamped_row(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, k: i32, d: i32) {
    along(o, t.with_boundary(Boundary::Clamp)[[y, ..]], k, d);
}

#[kernel]
fn mirrored_row(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, k: i32, d: i32) {
    along(o, t.with_boundary(Boundary::Mirror)[[y, ..]], k, d);
}

#[kernel]
fn reflected_row(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, k: i32, d: i32) {
    along(o, t.with_boundary(Boundary::Reflect)[[y, ..]], k, d);
}

#[kernel]
fn wrapped_row(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, k: i32, d: i32) {
    along(o, t.with_boundary(Boundary::Wrap)[[y, ..]], k, d);
}

#[kernel]
fn constant_row(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, k: i32, d: i32) {
    along(o, t.with_boundary(Boundary::Constant(-5))[[y, ..]], k, d);
}

/// A part that may begin far from what the block has.
#[kernel]
fn clamped_part(o: &mut Tensor<[i32]>, t: &Tensor<[[i32]]>, y: i32, x: i32, end: i32) {
    along(o, t.permute([1, 0]).with_boundary(Boundary::Clamp)[[x..end, ..]][[.., y]], 1, 0);
}

/// Which row it is, data say.
#[kernel]
fn rows_by_data(o: &mut Tensor<[[i32]]>, t: &Tensor<[[i32]]>, at: &Tensor<[i32]>) {
    let p = t.with_boundary(Boundary::Mirror);
    for y in 0..o.extent(0) {
        let row = at[[y]];
        along(&mut o[[y, ..]], p[[row, ..]], 1, -1);
    }
}

/// A block that may have nothing, to which no rule leads.
#[kernel]
fn of_nothing(o: &mut Tensor<[i32]>, n: usize, m: usize, y: i32) {
    let b = Block::<i32>::zeros([n, m]);
    along(o, b.with_boundary(Boundary::Clamp)[[y, ..]], 1, 0);
}

#[kernel]
fn constant_of_nothing(o: &mut Tensor<[i32]>, n: usize, m: usize, y: i32) {
    let b = Block::<i32>::zeros([n, m]);
    along(o, b.with_boundary(Boundary::Constant(8))[[y, ..]], 1, 0);
}

/// Takes no rule, whatever is said of it.
#[kernel]
fn plain(o: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    o[[0]] = t[[-1]];
}

impl Declares<(Unruled, (Clamp, ()))> for plain {}

#[kernel]
fn believes(o: &mut Tensor<[i32]>, t: &Tensor<[i32]>) {
    plain(o, t.with_boundary(Boundary::Clamp));
}

fn clamp(i: i64, len: usize) -> usize {
    i.clamp(0, len as i64 - 1) as usize
}

fn mirror(i: i64, len: usize) -> usize {
    let period = 2 * (len as i64 - 1);
    let i = i.rem_euclid(period);
    i.min(period - i) as usize
}

fn reflect(i: i64, len: usize) -> usize {
    let i = i.rem_euclid(2 * len as i64);
    i.min(2 * len as i64 - 1 - i) as usize
}

fn wrap(i: i64, len: usize) -> usize {
    i.rem_euclid(len as i64) as usize
}

const FAR: [i32; 8] = [0, 1, 2, 3, -1, -7, i32::MAX, i32::MIN];

#[test]
fn slices_that_begin_anywhere() {
    let t = Block::<i32>::from_vec((0..12).collect(), [3, 4]).unwrap();
    for y in FAR {
        for (k, d) in [(0, 0), (1, -2), (3, -5), (-1, 9), (i32::MAX, -3), (i32::MIN, 1)] {
            let each = |element: &dyn Fn(i64) -> i32| -> Vec<i32> {
                (0..5).map(|i| element(i64::from(k) * i + i64::from(d))).collect()
            };
            let (row, mut o) = (i64::from(y), block(5));
            clamped_row(&mut o, &t, y, k, d);
            assert_eq!(o.as_slice(), each(&|x| t.as_slice()[4 * clamp(row, 3) + clamp(x, 4)]), "{y} {k} {d}");
            mirrored_row(&mut o, &t, y, k, d);
            assert_eq!(
                o.as_slice(),
                each(&|x| t.as_slice()[4 * mirror(row, 3) + mirror(x, 4)]),
                "{y} {k} {d}"
            );
            reflected_row(&mut o, &t, y, k, d);
            let reflected = |x| t.as_slice()[4 * reflect(row, 3) + reflect(x, 4)];
            assert_eq!(o.as_slice(), each(&reflected), "{y} {k} {d}");
            wrapped_row(&mut o, &t, y, k, d);
            assert_eq!(o.as_slice(), each(&|x| t.as_slice()[4 * wrap(row, 3) + wrap(x, 4)]), "{y} {k} {d}");
            constant_row(&mut o, &t, y, k, d);
            let element = |x: i64| match (0..3).contains(&row) && (0..4).contains(&x) {
                true => t.as_slice()[(4 * row + x) as usize],
                false => -5,
            };
            assert_eq!(o.as_slice(), each(&element), "{y} {k} {d}");
        }
    }
}

#[test]
fn parts_that_begin_anywhere() {
    let t = Block::<i32>::from_vec((0..12).collect(), [3, 4]).unwrap();
    for (y, x) in FAR.into_iter().flat_map(|y| FAR.map(|x| (y, x))) {
        let mut o = block(5);
        clamped_part(&mut o, &t, y, x, x.saturating_add(2));
        let at = |i: i64| t.as_slice()[4 * clamp(y.into(), 3) + clamp(i64::from(x) + i, 4)];
        assert_eq!(o.as_slice(), (0..5).map(at).collect::<Vec<_>>(), "{y} {x}");
    }
}

#[test]
fn rows_that_data_say() {
    let t = Block::<i32>::from_vec((0..12).collect(), [3, 4]).unwrap();
    let mut o = Block::<i32>::zeros([8, 4]);
    rows_by_data(&mut o, &t, &Block::from(FAR));
    for (k, y) in FAR.into_iter().enumerate() {
        let want: Vec<i32> =
            (0..4).map(|x| t.as_slice()[4 * mirror(y.into(), 3) + mirror(x - 1, 4)]).collect();
        assert_eq!(o.as_slice()[4 * k..4 * k + 4], want, "{y}");
    }
}

#[test]
fn blocks_that_have_nothing() {
    for (n, m) in [(0, 0), (0, 3), (3, 0)] {
        for y in FAR {
            assert!(is_refused(|| of_nothing(&mut block(2), n, m, y)), "{n} {m} {y}");
            let mut o = block(2);
            constant_of_nothing(&mut o, n, m, y);
            assert_eq!(o.as_slice(), [8, 8]);
        }
    }
    assert_eq!(written(|t| constant_of_nothing(t, 1, 1, 0)).len(), 39);
}

#[test]
fn what_somebody_else_says() {
    assert!(is_refused(|| believes(&mut block(2), &block(3))));
}
