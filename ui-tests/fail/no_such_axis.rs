use unite::kernel;

#[kernel]
fn size(out: &mut Tensor<[i32; 1]>, plane: &Tensor<[[u8]]>) {
    out[[0]] = plane.extent(2);
}

fn main() {}
