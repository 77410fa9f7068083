use unite::kernel;

#[kernel]
fn by_columns(o: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) {
    for x in 0..o.extent(1) {
        for y in 0..o.extent(0) {
            let above: u32 = y;
            o[[y, x]] = t[[y, x]];
        }
    }
}

fn main() {}
