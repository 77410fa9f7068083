//! How the process begins.
//!
//! On Linux with glibc it begins here, and not in `std`: that reads the map of the whole process to find the end of the stack,
//! and the system looks for the library that unwinds it. Together they took longer than a small picture.

use std::ffi::{c_char, c_int};
use std::fs::OpenOptions;
use std::os::fd::{AsRawFd, IntoRawFd};
use std::panic::catch_unwind;

use nix::sys::signal::{SigSet, Signal};

// Unwinding as a part of the program: nothing is declared, so nothing can be called wrongly.
#[link(name = "gcc_eh", kind = "static", modifiers = "-bundle")]
unsafe extern "C" {}

/// What the C library calls. `std` has taken the arguments before.
// SAFETY: no other function of this program is called `main`, which `no_main` sees to.
#[unsafe(no_mangle)]
extern "C" fn main(_: c_int, _: *const *const c_char) -> c_int {
    /// As `std` has it.
    const PANICKED: c_int = 101;
    open_what_is_closed();
    // A pipe that nobody reads is an error of writing, and not the end of the process.
    let mut held_back = SigSet::empty();
    held_back.add(Signal::SIGPIPE);
    let _ = held_back.thread_block();
    catch_unwind(crate::run).map_or(PANICKED, c_int::from)
}

/// A picture, or a file that is written, must not become the standard error.
fn open_what_is_closed() {
    /// The last of the standard streams.
    const ERROR: i32 = 2;
    // What is opened gets the lowest number that is free.
    while let Ok(null) = OpenOptions::new().read(true).write(true).open("/dev/null")
        && null.as_raw_fd() <= ERROR
    {
        let _ = null.into_raw_fd();
    }
}
