use unite::kernel;

#[kernel]
fn clear(row: &mut Tensor<[i32]>) {
    row[[!x]] = 0;
}

#[kernel]
fn clear_all(plane: &mut Tensor<[[u8]]>) {
    clear(plane[[0, ..]]);
}

fn main() {}
