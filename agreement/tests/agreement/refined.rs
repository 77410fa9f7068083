//! The kernels that chains pass their refined views to: those of `callees`, with tensors whose points may share elements.

use unite::kernel;

#[kernel]
pub fn gather_1(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[i32]>>) {
    out[[!i]] = view[[!i]];
}

#[kernel]
pub fn scatter_1(view: &mut Tensor<Refined<[i32]>>) {
    view[[!i]] += 1 + 7 * !i;
}

#[kernel]
pub fn corners_1(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[i32]>>) {
    out[[0]] = view[[0]];
    out[[1]] = view[[-1]];
    out[[2]] = view[[2]];
}

#[kernel]
pub fn where_1(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[i32]>>) {
    out[[0]] = view.origin(0);
    out[[1]] = view.step(0);
    out[[2]] = view.extent(0);
}

#[kernel]
pub fn colocated_1_1(out: &mut Tensor<[i32]>, other: &Tensor<Refined<[i32]>>, by: &Tensor<Refined<[i32]>>) {
    let there = other[by];
    out[[!i]] = there[[!i]];
}

#[kernel]
pub fn gather_2(out: &mut Tensor<[[i32]]>, view: &Tensor<Refined<[[i32]]>>) {
    out[[!i, !j]] = view[[!i, !j]];
}

#[kernel]
pub fn scatter_2(view: &mut Tensor<Refined<[[i32]]>>) {
    view[[!i, !j]] += 1 + 7 * !i + 70 * !j;
}

#[kernel]
pub fn corners_2(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[i32]]>>) {
    out[[0]] = view[[0, 0]];
    out[[1]] = view[[-1, 1]];
    out[[2]] = view[[2, -1]];
}

#[kernel]
pub fn where_2(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[i32]]>>) {
    out[[0]] = view.origin(0);
    out[[1]] = view.step(0);
    out[[2]] = view.extent(0);
    out[[3]] = view.origin(1);
    out[[4]] = view.step(1);
    out[[5]] = view.extent(1);
}

#[kernel]
pub fn colocated_2_1(out: &mut Tensor<[i32]>, other: &Tensor<Refined<[[i32]]>>, by: &Tensor<Refined<[i32]>>) {
    let there = other[by];
    out[[!i]] = there[[!i]];
}

#[kernel]
pub fn colocated_2_2(
    out: &mut Tensor<[[i32]]>,
    other: &Tensor<Refined<[[i32]]>>,
    by: &Tensor<Refined<[[i32]]>>,
) {
    let there = other[by];
    out[[!i, !j]] = there[[!i, !j]];
}

#[kernel]
pub fn gather_3(out: &mut Tensor<[[[i32]]]>, view: &Tensor<Refined<[[[i32]]]>>) {
    out[[!i, !j, !k]] = view[[!i, !j, !k]];
}

#[kernel]
pub fn scatter_3(view: &mut Tensor<Refined<[[[i32]]]>>) {
    view[[!i, !j, !k]] += 1 + 7 * !i + 70 * !j + 700 * !k;
}

#[kernel]
pub fn corners_3(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[[i32]]]>>) {
    out[[0]] = view[[0, 0, 0]];
    out[[1]] = view[[-1, 1, 0]];
    out[[2]] = view[[2, -1, 1]];
}

#[kernel]
pub fn where_3(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[[i32]]]>>) {
    out[[0]] = view.origin(0);
    out[[1]] = view.step(0);
    out[[2]] = view.extent(0);
    out[[3]] = view.origin(1);
    out[[4]] = view.step(1);
    out[[5]] = view.extent(1);
    out[[6]] = view.origin(2);
    out[[7]] = view.step(2);
    out[[8]] = view.extent(2);
}

#[kernel]
pub fn colocated_3_1(
    out: &mut Tensor<[i32]>,
    other: &Tensor<Refined<[[[i32]]]>>,
    by: &Tensor<Refined<[i32]>>,
) {
    let there = other[by];
    out[[!i]] = there[[!i]];
}

#[kernel]
pub fn colocated_3_2(
    out: &mut Tensor<[[i32]]>,
    other: &Tensor<Refined<[[[i32]]]>>,
    by: &Tensor<Refined<[[i32]]>>,
) {
    let there = other[by];
    out[[!i, !j]] = there[[!i, !j]];
}

#[kernel]
pub fn colocated_3_3(
    out: &mut Tensor<[[[i32]]]>,
    other: &Tensor<Refined<[[[i32]]]>>,
    by: &Tensor<Refined<[[[i32]]]>>,
) {
    let there = other[by];
    out[[!i, !j, !k]] = there[[!i, !j, !k]];
}

