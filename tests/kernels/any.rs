//! Whether a condition holds anywhere, in lanes.

use crate::at_every_level;
use unite::{Block, kernel};

/// Whether any level is not 0, and whether any is neither -1, 0 nor 1.
#[kernel]
fn any_of_16(levels: &Tensor<[i16; 16]>) -> [bool; 2] {
    let (mut nonzero, mut above) = (false, false);
    for k in 0..16 {
        nonzero |= levels[[k]] != 0;
        above |= levels[[k]].abs() > 1;
    }
    [nonzero, above]
}

/// The same of few levels.
#[kernel]
fn any_of_4(levels: &Tensor<[[i16; 4]; 1]>) -> bool {
    let mut any = false;
    #[vectorize(x)]
    for [y, x] in levels.indices() {
        any |= levels[[y, x]] != 0;
    }
    any
}

/// Rows of any length, of which some points do not count.
#[kernel]
fn any_far(samples: &Tensor<[[u8]]>, from: i32, before: bool) -> bool {
    let mut any = before;
    for y in 0..samples.extent(0) {
        #[vectorize(x)]
        for x in 0..samples.extent(1) {
            let sample = samples[[y, x]];
            if x >= from {
                any |= sample > 200;
            }
        }
    }
    any
}

#[test]
fn whether_any_holds_is_what_it_is_one_by_one() {
    assert!(any_of_16::plan().contains("lanes along k"), "{}", any_of_16::plan());
    assert!(any_far::plan().contains("lanes along x"), "{}", any_far::plan());
    assert!(any_of_4::plan().contains("lanes along"), "{}", any_of_4::plan());
    at_every_level(|| {
        assert_eq!(any_of_16(&Block::from([0; 16])), [false, false]);
        assert!(!any_of_4(&Block::from([[0; 4]])));
        for k in 0..16 {
            let mut levels = [0i16; 16];
            for level in [1, -1, 0x100, i16::MIN + 1] {
                levels[k] = level;
                assert_eq!(any_of_16(&Block::from(levels)), [true, level.abs() > 1], "{level} at {k}");
                if k < 4 {
                    assert!(any_of_4(&Block::from([[levels[0], levels[1], levels[2], levels[3]]])));
                }
            }
        }
        for columns in [1, 15, 16, 17, 33, 70] {
            for at in (0..columns).step_by(7) {
                let mut samples =
                    Block::<u8>::from_vec(vec![200; 2 * columns], [2, columns]).expect("two rows");
                assert!(!any_far(&samples, 0, false));
                assert!(any_far(&samples, 0, true));
                samples.write([1, at as isize], 201);
                assert!(any_far(&samples, at as i32, false), "{at} of {columns}");
                assert!(!any_far(&samples, at as i32 + 1, false), "{at} of {columns}");
            }
        }
    });
}
