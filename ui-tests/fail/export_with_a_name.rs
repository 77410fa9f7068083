use unite::kernel;

#[kernel]
#[export(invert_rows)]
fn invert(rows: &mut Tensor<[[u8; 4]]>) {
    rows[[!y, !x]] = 255 - rows[[!y, !x]];
}

fn main() {}
