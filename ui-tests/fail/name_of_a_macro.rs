use unite::kernel;

macro_rules! fill {
    ($name:ident, $n:ident) => {
        #[kernel]
        fn $name(t: &mut Tensor<[i32]>, $n: usize) {
            t[[n]] = 1;
        }
    };
}

fill!(fill, n);

fn main() {}
