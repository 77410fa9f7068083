use unite::kernel;

mod reexported {
    #[allow(unused_imports)]
    pub use unite::{level, staged};
}

#[kernel(crate = reexported)]
fn clear(out: &mut Tensor<[[u8]]>) {
    out[[!y, !x]] = 0;
}

fn main() {}
