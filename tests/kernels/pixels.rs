//! Loops over pixels and their elements: both loops are one, or the elements are written out, and either way it is what each point by
//! itself would be; at every level.

use super::{at_every_level_and_width, numbers};
use unite::library::Strides;
use unite::{Block, Dyn, kernel, span};

type Pixels<const N: usize> = Block<Dyn<Dyn<[u8; N]>>>;

/// Neighbours of pixels, which are as many elements apart as a pixel has.
#[kernel]
#[instance(sharpened_2: N = 2)]
#[instance(sharpened_3: N = 3)]
#[instance(sharpened_4: N = 4)]
fn sharpened<const N: usize>(out: &mut Tensor<[[[u8; N]]]>, pixels: &Tensor<[[[u8; N]]]>) {
    let p = pixels.with_boundary(Boundary::Mirror);
    for [y, x, c] in out.indices() {
        let around = p[[y - 1, x, c]] + p[[y + 1, x, c]] + p[[y, x - 2, c]] + p[[y, x + 1, c]];
        out[[y, x, c]] = (5 * p[[y, x, c]] - around).clamp(0, 255);
    }
}

/// What differs from element to element, and from pixel to pixel.
#[kernel]
fn told_apart(out: &mut Tensor<[[[i16; 3]]]>, pixels: &Tensor<[[[u8; 3]]]>, alpha: &Tensor<[[u8]]>) {
    for [y, x, c] in out.indices() {
        let (v, a) = (pixels[[y, x, c]], alpha[[y, x]]);
        let next = pixels[[y, x, (c + 1) % 3]];
        out[[y, x, c]] = ((v * a + next * (255 - a)) >> 8) + 3 * c - (x & 7) + (c & y);
    }
}

/// The same by ranges.
#[kernel]
fn by_ranges(out: &mut Tensor<[[[i16; 3]]]>, pixels: &Tensor<[[[u8; 3]]]>, alpha: &Tensor<[[u8]]>) {
    for y in 0..out.extent(0) {
        for x in 0..out.extent(1) {
            for c in 0..3 {
                let (v, a) = (pixels[[y, x, c]], alpha[[y, x]]);
                let next = pixels[[y, x, (c + 1) % 3]];
                out[[y, x, c]] = ((v * a + next * (255 - a)) >> 8) + 3 * c - (x & 7) + (c & y);
            }
        }
    }
}

