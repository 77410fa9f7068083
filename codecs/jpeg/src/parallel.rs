//! Work shared among threads.
//!
//! Scoped threads of the standard library, started for each piece of work: pieces are large enough that starting does
//! not show, and a pool would be a dependency and threads that outlive the call.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many threads `asked` means: 0 is one for each processor that this process may use.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        _ => asked,
    }
}

/// Calls `run` for each of `items`, on at most `threads` threads, the caller's among them. A thread that is free takes
/// the next item.
pub(crate) fn for_each<T: Send>(threads: usize, items: &mut [T], run: impl Fn(&mut T) + Sync) {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter_mut().for_each(run);
    }
    let queue = Mutex::new(items.iter_mut());
    let work = || {
        loop {
            let Some(item) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
            run(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If there are no more threads to be had, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_run_once() {
        for threads in 0..6 {
            for count in 0..40 {
                let mut items = vec![0; count];
                for_each(threads, &mut items, |item| *item += 1);
                assert_eq!(items, vec![1; count]);
            }
        }
    }

    #[test]
    fn no_number_is_one_for_each_processor() {
        assert!(threads(0) >= 1);
        assert_eq!((threads(1), threads(7)), (1, 7));
    }
}
