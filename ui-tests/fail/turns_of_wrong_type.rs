use unite::kernel;

#[kernel]
fn interleave(o: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) {
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            o[[y, x]] = match (y & 1, x & 1) {
                (0, 0) => t[[y, x]],
                (_, 0) => 1,
                _ => 0.0,
            };
        }
    }
}

fn main() {}
