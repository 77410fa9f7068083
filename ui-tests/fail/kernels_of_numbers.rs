use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    for change in [add, 3] {
        change(&mut row);
    }
}

fn main() {}
