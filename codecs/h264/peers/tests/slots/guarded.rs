//! Memory that ends where nothing may be touched: a page that cannot be read before it and one behind it.

use std::ffi::{c_int, c_void};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// How many bytes there are between the two pages.
pub const LEN: usize = 2 * PAGE;

/// At least what the machine's pages are.
const PAGE: usize = 1 << 14;

/// Bytes between two pages that cannot be touched.
pub struct Guarded {
    map: *mut u8,
    beside_can_be_read: bool,
}

// SAFETY: it is memory like any other, and owned.
unsafe impl Send for Guarded {}

impl Guarded {
    /// # Panics
    /// If the system has no memory.
    pub fn new() -> Guarded {
        let (all, access) = (LEN + 2 * PAGE, libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: it asks for memory of its own.
        let map = unsafe {
            libc::mmap(std::ptr::null_mut(), all, access, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
        };
        assert!(map != libc::MAP_FAILED, "no memory: {}", io::Error::last_os_error());
        let mut memory = Guarded { map: map.cast(), beside_can_be_read: true };
        memory.beside_can_be_read(false);
        memory
    }

    /// Whether both pages can be read.
    pub fn beside_can_be_read(&mut self, can: bool) {
        if can == self.beside_can_be_read {
            return;
        }
        for page in [0, PAGE + LEN] {
            let access = if can { libc::PROT_READ } else { libc::PROT_NONE };
            // SAFETY: both are pages of the memory that nobody is given.
            let done = unsafe { libc::mprotect(self.map.add(page).cast(), PAGE, access) };
            assert!(done == 0, "a page stays as it is: {}", io::Error::last_os_error());
        }
        self.beside_can_be_read = can;
    }

    /// The first byte.
    pub fn at(&self) -> *mut u8 {
        // SAFETY: it lies behind the first page.
        unsafe { self.map.add(PAGE) }
    }

    /// What is in it.
    pub fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: so many bytes can be read and written, all of them were set, and nobody else uses them.
        unsafe { std::slice::from_raw_parts_mut(self.at(), LEN) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: it is the memory that was asked for.
        unsafe { libc::munmap(self.map.cast(), LEN + 2 * PAGE) };
    }
}

/// What runs now: its name is written where a page is touched that cannot be.
static NOW: (AtomicPtr<u8>, AtomicUsize) = (AtomicPtr::new(std::ptr::null_mut()), AtomicUsize::new(0));

/// Names that were told; they live as long as the program.
static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// Says what runs from now on.
pub fn now(name: &str) {
    let mut names = NAMES.lock().expect("nobody panics with it");
    let name = match names.iter().find(|known| **known == name) {
        Some(name) => name,
        None => {
            let name: &'static str = Box::leak(name.to_string().into_boxed_str());
            names.push(name);
            name
        }
    };
    NOW.1.store(0, Ordering::SeqCst);
    NOW.0.store(name.as_ptr().cast_mut(), Ordering::SeqCst);
    NOW.1.store(name.len(), Ordering::SeqCst);
}

/// Lets the program say what ran when it touched what it may not, and end.
pub fn watch() {
    extern "C" fn told(_: c_int) {
        let parts = [
            ("memory outside of what was given was touched: ".as_ptr(), 46),
            (NOW.0.load(Ordering::SeqCst).cast_const(), NOW.1.load(Ordering::SeqCst)),
            ("\n".as_ptr(), 1),
        ];
        for (at, len) in parts {
            // SAFETY: both texts live as long as the program; writing and ending is allowed where a signal is handled.
            unsafe { libc::write(2, at.cast::<c_void>(), len) };
        }
        // SAFETY: as above.
        unsafe { libc::_exit(139) };
    }
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the function does nothing but what it may.
        unsafe { libc::signal(signal, told as extern "C" fn(c_int) as libc::sighandler_t) };
    }
}
