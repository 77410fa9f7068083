//! What is wrong: codes, and sentences.

use std::cell::RefCell;
use std::ffi::c_char;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// All is well.
pub const UNITE_H264_OK: i32 = 0;
/// A pointer that has to lead somewhere is null.
pub const UNITE_H264_NULL: i32 = 1;
/// A setting is out of its range, or does not go with others.
pub const UNITE_H264_SETTING: i32 = 2;
/// A picture cannot be encoded: a component is missing, or its rows are closer than they are long.
pub const UNITE_H264_PICTURE: i32 = 3;
/// There is not enough room for what is asked for.
pub const UNITE_H264_ROOM: i32 = 4;
/// The encoder has a fault. It does nothing any more but being closed.
pub const UNITE_H264_PANIC: i32 = 5;

/// What is wrong: its code, and a sentence.
#[derive(Debug)]
pub struct Failure(i32, String);

impl Failure {
    /// A code with its sentence.
    pub fn new(code: i32, sentence: impl Display) -> Self {
        Failure(code, sentence.to_string())
    }

    /// A pointer that is null.
    pub fn null(what: &str) -> Self {
        Failure::new(UNITE_H264_NULL, format_args!("{what} is null"))
    }
}

thread_local! {
    /// The sentence of the last call of a thread that failed, with a zero at its end, as C asks for it after the call.
    static SENTENCE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The sentence about the last call of this thread that did not return 0; an empty one if there was none. It is there until the next
/// such call.
#[unsafe(no_mangle)]
pub extern "C" fn unite_h264_encoder_message() -> *const c_char {
    let last = SENTENCE.try_with(|sentence| {
        let sentence = sentence.borrow();
        (!sentence.is_empty()).then(|| sentence.as_ptr().cast())
    });
    last.ok().flatten().unwrap_or(c"".as_ptr())
}

/// Does what C asks for: its code. The sentence is kept.
pub fn answer(call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    // What the call has touched is not looked at after a panic: encoders are marked before.
    let result = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing is said of it");
        Err(Failure::new(UNITE_H264_PANIC, format_args!("a fault of the encoder: {said}")))
    });
    let Err(Failure(code, sentence)) = result else {
        return UNITE_H264_OK;
    };
    let mut bytes = sentence.into_bytes();
    bytes.retain(|&byte| byte != 0);
    bytes.push(0);
    // A thread that ends has no place for sentences any more, but the code.
    let _ = SENTENCE.try_with(|sentence| sentence.replace(bytes));
    code
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn message() -> String {
        // SAFETY: it is a text with a zero at its end.
        unsafe { CStr::from_ptr(unite_h264_encoder_message()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn panics_are_codes() {
        assert_eq!((answer(|| Ok(())), message().as_str()), (UNITE_H264_OK, ""));
        assert_eq!(answer(|| panic!("row {}\0", 7)), UNITE_H264_PANIC);
        assert_eq!(message(), "a fault of the encoder: row 7");
        assert_eq!(answer(|| Err(Failure::null("the picture"))), UNITE_H264_NULL);
        assert_eq!((answer(|| Ok(())), message().as_str()), (UNITE_H264_OK, "the picture is null"));
    }
}
