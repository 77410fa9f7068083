//! How the process begins.
//!
//! On Linux with glibc it begins here, and not in `std`: that reads the map of the whole process to find the end of the stack,
//! and the system looks for the library that unwinds it. Together they took longer than a small picture.

use std::ffi::{c_char, c_int};
use std::fs::OpenOptions;
use std::os::fd::IntoRawFd;
use std::panic::catch_unwind;

use nix::sys::signal::{SigSet, Signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::stdio::{stderr, stdin, stdout};

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
    let mut standard =
        [stdin(), stdout(), stderr()].map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::empty()));
    if poll(&mut standard, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok() {
        let closed = standard.iter().filter(|fd| fd.revents().contains(PollFlags::NVAL));
        for _ in closed {
            // It gets the lowest number that is free, and keeps it.
            if let Ok(null) = OpenOptions::new().read(true).write(true).open("/dev/null") {
                let _ = null.into_raw_fd();
            }
        }
    }
}
