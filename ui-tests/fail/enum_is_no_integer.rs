use std::cmp::Ordering;
use unite::kernel;

#[derive(Clone, Copy, PartialEq)]
enum Small {
    Always,
}

impl PartialEq<i32> for Small {
    fn eq(&self, _: &i32) -> bool {
        true
    }
}

impl PartialOrd<i32> for Small {
    fn partial_cmp(&self, _: &i32) -> Option<Ordering> {
        Some(Ordering::Less)
    }
}

#[kernel]
fn set(t: &mut Tensor<[i32]>, n: Small) {
    if n < 4 {
        t[[n as usize + 100_000]] = 1;
    }
}

fn main() {
    let _ = Small::Always;
}
