//! Planes that are coarser than the points of a loop, so that each element is read for several of them, and pixels, of which three
//! elements are written side by side; at every level.

use super::{at_every_level_and_width, numbers};
use unite::{Block, Dyn, kernel};

/// Pixels of luma, and of chroma for two by two of them that lies in pairs.
#[kernel]
fn pixels_of_pairs(rgb: &mut Tensor<[[[u8; 3]]]>, luma: &Tensor<[[u8]]>, chroma: &Tensor<[[[u8; 2]]]>) {
    for [y, x] in luma.indices() {
        let c = 298 * (luma[[y, x]] - 16) + 128;
        let d = chroma[[y >> 1, x >> 1, 0]] - 128;
        let e = chroma[[y >> 1, x >> 1, 1]] - 128;
        rgb[[y, x, 0]] = ((c + 409 * e) >> 8).clamp(0, 255);
        rgb[[y, x, 1]] = ((c - 100 * d - 208 * e) >> 8).clamp(0, 255);
        rgb[[y, x, 2]] = ((c + 516 * d) >> 8).clamp(0, 255);
    }
}

/// The same of planes, however it is spelt.
#[kernel]
fn pixels_of_planes(
    rgb: &mut Tensor<[[[u8; 3]]]>,
    luma: &Tensor<[[u8]]>,
    first: &Tensor<[[u8]]>,
    second: &Tensor<[[u8]]>,
) {
    let fine = second.refine([2, 2]);
    for [y, x] in luma.indices() {
        let c = 298 * (luma[[y, x]] - 16) + 128;
        let (d, e) = (first[[y / 2, x / 2]] - 128, fine[[y, x]] - 128);
        rgb[[y, x, 0]] = ((c + 409 * e) >> 8).clamp(0, 255);
        rgb[[y, x, 1]] = ((c - 100 * d - 208 * e) >> 8).clamp(0, 255);
        rgb[[y, x, 2]] = ((c + 516 * d) >> 8).clamp(0, 255);
    }
}

/// Elements for two and for four points, of which the first is any of them, and of every second element.
#[kernel]
#[instance(of_bytes: T = u8)]
#[instance(of_signed_bytes: T = i8)]
#[instance(of_16_bits: T = u16)]
#[instance(of_words: T = i16)]
#[instance(of_32_bits: T = i32)]
fn of_any<T>(out: &mut Tensor<[[i32]]>, plane: &Tensor<[[T]]>, others: &Tensor<[[T]]>) {
    for [y, x] in out.indices() {
        let (twice, later) = (plane[[y, x >> 1]], plane[[y, (x + 3) >> 1]]);
        let (four, every) = (others[[y, (x + 1) / 4]], others[[y, 2 * ((x - 5) >> 2) + 4]]);
        out[[y, x]] = twice + 3 * later + 5 * four + 7 * every;
    }
}

/// Towards zero is not down: what is before the first element is there three times.
#[kernel]
fn towards_zero(out: &mut Tensor<[[i16]]>, plane: &Tensor<[[i16]]>) {
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = plane[[y, (x - 6) / 2 + 3]] + 1;
    }
}

/// Three elements of each pixel, once of all that there are, once of four.
#[kernel]
#[instance(pixels_of_bytes: T = u8)]
#[instance(pixels_of_words: T = i16)]
#[instance(pixels_of_numbers: T = i32)]
fn pixels<T>(three: &mut Tensor<[[[T; 3]]]>, four: &mut Tensor<[[[T; 4]]]>, plane: &Tensor<[[T]]>) {
    #[vectorize(x)]
    for [y, x] in plane.indices() {
        let v = plane[[y, x]];
        three[[y, x, 2]] = v;
        three[[y, x, 0]] = v / 2;
        three[[y, x, 1]] = 100 - v / 4;
    }
    #[vectorize(x)]
    for [y, x] in plane.indices() {
        let v = plane[[y, x]];
        four[[y, x, 0]] = v / 2;
        four[[y, x, 1]] = 100 - v / 4;
        four[[y, x, 2]] = v;
    }
}

