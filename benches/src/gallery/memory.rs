//! Memory whose place matters: what is measured must not depend on where an allocator put it.

use std::ops::{Deref, DerefMut};

/// Places of the processor's first cache come again after as many bytes.
pub const PAGE: usize = 4096;

/// Elements that do not move.
pub struct Memory<T> {
    elements: Vec<T>,
    /// Where they begin: what is before is not used.
    start: usize,
}

impl<T: Copy> Memory<T> {
    /// These elements. With a place, element `anchor` lies as many bytes behind the beginning of a page; it must be a
    /// multiple of what an element is aligned to.
    pub fn new(elements: Vec<T>, anchor: usize, place: Option<usize>) -> Self {
        let (Some(place), Some(&any)) = (place, elements.first()) else {
            return Memory { elements, start: 0 };
        };
        let mut moved = Vec::with_capacity(elements.len() + PAGE);
        let here: *const T = moved.as_ptr();
        let away = (place + PAGE).wrapping_sub(here.addr() + anchor * size_of::<T>()) % PAGE;
        let start = away / size_of::<T>();
        moved.resize(start, any);
        moved.extend(elements);
        Memory { elements: moved, start }
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.elements[self.start..]
    }
}

impl<T> DerefMut for Memory<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.elements[self.start..]
    }
}
