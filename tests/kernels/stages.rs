//! Kernels with optimisations switched off: whatever the stage, the result is the same.

use unite::{Block, kernel};

/// A kernel at every stage, each in a module named after it, and all of them as functions.
macro_rules! at_every_stage {
    ($name:ident: $($kernel:tt)*) => {
        mod $name {
            at_every_stage!(@stage none $($kernel)*);
            at_every_stage!(@stage collapse $($kernel)*);
            at_every_stage!(@stage origin $($kernel)*);
            at_every_stage!(@stage stride $($kernel)*);
            at_every_stage!(@stage extent $($kernel)*);
            at_every_stage!(@stage all $($kernel)*);
            pub const ALL: [(&str, super::Kernel); 6] = [
                ("none", none::$name),
                ("collapse", collapse::$name),
                ("origin", origin::$name),
                ("stride", stride::$name),
                ("extent", extent::$name),
                ("all", all::$name),
            ];
        }
    };
    (@stage $stage:ident $($kernel:tt)*) => {
        pub mod $stage {
            use super::super::*;
            #[kernel(optimize = $stage)]
            $($kernel)*
        }
    };
}

type Picture = Block<unite::Dyn<unite::Dyn<u8>>>;
type Kernel = fn(&Picture, &mut Picture);

fn picture() -> Picture {
    Block::from_vec((0..24 * 20).map(|i: u32| (i * i % 251) as u8).collect(), [24, 20]).unwrap()
}

