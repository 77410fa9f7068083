use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    let again = 3;
    for change in [add, again] {
        change(&mut row);
    }
}

fn main() {}
