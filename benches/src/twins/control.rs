//! No kernel of an encoder: a loop with everything in it that the assembly check objects to.

use super::pair::{Data, pair};
use unite::kernel;
use unite::library::Heap;

/// Places, and divisors.
pub struct Table {
    places: Heap<i32, 1>,
    table: Heap<i32, 1>,
}

impl Data for Table {
    fn output(&self) -> Vec<i64> {
        self.table.as_slice().iter().copied().map(i64::from).collect()
    }
}

/// A place that depends on data is checked where it is used; dividing by what was read takes a division; and a
/// function that is not to be inlined takes a call.
#[kernel]
fn scatter(places: &Tensor<[i32]>, table: &mut Tensor<[i32]>) {
    for k in 0..places.extent(0) {
        let place = places[[k]];
        table[[place]] = opaque(1000 / (1 + (place & 15)));
    }
}

#[inline(never)]
fn opaque(value: i32) -> i32 {
    std::hint::black_box(value)
}

pair!(
    control,
    Table,
    Table {
        places: unite::Block::from_vec((0..64).collect(), [64]).expect("64 places"),
        table: unite::Block::<i32>::zeros([64]),
    },
    |data| scatter(&data.places, &mut data.table),
    |_| {}
);
