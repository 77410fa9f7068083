//! `y[i] += a * x[i]` over integers: exercises the harness.

use super::Pair;

const LENGTH: usize = 1000;

/// Prepared data.
pub struct Saxpy {
    a: i32,
    x: Vec<i32>,
    y: Vec<i32>,
}

impl Saxpy {
    pub fn prepare() -> Saxpy {
        Saxpy { a: 3, x: (0..LENGTH as i32).collect(), y: vec![7; LENGTH] }
    }
}

impl Pair for Saxpy {
    fn ours(&mut self) {
        ours_saxpy(self);
    }

    fn twin(&mut self) {
        twin_saxpy(self);
    }

    fn output(&self) -> Vec<i64> {
        self.y.iter().map(|&y| i64::from(y)).collect()
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
fn ours_saxpy(data: &mut Saxpy) {
    saxpy(data.a, &data.x, &mut data.y);
}

#[unsafe(no_mangle)]
#[inline(never)]
fn twin_saxpy(data: &mut Saxpy) {
    let length = data.x.len();
    assert_eq!(length, data.y.len());
    for i in 0..length {
        data.y[i] = data.y[i].wrapping_add(data.x[i].wrapping_mul(data.a));
    }
}

#[inline(never)]
fn saxpy(a: i32, x: &[i32], y: &mut [i32]) {
    assert_eq!(x.len(), y.len());
    for (y, x) in y.iter_mut().zip(x) {
        *y = y.wrapping_add(x.wrapping_mul(a));
    }
}
