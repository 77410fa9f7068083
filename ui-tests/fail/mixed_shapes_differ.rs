use unite::kernel;

#[kernel]
fn grey(rgb: &mut Tensor<[[[u8; 3]]]>) {
    rgb[[!y, !x, !c]] = 128;
}

fn caller() {
    let mut rgba = unite::Block::<u8>::zeros([9, 16, 4]).fixed::<unite::Dyn<unite::Dyn<[u8; 4]>>>().unwrap();
    grey(&mut rgba);
}

fn main() {}
