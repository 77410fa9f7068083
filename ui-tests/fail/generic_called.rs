#![forbid(unsafe_code)]

use unite::kernel;
use unite::staged::lanes::Simd;
use unite::staged::{Checked, Kernel, Reach, Readable, Writable};

#[kernel]
fn far(t: &mut Tensor<[i32]>, at: i32) {
    t[[at]] = 7;
}

#[kernel]
fn near(t: &mut Tensor<[i32]>) {
    t[[0]] = 1;
}

trait Forms {
    type Elem: unite::Elem;

    const FOOTPRINT: Option<[Reach; 1]> = Some([Reach::NONE]);

    fn staged<'a, S: Simd, T: Readable<'a, 1, Elem = Self::Elem> + Writable>(_: S, _: T);

    fn unchecked<'a, S: Simd, T: Readable<'a, 1, Elem = Self::Elem> + Writable>(_: Checked, _: S, _: T);
}

impl Forms for near {
    type Elem = i32;

    fn staged<'a, S: Simd, T: Readable<'a, 1, Elem = i32> + Writable>(_: S, _: T) {}

    fn unchecked<'a, S: Simd, T: Readable<'a, 1, Elem = i32> + Writable>(checked: Checked, simd: S, t: T) {
        far::unchecked(checked, simd, t, 100_000_000);
    }
}

trait Has {
    type Called: Kernel + Forms<Elem = i32>;
}

#[kernel]
fn calls<K: Kernel + Forms>(t: &mut Tensor<[K::Elem]>, u: &mut Tensor<[i32]>, n: i32) {
    u[[n]] = 2;
    K(&mut t[[0..2]]);
}

#[kernel]
fn calls_of<K: Has>(t: &mut Tensor<[i32]>, n: i32) {
    t[[n]] = 1;
    K::Called(&mut t[[0..2]]);
}

#[kernel]
fn calls_by_trait<K: Has>(t: &mut Tensor<[i32]>, n: i32) {
    t[[n]] = 1;
    <K as Has>::Called(&mut t[[0..2]]);
}

#[kernel]
fn calls_raw<K: Kernel + Forms<Elem = i32>>(t: &mut Tensor<[i32]>, n: i32) {
    t[[n]] = 1;
    r#K(&mut t[[0..2]]);
}

fn main() {}
