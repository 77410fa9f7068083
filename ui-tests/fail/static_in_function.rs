use unite::kernel;

#[kernel]
fn counted(t: &mut Tensor<[i32]>) {
    for x in 0..t.extent(0) {
        fn next() -> i32 {
            use std::sync::atomic::{AtomicI32, Ordering};
            static COUNT: AtomicI32 = AtomicI32::new(0);
            COUNT.fetch_add(1, Ordering::Relaxed)
        }
        fn own() -> i32 {
            thread_local!(static OWN: i32 = 7);
            OWN.with(|own| *own)
        }
        t[[x]] = next() + own();
    }
}

fn main() {}
