//! Choices drawn from the bytes of a fuzzer.

/// Bytes that are used up. When there are none left, they are 0: every input means something.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Bytes(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// All that there are.
    pub fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).to_vec()
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = if n > 256 { 256 * usize::from(self.byte()) } else { 0 };
        (wide + usize::from(self.byte())) % n
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: isize, last: isize) -> isize {
        first + self.below((last - first) as usize + 1) as isize
    }

    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub fn choice<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
