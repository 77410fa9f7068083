use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>, by: i32) {
    row[[!x]] += by;
}

fn first() -> i32 {
    1
}

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    for (change, by) in [(add, first()), (add, 2)] {
        change(&mut row, by);
    }
}

fn main() {}
