use unite::kernel;

#[kernel]
fn same(out: &mut Tensor<[u8; 1]>, plane: &Tensor<[[u8]]>, y: usize) {
    let row = plane[[y, ..]];
    let corner = plane[[0..2, 0..2]];
    out[[0]] = row[corner][[0, 0]];
}

fn main() {}
