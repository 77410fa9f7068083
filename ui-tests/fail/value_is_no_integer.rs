use unite::kernel;

#[derive(Clone, Copy)]
struct Changing;

impl From<Changing> for i128 {
    fn from(_: Changing) -> i128 {
        3
    }
}

#[kernel]
fn set(t: &mut Tensor<[i32]>, given: &[Changing]) {
    let n = given[0];
    t[[n]] = 1;
}

fn main() {}
