//! `fits` decides: what a call refuses that depends on where its tensors are, `fits` refuses, called kernels included; after
//! `Ok` a call runs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::staged::{Fault, FootprintError};
use unite::{Block, kernel, span};

/// What `fits` says is what the call does.
#[track_caller]
fn decides(fits: Result<(), FootprintError>, call: impl FnOnce()) -> Result<(), FootprintError> {
    let ran = catch_unwind(AssertUnwindSafe(call)).is_ok();
    assert_eq!(
        fits.is_ok(),
        ran,
        "`fits` says {fits:?}, and the call {}",
        if ran { "ran" } else { "panicked" }
    );
    fits
}

#[kernel]
fn coarsened(out: &mut Tensor<[i32]>, b1: &Tensor<[i32]>, b0: &Tensor<[i32]>) {
    let there = b1.coarsen([4])[b0];
    out[[0]] = there[[0]];
}

#[kernel]
fn never_read(out: &mut Tensor<[i32]>, b1: &Tensor<[i32]>, b0: &Tensor<[i32]>) {
    let there = b1.coarsen([4])[b0];
    out[[0]] = there.extent(0);
}

/// A view that is seen where another parameter is.
#[test]
fn derived_views_are_seen_ahead() {
    let [one, other] = [(); 2].map(|()| Block::<i32>::zeros([16]));
    let apart = Block::<i32>::zeros([2]).with_coarsening([8]).unwrap();
    let mut out = Block::<i32>::zeros([1]);
    let fits = decides(coarsened::fits(&out, &one, &other), || coarsened(&mut out, &one, &other));
    assert!(matches!(fits.unwrap_err().fault, Fault::Density { .. }));
    let mut out = Block::<i32>::zeros([1]);
    let fits = decides(never_read::fits(&out, &one, &other), || never_read(&mut out, &one, &other));
    assert!(matches!(fits.unwrap_err().fault, Fault::Density { .. }));
    let mut out = Block::<i32>::zeros([1]);
    decides(coarsened::fits(&out, &one, &apart), || coarsened(&mut out, &one, &apart)).unwrap();
}

#[kernel]
fn inner(c: &Tensor<[i32]>, frame: &Tensor<[i32]>, out: &mut Tensor<[i32]>) {
    out[[0]] = frame[c][[0]];
}

#[kernel]
fn passes(q: &Tensor<[i32]>, frame: &Tensor<[i32]>, out: &mut Tensor<[i32]>) {
    inner(q[[8..12]], frame, out);
}

#[kernel]
fn passes_in_loop(q: &Tensor<[i32]>, frame: &Tensor<[i32]>, out: &mut Tensor<[i32]>, first: usize) {
    for i in (first..16).step_by(4) {
        if i > 4 {
            inner(q[[i..i + 4]], frame, out);
        }
    }
}

/// What a called kernel asks of where its tensors are.
#[test]
fn called_kernels_are_asked_ahead() {
    let frame = Block::<i32>::zeros([16]);
    let short = Block::<i32>::zeros([10]);
    let q = Block::<i32>::zeros([16]);
    let refined = Block::<i32>::zeros([16]).with_refinement([4]).unwrap();
    let mut out = Block::<i32>::zeros([1]);
    decides(passes::fits(&q, &frame, &out), || passes(&q, &frame, &mut out)).unwrap();
    let mut out = Block::<i32>::zeros([1]);
    let fits = decides(passes::fits(&refined, &frame, &out), || passes(&refined, &frame, &mut out));
    assert!(matches!(
        fits.unwrap_err(),
        FootprintError { kernel: "inner", fault: Fault::Density { .. }, .. }
    ));
    for first in [0, 5, 9, 13, 16] {
        for frame in [&frame, &short] {
            let mut out = Block::<i32>::zeros([1]);
            let fits = passes_in_loop::fits(&q, frame, &out, first);
            let _ = decides(fits, || passes_in_loop(&q, frame, &mut out, first));
        }
    }
    let mut out = Block::<i32>::zeros([1]);
    let fits = passes_in_loop::fits(&q, &short, &out, 9);
    assert!(decides(fits, || passes_in_loop(&q, &short, &mut out, 9)).is_err());
    assert!(passes_in_loop::fits(&q, &short, &out, 16).is_ok());
}

#[kernel]
fn through_copy(frame: &Tensor<[[i32]]>, out: &mut Tensor<[[i32]]>, rows: i32) {
    let copy = frame[[rows.., 2..]].to_block();
    for y in 0..copy.extent(0) {
        between(copy[[y..y + 1, ..]], frame, out);
    }
}

#[kernel]
fn between(row: &Tensor<[[i32]]>, frame: &Tensor<[[i32]]>, out: &mut Tensor<[[i32]]>) {
    let above = frame[row];
    out[[0, 0]] = above[[-1, 0]] + row[[0, 0]];
}

