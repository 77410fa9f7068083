//! Sums of two products of lanes, and what is chosen again and again by conditions on them; at every level.

use super::{at_every_level_and_width, numbers};
use unite::{Block, Dyn, kernel};

#[kernel]
#[instance(of_16_bits: T = i16)]
#[instance(without_sign: T = u16)]
fn both_products<T>(out: &mut Tensor<[[i32]]>, a: &Tensor<[[T]]>, b: &Tensor<[[T]]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = a[[y, x]] * a[[y, x]] + b[[y, x]] * a[[y, x]];
    }
}

#[kernel]
fn of_differences(out: &mut Tensor<[[i32]]>, a: &Tensor<[[u8]]>, b: &Tensor<[[u8]]>) {
    for [y, x] in out.indices() {
        let (d, a) = (a[[y, x]] - b[[y, x]], a[[y, x]]);
        out[[y, x]] = d * d + a * d;
    }
}

/// The first of nine vectors that is nearest to another one.
#[kernel]
fn nearest(out: &mut Tensor<[[u8]]>, pixels: &Tensor<[[[u8; 3]]]>, colours: &Tensor<[[u8; 3]; 9]>) {
    for [y, x] in out.indices() {
        let (mut least, mut chosen) = (i32::MAX, 0);
        for k in 0..9 {
            let mut distance = 0;
            for c in 0..3 {
                let d = pixels[[y, x, c]] - colours[[k, c]];
                distance += d * d;
            }
            if distance < least {
                least = distance;
                chosen = 9 - k;
            }
        }
        out[[y, x]] = chosen;
    }
}

/// Each way in which one of two may be chosen, of which some are extremes.
#[kernel]
fn chosen(out: &mut Tensor<[[[i16; 8]]]>, a: &Tensor<[[i16]]>, b: &Tensor<[[i16]]>) {
    for [y, x] in a.indices() {
        let (a, b) = (a[[y, x]], b[[y, x]]);
        out[[y, x, 0]] = if a < b { a } else { b };
        out[[y, x, 1]] = if a <= b { b } else { a };
        out[[y, x, 2]] = if b > a { a } else { b };
        out[[y, x, 3]] = if a >= b { a } else { b };
        out[[y, x, 4]] = if a == b { a } else { b };
        out[[y, x, 5]] = if a != b { a } else { b };
        out[[y, x, 6]] = if a > b { b } else { 7 };
        out[[y, x, 7]] = if a + 1 > b { a } else { b };
    }
}

/// Of rows at the upper and the lower edge nothing is in the middle.
#[kernel]
fn greatest_around(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
    let p = plane.with_boundary(Boundary::Constant(3));
    for [y, x] in out.indices() {
        let mut greatest = 0;
        for i in -1..=1 {
            for j in -2..=1 {
                greatest = greatest.max(p[[y + i, x + j]]);
            }
        }
        out[[y, x]] = greatest;
    }
}

fn rows<T>(numbers: &[i32], narrow: impl Fn(i32) -> T) -> Block<Dyn<Dyn<T>>>
where
    T: unite::Elem,
{
    let width = numbers.len() / 2;
    let all = numbers.iter().map(|number| narrow(*number)).collect();
    Block::from_vec(all, [2, width]).expect("rows").fixed::<Dyn<Dyn<T>>>().expect("rows")
}

/// Pairs of which the sum of products fits.
fn pairs(count: usize, extremes: [i32; 2]) -> (Vec<i32>, Vec<i32>) {
    let fits =
        |(a, b): (i32, i32)| a.checked_mul(a).zip(b.checked_mul(a)).and_then(|(p, q)| p.checked_add(q));
    let pairs = numbers(1, count, extremes).into_iter().zip(numbers(2, count, extremes));
    pairs.map(|pair| if fits(pair).is_some() { pair } else { (extremes[1] / 2, extremes[0] / 2) }).unzip()
}

#[test]
fn two_products_are_added_up() {
    assert!(of_16_bits::plan().contains("a * b + c * d"), "{}", of_16_bits::plan());
    assert!(of_differences::plan().contains("a * b + c * d"), "{}", of_differences::plan());
    assert!(!without_sign::plan().contains("a * b + c * d"), "{}", without_sign::plan());
    at_every_level_and_width(|width| {
        let mut out = Block::<i32>::zeros([2, width]);
        let (a, b) = pairs(2 * width, [-0x8000, 0x7FFF]);
        of_16_bits(&mut out, &rows(&a, |n| n as i16), &rows(&b, |n| n as i16));
        for (k, (a, b)) in a.iter().zip(&b).enumerate() {
            assert_eq!(out.as_slice()[k], a * a + b * a, "{a}, {b}");
        }
        let (a, b) = pairs(2 * width, [0, 0xFFFF]);
        without_sign(&mut out, &rows(&a, |n| n as u16), &rows(&b, |n| n as u16));
        for (k, (a, b)) in a.iter().zip(&b).enumerate() {
            assert_eq!(out.as_slice()[k], a * a + b * a, "{a}, {b}");
        }
        let (a, b) = pairs(2 * width, [0, 0xFF]);
        of_differences(&mut out, &rows(&a, |n| n as u8), &rows(&b, |n| n as u8));
        for (k, (a, b)) in a.iter().zip(&b).enumerate() {
            assert_eq!(out.as_slice()[k], (a - b).pow(2) + a * (a - b), "{a}, {b}");
        }
    });
}

