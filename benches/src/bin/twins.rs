//! Runs every kernel and its twin once, for a program that counts instructions; or lists them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;
use unite::level;
use unite_benches::twins::{ALL, CONTROL, Cost, LEVEL, Loops, Pair};

/// Memory that moves whenever it grows. Whether it has to is decided by what lies behind it, and with that a fifth of what is counted.
struct Moving;

#[global_allocator]
static MEMORY: Moving = Moving;

// SAFETY: all of it is the system's. What grows gets other memory and a copy of what was there, and then the old memory is free.
unsafe impl GlobalAlloc for Moving {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what is asked of this function is what is asked of that one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the same.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size <= layout.size() {
            // SAFETY: the same.
            return unsafe { System.realloc(pointer, layout, size) };
        }
        // SAFETY: a size that may be asked for is one of a layout; the new memory is larger, and not the old one.
        unsafe {
            let moved = System.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(pointer, layout.size());
                System.dealloc(pointer, layout);
            }
            moved
        }
    }
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("--list") {
        list();
        return ExitCode::SUCCESS;
    }
    if level::limit(LEVEL) != LEVEL {
        eprintln!("the twins are compiled for {LEVEL:?}, which this machine does not have");
        return ExitCode::FAILURE;
    }
    let mut pairs: Vec<Box<dyn Pair>> = ALL.iter().map(|twin| (twin.prepare)()).collect();
    // Once to settle what is settled at the first call, then the one that counts.
    run(&mut pairs);
    twins_measured(&mut pairs);
    for pair in &pairs {
        std::hint::black_box(pair.output());
    }
    ExitCode::SUCCESS
}

/// A line for each, with tabs between: name, kernels, what is asked of the loops and why not more, how many times the
/// instructions of the twin are allowed beyond the usual and why.
fn list() {
    for twin in ALL.iter().chain([&CONTROL]) {
        // Whatever is listed is part of the binary.
        std::hint::black_box(twin.prepare);
        let (loops, why_not) = match twin.loops {
            Loops::Affine => ("affine", ""),
            Loops::Exempt(reason) => ("exempt", reason),
            Loops::Control => ("control", ""),
        };
        let (limit, why) = match twin.cost {
            Cost::Twin => (String::new(), ""),
            Cost::Above(limit, reason) => (limit.to_string(), reason),
        };
        println!("{}\t{}\t{loops}\t{why_not}\t{limit}\t{why}", twin.name, twin.kernels.join(","));
    }
}

/// The one function inside which instructions are counted.
#[unsafe(no_mangle)]
#[inline(never)]
fn twins_measured(pairs: &mut [Box<dyn Pair>]) {
    run(std::hint::black_box(pairs));
}

fn run(pairs: &mut [Box<dyn Pair>]) {
    for pair in pairs {
        pair.ours();
        pair.twin();
    }
}
