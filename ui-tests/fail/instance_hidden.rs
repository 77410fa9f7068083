use unite::kernel;

#[kernel]
#[instance(clip_u8: largest = 255)]
#[instance(clip_nibble: largest = 15)]
fn clip(out: &mut Tensor<[u8]>, t: &Tensor<[i16]>, largest: i32) {
    for x in 0..out.extent(0) {
        let largest = largest.min(t[[x]]);
        out[[x]] = largest;
    }
}

fn main() {}
