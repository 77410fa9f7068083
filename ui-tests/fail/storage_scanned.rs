//! Arrays that no block has checked are walked by who says that they are good.
#![forbid(unsafe_code)]

use unite::stored::{CompressedArrays, Csr, Format};

fn main() {
    let arrays = ((), CompressedArrays { positions: vec![0], coordinates: vec![] });
    <Csr as Format<2>>::scan(&arrays, [1000, 4], |_, _| ());
}
