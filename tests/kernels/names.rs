//! Names that hide each other mean what they mean in Rust.

use unite::{Block, kernel};

#[kernel]
fn hidden_scalar(out: &mut Tensor<[i32; 8]>, n: usize) {
    let n = n + 1;
    out[[n]] = 1;
    let n = 2 * n;
    out[[n]] = 2;
}

#[kernel]
fn hidden_loop_variable(out: &mut Tensor<[i32]>) {
    for i in 0..3 {
        let i = 2 * i;
        out[[i]] = i;
    }
}

#[kernel]
fn hidden_by_inner_loop(out: &mut Tensor<[i32]>) {
    for i in 0..2 {
        let j = i;
        for i in 5..7 {
            out[[j]] += i;
        }
    }
}

#[kernel]
fn hidden_by_inner_points(out: &mut Tensor<[i32; 2]>, wide: &Tensor<[i32; 8]>) {
    for [i] in out.indices() {
        let j = i;
        for [i] in wide.indices() {
            out[[j]] += wide[[i]];
        }
    }
}

#[kernel]
fn hidden_scalar_by_loop(out: &mut Tensor<[i32]>, n: usize) {
    let m = n;
    for n in 5..9 {
        out[[m]] += n as i32;
    }
}

fn three() -> usize {
    3
}

#[kernel]
fn hidden_value(out: &mut Tensor<[i32]>) {
    let k = three();
    let m = k + 1;
    let k = 0;
    out[[m]] = 1;
    out[[k]] = 2;
}

#[kernel]
fn hidden_value_of_view(out: &mut Tensor<[i32]>) {
    let k = three();
    let part = out[[k..]];
    for i in 0..2 {
        let k = 100;
        part[[i]] = k;
    }
}

#[kernel]
fn changed_value_of_view(out: &mut Tensor<[i32]>) {
    let mut k = 1;
    let part = out[[k..]];
    k += 100;
    part[[0]] = k;
}

#[kernel]
fn hidden_block(out: &mut Tensor<[i32; 8]>) {
    let mut a = Block::<[i32; 8]>::stack();
    let first = a.permute([0]);
    let mut a = Block::<[i32; 2]>::stack();
    a[[0]] = 7;
    for i in 0..8 {
        first[[i]] = i;
    }
    out[[!i]] = first[[!i]] + a[[0]];
}

#[kernel]
fn clashes(
    pred: &mut Tensor<[[i32; 4]; 4]>,
    result: &Tensor<[[i32; 4]; 4]>,
    pred_geometry: &Tensor<[[i32; 4]; 4]>,
    at: i32,
) {
    let pred_at = at;
    let value_0 = 2;
    for [pred_0, outer] in pred.indices() {
        let memory = pred_0 + outer;
        pred[[pred_0, outer]] =
            result[[pred_0, outer]] + pred_geometry[[outer, pred_0]] + memory + pred_at * value_0;
    }
    for [inner, by_rows] in pred.indices() {
        pred[[inner, by_rows]] += 1000 * inner;
    }
    for [point, result] in pred.indices() {
        let error = 0;
        pred[[point, result]] += error;
    }
}

#[kernel]
fn raw(r#in: &Tensor<[i32; 4]>, r#mut: &mut Tensor<[i32; 4]>, r#type: usize) {
    for [r#for] in r#mut.indices() {
        r#mut[[r#for]] = r#in[[r#for]] + r#in[[r#type]];
    }
}

fn block(extent: usize) -> Block<unite::Dyn<i32>> {
    Block::<i32>::zeros([extent])
}

#[test]
fn scalars() {
    let mut out = Block::<[i32; 8]>::stack();
    hidden_scalar(&mut out, 2);
    assert_eq!(out.as_slice(), [0, 0, 0, 1, 0, 0, 2, 0]);
    assert!(hidden_scalar::fits(&out, 3).is_err());
    let mut out = block(4);
    hidden_scalar_by_loop(&mut out, 3);
    assert_eq!(out.as_slice(), [0, 0, 0, 26]);
    assert!(hidden_scalar_by_loop::fits(&out, 4).is_err());
}

#[test]
fn loop_variables() {
    let mut out = block(5);
    hidden_loop_variable(&mut out);
    assert_eq!(out.as_slice(), [0, 0, 2, 0, 4]);
    assert!(hidden_loop_variable::fits(&block(4)).is_err());
    let mut out = block(2);
    hidden_by_inner_loop(&mut out);
    assert_eq!(out.as_slice(), [11, 11]);
    let mut out = Block::<[i32; 2]>::stack();
    hidden_by_inner_points(&mut out, &Block::from([1, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(out.as_slice(), [36, 36]);
}

#[test]
fn values() {
    let mut out = block(5);
    hidden_value(&mut out);
    assert_eq!(out.as_slice(), [2, 0, 0, 0, 1]);
    hidden_value_of_view(&mut out);
    assert_eq!(out.as_slice(), [2, 0, 0, 100, 100]);
    changed_value_of_view(&mut out);
    assert_eq!(out.as_slice(), [2, 101, 0, 100, 100]);
}

#[test]
fn blocks() {
    let mut out = Block::<[i32; 8]>::stack();
    hidden_block(&mut out);
    assert_eq!(out.as_slice(), [7, 8, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn names_of_the_generated_code() {
    let mut pred = Block::<[[i32; 4]; 4]>::stack();
    let a = Block::from([[10; 4]; 4]);
    clashes(&mut pred, &a, &a, 3);
    for y in 0..4 {
        for x in 0..4 {
            assert_eq!(pred.read([y, x]) as isize, 20 + y + x + 6 + 1000 * y);
        }
    }
    let mut out = Block::<[i32; 4]>::stack();
    raw(&Block::from([1, 2, 3, 4]), &mut out, 3);
    assert_eq!(out.as_slice(), [5, 6, 7, 8]);
}

/// `i` is a `usize`, and an `i32` in the block inside only.
#[kernel]
fn kinds_end_with_their_blocks(out: &mut Tensor<[i32; 3]>, n: usize) {
    let (i, _) = (n, 0);
    {
        let i: i32 = out[[2]] - 1;
        out[[0]] = i;
    }
    let left = 9usize - i;
    out[[1]] = left as i32;
}

#[test]
fn what_a_block_declares_ends_with_it() {
    let mut out = Block::from([0i32, 0, 6]);
    kinds_end_with_their_blocks(&mut out, 4);
    assert_eq!(out.as_slice(), [5, 5, 6]);
}

macro_rules! nothing {
    () => {};
}

macro_rules! unit {
    () => {
        ()
    };
}

#[kernel]
fn beside_a_macro(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    nothing!();
    out[[!x]] = t[[!x]] >> 1;
}

#[kernel]
fn beside_its_value(out: &mut Tensor<[u8]>, t: &Tensor<[u8]>) {
    let () = unit!();
    out[[!x]] = t[[!x]] >> 1;
}

#[test]
fn a_plan_says_what_a_macro_takes_from_it() {
    let said = "all loops: as they are written, for `nothing!` may bind any name anew; as `let () = nothing!(..);` it binds none\n";
    assert_eq!(beside_a_macro::plan(), said);
    let looked_at = "loops over x: no lanes: little to compute for each point: left to the compiler\n";
    assert_eq!(beside_its_value::plan(), looked_at);
    for call in [|out: &mut _, t: &_| beside_a_macro(out, t), |out: &mut _, t: &_| beside_its_value(out, t)] {
        let mut out = Block::from([0u8; 20]);
        call(&mut out, &Block::from([9; 20]));
        assert_eq!(out.as_slice(), [4; 20]);
    }
}