/// What the kernels of a list write, each beside its stage.
fn written(all: &[(&'static str, Kernel)], extents: [usize; 2]) -> Vec<(&'static str, Vec<u8>)> {
    let from = picture();
    let of = |kernel: Kernel| {
        let mut out = Block::<u8>::zeros(extents);
        kernel(&from, &mut out);
        out.as_slice().to_vec()
    };
    all.iter().map(|(stage, kernel)| (*stage, of(*kernel))).collect()
}

fn assert_all(all: &[(&'static str, Kernel)], [h, w]: [usize; 2], naive: impl Fn(usize, usize) -> u8) {
    let expected: Vec<u8> = (0..h * w).map(|i| naive(i / w, i % w)).collect();
    for (stage, written) in written(all, [h, w]) {
        assert_eq!(written, expected, "{stage}");
    }
}

fn sample(y: usize, x: usize) -> u32 {
    let i = (20 * y + x) as u32;
    i * i % 251
}

at_every_stage! { chain:
    /// A partition of a permuted partition with a step, by its neighbours, and a block on the way.
    pub fn chain(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let every = a[[(2..20).step_by(3), 1..19]].permute([1, 0]);
        let inner = every[[3..15, 1..5]];
        let mut sums = Block::<[[i32; 4]; 12]>::stack();
        for [x, y] in inner.indices() {
            sums[[x, y]] = inner[[x, y - 1]] + inner[[x - 1, y]] + inner[[x, y]];
        }
        out[[!y, !x]] = sums[[!y, !x]] >> 2;
    }
}

#[test]
fn chains_of_views() {
    // Row `y` of the inner view is row `2 + 3 * (y + 1)`, column `x` is column `1 + x + 3`.
    let at = |x: usize, y: usize| sample(2 + 3 * (y + 1), 1 + x + 3);
    let naive = |x: usize, y: usize| {
        let above = sample(2 + 3 * y, 4 + x);
        let left = sample(2 + 3 * (y + 1), 3 + x);
        ((above + left + at(x, y)) >> 2) as u8
    };
    assert_all(&chain::ALL, [12, 4], naive);
}

at_every_stage! { resolutions:
    /// A flag for every 4 by 4 samples, asked for from where another tensor is.
    pub fn resolutions(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let flags = a.coarsen([4, 4]).block_copy();
        for [y, x] in flags.indices() {
            flags[[y, x]] = (16 * y + x) & 255;
        }
        let part = a[[5..17, 2..14]];
        let seen = flags.refine([4, 4])[part];
        let here = a[out];
        for [y, x] in out.indices() {
            out[[y, x]] = (seen[[y, x]] + seen[[y, x - 1]] + here[[y + 1, x]]) >> 1;
        }
    }
}

#[test]
fn resolutions_and_colocation() {
    let flag = |y: usize, x: usize| (16 * (y / 4) + x / 4) as u32 & 255;
    let naive =
        |y: usize, x: usize| ((flag(5 + y, 2 + x) + flag(5 + y, 1 + x) + sample(y + 1, x)) >> 1) as u8;
    assert_all(&resolutions::ALL, [12, 12], naive);
}

at_every_stage! { above:
    /// A block of one element for four, asked for around it too, and a part of one parameter where the other is.
    pub fn above(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let block = a[[4..8, 6..10]].coarsen([2, 2]).to_block();
        block[[!y, !x]] = block[[!y, !x]] >> 1;
        let fine = block.refine([2, 2]);
        let mine = a.region_of(out);
        for [y, x] in out.indices() {
            out[[y, x]] = (fine[[y - 3, x - 2]] + mine[[y + 1, x]]) >> 1;
        }
    }
}

#[test]
fn reads_above_and_regions() {
    let fine = |y: usize, x: usize| {
        // Rows and columns of the picture, two at once.
        let (row, column) = (y / 2 * 2, x / 2 * 2);
        let inside = (4..8).contains(&row) && (6..10).contains(&column);
        sample(row, column) >> u32::from(inside)
    };
    let naive = |y: usize, x: usize| ((fine(y + 1, x + 4) + sample(y + 1, x)) >> 1) as u8;
    assert_all(&above::ALL, [11, 9], naive);
}

at_every_stage! { unrolled:
    /// A loop that is written out, whose body makes a view and a block each time.
    pub fn unrolled(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let columns = Block::<[[i32; 8]; 3]>::stack();
        columns[[!v, !x]] = a[[2..5, 1..9]][[!v, !x]];
        #[unroll]
        for u in 0..2 {
            let part = columns[[.., 4 * u..4 * u + 4]];
            let twice = Block::<[i32; 4]>::stack();
            twice[[!k]] = 2 * part[[1, !k]] + part[[2, !k]];
            for k in 0..4 {
                out[[k, u]] = (part[[0, k]] + twice[[k]]) >> 2;
            }
        }
    }
}

#[test]
fn bodies_that_are_written_out() {
    let naive = |y: usize, x: usize| {
        let of = |row: usize| sample(row, 1 + 4 * x + y);
        ((of(2) + 2 * of(3) + of(4)) >> 2) as u8
    };
    assert_all(&unrolled::ALL, [4, 2], naive);
}

at_every_stage! { rules:
    /// A kernel that calls others, and one that reads outside of its block.
    pub fn rules(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let edged = a.with_boundary(Boundary::Clamp);
        for y in 0..out.extent(0) {
            let row = out[[y, ..]];
            row[[!x]] = (edged[[y - 2, !x - 3]] + edged[[y, !x]]) >> 1;
        }
        zigzag::all::zigzag(a[[4..8, 8..12]], &mut out[[0..4, 0..4]]);
    }
}

at_every_stage! { zigzag:
    /// A constant order of points.
    pub fn zigzag(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        for (k, [y, x]) in a[[0..4, 0..4]].zigzag().enumerate() {
            out[[k / 4, k % 4]] = a[[y, x]];
        }
    }
}

#[test]
fn rules_and_orders() {
    const ORDER: [[usize; 2]; 16] = [
        [0, 0],
        [0, 1],
        [1, 0],
        [2, 0],
        [1, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 0],
        [3, 1],
        [2, 2],
        [1, 3],
        [2, 3],
        [3, 2],
        [3, 3],
    ];
    let ordered = |y: usize, x: usize, k: usize| sample(y + ORDER[k][0], x + ORDER[k][1]) as u8;
    assert_all(&zigzag::ALL, [4, 4], |y, x| ordered(0, 0, 4 * y + x));
    let naive = |y: usize, x: usize| match (y, x) {
        (0..4, 0..4) => ordered(4, 8, 4 * y + x),
        _ => ((sample(y.saturating_sub(2), x.saturating_sub(3)) + sample(y, x)) >> 1) as u8,
    };
    assert_all(&rules::ALL, [9, 7], naive);
}

at_every_stage! { predicted:
    /// A prediction where a block lies in a picture.
    pub fn predicted(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        for u in 0..3 {
            let mut pred = a[[4..8, 4 * u + 4..4 * u + 8]].block_copy();
            crate::vertical_right(&mut pred, a);
            out[[0..4, 4 * u..4 * u + 4]][[!y, !x]] = pred[[!y, !x]];
        }
    }
}

#[test]
fn callees_are_optimised_as_they_say() {
    let all = written(&predicted::ALL, [4, 12]);
    assert!(all[0].1.iter().any(|sample| *sample > 0));
    for (stage, written) in &all {
        assert_eq!(*written, all[5].1, "{stage}");
    }
}

/// A number of points that the compiler knows, and the macro does not.
const SIDE: usize = 4;

at_every_stage! { put:
    /// A value where a block begins.
    pub fn put(block: &Tensor<[[u8]]>, table: &mut Tensor<[[u8]]>) {
        let there = table.refine([SIDE, SIDE])[block];
        there[[0, 0]] = 7;
    }
}

#[test]
fn places_that_only_tensors_know() {
    let block = Block::<u8>::zeros([4, 4]).with_origin([20, 36]).unwrap();
    for (stage, put) in put::ALL {
        let mut table = Block::<u8>::zeros([12, 16]).with_origin([16, 30]).unwrap();
        put(&block, &mut table);
        let written: Vec<usize> = (0..12 * 16).filter(|at| table.as_slice()[*at] != 0).collect();
        assert_eq!(written, [4 * 16 + 6], "{stage}");
    }
}

at_every_stage! { seen:
    /// A part of the output, where that is in another tensor, and where that is in a coarse one.
    pub fn seen(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let coarse = a.coarsen([2, 2]).to_block();
        let part = out[[(1..9).step_by(2), 2..8]].permute([1, 0]);
        let there = a[part];
        let here = coarse.refine([2, 2])[there];
        for [x, y] in part.indices() {
            part[[x, y]] = (here[[x, y]] + here[[x + 1, y]] + there[[x, y + 1]]) >> 2;
        }
    }
}

#[test]
fn places_by_way_of_other_tensors() {
    let coarse = |y: usize, x: usize| sample(y / 2 * 2, x / 2 * 2);
    let naive = |y: usize, x: usize| match (y, x) {
        (1 | 3 | 5 | 7, 2..8) => ((coarse(y, x) + coarse(y, x + 1) + sample(y + 2, x)) >> 2) as u8,
        _ => 0,
    };
    assert_all(&seen::ALL, [10, 9], naive);
}

at_every_stage! { halved:
    /// The output, where a coarse view of the input is that has the points of a part of it.
    pub fn halved(a: &Tensor<[[u8]]>, out: &mut Tensor<[[u8]]>) {
        let part = a[[1..9, 2..8]];
        let half = a.coarsen([2, 2])[part];
        let there = out[half];
        there[[!y, !x]] = half[[!y, !x]];
    }
}

#[test]
fn places_are_those_of_the_source() {
    let naive = |y: usize, x: usize| match (y, x) {
        (1..9, 2..8) => sample(y / 2 * 2, x / 2 * 2) as u8,
        _ => 0,
    };
    assert_all(&halved::ALL, [10, 9], naive);
}
