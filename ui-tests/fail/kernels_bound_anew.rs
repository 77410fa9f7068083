use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    for change in [add, add] {
        change(&mut row);
        let change = 3;
        row[[0]] = change;
    }
}

fn main() {}
