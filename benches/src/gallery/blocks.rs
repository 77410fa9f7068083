//! Rows of blocks of 8 by 8 elements, one after the other.

use super::memory::Memory;
use super::random::Numbers;
use super::rectangle::Element;
use unite::library::External;
use unite::{Block, Dyn, Dynamic};

/// Elements before the first block and behind the last.
const MARGIN: usize = 64;

/// Blocks as the argument of a kernel.
pub type Row<'a, T> = Block<Dyn<[[T; 8]; 8]>, &'a [T]>;
/// The same, to write.
pub type RowMut<'a, T> = Block<Dyn<[[T; 8]; 8]>, &'a mut [T]>;

/// Blocks, and what is around them.
pub struct Blocks<T> {
    memory: Memory<T>,
}

impl<T: Element + Dynamic<3, Shape = Dyn<Dyn<Dyn<T>>>>> Blocks<T> {
    /// As many blocks, their numbers from a range; what is around them has any numbers.
    pub fn new(count: usize, range: [i32; 2], numbers: &mut Numbers) -> Self {
        let length = 64 * count + 2 * MARGIN;
        let inside = MARGIN..length - MARGIN;
        let mut element =
            |at: usize| if inside.contains(&at) { numbers.number(range) } else { numbers.any(T::RANGE) };
        let memory = (0..length).map(|at| T::from_number(element(at))).collect();
        Blocks { memory: Memory::new(memory, MARGIN, numbers.place()) }
    }

    fn inside(&self) -> std::ops::Range<usize> {
        MARGIN..self.memory.len() - MARGIN
    }

    /// The blocks.
    pub fn blocks(&self) -> &[[T; 64]] {
        self.memory[self.inside()].as_chunks().0
    }

    /// The blocks, to write.
    pub fn blocks_mut(&mut self) -> &mut [[T; 64]] {
        let inside = self.inside();
        self.memory[inside].as_chunks_mut().0
    }

    /// The blocks as the argument of a kernel.
    pub fn row(&self) -> Row<'_, T> {
        let count = self.inside().len() / 64;
        let blocks: External<&[T], T, 3> =
            Block::external_ref(&self.memory[self.inside()], [count, 8, 8]).expect("whole blocks");
        blocks.fixed().expect("blocks of 8 by 8")
    }

    /// The same, to write.
    pub fn row_mut(&mut self) -> RowMut<'_, T> {
        let inside = self.inside();
        let count = inside.len() / 64;
        let blocks: External<&mut [T], T, 3> =
            Block::external(&mut self.memory[inside], [count, 8, 8]).expect("whole blocks");
        blocks.fixed().expect("blocks of 8 by 8")
    }

    /// Everything, what is around included.
    pub fn all(&self) -> Vec<i64> {
        self.memory.iter().map(|&element| element.number()).collect()
    }

    /// What is around.
    pub fn around(&self) -> Vec<i64> {
        let (before, rest) = self.memory.split_at(MARGIN);
        before.iter().chain(&rest[rest.len() - MARGIN..]).map(|&element| element.number()).collect()
    }
}
