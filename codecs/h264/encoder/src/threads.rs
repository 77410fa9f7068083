//! Work that threads share: what comes out does not depend on how many there are.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does something with each of some things, by so many threads at most, of which each takes the next one when it is done with one; the
/// results in their order.
pub fn each<T: Send, R: Send>(all: Vec<T>, threads: usize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(all.len());
    if threads < 2 {
        return all.into_iter().map(work).collect();
    }
    let queue = Mutex::new(all.into_iter().enumerate());
    let share = || {
        let mut done = Vec::new();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            match next {
                Some((index, thing)) => done.push((index, work(thing))),
                None => return done,
            }
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        let mut done = share();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does two things, side by side where there is more than one thread.
pub fn both<A: Send, B>(
    threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    if threads < 2 {
        return (first(), second());
    }
    thread::scope(|scope| {
        let other = scope.spawn(first);
        let second = second();
        (other.join().unwrap_or_else(|panic| resume_unwind(panic)), second)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 100] {
            let done = each((0..7).collect(), threads, |number: u64| {
                thread::sleep(std::time::Duration::from_millis(7 - number));
                number * number
            });
            assert_eq!(done, [0, 1, 4, 9, 16, 25, 36], "{threads}");
            assert_eq!(both(threads, || 1, || 2), (1, 2));
        }
    }

    #[test]
    fn a_panic_comes_out() {
        let failed = std::panic::catch_unwind(|| each(vec![1, 2, 3], 3, |number| assert_ne!(number, 2)));
        assert!(failed.is_err());
        assert!(std::panic::catch_unwind(|| both(2, || panic!("first"), || 2)).is_err());
    }
}
