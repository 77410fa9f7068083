use std::marker::PhantomData;
use unite::Dyn;
use unite::staged::{Geometry, RowMajor};

mod inner {
    use unite::kernel;

    #[kernel]
    pub fn set(t: &mut Tensor<[u8]>) {
        t[[999]] = 1;
    }
}

fn main() {
    let mut memory = [0u8; 1];
    inner::set::baseline(&mut memory, &Geometry::row_major([1000]), PhantomData::<RowMajor<Dyn<u8>>>);
}
