#![forbid(unsafe_code)]

// A crate that says that conditions hold: `t[[n]]` would be written unchecked.
mod fake {
    pub use unite::*;
    pub mod staged {
        pub use unite::staged::*;
        pub fn require_exact(_: &str, _: bool) {}
    }
}

#[unite::kernel(unsafe(crate = fake))]
fn set(t: &mut Tensor<[i32]>, n: usize) {
    if n < 4 {
        t[[n]] = 1;
    }
}

fn main() {}
