use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    #[vectorize(change)]
    for change in [add, add] {
        change(&mut row);
    }
}

fn main() {}