#[kernel]
pub fn gather_4(out: &mut Tensor<[[[[i32]]]]>, view: &Tensor<Refined<[[[[i32]]]]>>) {
    out[[!i, !j, !k, !l]] = view[[!i, !j, !k, !l]];
}

#[kernel]
pub fn scatter_4(view: &mut Tensor<Refined<[[[[i32]]]]>>) {
    view[[!i, !j, !k, !l]] += 1 + 7 * !i + 70 * !j + 700 * !k + 7000 * !l;
}

#[kernel]
pub fn corners_4(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[[[i32]]]]>>) {
    out[[0]] = view[[0, 0, 0, 0]];
    out[[1]] = view[[-1, 1, 0, 1]];
    out[[2]] = view[[2, -1, 1, 0]];
}

#[kernel]
pub fn where_4(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[[[[i32]]]]>>) {
    out[[0]] = view.origin(0);
    out[[1]] = view.step(0);
    out[[2]] = view.extent(0);
    out[[3]] = view.origin(1);
    out[[4]] = view.step(1);
    out[[5]] = view.extent(1);
    out[[6]] = view.origin(2);
    out[[7]] = view.step(2);
    out[[8]] = view.extent(2);
    out[[9]] = view.origin(3);
    out[[10]] = view.step(3);
    out[[11]] = view.extent(3);
}

#[kernel]
pub fn colocated_4_1(
    out: &mut Tensor<[i32]>,
    other: &Tensor<Refined<[[[[i32]]]]>>,
    by: &Tensor<Refined<[i32]>>,
) {
    let there = other[by];
    out[[!i]] = there[[!i]];
}

#[kernel]
pub fn colocated_4_2(
    out: &mut Tensor<[[i32]]>,
    other: &Tensor<Refined<[[[[i32]]]]>>,
    by: &Tensor<Refined<[[i32]]>>,
) {
    let there = other[by];
    out[[!i, !j]] = there[[!i, !j]];
}

#[kernel]
pub fn colocated_4_3(
    out: &mut Tensor<[[[i32]]]>,
    other: &Tensor<Refined<[[[[i32]]]]>>,
    by: &Tensor<Refined<[[[i32]]]>>,
) {
    let there = other[by];
    out[[!i, !j, !k]] = there[[!i, !j, !k]];
}

#[kernel]
pub fn colocated_4_4(
    out: &mut Tensor<[[[[i32]]]]>,
    other: &Tensor<Refined<[[[[i32]]]]>>,
    by: &Tensor<Refined<[[[[i32]]]]>>,
) {
    let there = other[by];
    out[[!i, !j, !k, !l]] = there[[!i, !j, !k, !l]];
}

#[kernel]
pub fn relay_1(out: &mut Tensor<[i32]>, view: &Tensor<Refined<[i32]>>) {
    let rest = view[[1..]];
    gather_1(out, rest);
}

#[kernel]
pub fn region_1(out: &mut Tensor<[i32]>, of: &Tensor<Refined<[i32]>>, by: &Tensor<Refined<[i32]>>) {
    let region = of.region_of(by);
    where_1(out, region);
}

#[kernel]
pub fn relay_2(out: &mut Tensor<[[i32]]>, view: &Tensor<Refined<[[i32]]>>) {
    let rest = view.permute([1, 0])[[1.., ..]];
    gather_2(out, rest);
}

#[kernel]
pub fn region_2(out: &mut Tensor<[i32]>, of: &Tensor<Refined<[[i32]]>>, by: &Tensor<Refined<[[i32]]>>) {
    let region = of.region_of(by);
    where_2(out, region);
}

#[kernel]
pub fn relay_3(out: &mut Tensor<[[[i32]]]>, view: &Tensor<Refined<[[[i32]]]>>) {
    let rest = view.permute([1, 2, 0])[[1.., .., ..]];
    gather_3(out, rest);
}

#[kernel]
pub fn region_3(out: &mut Tensor<[i32]>, of: &Tensor<Refined<[[[i32]]]>>, by: &Tensor<Refined<[[[i32]]]>>) {
    let region = of.region_of(by);
    where_3(out, region);
}

#[kernel]
pub fn relay_4(out: &mut Tensor<[[[[i32]]]]>, view: &Tensor<Refined<[[[[i32]]]]>>) {
    let rest = view.permute([1, 2, 3, 0])[[1.., .., .., ..]];
    gather_4(out, rest);
}

#[kernel]
pub fn region_4(
    out: &mut Tensor<[i32]>,
    of: &Tensor<Refined<[[[[i32]]]]>>,
    by: &Tensor<Refined<[[[[i32]]]]>>,
) {
    let region = of.region_of(by);
    where_4(out, region);
}
