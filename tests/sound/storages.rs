//! Stored tensors, and storages that kernels write: coordinates at their limits, names that the expansion has, panics in the middle,
//! implementations of the user's of what can be implemented without `unsafe`.

use std::cell::Cell;

use unite::stored::{
    Append, Assembled, Assembly, AxisOrder, Bcsr, Compressed, CompressedArrays, Coo, Csr, Cursor, Dcsr,
    Dense, Dok, Fibre, Fill, Format, HashedRows, Interleaved, Intersection, LevelAssembly, Permuted, Stored,
    StoredBlock, Zero,
};
use unite::{Block, Dyn, kernel};

use super::{is_refused, refusal};

type Matrix<F = Csr> = StoredBlock<f64, F, 2>;
type List = StoredBlock<f64, (Compressed,), 1>;

/// The largest extent of a tensor.
const MOST: usize = i32::MAX as usize;

fn floats(elements: &[f64]) -> Block<Dyn<f64>> {
    Block::<f64>::from_vec(elements.to_vec(), [elements.len()]).unwrap()
}

fn list(extent: usize, at: &[usize]) -> List {
    List::from_entries([extent], at.iter().map(|&at| ([at], 1.0))).unwrap()
}

fn matrix(extents: [usize; 2], at: &[[usize; 2]]) -> Matrix {
    Matrix::from_entries(extents, at.iter().map(|&at| (at, 1.0))).unwrap()
}

// Coordinates in indices: every one is as if it were an i128.

#[kernel]
fn next(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>) {
    for ([i], v) in a.stored() {
        y[[i + 1]] = v;
    }
}

#[kernel]
fn doubled(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>) {
    for ([i], v) in a.stored() {
        y[[2 * i]] = v;
    }
}

#[kernel]
fn cubed(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>) {
    for ([i], v) in a.stored() {
        y[[i * i * i % 7]] = v;
    }
}

#[kernel]
fn shifted(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, by: i32) {
    for ([i], v) in a.stored() {
        y[[(i << by) >> by]] = v;
    }
}

#[kernel]
fn guarded(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, least: i32) {
    for ([i], v) in a.stored() {
        if i - least >= 0 && i - least < y.extent(0) {
            y[[i - least]] = v;
        }
    }
}

#[test]
fn coordinates_at_the_limit() {
    let far = list(MOST, &[3, MOST - 1]);
    let mut y = floats(&[0.0; 7]);
    assert!(is_refused(|| next(&mut y, &far)));
    assert!(is_refused(|| doubled(&mut y, &far)));
    assert!(y.as_slice().iter().all(|y| *y == 0.0));
    // What is no sum or product is exact, or refused: (2^31 - 2)^3 leaves an i64.
    if refusal(|| cubed(&mut y, &far)).is_none() {
        let at = (MOST as i128 - 1).pow(3) % 7;
        assert_eq!(y.as_slice()[at as usize], 1.0);
    }
    for by in [0, 1, 33, 62] {
        let mut y = floats(&[0.0; 7]);
        if refusal(|| shifted(&mut y, &list(9, &[2, 6]), by)).is_none() {
            assert_eq!(y.as_slice(), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], "{by}");
        }
    }
    let mut y = floats(&[0.0; 7]);
    if refusal(|| guarded(&mut y, &far, (MOST - 4) as i32)).is_none() {
        assert_eq!(y.as_slice(), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    }
}

// Names of the walk that the body changes, binds anew, or hides.

macro_rules! set {
    ($name:ident = $value:expr) => {
        let $name = $value;
    };
}

#[kernel]
fn anew(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>) {
    for ([i], v) in a.stored() {
        let i = i + 100_000;
        y[[i]] = v;
    }
}

#[kernel]
fn anew_by_macro(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, far: i32) {
    for ([i], v) in a.stored() {
        set!(i = far);
        y[[i]] = v;
    }
}

