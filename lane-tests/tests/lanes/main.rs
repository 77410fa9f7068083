//! Lanes against scalar references, at every level that this machine has.

mod arithmetic;
mod dot;
mod gather;
mod linear;
mod memory;
mod neighbours;
mod pick;
mod products;
mod range;
mod repeated;
mod tile;

use unite_core::level::Level;
use unite_core::staged::lanes::{Lane, Lanes, Simd, Vector};

/// What is tested with the token of each level.
trait Test {
    fn run<S: Simd>(&self, simd: S);
}

fn at_each_level(test: impl Test) {
    test.run(fearless_simd::Fallback::new());
    test.run(unite_core::staged::lanes::baseline());
    #[cfg(target_arch = "x86_64")]
    {
        use unite_core::staged::lanes::{Avx2, Avx512, Sse4_2};
        let best = Level::detect();
        // SAFETY: the machine has the features of its levels.
        unsafe {
            if best >= Level::V2 {
                test.run(Sse4_2::assume_supported());
            }
            if best >= Level::V3 {
                test.run(Avx2::assume_supported());
            }
            if best >= Level::V4 {
                test.run(Avx512::assume_supported());
            }
        }
    }
}

/// A sequence of numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A value of a range: often one of its ends, or small.
    fn within(&mut self, first: i64, last: i64) -> i32 {
        let choice = self.next() % 8;
        let value = match choice {
            0 => first,
            1 => last,
            2 => (self.next() % 5) as i64 - 2,
            _ => first + (self.next() % (last - first + 1) as u64) as i64,
        };
        value.clamp(first, last) as i32
    }

    /// Values of a lane type.
    fn lanes<L: Lane, const N: usize>(&mut self) -> [i32; N] {
        core::array::from_fn(|_| self.within(L::RANGE.first as i64, L::RANGE.last as i64))
    }
}

/// The lanes of a vector.
fn values<S: Simd, L: Lanes<S, N>, const N: usize>(v: Vector<S, L, N>) -> [i32; N] {
    use unite_core::staged::lanes::Arithmetic;
    core::array::from_fn(|lane| v.lane(lane))
}

/// A vector of these values.
fn vector<S: Simd, L: Lanes<S, N>, const N: usize>(simd: S, values: [i32; N]) -> Vector<S, L, N> {
    use unite_core::staged::lanes::Arithmetic;
    Vector::<S, L, N>::from_fn(simd, |lane| if lane < N { values[lane] } else { 77 })
}
