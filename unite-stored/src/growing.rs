//! An array that grows in a hot loop.

use std::fmt;
use std::mem::{self, ManuallyDrop};

/// A [`Vec`] to which elements are appended. No call here gets to know its address, so that loops that append one by one keep it in
/// registers; who appends rows keeps it in memory. If a panic ends the loop, its memory is not given back.
pub(crate) struct Growing<T>(ManuallyDrop<Vec<T>>);

impl<T: Copy> Growing<T> {
    /// Nothing, with room for so many.
    pub fn with_room(room: usize) -> Self {
        Growing(ManuallyDrop::new(Vec::with_capacity(room)))
    }

    /// Nothing, in this memory if what was there filled it but for a little, or there is room for so many; otherwise with room for so
    /// many.
    pub fn within(mut memory: Vec<T>, room: usize) -> Self {
        let before = memory.len();
        let is_enough = memory.capacity() >= room || before > 0 && memory.capacity() >= with_more(before);
        if !is_enough {
            return Growing::with_room(room);
        }
        memory.clear();
        Growing(ManuallyDrop::new(memory))
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Appends one.
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        let len = self.0.len();
        if len == self.0.capacity() {
            let full = mem::replace(&mut self.0, ManuallyDrop::new(Vec::new()));
            self.0 = grown(full, 1);
        }
        // SAFETY: there is room behind the last element.
        unsafe {
            self.0.as_mut_ptr().add(len).write(element);
            self.0.set_len(len + 1);
        }
    }

    /// How many more there is room for.
    #[inline(always)]
    pub fn left(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    /// Sees to it that there is room for so many more.
    pub fn make_room(&mut self, more: usize) {
        if self.left() < more {
            let full = mem::replace(&mut self.0, ManuallyDrop::new(Vec::new()));
            self.0 = grown(full, more);
        }
    }

    /// Appends these. Not more than they say are taken.
    #[inline(always)]
    pub fn extend(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        let more = elements.len();
        self.make_room(more);
        let (end, mut count) = (self.end(), 0);
        for element in elements.take(more) {
            // SAFETY: there is room for so many.
            unsafe { end.add(count).write(element) }
            count += 1;
        }
        // SAFETY: so many were written.
        unsafe { self.extend_by(count) }
    }

    /// Where the next element goes.
    #[inline(always)]
    pub fn end(&mut self) -> *mut T {
        // SAFETY: the length is not greater than the capacity.
        unsafe { self.0.as_mut_ptr().add(self.0.len()) }
    }

    /// So many elements behind the last belong to it now.
    ///
    /// # Safety
    /// They were written from [`end`](Self::end) on, and there was [room](Self::left).
    #[inline(always)]
    pub unsafe fn extend_by(&mut self, more: usize) {
        let len = self.0.len() + more;
        // SAFETY: there is room, and the caller has written it.
        unsafe { self.0.set_len(len) }
    }

    /// All of them, and no memory for more.
    pub fn into_exact_vec(self) -> Vec<T> {
        let mut all = ManuallyDrop::into_inner(self.0);
        all.shrink_to_fit();
        all
    }

    /// All of them, with memory for a few more: what is written again has about as many, and asks for the most that a row may have.
    pub fn into_vec(self) -> Vec<T> {
        let mut all = ManuallyDrop::into_inner(self.0);
        if all.len() < all.capacity() / 2 {
            all.shrink_to(with_more(all.len()));
        }
        all
    }
}

impl<T: Clone> Clone for Growing<T> {
    fn clone(&self) -> Self {
        Growing(ManuallyDrop::new(self.0.to_vec()))
    }
}

impl<T> fmt::Debug for Growing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements", self.0.len())
    }
}

/// So many, and a few more.
fn with_more(count: usize) -> usize {
    count + count / 16
}

/// The same with more room: four times as much, as what is copied is never much then, and what is not used is given back at the end.
#[cold]
#[inline(never)]
fn grown<T>(mut full: ManuallyDrop<Vec<T>>, more: usize) -> ManuallyDrop<Vec<T>> {
    let more = more.max(full.len().saturating_mul(3));
    full.reserve(more);
    full
}
