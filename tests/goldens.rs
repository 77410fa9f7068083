//! The known expansions compile, and do what the kernels do.

#[path = "../goldens/kernels.rs"]
mod kernels;

/// A known expansion, under a type of its own.
macro_rules! golden {
    ($($name:ident),*) => {$(
        #[allow(
            dead_code, non_camel_case_types, unused, unused_parens, unused_braces, missing_docs,
            unused_qualifications, clippy::all, clippy::undocumented_unsafe_blocks
        )]
        mod $name {
            use std::ops::Add;

            use unite::Elem;

            use super::kernels::*;
            pub enum $name {}
            include!(concat!("../goldens/expansions/", stringify!($name), ".rs"));
        }
    )*};
}

golden!(
    above,
    accumulate,
    average,
    block_levels,
    blur_clamped,
    checkerboard,
    fill,
    first_column_to_last_row,
    intra_around,
    look_up,
    luma_of_yuyv,
    predictable,
    sharpen,
    sum_of_differences,
    transpose,
    vertical_blur,
    vertical_right,
    zigzag
);

/// One expansion with all that is around it.
#[allow(dead_code, unused_parens, missing_docs, clippy::undocumented_unsafe_blocks)]
mod whole {
    include!("../goldens/expansions/whole.rs");
}

use unite::Block;
use unite::library::Boundary;

#[test]
fn whole_expansion_is_the_kernel() {
    let a = Block::<u8>::from_vec((0..35).collect(), [5, 7]).unwrap();
    let b = Block::<u8>::from_vec((0..35).map(|i| i * 5).collect(), [5, 7]).unwrap();
    let (mut known, mut now) = (Block::<u8>::zeros([5, 7]), Block::<u8>::zeros([5, 7]));
    whole::average(&mut known, &a, &b);
    kernels::average(&mut now, &a, &b);
    assert_eq!(known.as_slice(), now.as_slice());
    assert_eq!(known.read([4, 6]), 102);
    let small = Block::<u8>::zeros([5, 6]);
    assert_eq!(whole::average::fits(&known, &a, &small), kernels::average::fits(&known, &a, &small));
}

