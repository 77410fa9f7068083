use unite::kernel;

const ROUND: u8 = 1;

#[kernel]
fn mean(a: i32, b: i32) -> i32 {
    (a + b + ROUND as i32) >> 1
}

fn main() {}