#[kernel]
fn anew_in_a_sum(a: &Tensor<[f64], _>, x: &Tensor<[f64]>, far: i32) -> f64 {
    sum(|i| {
        a[[i]] * {
            set!(i = far);
            x[[i]]
        }
    })
}

#[kernel]
fn anew_in_an_output(c: &mut Tensor<[f64], _>, a: &Tensor<[f64], _>, x: &Tensor<[f64]>, far: i32) {
    c[[!i]] = a[[!i]] * {
        let i = far;
        x[[i]]
    };
}

#[kernel]
fn extents_by_name(y: &mut Tensor<[f64]>, a: &Tensor<[f64], _>, a_extent_0: usize, y_extent_0: usize) {
    for ([i], v) in a.stored() {
        if i < 4 && a_extent_0 < 100_000 {
            y[[i]] = v;
        }
    }
    if a_extent_0 < a.extent(0) as usize {
        y[[a_extent_0]] = 2.0;
    }
    if y_extent_0 < 2 {
        y[[y_extent_0]] = 3.0;
    }
}

#[test]
fn names_of_walks_are_bound_anew() {
    let (a, x) = (list(7, &[1, 6]), floats(&[1.0; 7]));
    let mut y = floats(&[0.0; 7]);
    assert!(is_refused(|| anew(&mut y, &a)));
    assert!(is_refused(|| anew_by_macro(&mut y, &a, 100_000)));
    assert!(is_refused(|| _ = anew_in_a_sum(&a, &x, 100_000)));
    let mut c = list(7, &[2]);
    assert!(is_refused(|| anew_in_an_output(&mut c, &a, &x, 100_000)));
    assert_eq!(c, list(7, &[2]));
    anew_in_an_output(&mut c, &a, &x, 3);
    assert_eq!(c, a);
    assert!(is_refused(|| extents_by_name(&mut floats(&[0.0; 3]), &a, 3, 0)));
    let mut y = floats(&[0.0; 7]);
    extents_by_name(&mut y, &a, 5, 0);
    assert_eq!(y.as_slice(), [3.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    extents_by_name(&mut y, &a, 100_000, 100_000);
}

/// Names that the expansion has, of constants and functions of the user's.
mod hidden {
    #![allow(non_upper_case_globals, dead_code)]

    use unite::kernel;
    use unite::staged::{Fault, FootprintError};

    /// What a check answers is no pattern that could fail.
    pub const error: FootprintError = FootprintError { kernel: "", tensor: "", fault: Fault::Overlap };
    pub const fault: Fault = Fault::Overlap;

    pub fn element_0() -> usize {
        100_000
    }
    pub fn total() -> usize {
        100_000
    }
    pub fn fibre_0() -> usize {
        100_000
    }

    #[kernel]
    pub fn summed(c: &mut Tensor<[f64], _>, a: &Tensor<[f64], _>, b: &Tensor<[f64], _>) {
        c[[!i]] = a[[!i]] + b[[!i]];
    }

    #[kernel]
    pub fn sometimes(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, on: bool) {
        if on {
            y[[!i]] = sum(|j| 2.0 * a[[!i, j]]);
        }
    }

    #[kernel]
    fn one(y: &mut Tensor<[f64]>, at: i32) {
        y[[at]] = 7.0;
    }

    #[kernel]
    pub fn called(y: &mut Tensor<[f64]>, x: &Tensor<[f64]>) {
        for i in 0..x.extent(0) {
            let at = x[[i]] as i32;
            one(y, at);
        }
    }

    #[kernel]
    pub fn weighted(a: &Tensor<[f64], _>, x: &Tensor<[f64]>) -> f64 {
        sum(|i| a[[i]] * x[[i]])
    }
}

#[test]
fn names_of_the_expansion_are_the_users() {
    let (a, b) = (list(7, &[1, 6]), list(7, &[1, 2]));
    let mut c = list(7, &[]);
    hidden::summed(&mut c, &a, &b);
    assert_eq!(c.to_dense(), [0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(is_refused(|| hidden::sometimes(&mut floats(&[0.0; 2]), &matrix([90, 2], &[[89, 1]]), true)));
    assert!(is_refused(|| hidden::called(&mut floats(&[0.0; 2]), &floats(&[1.0, 100_000.0]))));
    assert_eq!(hidden::weighted(&a, &floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])), 9.0);
}

// What ends in the middle.

thread_local! {
    /// How many calls of `fails` are left until one does.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Two, a few times.
fn fails() -> f64 {
    LEFT.set(LEFT.get() - 1);
    assert!(LEFT.get() > 0, "enough");
    2.0
}

#[kernel]
fn failing(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] * fails() + b[[!i, !j]] * fails();
}

#[kernel]
fn failing_between(
    c: &mut Tensor<[[f64]], _>,
    d: &mut Tensor<[[f64]], _>,
    a: &Tensor<[[f64]], _>,
    y: &mut Tensor<[f64]>,
) {
    c[[!i, !j]] = 3.0 * a[[!i, !j]];
    y[[!i]] = sum(|j| a[[!i, j]] * fails());
    d[[!i, !j]] = -a[[!i, !j]];
}

#[test]
fn panics_leave_storages_empty() {
    let (a, b) = (matrix([3, 4], &[[0, 1], [1, 0], [1, 3]]), matrix([3, 4], &[[0, 1], [0, 2], [2, 2]]));
    let before = matrix([3, 4], &[[2, 1]]);
    macro_rules! check {
        ($($format:ty),*) => {$(
            for calls in 1..7 {
                let mut c = before.to::<$format>().unwrap();
                LEFT.set(calls);
                assert!(is_refused(|| failing(&mut c, &a, &b)));
                assert_eq!(c, matrix([3, 4], &[]).to::<$format>().unwrap());
                assert_eq!(<$format as Format<2>>::check(c.arrays(), [3, 4]), Ok(c.values().len()));
            }
            LEFT.set(7 + 1);
            let mut c = before.to::<$format>().unwrap();
            failing(&mut c, &a, &b);
            assert_eq!(c.to_dense(), [0.0, 4.0, 2.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0]);
        )*};
    }
    check!(Csr, Dcsr, Coo, (Dense, Dense), Interleaved);
    // What was complete is there, what comes after it is as it was.
    let (mut c, mut d, mut y) = (before.clone(), before.clone(), floats(&[9.0; 3]));
    LEFT.set(2);
    assert!(is_refused(|| failing_between(&mut c, &mut d, &a, &mut y)));
    assert_eq!(c.to_dense(), a.to_dense().iter().map(|a| 3.0 * a).collect::<Vec<_>>());
    assert_eq!(d, before);
}

// What a user may implement without `unsafe`.

/// A storage that says at each question how long it is, and keeps what it is given.
struct Liar {
    answers: Vec<usize>,
    asked: Cell<usize>,
    /// The extent that assemblies are made for.
    made: usize,
    kept: Option<<Compressed as Append>::Assembly<unite::stored::Elements<f64>>>,
}

impl Assembled<1> for Liar {
    type Elem = f64;
    type Fill = Zero;
    type Format = (Compressed,);
    type Root = <Compressed as Append>::Assembly<unite::stored::Elements<f64>>;

    fn extents(&self) -> [usize; 1] {
        let asked = self.asked.replace(self.asked.get() + 1);
        [self.answers[asked.min(self.answers.len() - 1)]]
    }

    fn assemble(&mut self, room: usize, _: [usize; 1]) -> Self::Root {
        <(Compressed,) as unite::stored::AppendFormat<1>>::assemble([self.made], 0.0, room)
    }

    fn put(&mut self, root: Self::Root, _: [usize; 1]) {
        self.kept = Some(root);
    }
}

#[kernel]
fn copied(c: &mut Tensor<[f64], _>, a: &Tensor<[f64], _>, y: &mut Tensor<[f64]>) {
    c[[!i]] = a[[!i]];
    y[[c.extent(0) - 1]] = 5.0;
}

#[test]
fn storages_of_the_user_are_not_believed() {
    let a = list(7, &[1, 6]);
    for answers in [vec![7], vec![7, 100_000], vec![7, 7, 100_000], vec![100_000], vec![100_000, 7], vec![0]]
    {
        for made in [7, 100_000, 3, 0] {
            let mut y = floats(&[0.0; 7]);
            let mut c = Liar { answers: answers.clone(), asked: Cell::new(0), made, kept: None };
            if !is_refused(|| copied(&mut c, &a, &mut y)) {
                assert_eq!(y.as_slice(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0]);
            }
            // What it kept becomes a block of the extents that it was made for, and of no other.
            let Some(kept) = c.kept else { continue };
            let mut block = list(7, &[2]);
            assert_eq!(block.replace(kept).is_ok(), made == 7);
            assert!(block.to_entries().iter().all(|([at], _)| *at < 7));
        }
    }
}

/// Elements that are counted at random.
struct Miscounted(Cell<usize>);

impl Assembly for Miscounted {
    fn count(&self) -> usize {
        self.0.set(self.0.get().wrapping_mul(31) % 17);
        self.0.get()
    }

    fn complete(&mut self) {}

    fn skip(&mut self) {}
}

#[test]
fn levels_above_what_is_miscounted() {
    let mut level = Compressed::<u32>::assemble(9, 0, Miscounted(Cell::new(5)));
    let mut list = Compressed::<u32, false>::assemble(9, 0, Miscounted(Cell::new(5)));
    for at in [0, 3, 4, 8] {
        level.open(at);
        level.close();
        list.open(at);
        list.close();
    }
    level.complete();
    list.complete();
    let (arrays, _) = Compressed::<u32>::finish(level, 9).unwrap();
    assert!(arrays.coordinates.is_sorted_by(|a, b| a < b));
    let (arrays, _) = Compressed::<u32, false>::finish(list, 9).unwrap();
    assert!(arrays.coordinates.is_sorted());
}

/// The axes of a matrix in turn.
struct Turned;

impl AxisOrder<2> for Turned {
    const ORDER: [usize; 2] = [1, 0];
}

/// What is not stored is not a number.
struct Absent;

impl Fill<f64> for Absent {
    const VALUE: f64 = f64::NAN;
}

#[kernel]
fn gathered(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>) {
    for ([i, j], v) in a.stored() {
        if j == 0 {
            y[[i]] = v;
        }
    }
}

#[test]
fn orders_and_fills_of_the_user() {
    let a = matrix([3, 90], &[[2, 0], [0, 89]]);
    let mut y = floats(&[0.0; 3]);
    gathered(&mut y, &a.to::<Permuted<Csr, Turned>>().unwrap());
    assert_eq!(y.as_slice(), [0.0, 0.0, 1.0]);
    gathered(&mut y, &a.to::<Permuted<Dok, Turned>>().unwrap());
    assert!(is_refused(|| gathered(&mut floats(&[0.0; 2]), &a)));
    let absent = StoredBlock::<f64, Csr, 2, Absent>::from_entries([3, 4], [([1, 0], 2.0)]).unwrap();
    gathered(&mut y, &absent);
    assert_eq!(y.as_slice(), [0.0, 2.0, 1.0]);
    // Blocks of which one is larger than memory.
    type Large = Bcsr<{ 1 << 30 }, { 1 << 30 }>;
    let arrays = ((), CompressedArrays { positions: vec![0, 1], coordinates: vec![0] });
    assert!(Matrix::<Large>::new([3, 4], arrays, Vec::new()).is_err());
}

// Walks that are forgotten, or change places.

#[test]
fn walks_change_places() {
    let (a, b) = (matrix([3, 5], &[[0, 1], [0, 4], [2, 0]]), matrix([90, 99], &[[1, 98], [89, 3]]));
    let (mut first, mut second) = ((&a).root().walk(), (&b).root().walk());
    #[allow(clippy::forget_non_drop)] // forgotten as a user may
    std::mem::forget(second.clone());
    _ = second.next();
    std::mem::swap(&mut first, &mut second);
    let rows: Vec<(usize, Vec<usize>)> =
        first.clone().map(|(row, below)| (row, below.walk().map(|(column, _)| column).collect())).collect();
    assert_eq!(rows.len(), 89);
    assert_eq!(rows[88], (89, vec![3]));
    #[allow(clippy::forget_non_drop)] // forgotten as a user may
    std::mem::forget(first);
    assert_eq!(second.map(|(row, below)| (row, below.room())).collect::<Vec<_>>(), [(0, 2), (1, 0), (2, 1)]);

    let (mut one, mut other) = ((&a).root().cursor(), (&b).root().cursor());
    std::mem::swap(&mut one, &mut other);
    let mut seen = Vec::new();
    while other.is_at() {
        let kept = other.clone();
        other.step_if(false);
        seen.push((kept.coordinate(), kept.below().room()));
        other.step_if(true);
    }
    assert_eq!(seen, [(0, 2), (1, 0), (2, 1)]);
    assert!(is_refused(|| _ = other.coordinate()));
    assert!(is_refused(|| other.step_if(false)));
    assert!(is_refused(|| _ = other.below().room()));

    // A fibre that is asked beyond its end, and rows of matrices of other extents side by side.
    let dense = a.to::<(Dense, Dense)>().unwrap();
    let (_, row) = (&dense).root().walk().next().unwrap();
    assert_eq!((row.locate(4), row.locate(5), row.locate(usize::MAX)), (Some(1.0), None, None));
    let both = Intersection::<_, _, true>::new((&dense).root(), (&b).root());
    assert_eq!(both.map(|(row, _)| row).collect::<Vec<_>>(), [0, 1, 2]);
}

// Closures in terms.

#[kernel]
fn closures(a: &Tensor<[f64], _>, b: &Tensor<[f64], _>, x: &Tensor<[f64]>, far: i32) -> f64 {
    sum(|i| {
        a[[i]] * b[[i]] * {
            let at = |k: i32| x[[k]];
            at(far)
        }
    })
}

#[kernel]
fn sums_in_sums(a: &Tensor<[f64], _>, x: &Tensor<[[f64]]>) -> f64 {
    sum(|i| a[[i]] * sum(|j| x[[i, j]]))
}

#[kernel]
fn hashed(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * b[[!i, j]] * x[[j]]);
}

#[test]
fn terms_are_checked() {
    let (a, b, x) = (list(7, &[1, 6]), list(7, &[1, 2]), floats(&[1.0, 2.0, 3.0]));
    assert!(is_refused(|| _ = closures(&a, &b, &x, 100_000)));
    assert!(is_refused(|| _ = closures(&a, &b, &x, -1)));
    assert_eq!(closures(&a, &b, &x, 2), 3.0);
    let two = Block::<f64>::from_vec(vec![1.0; 14], [7, 2]).unwrap();
    assert_eq!(sums_in_sums(&a, &two), 4.0);
    let few = Block::<f64>::from_vec(vec![1.0; 12], [6, 2]).unwrap();
    assert!(is_refused(|| _ = sums_in_sums(&a, &few)));
    let m = matrix([3, 90], &[[0, 2], [2, 89]]);
    let (mut y, long) = (floats(&[0.0; 3]), floats(&[1.0; 90]));
    hashed(&mut y, &m, &m.to::<HashedRows>().unwrap(), &long);
    assert_eq!(y.as_slice(), [1.0, 0.0, 1.0]);
    assert!(is_refused(|| hashed(&mut y, &m, &m.to::<HashedRows>().unwrap(), &floats(&[1.0; 89]))));
    // Operands that are not equally long.
    let longer = matrix([3, 91], &[[0, 90]]);
    assert!(is_refused(|| hashed(&mut y, &m, &longer, &long)));
    assert!(is_refused(|| hashed(&mut y, &longer, &m, &long)));
}
