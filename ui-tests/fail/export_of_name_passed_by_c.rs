use unite::kernel;

#[kernel]
#[export]
fn add(rows: &mut Tensor<[[u8; 16]; 16]>, rows_stride: i32) {
    rows[[!y, !x]] = (rows[[!y, !x]] + rows_stride) & 255;
}

fn main() {}
