use unite::kernel;

#[kernel]
#[export]
fn tap(a: i32, b: i32) -> i32 {
    (a + b + 1) >> 1
}

fn main() {
    assert_eq!(tap(1, 2), 2);
}
