//! What a kernel touches, as a constant, as a question and as an error.

use unite::staged::Reach;
use unite::{Block, kernel};

#[kernel]
fn box_filter(out: &mut Tensor<[[u8; 4]; 4]>, plane: &Tensor<[[u8; 8]; 8]>) {
    let p = plane[[2..6, 2..6]];
    out[[!y, !x]] = (p[[!y - 1, !x - 1]] + p[[!y, !x]] + p[[!y + 1, !x + 2]]) / 3;
}

#[kernel]
fn neighbours(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    out[[!y, !x]] = (plane[[!y - 1, !x]] + plane[[!y, !x + 2]]) / 2;
}

#[kernel]
fn row(out: &mut Tensor<[u8]>, plane: &Tensor<[[u8]]>, y: i32, x: usize) {
    out[[!i]] = plane[[y, x + !i]];
}

#[kernel]
fn mode(out: &mut Tensor<[[u8; 4]; 4]>, plane: &Tensor<[[u8]]>, mode: u8) {
    let p = plane[out];
    match mode {
        0 => out[[!y, !x]] = p[[-1, !x]],
        1 => out[[!y, !x]] = p[[!y, -1]],
        2 => {
            let mut sum = 4;
            for i in 0..4 {
                sum += p[[-1, i]] + p[[i, -1]];
            }
            out[[!y, !x]] = sum >> 3;
        }
        _ => out[[!y, !x]] = 128,
    }
}

#[kernel]
fn look_up(out: &mut Tensor<[u8]>, table: &Tensor<[u8]>, indices: &Tensor<[i16]>) {
    for i in 0..out.extent(0) {
        let k = indices[[i]];
        out[[i]] = table[[k]];
    }
}

#[kernel]
fn look_up_neighbours(out: &mut Tensor<[i32]>, table: &Tensor<[u8]>, at: &Tensor<[i16]>) {
    for i in 0..out.extent(0) {
        let k = at[[i]];
        for j in -1..2 {
            out[[i]] += table[[k + j]];
        }
    }
}

#[kernel]
fn nothing(_out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>, on: bool) -> i32 {
    if on { plane[[100, 100]] } else { 0 }
}

#[kernel]
fn first(out: &mut Tensor<[u8; 1]>, plane: &Tensor<[u8]>, ignored: &Tensor<[u8]>) {
    let _ = ignored.extent(0);
    out[[0]] = plane[[-1]];
}

#[kernel]
fn caller(out: &mut Tensor<[u8; 4]>, plane: &Tensor<[u8]>) {
    let tmp = Block::<u8>::zeros([2]);
    for i in 1..4 {
        first(&mut out[[i..i + 1]], &plane[[i..]], &tmp[[5..7]]);
    }
}

#[test]
fn constants() {
    let [out, plane] = box_filter::FOOTPRINT.unwrap();
    assert_eq!((out.first[..2].to_vec(), out.last[..2].to_vec()), (vec![0, 0], vec![3, 3]));
    assert_eq!((plane.first[..2].to_vec(), plane.last[..2].to_vec()), (vec![1, 1], vec![6, 7]));
    assert!(neighbours::FOOTPRINT.is_none());
    let [_, plane, ignored] = first::FOOTPRINT.unwrap();
    assert_eq!((plane.first[0], plane.last[0]), (-1, -1));
    assert_eq!(ignored, Reach::NONE);
}

#[test]
fn questions() {
    let plane = Block::<u8>::zeros([10, 12]);
    let whole = plane.view();
    let part = |y: std::ops::Range<isize>, x: std::ops::Range<isize>| whole.view().partition((y, x)).unwrap();
    let out = Block::<u8>::zeros([3, 5]);
    let fits = |v: unite::View<'_, u8, 2>| neighbours::fits(&out, &v.tensor().unwrap());
    assert_eq!(fits(part(1..4, 0..5)), Ok(()));
    assert_eq!(
        fits(part(0..3, 0..5)).unwrap_err().to_string(),
        "kernel neighbours touches indices -1..=2 of axis 0 of plane, which has data at 0..10 only (extent 3, \
         located at 0)",
    );
    assert_eq!(
        fits(part(7..8, 6..7)).unwrap_err().to_string(),
        "kernel neighbours touches indices 0..=6 of axis 1 of plane, which has data at -6..6 only (extent 1, \
         located at 6)",
    );
    assert_eq!(fits(part(7..8, 5..6)), Ok(()));
}

#[test]
fn questions_with_scalars() {
    let plane = Block::<u8>::zeros([10, 12]);
    let out = Block::<u8>::zeros([4]);
    assert!(row::fits(&out, &plane, 9, 8).is_ok());
    assert!(row::fits(&out, &plane, 10, 8).is_err());
    assert!(row::fits(&out, &plane, -1, 8).is_err());
    assert_eq!(
        row::fits(&out, &plane, 0, 9).unwrap_err().to_string(),
        "kernel row touches indices 9..=12 of axis 1 of plane, which has data at 0..12 only (extent 12, located at 0)",
    );
}

#[test]
#[should_panic(
    expected = "kernel row touches indices 9..=12 of axis 1 of plane, which has data at 0..12 only"
)]
fn a_call_that_does_not_fit_panics() {
    row(&mut Block::<u8>::zeros([4]), &Block::<u8>::zeros([10, 12]), 0, 9);
}

