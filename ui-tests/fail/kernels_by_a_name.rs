use unite::kernel;

#[kernel]
fn add(row: &mut Tensor<[i32]>) {
    row[[!x]] += 1;
}

const KERNELS: [i32; 2] = [1, 2];

#[kernel]
fn all(row: &mut Tensor<[i32]>) {
    for change in KERNELS {
        change(&mut row);
    }
}

fn main() {}
