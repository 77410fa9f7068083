//! Work that threads share: what comes out does not depend on how many there are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// The thread that asks, and others that wait for work as long as there is this.
#[derive(Debug)]
pub struct Threads {
    others: Option<ThreadPool>,
    /// How often there was work.
    calls: Arc<AtomicUsize>,
}

impl Threads {
    /// So many threads, or the one that asks alone where the system has no more.
    pub fn new(count: usize) -> Self {
        let others = || ThreadPoolBuilder::new().num_threads(count - 1).build().ok();
        Threads { others: (count > 1).then(others).flatten(), calls: Arc::default() }
    }

    /// Does something with each of some things, which threads take one by one, and something else with the results, in order and soon.
    pub fn in_turn<T: Send, R: Send, F: FnMut(R) + Send>(
        &self,
        all: Vec<T>,
        work: impl Fn(T) -> R + Sync,
        mut finish: F,
    ) {
        let Some(pool) = self.others.as_ref().filter(|_| all.len() > 1) else {
            return all.into_iter().for_each(|thing| finish(work(thing)));
        };
        let others = pool.current_num_threads().min(all.len() - 1);
        let queue = Mutex::new(all.into_iter().enumerate());
        let done = Mutex::new(BTreeMap::new());
        let take = |index: &usize| lock(&done).remove(index);
        let turn = Mutex::new((0, finish));
        let finish_all = |(next, finish): &mut (usize, F)| {
            while let Some(result) = take(next) {
                finish(result);
                *next += 1;
            }
        };
        let share = || loop {
            let next = lock(&queue).next();
            let Some((index, thing)) = next else { return };
            let result = work(thing);
            lock(&done).insert(index, result);
            // Whoever has its turn finishes this one, too, or a later one does.
            if let Ok(mut turn) = turn.try_lock() {
                finish_all(&mut turn);
            }
        };
        let ended = AtomicUsize::new(0);
        pool.in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(|_| {
                    share();
                    ended.fetch_add(1, Ordering::Release);
                });
            }
            self.calls.fetch_add(1, Ordering::Release);
            share();
            // The scope sleeps where they have not ended; a panic of theirs comes out of it.
            soon(|| (ended.load(Ordering::Acquire) == others).then_some(()));
        });
        finish_all(&mut lock(&turn));
        // The next work comes soon: whoever sleeps then begins late.
        for _ in 0..others {
            let (calls, here) = (Arc::clone(&self.calls), self.calls.load(Ordering::Acquire));
            pool.spawn(move || {
                soon(|| (calls.load(Ordering::Acquire) != here).then_some(()));
            });
        }
    }
}

/// What comes soon, or nothing: whoever sleeps is woken late, where a row of a small picture takes a few hundredths of a millisecond.
pub fn soon<R>(mut look: impl FnMut() -> Option<R>) -> Option<R> {
    for time in 0..1200 {
        let found = look();
        if found.is_some() {
            return found;
        }
        if time < 200 { std::hint::spin_loop() } else { thread::yield_now() }
    }
    None
}

/// What is inside, whether or not a thread has panicked meanwhile: its panic is told by whoever waits for it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 100] {
            let mut done = Vec::new();
            let square = |number: u64| {
                thread::sleep(std::time::Duration::from_millis(7 - number));
                number * number
            };
            Threads::new(threads).in_turn((0..7).collect(), square, |result| done.push(result));
            assert_eq!(done, [0, 1, 4, 9, 16, 25, 36], "{threads}");
        }
    }

    #[test]
    fn what_does_not_come_soon_is_not_waited_for() {
        let mut looks = 0;
        let mut after = |count| {
            looks = 0;
            soon(|| {
                looks += 1;
                (looks == count).then_some(looks)
            })
        };
        assert_eq!([after(1), after(300), after(1_000_000)], [Some(1), Some(300), None]);
    }

    #[test]
    fn a_panic_comes_out() {
        let failed = std::panic::catch_unwind(|| {
            Threads::new(3).in_turn(vec![1, 2, 3], |number| assert_ne!(number, 2), drop)
        });
        assert!(failed.is_err());
    }
}
