use unite::kernel;

macro_rules! named {
    ($x:ident) => {
        $x
    };
}

#[kernel]
fn hidden(t: &mut Tensor<[i32]>) {
    for i in 0..200_000usize {
        let named!(i) = 0usize;
        if i < 4 {
            t[[i]] = 1;
        }
    }
}

fn main() {}
