//! Programs without `unsafe` that would break memory if a kernel believed what it reads: each is right, or panics with a
//! sentence. Those that do not compile are in `ui-tests/fail`.

#![forbid(unsafe_code)]

mod addresses;
mod arithmetic;
mod beliefs;
mod closures;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a call says that ends in a panic of a kernel's own; nothing if it does not panic. The memory's own check, of builds
/// with debug assertions, would be too late.
fn refusal(call: impl FnOnce()) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(call)).err()?;
    let text = match payload.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => payload.downcast_ref::<&str>().expect("a sentence").to_string(),
    };
    assert!(!text.contains("outside the block's memory"), "{text}");
    Some(text)
}

/// Whether a call ends in a panic of a kernel's own.
fn is_refused(call: impl FnOnce()) -> bool {
    refusal(call).is_some()
}
