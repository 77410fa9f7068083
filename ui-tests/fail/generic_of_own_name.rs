#![forbid(unsafe_code)]
#![allow(non_camel_case_types)]

use std::marker::PhantomData;

use unite::kernel;
use unite::staged::Geometry;

trait Levels {
    fn baseline<T>(_: &mut [i32], _: &Geometry<1>, _: PhantomData<impl Sized>) {}
    fn v3<T>(_: &mut [i32], _: &Geometry<1>, _: PhantomData<impl Sized>) {}
    fn v4<T>(_: &mut [i32], _: &Geometry<1>, _: PhantomData<impl Sized>) {}
}

#[kernel]
fn set<set: Levels>(t: &mut Tensor<[i32]>) {
    t[[0]] = 1;
}

fn main() {}
