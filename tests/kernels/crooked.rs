//! Conditions on indices that say nothing of where an element is: products of variables, distances, every so many points of a sum. What is
//! touched under them is not asked for before they hold, and is touched several points at a time where all of it is there.

use unite::library::Heap;
use unite::{Block, kernel};

#[kernel]
fn circle(o: &mut Tensor<[[u8]]>, cy: i32, cx: i32, r: i32) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            if (y - cy) * (y - cy) + (x - cx) * (x - cx) <= r * r {
                o[[y, x]] = 255;
            }
        }
    }
}

/// Which points of all are left of three lines.
#[kernel]
fn triangle(o: &mut Tensor<[[u8]]>, [y0, x0]: [i32; 2], [y1, x1]: [i32; 2], [y2, x2]: [i32; 2]) {
    for [y, x] in o.indices() {
        let a = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
        let b = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
        let c = (x0 - x2) * (y - y2) - (y0 - y2) * (x - x2);
        if a >= 0 && b >= 0 && c >= 0 {
            o[[y, x]] = 255;
        }
    }
}

#[kernel]
fn tiles(o: &mut Tensor<[[u8]]>, n: i32) {
    for [y, x] in o.indices() {
        if (x / n + y / n) % 2 == 1 {
            o[[y, x]] = 255;
        }
    }
}

#[kernel]
fn checker(o: &mut Tensor<[[u8]]>) {
    for [y, x] in o.indices() {
        if (x + y) & 1 == 0 {
            o[[y, x]] = 255;
        }
    }
}

#[kernel]
fn diamond(o: &mut Tensor<[[u8]]>, cy: i32, cx: i32, r: i32) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            if (y - cy).abs() + (x - cx).abs() <= r {
                o[[y, x]] = 255;
            }
        }
    }
}

/// What is far from the diagonal is 0.
#[kernel]
fn band(o: &mut Tensor<[[f32]]>, k: i32) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            if (y - x).abs() > k {
                o[[y, x]] = 0.0;
            }
        }
    }
}

/// What is near the diagonal: all of it lies inside, whatever conditions say.
#[kernel]
fn strip(o: &mut Tensor<[[u8]]>, n: i32) {
    for [y, x] in o.indices() {
        if x - y < n && y - x < n {
            o[[y, x]] = 255;
        }
    }
}

/// Two quarters of a plane, without its last rows.
#[kernel]
fn quarters(o: &mut Tensor<[[u8]]>, cy: i32, cx: i32) {
    for [y, x] in o.indices() {
        if y + 2 < o.extent(0) && (y < cy) == (x < cx) {
            o[[y, x]] = 255;
        }
    }
}

/// Samples around a place, as far as a distance says: there are no others.
#[kernel]
fn around(o: &mut Tensor<[[i32]]>, p: &Tensor<[[u8]]>, cy: i32, cx: i32) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            if (y - cy).abs() <= 2 && (x - cx).abs() <= 2 {
                o[[y, x]] = p[[y - cy + 2, x - cx + 2]];
            }
        }
    }
}

/// A row that is as long as it is, of a plane.
#[kernel]
fn flat(o: &mut Tensor<[f32]>, h: i32, w: i32, v: f32) {
    for y in 0..h {
        for x in 0..w {
            if y * w + x < o.extent(0) {
                o[[y * w + x]] = v;
            }
        }
    }
}

/// The first element of each row of a plane that is as long as it is.
#[kernel]
fn first_of_rows(o: &mut Tensor<[f32]>, h: i32, w: i32) {
    for y in 0..h {
        if y * w < o.extent(0) {
            o[[y * w]] += 1.0;
        }
    }
}

/// Rows, each of which ends by the square of its number earlier.
#[kernel]
fn under_a_parabola(o: &mut Tensor<[[f32]]>, most: i32) {
    for y in 0..o.extent(0) {
        for x in 0..most {
            if x + y * y < o.extent(1) {
                o[[y, x]] = 1.0;
            }
        }
    }
}

/// Points of constant ranges are walked, and conditions on them are exact.
#[kernel]
fn disc(o: &mut Tensor<[[i32]]>, p: &Tensor<[[u8]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            for v in -2..3 {
                for h in -2..3 {
                    if v * v + h * h <= 1 {
                        o[[y, x]] += p[[y + v + 1, x + h + 1]];
                    }
                }
            }
        }
    }
}

fn plane(h: usize, w: usize) -> Heap<u8, 2> {
    Block::from_vec((0..h * w).map(|at| (at * 7 % 251) as u8).collect(), [h, w]).unwrap()
}

/// Where a kernel writes 255 to a plane of other numbers.
fn written(o: &Heap<u8, 2>, expected: impl Fn(i32, i32) -> bool) {
    let [h, w] = o.extents();
    for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
        let value = if expected(y as i32, x as i32) { 255 } else { (y * w + x) * 7 % 251 };
        assert_eq!(usize::from(o.read([y as isize, x as isize])), value, "{y}, {x}");
    }
}

