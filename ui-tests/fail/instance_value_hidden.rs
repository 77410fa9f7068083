use unite::kernel;

fn doubled(x: i32) -> i32 {
    2 * x
}

#[kernel]
#[instance(map_doubled: f = doubled)]
fn map(out: &mut Tensor<[u8]>, t: &Tensor<[i16]>, f: impl Fn(i32) -> i32) {
    let doubled = |x: i32| x + 1;
    for x in 0..out.extent(0) {
        out[[x]] = f(t[[x]]).min(doubled(255));
    }
}

fn main() {}
