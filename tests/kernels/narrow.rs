//! Numbers of fewer bits than `i32` beside elements, and in their places; shapes as programs write them.

use unite::{Block, kernel, shape};

/// What is cast to the type of the elements is written as it is.
#[kernel]
fn halves(out: &mut Tensor<[[u8]]>, x: &Tensor<[[u8]]>) {
    out[[!i, !j]] = ((x[[!i, !j]] + 1) / 2) as u8;
}

/// The cast cuts off, as it does in Rust.
#[kernel]
fn low_bits(out: &mut Tensor<[[i8]]>, x: &Tensor<[[i16]]>) {
    for [i, j] in out.indices() {
        let low = (x[[i, j]] * 3) as i8;
        out[[i, j]] = low;
    }
}

/// Of a number with a fraction, it takes the nearest end of the type.
#[kernel]
fn levels(out: &mut Tensor<[[u8]]>, x: &Tensor<[[f32]]>) {
    out[[!i, !j]] = (x[[!i, !j]] * 255.0 + 0.5) as u8;
}

/// Methods of the type, and a parameter of it.
#[kernel]
fn raised(out: &mut Tensor<[[u8]]>, x: &Tensor<[[u8]]>, by: u8) {
    out[[!i, !j]] = (x[[!i, !j]] as u8).saturating_add(by);
    for [i, j] in out.indices() {
        out[[i, j]] = out[[i, j]].max(by) - by / 2 + (x[[i, j]] & 3u8);
    }
}

/// `shape!` in a signature is the shape that it stands for.
#[kernel]
fn grey(
    out: &mut Tensor<[[u8]]>,
    rgb: &Tensor<shape!([[[u8; 3]]])>,
    weights: &Tensor<unite::shape!([u16; 3])>,
) {
    out[[!i, !j]] = sum(|c| rgb[[!i, !j, c]] * weights[[c]]) >> 8;
}

#[test]
fn what_is_cast_is_written() {
    let numbers = || (0..600).map(|k| (k * 37 % 251) as u8);
    let x = Block::<u8>::from_vec(numbers().collect(), [20, 30]).expect("a plane");
    let mut out = Block::<u8>::zeros([20, 30]);
    halves(&mut out, &x);
    assert!(out.as_slice().iter().copied().eq(numbers().map(|x| x.div_ceil(2))));
    raised(&mut out, &x, 100);
    assert!(out.as_slice().iter().copied().eq(numbers().map(|x| x.saturating_add(100) - 50 + (x & 3))));

    let wide: Vec<i16> = (0..600).map(|k| (k * 7919 % 65_536 - 32_768) as i16).collect();
    let mut cut = Block::<i8>::zeros([20, 30]);
    low_bits(&mut cut, &Block::<i16>::from_vec(wide.clone(), [20, 30]).expect("a plane"));
    assert!(cut.as_slice().iter().copied().eq(wide.iter().map(|&x| (i32::from(x) * 3) as i8)));

    let fractions: Vec<f32> = (0..600).map(|k| k as f32 / 400.0 - 0.2).collect();
    levels(&mut out, &Block::<f32>::from_vec(fractions.clone(), [20, 30]).expect("a plane"));
    assert!(out.as_slice().iter().copied().eq(fractions.iter().map(|x| (x * 255.0 + 0.5) as u8)));
}

#[test]
fn shapes_are_written_as_in_programs() {
    let rgb = [10u8, 20, 30, 40, 50, 60];
    let rgb = Block::external_ref(&rgb, [1, 2, 3])
        .expect("a picture")
        .fixed::<shape!([[[u8; 3]]])>()
        .expect("three");
    let mut out = Block::<u8>::zeros([1, 2]);
    grey(&mut out, &rgb, &Block::from([77u16, 150, 29]));
    assert_eq!(out.as_slice(), [18, 48]);
}

fn twice(n: i32) -> i32 {
    2 * n
}