/// In place: each element by itself, then with what was written before, and with what is written later.
#[kernel]
fn in_place(t: &mut Tensor<[[[u8; 3]]]>) {
    for [y, x, c] in t.indices() {
        let v = t[[y, x, c]];
        t[[y, x, c]] = (((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2)).min(255);
    }
    let later = t[[.., 1.., ..]];
    for [y, x, c] in later.indices() {
        // So much to compute that lanes would be worth it, if they were right.
        let sum = later[[y, x, c]] + 3 * later[[y, x - 1, c]] + 2;
        later[[y, x, c]] = (sum >> 2) + (sum & 1) - (sum & 1);
    }
    for y in 0..t.extent(0) {
        for x in 0..t.extent(1) - 1 {
            for c in 0..3 {
                t[[y, x, c]] = (t[[y, x, c]] + 3 * t[[y, x + 1, c]] + 2) >> 2;
            }
        }
    }
}

/// Two channels of sound, mixed.
#[kernel]
fn mixed(
    out: &mut Tensor<[[i16; 2]]>,
    a: &Tensor<[[i16; 2]]>,
    b: &Tensor<[[i16; 2]]>,
    #[range(0..=256)] gain: i32,
) {
    for [t, c] in out.indices() {
        let sum = a[[t, c]] * gain + b[[t, c]] * (256 - gain) + 128;
        out[[t, c]] = ((sum >> 8) + (sum >> 12)).clamp(-32_768, 32_767);
    }
}

/// Some elements of pixels, which do not follow each other.
#[kernel]
fn of_some(out: &mut Tensor<[[[u8; 2]]]>, pixels: &Tensor<[[[u8; 2]]]>) {
    for [y, x, c] in out.indices() {
        let v = pixels[[y, x, c]];
        out[[y, x, c]] = (((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2)).min(255);
    }
}

/// Pixels of fewer elements than are asked for: a rule leads to the last of them.
#[kernel]
fn of_fewer(out: &mut Tensor<[[[i16; 3]]]>, pixels: &Tensor<[[[u8; 2]]]>) {
    let p = pixels.with_boundary(Boundary::Clamp);
    for [y, x, c] in out.indices() {
        let v = p[[y, x, c]];
        out[[y, x, c]] = ((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2);
    }
}

/// The same of pixels of the kernel's own, of which two follow each other as four elements would.
#[kernel]
fn of_own(out: &mut Tensor<[[[u8; 4]]]>) {
    let own = Block::<[[[[u8; 2]; 2]; 100]; 5]>::stack();
    own[[!y, !x, !k, !c]] = 20 * !y + !x + 7 * !c + 14 * !k;
    let p = own.with_boundary(Boundary::Clamp);
    for [y, x, c] in out.indices() {
        let v = p[[y, x, 0, c]];
        out[[y, x, c]] = (((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2)).min(255);
    }
}

/// Bytes of five rows of pixels.
fn pixels<const N: usize>(seed: u32, width: usize) -> (Pixels<N>, Vec<i32>) {
    let numbers = numbers(seed, 5 * width * N, [0, 255]);
    let bytes = numbers.iter().map(|number| *number as u8).collect();
    (Block::from_vec(bytes, [5, width, N]).expect("rows").fixed().expect("pixels"), numbers)
}

fn mirrored(at: isize, extent: usize) -> usize {
    let (at, period) = (at.unsigned_abs(), 2 * extent.max(2) - 2);
    let at = at % period;
    if extent == 1 { 0 } else { at.min(period - at) }
}

fn curve(v: i32) -> i32 {
    (((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2)).min(255)
}

#[test]
fn neighbours_are_pixels() {
    for plan in [sharpened_2::plan(), sharpened_3::plan(), sharpened_4::plan()] {
        assert!(plan.contains("lanes along x and c"), "{plan}");
    }
    at_every_level_and_width(|width| {
        macro_rules! check {
            ($($kernel:ident $count:literal;)*) => {$(
                let (block, before) = pixels::<$count>(1, width);
                let (mut out, _) = pixels::<$count>(2, width);
                $kernel(&mut out, &block);
                let at = |y: isize, x: isize, c: usize| {
                    before[(mirrored(y, 5) * width + mirrored(x, width)) * $count + c]
                };
                for (k, is) in out.as_slice().iter().enumerate() {
                    let (y, x, c) =
                        ((k / $count / width) as isize, (k / $count % width) as isize, k % $count);
                    let around = at(y - 1, x, c) + at(y + 1, x, c) + at(y, x - 2, c) + at(y, x + 1, c);
                    let expected = (5 * at(y, x, c) - around).clamp(0, 255);
                    assert_eq!(i32::from(*is), expected, "{y}, {x}, {c} of {width}");
                }
            )*};
        }
        check! {
            sharpened_2 2;
            sharpened_3 3;
            sharpened_4 4;
        }
    });
}

#[test]
fn elements_are_told_apart() {
    for plan in [told_apart::plan(), by_ranges::plan()] {
        assert!(plan.contains("lanes along x,"), "{plan}");
    }
    at_every_level_and_width(|width| {
        let (block, v) = pixels::<3>(3, width);
        let alphas = numbers(4, 5 * width, [0, 255]);
        let alpha = Block::from_vec(alphas.iter().map(|a| *a as u8).collect(), [5, width]).expect("rows");
        for kernel in [told_apart, by_ranges] {
            let mut out = Block::<i16>::zeros([5, width, 3]).fixed::<Dyn<Dyn<[i16; 3]>>>().expect("three");
            kernel(&mut out, &block, &alpha);
            for (k, is) in out.as_slice().iter().enumerate() {
                let (y, x, c) = (k / 3 / width, k / 3 % width, k % 3);
                let (a, next) = (alphas[k / 3], v[k / 3 * 3 + (c + 1) % 3]);
                let blended = (v[k] * a + next * (255 - a)) >> 8;
                let expected = blended + 3 * c as i32 - (x & 7) as i32 + (c & y) as i32;
                assert_eq!(i32::from(*is), expected, "{y}, {x}, {c} of {width}");
            }
        }
    });
}

#[test]
fn what_is_written_is_read_in_its_turn() {
    at_every_level_and_width(|width| {
        let (mut block, mut expected) = pixels::<3>(5, width);
        in_place(&mut block);
        expected.iter_mut().for_each(|v| *v = curve(*v));
        for row in expected.chunks_mut(3 * width) {
            for k in 3..3 * width {
                row[k] = (row[k] + 3 * row[k - 3] + 2) >> 2;
            }
            for k in 0..3 * (width - 1) {
                row[k] = (row[k] + 3 * row[k + 3] + 2) >> 2;
            }
        }
        let is: Vec<i32> = block.as_slice().iter().map(|byte| i32::from(*byte)).collect();
        assert_eq!(is, expected, "width {width}");
    });
}

#[test]
fn channels_are_mixed() {
    at_every_level_and_width(|width| {
        let channels = |seed| {
            let numbers = numbers(seed, 2 * width, [-32_768, 32_767]);
            let words = numbers.iter().map(|number| *number as i16).collect();
            (
                Block::from_vec(words, [width, 2]).expect("rows").fixed::<Dyn<[i16; 2]>>().expect("two"),
                numbers,
            )
        };
        let ((a, first), (b, second)) = (channels(6), channels(7));
        let (mut out, _) = channels(8);
        for gain in [0, 1, 100, 256] {
            mixed(&mut out, &a, &b, gain);
            for ((is, a), b) in out.as_slice().iter().zip(&first).zip(&second) {
                let sum = a * gain + b * (256 - gain) + 128;
                let expected = ((sum >> 8) + (sum >> 12)).clamp(-32_768, 32_767);
                assert_eq!(i32::from(*is), expected, "{a}, {b} of {width}");
            }
        }
    });
}

/// Elements of pixels that the others have not, of rows that begin elsewhere: which of a row need no rule depends on the element.
#[kernel]
fn of_three(out: &mut Tensor<[[[u8; 4]]]>, pixels: &Tensor<[[[u8; 3]]]>) {
    let p = pixels.with_boundary(Boundary::Constant(9));
    for [y, x, c] in out.indices() {
        out[[y, x, c]] = if p[[y, x - 5, c]] > 70 { p[[y, x - 5, c]] - 3 } else { 2 };
    }
}

#[test]
fn elements_that_are_not_there() {
    at_every_level_and_width(|width| {
        let ((block, before), (mut out, _)) = (pixels::<3>(13, width), pixels::<4>(14, width));
        of_three(&mut out, &block);
        for (k, is) in out.as_slice().iter().enumerate() {
            let (pixel, c) = (k / 4, k % 4);
            let is_there = c < 3 && pixel % width >= 5;
            let value = if is_there { before[(pixel - 5) * 3 + c] } else { 9 };
            let expected = if value > 70 { value - 3 } else { 2 };
            assert_eq!(i32::from(*is), expected, "{k} of {width}");
        }
    });
}

#[test]
fn pixels_that_do_not_touch_are_left_alone() {
    assert!(of_some::plan().contains("lanes along x and c"), "{}", of_some::plan());
    at_every_level_and_width(|width| {
        let ((block, before), (mut out, kept)) = (pixels::<3>(9, width), pixels::<4>(10, width));
        let part = block.view().partition((.., .., span(1..3))).expect("two of three");
        let part = part.tensor().expect("strides").fixed::<Dyn<Dyn<[u8; 2]>>>().expect("two");
        let mut there = out.view_mut().partition((.., .., span(0..2))).expect("two of four");
        let mut there = there.tensor_mut().expect("strides").fixed::<Dyn<Dyn<[u8; 2]>>>().expect("two");
        of_some(&mut there, &part);
        for (k, is) in out.as_slice().iter().enumerate() {
            let expected = if k % 4 < 2 { curve(before[k / 4 * 3 + k % 4 + 1]) } else { kept[k] };
            assert_eq!(i32::from(*is), expected, "{k} of {width}");
        }
    });
}

#[test]
fn a_rule_leads_to_elements_of_pixels() {
    assert!(of_fewer::plan().contains("lanes along x and c"), "{}", of_fewer::plan());
    assert!(of_own::plan().contains("lanes along x,"), "{}", of_own::plan());
    let formula = |v: i32| ((v * v) >> 8) + (v >> 1) + ((v * 3) >> 2);
    at_every_level_and_width(|width| {
        let (_, memory) = pixels::<3>(11, width);
        let bytes: Vec<u8> = memory.iter().map(|value| *value as u8).collect();
        // They are as far apart as those of three elements.
        let there = Strides { stride: [3 * width as isize, 3, 1], offset: 0 };
        let two = Block::external_strided_ref(&bytes, [5, width, 2], there).expect("two of three");
        let two = two.fixed::<Dyn<Dyn<[u8; 2]>>>().expect("two");
        let mut three = Block::<i16>::zeros([5, width, 3]).fixed::<Dyn<Dyn<[i16; 3]>>>().expect("three");
        of_fewer(&mut three, &two);
        for (k, is) in three.as_slice().iter().enumerate() {
            assert_eq!(i32::from(*is), formula(memory[k / 3 * 3 + (k % 3).min(1)]), "{k} of {width}");
        }
        let (mut four, _) = pixels::<4>(12, width);
        of_own(&mut four);
        for (k, is) in four.as_slice().iter().enumerate() {
            let (y, x, c) = ((k / 4 / width) as i32, (k / 4 % width) as i32, (k % 4).min(1) as i32);
            assert_eq!(i32::from(*is), curve(20 * y + x + 7 * c), "{k} of {width}");
        }
    });
}
