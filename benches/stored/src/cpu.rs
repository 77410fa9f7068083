//! Time of the processor.

/// What this process has had of it so far, in seconds.
pub fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is one that every process has, and writes into what is passed.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the clock of the process");
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