/// Blocks that a kernel makes: how large they are, and who sees something where they are.
#[test]
fn blocks_are_asked_ahead() {
    let frame = Block::from_vec((0..20).collect::<Vec<i32>>(), [4, 5]).unwrap();
    for rows in -1..7 {
        let mut out = Block::<i32>::zeros([1, 1]);
        let fits = through_copy::fits(&frame, &out, rows);
        let says = decides(fits, || through_copy(&frame, &mut out, rows));
        assert_eq!(says.is_ok(), (1..=4).contains(&rows), "{rows}: {says:?}");
    }
}

#[kernel]
fn by_data(table: &Tensor<[i32]>, frame: &Tensor<[i32]>, out: &mut Tensor<[i32]>) {
    for i in 0..table.extent(0) {
        if table[[i]] > 0 {
            inner(frame[[20..]], frame, out);
        }
    }
}

/// What elements decide is not asked ahead.
#[test]
fn elements_decide_later() {
    let frame = Block::<i32>::zeros([16]);
    let table = Block::from_vec(vec![0, 1], [2]).unwrap();
    let mut out = Block::<i32>::zeros([1]);
    by_data::fits(&table, &frame, &out).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| by_data(&table, &frame, &mut out))).is_err());
}

#[kernel]
fn takes_any<W: Fn(i32) -> i32, const N: usize>(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, f: W) {
    let there = frame.coarsen([4])[out];
    out[[0]] = f(there[[0]]) + N as i32;
}

#[kernel]
fn passes_any(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    takes_any::<_, 3>(out, frame, |x| x + 1);
}

/// Generics that no tensor names.
#[test]
fn generics_are_passed_on() {
    let frame = Block::from_vec((0..16).collect::<Vec<i32>>(), [16]).unwrap();
    let mut out = Block::<i32>::zeros([1]).with_coarsening([4]).unwrap();
    passes_any::fits(&out, &frame).unwrap();
    passes_any(&mut out, &frame);
    assert_eq!(out.as_slice(), [4]);
}

#[kernel]
fn by_phase(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    for i in 0..out.extent(0) {
        out[[i]] = frame[[(5 * i) % (i + 1)]];
    }
}

/// Indices that no interval holds, each by itself.
#[test]
fn indices_without_intervals() {
    for len in 1..8 {
        let frame = Block::<i32>::zeros([len]);
        let mut out = Block::<i32>::zeros([6]);
        let says = decides(by_phase::fits(&out, &frame), || by_phase(&mut out, &frame));
        assert_eq!(says.is_ok(), len > 3, "{len}");
    }
}

#[kernel]
fn first_of(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[i32]>>) {
    out[[0]] = view[[0]];
    out[[1]] = view.extent(0);
}

#[kernel]
fn passes_region(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, first: i32) {
    let finer = frame[[first..]].refine([2]);
    let region = finer.region_of(frame[[2..4]]);
    first_of(out, region);
}

#[kernel]
fn passes_region_by<const F: usize>(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, first: i32) {
    let finer = frame[[first..]].refine([F]);
    let region = finer.region_of(frame[[2..4]]);
    first_of(out, region);
}

#[kernel]
fn passes_copy(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, first: i32) {
    let finer = frame[[first..]].refine([2]);
    let region = finer.region_of(frame[[2..4]]).to_block();
    first_of(out, region);
}

/// A view whose elements do not depend on a number that the space it lies in does depend on.
#[test]
fn spaces_depend_on_numbers() {
    let frame = Block::from_vec((0..16).collect::<Vec<i32>>(), [16]).unwrap();
    let mut short = Block::<i32>::zeros([1]);
    for first in 0..8 {
        let view = frame.view();
        let finer = view.clone().partition([span(first as isize..)]).unwrap().refine([2]).unwrap();
        let region = finer.region_of(&view.partition([span(2..4)]).unwrap()).unwrap();
        let found = [region.get([0]).unwrap(), region.extents()[0] as i32];
        let mut out = Block::<i32>::zeros([2]);
        decides(passes_region::fits(&out, &frame, first), || passes_region(&mut out, &frame, first)).unwrap();
        assert_eq!(out.as_slice(), found, "{first}");
        let mut out = Block::<i32>::zeros([2]);
        let fits = passes_region_by::fits::<2>(&out, &frame, first);
        decides(fits, || passes_region_by::<2>(&mut out, &frame, first)).unwrap();
        assert_eq!(out.as_slice(), found, "{first}");
    }
    for first in 0..2 {
        let mut out = Block::<i32>::zeros([2]);
        decides(passes_copy::fits(&out, &frame, first), || passes_copy(&mut out, &frame, first)).unwrap();
        assert_eq!(out.as_slice(), [2, 4], "{first}");
    }
    let fits = passes_region::fits(&short, &frame, 0);
    assert!(decides(fits, || passes_region(&mut short, &frame, 0)).is_err());
}

#[kernel]
fn length_of(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    out[[0]] = row.extent(0);
}

#[kernel]
fn length_of_row(out: &mut Tensor<[i32]>, frame: &Tensor<[[i32]]>, y: usize) {
    length_of(out, frame[[y, ..]]);
}

