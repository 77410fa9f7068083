//! What becomes of a call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unite::{Block, Dyn};

/// Of many cases that are alike Miri tries some: the same code runs, some thousand times slower.
pub const EVERY: usize = if cfg!(miri) { 29 } else { 1 };

/// A block of zeros.
pub fn block(len: usize) -> Block<Dyn<i32>> {
    Block::<i32>::zeros([len])
}

/// What a call writes to, of 40 elements.
pub fn written(call: impl FnOnce(&mut Block<Dyn<i32>>)) -> Vec<usize> {
    let mut t = block(40);
    call(&mut t);
    (0..40).filter(|i| t.as_slice()[*i] != 0).collect()
}

/// What a call writes to, unless it ends in a panic of the kernel's own.
pub fn written_or_refused(call: impl FnOnce(&mut Block<Dyn<i32>>)) -> Option<Vec<usize>> {
    let mut places = None;
    refusal(|| places = Some(written(call)));
    places
}

/// What a call says that ends in a panic of a kernel's own; nothing if it does not panic. The memory's own check, of builds
/// with debug assertions, would be too late.
pub fn refusal(call: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(call)).err()?;
    let text = match payload.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => payload.downcast_ref::<&str>().expect("a sentence").to_string(),
    };
    assert!(!text.contains("outside the block's memory"), "{text}");
    Some(text)
}

/// Whether a call ends in a panic of a kernel's own.
pub fn is_refused(call: impl FnOnce()) -> bool {
    refusal(call).is_some()
}
