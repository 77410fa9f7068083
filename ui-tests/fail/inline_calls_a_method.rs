use unite::kernel;

trait Half {
    fn half(self) -> i32;
}

impl Half for i32 {
    fn half(self) -> i32 {
        self >> 1
    }
}

#[kernel]
fn halved(x: i32) -> i32 {
    x.half()
}

#[kernel(inline(halved))]
fn halves(out: &mut Tensor<[[u8]]>, t: &Tensor<[[u8]]>) {
    out[[!y, !x]] = halved(t[[!y, !x]]);
}

fn main() {}