/// What is there is changed, and what was read before is not what was written.
#[kernel]
fn darker(three: &mut Tensor<[[[u8; 3]]]>) {
    for y in 0..three.extent(0) {
        for x in 0..three.extent(1) {
            let [r, g, b] = three[[y, x, ..]];
            three[[y, x, 0]] = (r + g) / 4;
            three[[y, x, 1]] = (g + b) / 4;
            three[[y, x, 2]] = (b + r) / 4;
        }
    }
}

/// Numbers of a plane.
fn bytes(seed: u32, count: usize) -> Vec<u8> {
    numbers(seed, count, [0, 255]).into_iter().map(|number| number as u8).collect()
}

fn pixel(luma: u8, d: u8, e: u8) -> [u8; 3] {
    let (c, d, e) = (298 * (i32::from(luma) - 16) + 128, i32::from(d) - 128, i32::from(e) - 128);
    [c + 409 * e, c - 100 * d - 208 * e, c + 516 * d].map(|sum| (sum >> 8).clamp(0, 255) as u8)
}

#[test]
fn chroma_is_read_for_two_points() {
    for plan in [pixels_of_pairs::plan(), pixels_of_planes::plan()] {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
    at_every_level_and_width(|width| {
        let half = width.div_ceil(2);
        let luma = Block::from_vec(bytes(1, 5 * width), [5, width]).expect("rows");
        let pairs = Block::from_vec(bytes(2, 3 * half * 2), [3, half, 2]).expect("rows");
        let plane = |k: usize| {
            let samples = pairs.as_slice().iter().skip(k).step_by(2).copied();
            Block::from_vec(samples.collect(), [3, half]).expect("rows")
        };
        let (first, second) = (plane(0), plane(1));
        let pairs = pairs.fixed::<Dyn<Dyn<[u8; 2]>>>().expect("pairs");
        let pixels = || Block::<u8>::zeros([5, width, 3]).fixed::<Dyn<Dyn<[u8; 3]>>>().expect("pixels");
        let (mut of_pairs, mut of_planes) = (pixels(), pixels());
        pixels_of_pairs(&mut of_pairs, &luma, &pairs);
        pixels_of_planes(&mut of_planes, &luma, &first, &second);
        for (k, luma) in luma.as_slice().iter().enumerate() {
            let at = k / width / 2 * half + k % width / 2;
            let expected = pixel(*luma, first.as_slice()[at], second.as_slice()[at]);
            assert_eq!(of_pairs.as_slice()[3 * k..][..3], expected, "{k} of {width}");
            assert_eq!(of_planes.as_slice()[3 * k..][..3], expected, "{k} of {width}");
        }
    });
}

#[test]
fn elements_are_read_for_two_or_four_points() {
    for plan in
        [of_bytes::plan(), of_signed_bytes::plan(), of_16_bits::plan(), of_words::plan(), of_32_bits::plan()]
    {
        assert!(plan.contains("lanes along x"), "{plan}");
    }
    at_every_level_and_width(|width| {
        macro_rules! check {
            ($($kernel:ident $elem:ty: $range:expr;)*) => {$(
                let row = width / 2 + 8;
                let rows = |seed| {
                    let numbers = numbers(seed, 5 * row, $range);
                    let elements = numbers.iter().map(|number| *number as $elem).collect();
                    (Block::from_vec(elements, [5, row]).expect("rows"), numbers)
                };
                let ((plane, twice), (others, four)) = (rows(3), rows(4));
                let mut out = Block::<i32>::zeros([5, width]);
                $kernel(&mut out, &plane, &others);
                for (k, out) in out.as_slice().iter().enumerate() {
                    let (y, x) = (k / width, (k % width) as isize);
                    let at = |numbers: &[i32], x: isize| numbers[y * row + x as usize];
                    let expected = at(&twice, x >> 1)
                        + 3 * at(&twice, (x + 3) >> 1)
                        + 5 * at(&four, (x + 1) / 4)
                        + 7 * at(&four, 2 * ((x - 5) >> 2) + 4);
                    assert_eq!(*out, expected, "{y}, {x} of {width}");
                }
            )*};
        }
        check! {
            of_bytes u8: [0, 255];
            of_signed_bytes i8: [-128, 127];
            of_16_bits u16: [0, 65_535];
            of_words i16: [-32_768, 32_767];
            of_32_bits i32: [-1_000_000, 1_000_000];
        }
    });
}

#[test]
fn towards_zero_is_not_down() {
    at_every_level_and_width(|width| {
        let row = width / 2 + 4;
        let numbers = numbers(5, 5 * row, [-99, 99]);
        let words = numbers.iter().map(|number| *number as i16).collect();
        let plane = Block::from_vec(words, [5, row]).expect("rows");
        let mut out = Block::<i16>::zeros([5, width]);
        towards_zero(&mut out, &plane);
        for (k, out) in out.as_slice().iter().enumerate() {
            let x = (k % width) as isize;
            let expected = numbers[k / width * row + ((x - 6) / 2 + 3) as usize] + 1;
            assert_eq!(i32::from(*out), expected, "{k} of {width}");
        }
    });
}

/// Points that begin at a place that the caller says, which is odd or even.
#[kernel]
fn from_there(out: &mut Tensor<[[u8]]>, coarse: &Tensor<[[u8]]>, first: i32) {
    let fine = coarse.refine([2, 4])[[1.., first..]];
    #[vectorize(x)]
    for [y, x] in out.indices() {
        out[[y, x]] = fine[[y, x]];
    }
}

#[test]
fn points_begin_anywhere() {
    assert!(from_there::plan().contains("lanes along x"), "{}", from_there::plan());
    at_every_level_and_width(|width| {
        let row = width / 4 + 3;
        let coarse = bytes(6, 4 * row);
        let plane = Block::from_vec(coarse.clone(), [4, row]).expect("rows");
        for first in 0..8 {
            let mut out = Block::<u8>::zeros([7, width]);
            from_there(&mut out, &plane, first);
            for (k, is) in out.as_slice().iter().enumerate() {
                let (y, x) = (k / width + 1, k % width + first as usize);
                assert_eq!(*is, coarse[y / 2 * row + x / 4], "{k} of {width} from {first} on");
            }
        }
    });
}

#[test]
fn three_elements_are_written_side_by_side() {
    assert!(pixels_of_bytes::plan().contains("lanes along x"), "{}", pixels_of_bytes::plan());
    at_every_level_and_width(|width| {
        macro_rules! check {
            ($($kernel:ident $elem:ty;)*) => {$(
                let values = numbers(7, 5 * width, [0, 127]);
                let plane = values.iter().map(|number| *number as $elem).collect();
                let plane = Block::from_vec(plane, [5, width]).expect("rows");
                let three = Block::<$elem>::zeros([5, width, 3]);
                let mut three = three.fixed::<Dyn<Dyn<[$elem; 3]>>>().expect("three");
                let four = Block::<$elem>::from_vec(vec![77; 5 * width * 4], [5, width, 4]).expect("rows");
                let mut four = four.fixed::<Dyn<Dyn<[$elem; 4]>>>().expect("four");
                $kernel(&mut three, &mut four, &plane);
                for (k, v) in values.iter().enumerate() {
                    let expected = [v / 2, 100 - v / 4, *v, 77].map(|value| value as $elem);
                    assert_eq!(three.as_slice()[3 * k..][..3], expected[..3], "{k} of {width}");
                    assert_eq!(four.as_slice()[4 * k..][..4], expected, "{k} of {width}");
                }
            )*};
        }
        check! {
            pixels_of_bytes u8;
            pixels_of_words i16;
            pixels_of_numbers i32;
        }
    });
}

#[test]
fn pixels_are_changed_where_they_are() {
    assert!(darker::plan().contains("lanes along x"), "{}", darker::plan());
    at_every_level_and_width(|width| {
        let before = bytes(8, 5 * width * 3);
        let pixels = Block::from_vec(before.clone(), [5, width, 3]).expect("rows");
        let mut pixels = pixels.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("three");
        darker(&mut pixels);
        for (is, before) in pixels.as_slice().chunks(3).zip(before.chunks(3)) {
            let [r, g, b] = [before[0], before[1], before[2]].map(u32::from);
            assert_eq!(is, [r + g, g + b, b + r].map(|sum| (sum / 4) as u8), "width {width}");
        }
    });
}
