//! The one place where generated code touches memory.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::{Elem, StaticShape};

/// A pointer to the element at index 0 of a tensor, whose memory is borrowed for `'a`: whatever holds one, a closure say,
/// cannot outlive the memory.
///
/// Index 0 may lie outside the memory, so that positions are counted from it without the promise that they stay inside.
///
/// In builds with debug assertions it also knows which offsets lie in the memory of the nearest block, and checks
/// every access against them; otherwise it is just the pointer.
pub struct Ptr<'a, T> {
    at: *mut T,
    memory: PhantomData<&'a T>,
    #[cfg(debug_assertions)]
    range: (isize, isize),
}

impl<T> Clone for Ptr<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ptr<'_, T> {}

impl<'a, T: Elem> Ptr<'a, T> {
    /// A pointer to the first element of a block's memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn heap(memory: &'a mut [T]) -> Self {
        Self::new(memory.as_mut_ptr(), memory.len(), 0)
    }

    /// A pointer to the first element of an array of arrays, which is the memory of a block of these extents.
    ///
    /// # Panics
    /// If the array has others; where both are constants, nothing is left of the question.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn stack<A: StaticShape<N, Elem = T>, const N: usize>(
        memory: &'a mut MaybeUninit<A>,
        extent: [isize; N],
    ) -> Self {
        let mut axis = 0;
        while axis < N {
            assert!(
                A::EXTENTS[axis] == extent[axis] && i32::try_from(extent[axis]).is_ok(),
                "a block in place has the extents of its array"
            );
            axis += 1;
        }
        Self::new(memory.as_mut_ptr().cast(), A::LEN, 0)
    }

    /// A pointer to element `offset` of memory of `len` elements, which begins at `memory`: for what has no other way to say it.
    ///
    /// # Safety
    /// The memory is there for `'a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn raw(memory: *mut T, len: usize, offset: isize) -> Self {
        Self::new(memory, len, offset)
    }

    /// A pointer to no element, for tensors of which only the place is asked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn nowhere() -> Self {
        Self::new(core::ptr::NonNull::dangling().as_ptr(), 0, 0)
    }

    /// A pointer to element `offset` of a block's memory of `len` elements, which begins at `memory`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(memory: *mut T, len: usize, offset: isize) -> Self {
        let _ = len;
        Ptr {
            at: memory.wrapping_offset(offset),
            memory: PhantomData,
            #[cfg(debug_assertions)]
            range: (-offset, len as isize - offset),
        }
    }

    /// The pointer to the element `offset` elements further on; it may lie outside the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn shifted(self, offset: isize) -> Self {
        Ptr {
            at: self.at.wrapping_offset(offset),
            memory: PhantomData,
            #[cfg(debug_assertions)]
            range: (self.range.0 - offset, self.range.1 - offset),
        }
    }

    /// The pointer to index `at` of an axis along which neighbours are `stride` elements apart; it may lie outside the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn along(self, at: isize, stride: isize) -> Self {
        self.shifted(at.wrapping_mul(stride))
    }

    /// Reads the element `offset` elements from index 0, widened.
    ///
    /// # Safety
    /// The element lies in the memory of the tensor's nearest block, which nobody else writes meanwhile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn read(self, offset: isize) -> T::Wide {
        self.check(offset);
        // SAFETY: the caller promises that the element lies in the block's memory.
        unsafe { *self.at.wrapping_offset(offset) }.widen()
    }

    /// Writes the element `offset` elements from index 0, narrowing `value`.
    ///
    /// # Safety
    /// The element lies in the memory of the tensor's nearest block, which this kernel borrows mutably.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub unsafe fn write(self, offset: isize, value: T::Wide) {
        self.check(offset);
        // SAFETY: the caller promises that the element lies in memory that it may write.
        unsafe { *self.at.wrapping_offset(offset) = T::narrow(value) };
    }

    /// Where index 0 is, which may lie outside the block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn zero(self) -> *const T {
        self.at
    }

    /// The address of the element `offset` elements from index 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn address(self, offset: isize) -> usize {
        self.at.wrapping_offset(offset).addr()
    }

    /// Where `count` elements begin, `offset` elements from index 0. They lie in the block's memory, if any access
    /// to them is to be sound; in builds with debug assertions that is checked here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub(crate) fn run(self, offset: isize, count: usize) -> *mut T {
        self.check(offset);
        if count > 1 {
            self.check(offset.wrapping_add_unsigned(count - 1));
        }
        self.at.wrapping_offset(offset)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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