#[test]
fn what_conditions_choose_is_written() {
    for (h, w) in [(1, 1), (5, 7), (33, 70), (64, 131)] {
        let mut o = plane(h, w);
        circle(&mut o, 9, 20, 11);
        written(&o, |y, x| (y - 9).pow(2) + (x - 20).pow(2) <= 121);
        let mut o = plane(h, w);
        triangle(&mut o, [1, 2], [10, 60], [50, 20]);
        let side =
            |[y0, x0]: [i32; 2], [y1, x1]: [i32; 2], y, x| (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0;
        written(&o, |y, x| {
            side([1, 2], [10, 60], y, x) && side([10, 60], [50, 20], y, x) && side([50, 20], [1, 2], y, x)
        });
        let mut o = plane(h, w);
        tiles(&mut o, 6);
        written(&o, |y, x| (x / 6 + y / 6) % 2 == 1);
        let mut o = plane(h, w);
        checker(&mut o);
        written(&o, |y, x| (x + y) % 2 == 0);
        let mut o = plane(h, w);
        diamond(&mut o, 12, 30, 17);
        written(&o, |y, x| (y - 12).abs() + (x - 30).abs() <= 17);
        let mut o = plane(h, w);
        quarters(&mut o, 9, 30);
        written(&o, |y, x| y + 2 < h as i32 && (y < 9) == (x < 30));
        let mut o = plane(h, w);
        strip(&mut o, 5);
        written(&o, |y, x| (y - x).abs() < 5);
        let mut o = Block::from_vec(vec![1.0f32; h * w], [h, w]).unwrap();
        band(&mut o, 4);
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            assert_eq!(o.read([y as isize, x as isize]), if y.abs_diff(x) > 4 { 0.0 } else { 1.0 });
        }
        let mut o = Block::<i32>::zeros([h, w]);
        disc(&mut o, &plane(h + 2, w + 2));
        let near = [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]];
        let expected: usize = near.iter().map(|[y, x]| (y * (w + 2) + x) * 7 % 251).sum();
        assert_eq!(o.read([0, 0]), expected as i32);
    }
}

#[test]
fn they_are_taken_several_at_a_time() {
    for plan in [circle::plan(), triangle::plan(), checker::plan(), diamond::plan(), band::plan()] {
        assert!(
            plan.contains("once more without checks, for where all that conditions lead to lies inside"),
            "{plan}"
        );
    }
    assert!(tiles::plan().contains("lanes along x"), "{}", tiles::plan());
    assert!(!strip::plan().contains("under a condition"), "{}", strip::plan());
    // A refusal says it as the kernel does.
    assert!(
        quarters::plan().contains("`y + 2 < o.extent(0)` is the same in all lanes"),
        "{}",
        quarters::plan()
    );
    let mut o = Block::<f32>::zeros([4, 12]);
    under_a_parabola(&mut o, 50);
    assert_eq!(o.as_slice().iter().sum::<f32>(), (12 + 11 + 8 + 3) as f32);
    // What says where an element is counts.
    for plan in [first_of_rows::plan(), flat::plan()] {
        assert!(!plan.contains("once more"), "{plan}");
    }
    // What is walked is known before.
    assert!(disc::FOOTPRINT.is_none() && !disc::plan().contains("once more"), "{}", disc::plan());
}

/// What no condition leads to need not be there.
#[test]
fn only_what_they_lead_to_is_asked_for() {
    // Eight lines and ten columns of a frame have samples.
    let mut o = plane(8, 10).with_origin([4, 6]).unwrap();
    let frame = Block::<u8>::zeros([16, 24]);
    let mut seen = o.view_mut().colocate(&frame).unwrap();
    circle(&mut seen.tensor_mut().unwrap(), 8, 11, 3);
    let mut seen = o.view_mut().colocate(&frame).unwrap();
    diamond(&mut seen.tensor_mut().unwrap(), 7, 10, 3);
    written(&o, |y, x| (y - 4).pow(2) + (x - 5).pow(2) <= 9 || (y - 3).abs() + (x - 4).abs() <= 3);
    let p = plane(5, 5);
    let mut o = Block::<i32>::zeros([40, 50]);
    around(&mut o, &p, 11, 17);
    around(&mut o, &p, 0, 49);
    assert_eq!(o.read([9, 15]), 0);
    assert_eq!(o.read([13, 19]), i32::from(p.read([4, 4])));
    assert_eq!(o.read([0, 49]), i32::from(p.read([2, 2])));
    assert_eq!(o.as_slice().iter().filter(|value| **value > 0).count(), 24 + 9);
}

#[test]
#[should_panic(expected = "kernel circle touches")]
fn what_they_lead_to_has_to_be_there() {
    let mut o = plane(8, 10).with_origin([4, 6]).unwrap();
    let frame = Block::<u8>::zeros([16, 24]);
    let mut seen = o.view_mut().colocate(&frame).unwrap();
    circle(&mut seen.tensor_mut().unwrap(), 8, 11, 6);
}

#[test]
fn a_condition_on_the_same_product_bounds_an_index() {
    for (h, w, n) in [(4, 5, 20), (4, 5, 13), (3, 7, 40)] {
        let mut o = Block::<f32>::zeros([n]);
        flat(&mut o, h, w, 2.0);
        let written = (h * w) as usize;
        assert!(
            o.as_slice().iter().enumerate().all(|(at, value)| *value == if at < written { 2.0 } else { 0.0 })
        );
    }
}