#[test]
fn kernels_of_the_goldens_are_right() {
    let frame = |extents: [usize; 2]| {
        let len = extents[0] * extents[1];
        Block::<u8>::from_vec((0..len).map(|i| (i * 37 % 251) as u8).collect(), extents).unwrap()
    };
    let plane = frame([9, 12]);

    let mut luma = Block::<u8>::zeros([9, 6]);
    kernels::luma_of_yuyv(&mut luma, &plane);
    assert!(luma.view().indices().all(|[y, x]| luma.read([y, x]) == plane.read([y, 2 * x])));

    let mut out = Block::<u8>::zeros([9, 12]);
    kernels::above(&mut out, &plane);
    assert!(
        out.view()
            .indices()
            .all(|[y, x]| out.read([y, x]) == if y > 0 { plane.read([y - 1, x]) } else { 128 })
    );

    let mut levels = frame([12, 12]);
    let before = levels.as_slice().to_vec();
    kernels::block_levels(&mut levels);
    for [y, x] in levels.view().indices() {
        let inside = (2..10).contains(&y) && (2..10).contains(&x);
        let [j, i] = if inside { [y / 4 * 4, x / 4 * 4] } else { [y, x] };
        // The corner of a block may be one of the points that were written before.
        assert_eq!(levels.read([y, x]), before[(j * 12 + i) as usize], "at {y}, {x}");
    }

    let mut board = Block::from([[7u8; 8]; 8]);
    kernels::checkerboard(&mut board);
    let want = |y: isize, x: isize| {
        if (y < 4) == (x < 4) {
            255
        } else if y < 4 {
            0
        } else {
            7
        }
    };
    assert!(board.view().indices().all(|[y, x]| board.read([y, x]) == want(y, x)));

    let mut square = Block::from([[1i16, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]);
    kernels::transpose(&mut square);
    assert_eq!(square.as_slice()[..6], [1, 5, 9, 13, 2, 6]);
    let mut scan = Block::<[i16; 16]>::stack();
    kernels::zigzag(&mut scan, &square);
    assert_eq!(scan.as_slice()[..6], [1, 5, 2, 3, 6, 9]);

    let mut diagonal = Block::from([[0i32; 8]; 8]);
    for i in 0..8 {
        diagonal.write([i, 0], i as i32 + 1);
    }
    kernels::first_column_to_last_row(&mut diagonal);
    assert_eq!(diagonal.as_slice()[56..], [1, 2, 3, 4, 5, 6, 7, 8]);

    let mut sums = Block::from_vec(vec![1.5f32; 6], [2, 3]).unwrap();
    kernels::accumulate(&mut sums, &Block::from_vec(vec![0.25f32; 6], [2, 3]).unwrap());
    assert_eq!(sums.as_slice(), [1.75; 6]);

    let (a, b) = (Block::from([[3u8; 16]; 16]), Block::from([[5u8; 16]; 16]));
    assert_eq!(kernels::sum_of_differences(&a, &b), 512);

    let mut row = Block::<u8>::zeros([4]);
    kernels::vertical_blur(&mut row, &plane, 3, 5);
    let p = |y, x| i32::from(plane.read([y, x]));
    for x in 0..4 {
        let want = (p(2, 5 + x) + 2 * p(3, 5 + x) + p(4, 5 + x) + 2) >> 2;
        assert_eq!(i32::from(row.read([x])), want);
    }
    assert!(kernels::vertical_blur::fits(&row, &plane, 0, 5).is_err());
    assert!(kernels::vertical_blur::fits(&row, &plane, 1, 8).is_ok());
    assert!(kernels::vertical_blur::fits(&row, &plane, 1, 9).is_err());

    let mut sharp = Block::from([[100u8; 8]; 8]);
    kernels::sharpen(&mut sharp);
    assert_eq!(sharp.as_slice(), [100; 64]);

    let mut found = Block::<u8>::zeros([3]);
    let indices = Block::from_vec(vec![8u8, 0, 4], [3]).unwrap();
    kernels::look_up(&mut found, &Block::from_vec((10..20).collect(), [10]).unwrap(), &indices);
    assert_eq!(found.as_slice(), [18, 10, 14]);

    let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4]).unwrap();
    kernels::vertical_right(&mut pred, &plane);
    assert_eq!(i32::from(pred.read([0, 0])), (p(3, 3) + p(3, 4) + 1) >> 1);

    let intra = Block::from([[1u8, 1, 0], [0, 1, 1]]);
    let mut allowed = Block::<u8>::zeros([8, 12]);
    kernels::predictable(&mut allowed, &frame([32, 48]), &intra);
    let located = intra.with_coarsening([16, 16]).unwrap();
    for [y, x] in allowed.view().indices().filter(|[y, x]| *y > 0 && *x > 0) {
        let flag = |y: isize, x: isize| located.read([y.div_euclid(16), x.div_euclid(16)]);
        let want = flag(4 * y - 1, 4 * x - 1) & flag(4 * y - 1, 4 * x) & flag(4 * y, 4 * x - 1);
        assert_eq!(allowed.read([y, x]), want, "at {y}, {x}");
        let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4 * y, 4 * x]).unwrap();
        assert_eq!(kernels::intra_around(&pred, &located), want != 0);
    }

    let clamped = |y, x| i32::from(plane.view().get_with(Boundary::Clamp, [y, x]).unwrap());
    kernels::blur_clamped(&mut out, &plane);
    assert!(out.view().indices().all(|[y, x]| {
        i32::from(out.read([y, x])) == (clamped(y, x - 1) + clamped(y - 1, x + 1) + 1) >> 1
    }));
}
