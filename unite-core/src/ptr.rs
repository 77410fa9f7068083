//! The one place where generated code touches memory.

use crate::Elem;

/// A pointer to the element at index 0 of a tensor.
///
/// In builds with debug assertions it also knows which offsets lie in the memory of the nearest block, and checks
/// every access against them; otherwise it is just the pointer.
pub struct Ptr<T> {
    at: *mut T,
    #[cfg(debug_assertions)]
    range: (isize, isize),
}

impl<T> Clone for Ptr<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ptr<T> {}

impl<T: Elem> Ptr<T> {
    /// A pointer to element `offset` of a block's memory of `len` elements, which begins at `memory`.
    #[inline(always)]
    pub fn new(memory: *mut T, len: usize, offset: isize) -> Self {
        let _ = len;
        Ptr {
            at: memory.wrapping_offset(offset),
            #[cfg(debug_assertions)]
            range: (-offset, len as isize - offset),
        }
    }

    /// The pointer to the element `offset` elements further on; it may lie outside the block.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, offset: isize) -> Self {
        Ptr {
            at: self.at.wrapping_offset(offset),
            #[cfg(debug_assertions)]
            range: (self.range.0 - offset, self.range.1 - offset),
        }
    }

    /// Reads the element `offset` elements from index 0, widened.
    ///
    /// # Safety
    /// The element lies in the memory of the tensor's nearest block, which nobody else writes meanwhile.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn read(self, offset: isize) -> T::Wide {
        self.check(offset);
        // SAFETY: the caller promises that the element lies in the block's memory.
        unsafe { *self.at.offset(offset) }.widen()
    }

    /// Writes the element `offset` elements from index 0, narrowing `value`.
    ///
    /// # Safety
    /// The element lies in the memory of the tensor's nearest block, which this kernel borrows mutably.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn write(self, offset: isize, value: T::Wide) {
        self.check(offset);
        // SAFETY: the caller promises that the element lies in memory that it may write.
        unsafe { *self.at.offset(offset) = T::narrow(value) };
    }

    /// The address of the element `offset` elements from index 0.
    #[inline(always)]
    pub(crate) fn address(self, offset: isize) -> usize {
        self.at.wrapping_offset(offset).addr()
    }

    /// Where `count` elements begin, `offset` elements from index 0. They lie in the block's memory, if any access
    /// to them is to be sound; in builds with debug assertions that is checked here.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn run(self, offset: isize, count: usize) -> *mut T {
        self.check(offset);
        if count > 1 {
            self.check(offset.wrapping_add_unsigned(count - 1));
        }
        self.at.wrapping_offset(offset)
    }

    #[inline(always)]
    #[track_caller]
    fn check(self, offset: isize) {
        let _ = offset;
        #[cfg(debug_assertions)]
        if offset < self.range.0 || self.range.1 <= offset {
            outside(offset, self.range);
        }
    }
}

/// Apart from the check, of which there are many.
#[cfg(debug_assertions)]
#[cold]
#[inline(never)]
#[track_caller]
fn outside(offset: isize, (begin, end): (isize, isize)) -> ! {
    panic!("access at offset {offset} outside the block's memory {begin}..{end}")
}
