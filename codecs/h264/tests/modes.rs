//! Which modes may be tried for a block? The kernels answer, by what they touch; here that is compared with the answer
//! written by hand.

use unite::Block;
use unite::library::Heap;
use unite::staged::FootprintError;
use unite_h264::kernels::intra_4x4::{
    ABOVE_RIGHT, NO_ABOVE_RIGHT, dc, dc_above, dc_left, dc_none, diagonal_down_left, diagonal_down_right,
    horizontal, horizontal_down, horizontal_up, vertical, vertical_left, vertical_right,
};

type Pred = Block<[[u8; 4]; 4], [[u8; 4]; 4]>;

/// The neighbouring samples that a picture has for a block: `p[-1, y]`, `p[x, -1]` with x = 0..3, the same with
/// x = 4..7, and `p[-1, -1]`.
#[derive(Clone, Copy)]
struct Neighbours {
    left: bool,
    above: bool,
    above_right: bool,
    above_left: bool,
}

/// One mode of table 8-2, or one case of it: its name, what its kernel says, and what clause 8.3.1.2 asks for.
type Mode = (&'static str, fn(&Pred, &Heap<u8, 2>) -> Result<(), FootprintError>, fn(Neighbours) -> bool);

const MODES: [Mode; 14] = [
    ("Intra_4x4_Vertical", |pred, recon| vertical::fits(pred, recon), |n| n.above),
    ("Intra_4x4_Horizontal", |pred, recon| horizontal::fits(pred, recon), |n| n.left),
    ("Intra_4x4_DC, all", |pred, recon| dc::fits(pred, recon), |n| n.above && n.left),
    ("Intra_4x4_DC, left", |pred, recon| dc_left::fits(pred, recon), |n| n.left),
    ("Intra_4x4_DC, above", |pred, recon| dc_above::fits(pred, recon), |n| n.above),
    ("Intra_4x4_DC, none", |pred, _| dc_none::fits(pred), |_| true),
    (
        "Intra_4x4_Diagonal_Down_Left",
        |pred, recon| diagonal_down_left::fits::<ABOVE_RIGHT>(pred, recon),
        |n| n.above && n.above_right,
    ),
    (
        "Intra_4x4_Diagonal_Down_Left, p[3, -1] repeated",
        |pred, recon| diagonal_down_left::fits::<NO_ABOVE_RIGHT>(pred, recon),
        |n| n.above,
    ),
    (
        "Intra_4x4_Diagonal_Down_Right",
        |pred, recon| diagonal_down_right::fits(pred, recon),
        |n| n.above && n.left && n.above_left,
    ),
    (
        "Intra_4x4_Vertical_Right",
        |pred, recon| vertical_right::fits(pred, recon),
        |n| n.above && n.left && n.above_left,
    ),
    (
        "Intra_4x4_Horizontal_Down",
        |pred, recon| horizontal_down::fits(pred, recon),
        |n| n.above && n.left && n.above_left,
    ),
    (
        "Intra_4x4_Vertical_Left",
        |pred, recon| vertical_left::fits::<ABOVE_RIGHT>(pred, recon),
        |n| n.above && n.above_right,
    ),
    (
        "Intra_4x4_Vertical_Left, p[3, -1] repeated",
        |pred, recon| vertical_left::fits::<NO_ABOVE_RIGHT>(pred, recon),
        |n| n.above,
    ),
    ("Intra_4x4_Horizontal_Up", |pred, recon| horizontal_up::fits(pred, recon), |n| n.left),
];

#[test]
fn the_nine_modes_know_where_they_may_run() {
    let (height, width) = (16, 20);
    let recon = Block::<u8>::zeros([height, width]);
    let mut answers = 0;
    for y in (0..height as isize).step_by(4) {
        for x in (0..width as isize).step_by(4) {
            let pred: Pred = Block::stack().with_origin([y, x]).expect("a place in the picture");
            let (left, above) = (x > 0, y > 0);
            let above_right = above && x + 8 <= width as isize;
            let neighbours = Neighbours { left, above, above_right, above_left: left && above };
            for (name, fits, allowed) in MODES {
                assert_eq!(fits(&pred, &recon).is_ok(), allowed(neighbours), "{name} at {x}, {y}");
                answers += usize::from(allowed(neighbours));
            }
        }
    }
    // Each answer occurs: that of the block in the corner, and those of the others.
    assert!(answers > 20 && answers < 14 * 20, "{answers}");
}

#[test]
fn what_is_lacking_is_named() {
    let recon = Block::<u8>::zeros([16, 16]);
    let pred: Pred = Block::stack().with_origin([0, 4]).expect("a place in the picture");
    let error = vertical_right::fits(&pred, &recon).expect_err("there is nothing above");
    assert!(error.to_string().contains("of axis 0 of recon[pred], which has data at 0..16 only"), "{error}");
}
