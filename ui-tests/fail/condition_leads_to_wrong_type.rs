use unite::kernel;

#[kernel]
fn where_large(o: &mut Tensor<[[f32]]>, t: &Tensor<[[f32]]>) {
    let p = t.with_boundary(Boundary::Mirror);
    for y in 0..o.extent(0) {
        for x in 0..o.extent(1) {
            if o[[y, x]] > 1.0 {
                let left: i32 = p[[y, x - 1]];
                o[[y, x]] = left as f32;
            }
        }
    }
}

fn main() {}
