use unite::kernel;

#[allow(non_upper_case_globals)]
const five: usize = 5;

#[kernel]
fn unless(t: &mut Tensor<[i32]>, n: usize) {
    match n {
        five => {}
        _ => t[[n]] = 1,
    }
}

fn main() {
    let _ = five;
}
