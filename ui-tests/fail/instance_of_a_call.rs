use unite::kernel;

fn depth() -> i32 {
    8
}

#[kernel]
#[instance(clip_u8: largest = depth())]
fn clip(out: &mut Tensor<[u8]>, t: &Tensor<[i16]>, largest: i32) {
    out[[!x]] = t[[!x]].clamp(0, largest);
}

fn main() {}