#[kernel]
fn by(out: &mut Tensor<[i32]>, x: &Tensor<[f32]>, n: i32) {
    let v = x[[0]];
    // `v` is a number of another kind inside.
    let next = |v: i32| (v + 1) as u8;
    out[[n]] = i32::from(next(n)) + (v * 3.0) as i32;
}

/// Casts in all places where expressions stand.
#[kernel]
fn everywhere(out: &mut Tensor<[i32]>, x: &Tensor<[f32]>, table: &Tensor<[u8; 16]>) {
    let p = x.with_boundary(Boundary::Constant((2.5f32 * 3.0) as i32 as f32));
    for i in 0..(x[[0]] * 0.0 + 4.9) as i32 {
        let v = p[[i - 1]];
        assert!((v * 0.5) as i32 >= -1000, "{}", (v * 2.0) as i32);
        let mut k = match (v * 0.1) as i32 {
            0 => (v * 10.0) as u8,
            _ => (v + 0.5) as u8,
        };
        while (k as f32 * 1.5) as i32 > 100 {
            k -= 1;
        }
        out[[i]] = table[[(v.abs() * 2.0) as i32 & 15]]
            + twice((v - 0.5) as i32)
            + k as i32
            + [(v * 4.0) as i8 as i32, 1][0];
    }
    by(out, x, (x[[0]] * 0.0 + 5.5) as i32);
}

#[test]
fn casts_stand_everywhere() {
    let numbers = [1.75f32, -3.5, 7.25, 0.25];
    let table: [u8; 16] = std::array::from_fn(|k| (k * k) as u8);
    let mut out = Block::from([0; 8]);
    everywhere(&mut out, &Block::from(numbers), &Block::from(table));
    let mut want = [0; 8];
    for (i, v) in [7.0f32, 1.75, -3.5, 7.25].into_iter().enumerate() {
        let mut k = match (v * 0.1) as i32 {
            0 => (v * 10.0) as u8,
            _ => (v + 0.5) as u8,
        };
        while (k as f32 * 1.5) as i32 > 100 {
            k -= 1;
        }
        let at = (v.abs() * 2.0) as usize & 15;
        want[i] = i32::from(table[at]) + twice((v - 0.5) as i32) + i32::from(k) + i32::from((v * 4.0) as i8);
    }
    want[5] = 6 + 5;
    assert_eq!(out.as_slice(), want);
}

/// What floats are as integers of all types: also those that are none, and far too large ones.
macro_rules! cast {
    ($($name:ident: $float:ty => $integer:ty;)*) => {$(
        #[kernel]
        fn $name(out: &mut Tensor<[$integer]>, x: &Tensor<[$float]>, by: $float) {
            out[[!i]] = (x[[!i]].max(-1e30) * by - 0.5) as $integer;
        }
    )*

    #[test]
    fn floats_are_cast_as_in_rust() {
        $({
            let far = [0.0, -0.0, 0.5, 127.6, 128.6, 255.6, 256.5, 3e4, 4e4, 7e4, 2e9, 3e9, 1e20, <$float>::INFINITY, <$float>::NAN];
            let numbers: Vec<$float> = far.iter().flat_map(|&x| [x, -x, x + 1.0]).cycle().take(200).collect();
            let mut out = Block::<$integer>::zeros([200]);
            $name(&mut out, &Block::<$float>::from_vec(numbers.clone(), [200]).expect("a line"), 1.25);
            for (found, x) in out.as_slice().iter().zip(&numbers) {
                assert_eq!(*found, (x.max(-1e30) * 1.25 - 0.5) as $integer, "{x} as {}", stringify!($integer));
            }
        })*
    }};
}

cast! {
    u8_of_f32: f32 => u8;
    i8_of_f32: f32 => i8;
    u16_of_f32: f32 => u16;
    i16_of_f32: f32 => i16;
    i32_of_f32: f32 => i32;
    u8_of_f64: f64 => u8;
    i16_of_f64: f64 => i16;
    i32_of_f64: f64 => i32;
}