#[test]
fn each_mode_has_its_neighbours() {
    let plane = Block::<u8>::zeros([8, 8]);
    let at = |y, x| Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]).unwrap();
    let may = |y, x| [0u8, 1, 2, 3].map(|m| mode::fits(&at(y, x), &plane, m).is_ok());
    assert_eq!(may(0, 0), [false, false, false, true]);
    assert_eq!(may(0, 4), [false, true, false, true]);
    assert_eq!(may(4, 0), [true, false, false, true]);
    assert_eq!(may(4, 4), [true; 4]);
    let mut corner = at(0, 0);
    mode(&mut corner, &plane, 9);
    assert_eq!(corner.as_slice(), [128; 16]);
}

#[test]
fn data_is_looked_up() {
    let table = Block::<u8>::from_vec((10..20).collect(), [10]).unwrap();
    let mut out = Block::<u8>::zeros([3]);
    look_up(&mut out, &table, &Block::from_vec(vec![9i16, 0, 5], [3]).unwrap());
    assert_eq!(out.as_slice(), [19, 10, 15]);
    let mut sums = Block::<i32>::zeros([2]);
    look_up_neighbours(&mut sums, &table, &Block::from_vec(vec![1i16, 8], [2]).unwrap());
    assert_eq!(sums.as_slice(), [33, 54]);
}

#[test]
#[should_panic(
    expected = "kernel look_up touches indices -3..=-3 of axis 0 of table, which has data at 0..10 only"
)]
fn data_is_checked() {
    let table = Block::<u8>::zeros([10]);
    look_up(&mut Block::<u8>::zeros([1]), &table, &Block::from_vec(vec![-3i16], [1]).unwrap());
}

#[test]
#[should_panic(
    expected = "kernel look_up_neighbours touches indices 8..=10 of axis 0 of table, which has data at 0..10 only"
)]
fn data_is_checked_before_the_loop() {
    let table = Block::<u8>::zeros([10]);
    look_up_neighbours(&mut Block::<i32>::zeros([1]), &table, &Block::from_vec(vec![9i16], [1]).unwrap());
}

#[test]
fn what_does_not_happen_is_not_checked() {
    let mut out = Block::<u8>::zeros([1, 1]);
    let plane = Block::<u8>::zeros([2, 2]);
    assert_eq!(nothing(&mut out, &plane, false), 0);
    assert!(nothing::fits(&out, &plane).is_ok());
    assert!(std::panic::catch_unwind(move || nothing(&mut out, &plane, true)).is_err());
    // A tensor that is not touched may lie anywhere.
    let mut out = Block::<[u8; 4]>::stack();
    caller(&mut out, &Block::from_vec(vec![1u8, 2, 3, 4], [4]).unwrap());
    assert_eq!(out.as_slice(), [0, 1, 2, 3]);
}

#[kernel]
fn loops_of_parameters(out: &mut Tensor<[i32]>, from: i32, to: i32, more: usize) {
    for i in from..to {
        for j in 0..more {
            out[[i + j as i32 + 2]] += 1;
        }
    }
}

#[test]
fn empty_loops_touch_nothing() {
    let mut out = Block::<i32>::zeros([4]);
    for (from, to, more) in [(100, 0, 5), (7, 7, 1), (-50, 50, 0), (-2, -2, 9)] {
        assert!(loops_of_parameters::fits(&out, from, to, more).is_ok());
        loops_of_parameters(&mut out, from, to, more);
    }
    assert_eq!(out.as_slice(), [0; 4]);
    loops_of_parameters(&mut out, -2, 1, 2);
    assert_eq!(out.as_slice(), [1, 2, 2, 1]);
    assert!(loops_of_parameters::fits(&out, -2, 1, 3).is_err());
    assert!(loops_of_parameters::fits(&out, -3, 1, 1).is_err());
}

#[kernel]
fn zero_part(out: &mut Tensor<[i32]>, n: usize) {
    let part = out[[4..4 + n]];
    part[[!i]] = 1;
    for [i] in part.indices() {
        part[[i]] += part[[i]];
    }
    let copy = part.to_block();
    part[[!i]] = copy[[!i]] + 1;
}

#[test]
fn empty_views_touch_nothing() {
    let mut out = Block::<i32>::zeros([4]);
    zero_part(&mut out, 0);
    assert!(zero_part::fits(&out, 1).is_err());
    let mut out = Block::<i32>::zeros([6]);
    zero_part(&mut out, 2);
    assert_eq!(out.as_slice(), [0, 0, 0, 0, 3, 3]);
}

#[kernel]
fn colours(out: &mut Tensor<[u8]>, table: &Tensor<[u8]>, picture: &Tensor<[u8]>) {
    for [i] in out.indices() {
        out[[i]] = table[[(picture[[i]] & 15) + 1]];
    }
}

#[test]
fn a_mask_bounds_an_index_that_is_data() {
    let picture = Block::<u8>::from_vec(vec![0, 17, 255, 8], [4]).unwrap();
    let table = Block::<u8>::from_vec((100..117).collect(), [17]).unwrap();
    let mut out = Block::<u8>::zeros([4]);
    colours(&mut out, &table, &picture);
    assert_eq!(out.as_slice(), [101, 102, 116, 109]);
    // The kernel is asked before it reads any of them.
    let error = colours::fits(&out, &Block::<u8>::zeros([16]), &picture).unwrap_err();
    assert!(error.to_string().contains("touches indices 1..=16 of axis 0 of table"), "{error}");
}
