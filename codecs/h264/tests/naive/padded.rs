//! A rectangle in memory of its own, with a random border all around.

use unite::staged::Pitched;
use unite::{Block, Dynamic, Elem};

use super::rig::Random;

/// Elements before and after the rectangle, and at least between its rows.
const BORDER: usize = 5;

/// `H` by `W` elements with a border.
#[derive(Clone, PartialEq, Debug)]
pub struct Padded<T, const H: usize, const W: usize> {
    memory: Vec<T>,
    pitch: usize,
}

/// The rectangle as a tensor that is read.
pub type Read<'a, T, const H: usize, const W: usize> = Block<[[T; W]; H], &'a [T], Pitched<[[T; W]; H]>>;

/// The rectangle as a tensor that is written.
pub type Written<'a, T, const H: usize, const W: usize> =
    Block<[[T; W]; H], &'a mut [T], Pitched<[[T; W]; H]>>;

impl<T: Elem + Dynamic<2> + TryFrom<i32> + Into<i32>, const H: usize, const W: usize> Padded<T, H, W> {
    /// Numbers of `lo..=hi` in the rectangle and around it.
    pub fn random(random: &mut Random, lo: i32, hi: i32) -> Self {
        let pitch = W + BORDER + random.next() as usize % 9;
        let element = |random: &mut Random| T::try_from(random.within(lo, hi)).ok().expect("in range");
        let memory = (0..2 * BORDER + H * pitch).map(|_| element(random)).collect();
        Padded { memory, pitch }
    }

    /// What is in the rectangle.
    pub fn values(&self) -> [[i32; W]; H] {
        std::array::from_fn(|y| std::array::from_fn(|x| self.memory[BORDER + y * self.pitch + x].into()))
    }

    /// The same border around other values.
    pub fn with(&self, values: [[i32; W]; H]) -> Self {
        let mut other = self.clone();
        for (y, row) in values.iter().enumerate() {
            for (x, &value) in row.iter().enumerate() {
                other.memory[BORDER + y * self.pitch + x] = T::try_from(value).ok().expect("in range");
            }
        }
        other
    }

    /// The rectangle, to read.
    pub fn tensor(&self) -> Read<'_, T, H, W> {
        let memory = &self.memory[BORDER..];
        Block::external_pitched_ref(memory, [H, W], self.pitch)
            .expect("a rectangle")
            .fixed()
            .expect("its size")
    }

    /// The rectangle, to write.
    pub fn tensor_mut(&mut self) -> Written<'_, T, H, W> {
        let memory = &mut self.memory[BORDER..];
        Block::external_pitched(memory, [H, W], self.pitch).expect("a rectangle").fixed().expect("its size")
    }
}
