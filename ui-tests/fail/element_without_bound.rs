use unite::kernel;

#[kernel]
fn clear<T>(t: &mut Tensor<[[T]]>, by: &Tensor<[[T]]>) {
    t[[!y, !x]] = by[[!y, !x]];
}

fn main() {}