#[test]
fn the_nearest_is_chosen() {
    assert!(nearest::plan().contains("lanes along x"), "{}", nearest::plan());
    let colours = numbers(7, 27, [0, 255]);
    let bytes = |numbers: &[i32]| numbers.iter().map(|n| *n as u8).collect::<Vec<u8>>();
    let colour_block = Block::from_vec(bytes(&colours), [9, 3]).expect("nine colours");
    let colour_block = colour_block.fixed::<[[u8; 3]; 9]>().expect("nine colours");
    at_every_level_and_width(|width| {
        let pixels = numbers(8, 6 * width, [0, 255]);
        let block = Block::from_vec(bytes(&pixels), [2, width, 3]).expect("pixels");
        let mut out = Block::<u8>::zeros([2, width]);
        nearest(&mut out, &block.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("pixels"), &colour_block);
        for (pixel, chosen) in pixels.chunks(3).zip(out.as_slice()) {
            let distance =
                |k: &usize| -> i32 { (0..3).map(|c| (pixel[c] - colours[3 * k + c]).pow(2)).sum() };
            let expected = (0..9).min_by_key(distance).expect("nine");
            assert_eq!(usize::from(*chosen), 9 - expected, "{pixel:?}");
        }
    });
}

#[test]
fn what_a_condition_chooses_may_be_an_extreme() {
    at_every_level_and_width(|width| {
        let (a, b) = (numbers(9, 2 * width, [-32_767, 32_766]), numbers(10, 2 * width, [-32_767, 32_766]));
        // Two of three are equal.
        let b: Vec<i32> = b.iter().zip(&a).enumerate().map(|(k, (b, a))| [*a, a + 1, *b][k % 3]).collect();
        let mut out = Block::<i16>::zeros([2, width, 8]).fixed::<Dyn<Dyn<[i16; 8]>>>().expect("eight");
        chosen(&mut out, &rows(&a, |n| n as i16), &rows(&b, |n| n as i16));
        for (k, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let one = |which: bool| if which { a } else { b };
            let expected =
                [a.min(b), a.max(b), a.min(b), a.max(b), b, a, if a > b { b } else { 7 }, one(a + 1 > b)];
            for (n, expected) in expected.into_iter().enumerate() {
                assert_eq!(i32::from(out.as_slice()[8 * k + n]), expected, "{n}: {a}, {b}");
            }
        }
    });
}

#[test]
fn the_middle_of_long_rows_is_wider_lanes() {
    assert!(greatest_around::plan().contains("32 in long rows"), "{}", greatest_around::plan());
    let widths =
        [1, 2, 3, 15, 16, 17, 31, 32, 33, 34, 35, 36, 47, 48, 49, 50, 51, 52, 64, 66, 67, 68, 99, 131];
    super::at_every_level(|| {
        for (width, height) in widths.into_iter().flat_map(|width| [1, 2, 3, 4].map(|height| (width, height)))
        {
            let plane = numbers(11, height * width, [0, 255]);
            let block = Block::from_vec(plane.iter().map(|n| *n as u8).collect::<Vec<_>>(), [height, width]);
            let mut out = Block::<u8>::zeros([height, width]);
            greatest_around(&mut out, &block.expect("a plane"));
            let at = |y: isize, x: isize| {
                let is_inside = (0..height as isize).contains(&y) && (0..width as isize).contains(&x);
                if is_inside { plane[y as usize * width + x as usize] } else { 3 }
            };
            for (y, x) in (0..height as isize).flat_map(|y| (0..width as isize).map(move |x| (y, x))) {
                let around = (-1..=1).flat_map(|i| (-2..=1).map(move |j| (i, j)));
                let expected = around.map(|(i, j)| at(y + i, x + j)).max();
                let found = out.as_slice()[y as usize * width + x as usize];
                assert_eq!(Some(i32::from(found)), expected, "{height}x{width}, {y}, {x}");
            }
        }
    });
}
