use unite::kernel;

#[kernel]
struct Plane;

fn main() {}