#[kernel]
fn length_of_fifth(out: &mut Tensor<[i32]>, frame: &Tensor<[[i32]]>) {
    length_of(out, frame[[5, ..]]);
}

#[kernel]
fn begin_of(out: &mut Tensor<[i32]>, row: &Tensor<[i32]>) {
    out[[0]] = row[[0]];
}

#[kernel]
fn first_of_fifth(out: &mut Tensor<[i32]>, frame: &Tensor<[[i32]]>) {
    begin_of(out, frame[[5, ..]]);
}

/// A row of which a called kernel has no element may be outside, as at run time.
#[test]
fn what_is_not_touched_may_be_outside() {
    for rows in [3, 8] {
        let frame = Block::<i32>::zeros([rows, 4]);
        for y in [0, 7] {
            let mut out = Block::<i32>::zeros([1]);
            let fits = length_of_row::fits(&out, &frame, y);
            decides(fits, || length_of_row(&mut out, &frame, y)).unwrap();
            assert_eq!(out.as_slice(), [4]);
        }
        let mut out = Block::<i32>::zeros([1]);
        decides(length_of_fifth::fits(&out, &frame), || length_of_fifth(&mut out, &frame)).unwrap();
        assert_eq!(out.as_slice(), [4]);
        let mut out = Block::<i32>::zeros([1]);
        let fits = first_of_fifth::fits(&out, &frame);
        assert_eq!(decides(fits, || first_of_fifth(&mut out, &frame)).is_ok(), rows > 5);
    }
}

#[kernel]
fn in_a_row(out: &mut Tensor<[i32; 1]>, frame: &Tensor<[[i32]]>, y: i32, first: i32) {
    out[[0]] = frame[[y, ..]].region_of(frame[[first..first + 3, 1..4]]).extent(0);
}

#[kernel]
fn in_a_coarse_row(out: &mut Tensor<[i32; 1]>, frame: &Tensor<[[i32]]>, y: i32, first: i32) {
    out[[0]] = frame.coarsen([2, 1])[[y, ..]].region_of(frame[[first..first + 3, 1..4]]).extent(0);
}

#[kernel]
fn at_each_index(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>) {
    let part = frame[[3..9]];
    for i in 0..out.extent(0) {
        out[[i]] = part[[(5 * i) % (i + 1)]];
    }
}

#[kernel]
fn at_an_element(out: &mut Tensor<[i32]>, frame: &Tensor<[i32]>, at: &Tensor<[i32]>) {
    let part = frame[[3..9]];
    for i in 0..out.extent(0) {
        out[[i]] = part[[at[[i]]]];
    }
}

/// The sentence that a call ends with.
fn said(call: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("the call is refused");
    *payload.downcast::<String>().expect("a sentence")
}

/// What `fits` says, and the call: of a slice where it is, and of a view where it leads in the tensor that is named.
#[test]
fn messages_name_what_their_numbers_are_of() {
    let frame = Block::<i32>::zeros([8, 4]);
    let mut out = Block::<[i32; 1]>::stack();
    for (y, first) in [(2, 2), (4, 2), (0, -1)] {
        decides(in_a_row::fits(&out, &frame, y, first), || in_a_row(&mut out, &frame, y, first)).unwrap();
        assert_eq!(out.as_slice(), [3]);
    }
    let message = |slice, first, last, of| {
        format!(
            "kernel {of} asks where another tensor is in a slice of frame, at index {slice} of axis 0, while that one is at \
             {first}..={last} there"
        )
    };
    for (y, first) in [(7, 2), (1, 2), (-1, 0), (3, 4)] {
        let text = message(y, first, first + 2, "in_a_row");
        assert_eq!(in_a_row::fits(&out, &frame, y, first).unwrap_err().to_string(), text);
        assert_eq!(said(|| in_a_row(&mut out, &frame, y, first)), text);
    }
    // Indices of the coarse tensor, which has no name.
    let text =
        message(3, 1, 2, "in_a_coarse_row").replace("slice of frame", "slice of frame.coarsen([2, 1])");
    assert_eq!(in_a_coarse_row::fits(&out, &frame, 3, 2).unwrap_err().to_string(), text);
    assert_eq!(said(|| in_a_coarse_row(&mut out, &frame, 3, 2)), text);

    let (short, mut out) = (Block::<i32>::zeros([6]), Block::<i32>::zeros([5]));
    let message = |kernel, at| {
        format!(
            "kernel {kernel} touches indices {at}..={at} of axis 0 of frame, which has data at 0..6 only (extent 6, located \
             at 0)"
        )
    };
    assert_eq!(at_each_index::fits(&out, &short).unwrap_err().to_string(), message("at_each_index", 6));
    assert_eq!(said(|| at_each_index(&mut out, &short)), message("at_each_index", 6));
    let at = Block::from_vec(vec![0, 2, -3, 4, 0], [5]).unwrap();
    assert_eq!(said(|| at_an_element(&mut out, &short, &at)), message("at_an_element", 7));
}
