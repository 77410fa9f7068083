//! What a thread allocates, counted. A program that depends on this crate has its allocator, which is that of the system.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The allocator of the system, which counts for each thread.
struct Counting;

thread_local! {
    /// Allocations so far.
    static CALLS: Cell<usize> = const { Cell::new(0) };
    /// Bytes that are allocated and not freed.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// The most that have been.
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(calls: usize, bytes: isize) {
    CALLS.set(CALLS.get() + calls);
    HELD.set(HELD.get() + bytes);
    MOST.set(MOST.get().max(HELD.get()));
}

// SAFETY: every call is passed on to the allocator of the system as it is; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as isize);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, -(layout.size() as isize));
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(1, size as isize - layout.size() as isize);
        // SAFETY: the caller keeps to the contract of this very function.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a thread allocated meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// How often.
    pub calls: usize,
    /// The most bytes that were held at a time, above those that were held before.
    pub most: usize,
}

/// Nothing was allocated.
pub const NOTHING: Allocated = Allocated { calls: 0, most: 0 };

/// What this thread allocates during `work`.
///
/// ```
/// use unite_allocations::{NOTHING, allocated};
///
/// assert_eq!(allocated(|| {}), NOTHING);
/// assert_eq!(allocated(|| drop(vec![0u8; 100])).most, 100);
/// ```
pub fn allocated(work: impl FnOnce()) -> Allocated {
    let (calls, held) = (CALLS.get(), HELD.get());
    MOST.set(held);
    work();
    Allocated { calls: CALLS.get() - calls, most: (MOST.get() - held).unsigned_abs() }
}
