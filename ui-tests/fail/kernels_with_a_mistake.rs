use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

#[kernel]
fn all(row: &mut Tensor<[i32; 4]>) {
    let one = row[[0]];
    for change in [add, add, add] {
        change(&mut row);
        row[[0, one]] = 3;
    }
}

fn main() {}
