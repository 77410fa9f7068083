//! Work shared among threads, whose results are taken in order.
//!
//! Scoped threads of the standard library, started for each piece of work: pieces are large enough that starting does
//! not show, and a pool would be a dependency, and threads that outlive the call.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::{hint, thread};

/// How many threads `asked` means: 0 is one for each processor that this process may use.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        _ => asked,
    }
}

/// Calls `run` with the number of each of `jobs`, on at most `threads` threads, the caller's among them, and then on the
/// caller's thread `take`, in the order of the jobs. The first error of `take` ends it all.
///
/// Job `i` works in slot `i % slots.len()`, and begins when what was in there before has been taken. A job is long beside a call
/// that goes through a pointer, and so this is compiled once for each kind of slot.
pub(crate) fn in_order<T: Send, E>(
    threads: usize,
    slots: &mut [T],
    jobs: Range<usize>,
    run: &(dyn Fn(usize, &mut T) + Sync),
    take: &mut dyn FnMut(&mut T) -> Result<(), E>,
) -> Result<(), E> {
    let count = slots.len();
    let threads = threads.min(jobs.len()).min(count);
    if threads <= 1 {
        for job in jobs {
            let slot = &mut slots[job % count];
            run(job, slot);
            take(slot)?;
        }
        return Ok(());
    }
    let queue = Queue::new(jobs.clone(), count);
    // Never waited for: the queue hands a slot to one thread at a time.
    let slots: Vec<Mutex<&mut T>> = slots.iter_mut().map(Mutex::new).collect();
    let run = |job: usize| run(job, &mut lock(&slots[job % count]));
    thread::scope(|scope| {
        let _close = Close { queue: &queue, only_in_panic: false };
        for _ in 1..threads {
            let work = || {
                let _close = Close { queue: &queue, only_in_panic: true };
                while let Some(job) = queue.next(None) {
                    run(job);
                    queue.finish(job);
                }
            };
            // If there are no more threads to be had, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        for taken in jobs {
            while let Some(job) = queue.next(Some(taken)) {
                run(job);
                queue.finish(job);
            }
            take(&mut lock(&slots[taken % count]))?;
            queue.free(taken);
        }
        Ok(())
    })
}

/// What jobs use one after another, in their order, while other parts of them go side by side.
pub(crate) struct Turns<T> {
    /// The job whose turn it is.
    next: AtomicUsize,
    what: Mutex<T>,
    waiting: Waiting,
}

impl<T> Turns<T> {
    /// The first turn is that of job `first`.
    pub(crate) fn new(first: usize, what: T) -> Self {
        Self { next: AtomicUsize::new(first), what: Mutex::new(what), waiting: Waiting::default() }
    }

    /// Calls `work` when it is the turn of `job`. Every job must come, in whichever order.
    pub(crate) fn take<R>(&self, job: usize, work: impl FnOnce(&mut T) -> R) -> R {
        /// Passes the turn on, also in a panic.
        struct Pass<'a, T>(&'a Turns<T>);
        impl<T> Drop for Pass<'_, T> {
            fn drop(&mut self) {
                self.0.next.fetch_add(1, Ordering::Release);
                self.0.waiting.tell();
            }
        }
        self.waiting.until(|| self.next.load(Ordering::Acquire) == job);
        // Passed on when nobody has the thing any more: it is never waited for.
        let _passed_last = Pass(self);
        work(&mut lock(&self.what))
    }
}

/// The turns of one job at several things, one after another. Dropped before the last, it passes on those that are left: so the
/// jobs behind it go on, also in a panic.
pub(crate) struct Round<'a, T> {
    job: usize,
    left: &'a [Turns<T>],
}

impl<'a, T> Round<'a, T> {
    /// The turns of `job` at all of `turns`.
    pub(crate) fn new(job: usize, turns: &'a [Turns<T>]) -> Self {
        Self { job, left: turns }
    }

    /// Calls `work` with each thing, when it is the turn of the job.
    pub(crate) fn take(mut self, mut work: impl FnMut(&mut T)) {
        while let [turns, left @ ..] = self.left {
            self.left = left;
            turns.take(self.job, &mut work);
        }
    }
}

impl<T> Drop for Round<'_, T> {
    fn drop(&mut self) {
        self.left.iter().for_each(|turns| turns.take(self.job, |_| ()));
    }
}

/// Which jobs are to be done, and which are.
struct Queue {
    /// Jobs from here on are not to be done.
    end: usize,
    state: Mutex<State>,
    /// How often that was changed.
    changes: AtomicUsize,
    waiting: Waiting,
}

struct State {
    /// The next job to begin.
    next: usize,
    /// The next job to be taken.
    taken: usize,
    /// For each slot, whether its job is done and not yet taken.
    ready: Vec<bool>,
    /// Nothing is to be begun any more.
    closed: bool,
}

impl Queue {
    /// The jobs, of which none is begun, and so many slots for them.
    fn new(jobs: Range<usize>, slots: usize) -> Self {
        let ready = vec![false; slots];
        let state = State { next: jobs.start, taken: jobs.start, ready, closed: false };
        let (changes, waiting) = (AtomicUsize::new(0), Waiting::default());
        Self { end: jobs.end, state: Mutex::new(state), changes, waiting }
    }

    /// A job to begin now, as soon as there is one. None if there will be none, or when the job that is `awaited` is
    /// done.
    fn next(&self, awaited: Option<usize>) -> Option<usize> {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            let mut state = lock(&self.state);
            let slots = state.ready.len();
            if state.closed || awaited.is_some_and(|job| state.ready[job % slots]) {
                return None;
            }
            if state.next < self.end.min(state.taken + slots) {
                state.next += 1;
                return Some(state.next - 1);
            }
            if awaited.is_none() && state.next == self.end {
                return None;
            }
            drop(state);
            self.waiting.until(|| self.changes.load(Ordering::Acquire) != seen);
        }
    }

    /// Changes the state, of which those hear who wait.
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut lock(&self.state));
        self.changes.fetch_add(1, Ordering::Release);
        self.waiting.tell();
    }

    /// Job `job` is done.
    fn finish(&self, job: usize) {
        self.change(|state| {
            let slot = job % state.ready.len();
            state.ready[slot] = true;
        });
    }

    /// Job `job` was taken, and its slot is free.
    fn free(&self, job: usize) {
        self.change(|state| {
            let slot = job % state.ready.len();
            state.ready[slot] = false;
            state.taken = job + 1;
        });
    }
}

/// Closes the queue when the scope is left, so that no thread waits for one that is gone.
struct Close<'a> {
    queue: &'a Queue,
    only_in_panic: bool,
}

impl Drop for Close<'_> {
    fn drop(&mut self) {
        if !self.only_in_panic || thread::panicking() {
            self.queue.change(|state| state.closed = true);
        }
    }
}

/// Threads that wait until something is so.
#[derive(Default)]
struct Waiting {
    /// How many of them sleep.
    sleeping: Mutex<usize>,
    changed: Condvar,
}

impl Waiting {
    /// Returns when something is so. Whoever makes it so [tells](Self::tell) it afterwards.
    fn until(&self, is_so: impl Fn() -> bool) {
        if soon(&is_so) {
            return;
        }
        let mut sleeping = lock(&self.sleeping);
        *sleeping += 1;
        while !is_so() {
            sleeping = self.changed.wait(sleeping).unwrap_or_else(PoisonError::into_inner);
        }
        *sleeping -= 1;
    }

    /// Something may be so now.
    fn tell(&self) {
        if *lock(&self.sleeping) > 0 {
            self.changed.notify_all();
        }
    }
}

/// Whether something comes to be so within some tenths of a millisecond, which is what a job takes: whoever sleeps is woken late.
fn soon(is_so: impl Fn() -> bool) -> bool {
    const LOOKS: usize = 1000;
    const WITHOUT_YIELDING: usize = 200;
    (0..LOOKS).any(|look| {
        let found = is_so();
        match look {
            _ if found => {}
            0..WITHOUT_YIELDING => hint::spin_loop(),
            _ => thread::yield_now(),
        }
        found
    })
}

pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in 1..6 {
            for slots in 1..8 {
                for jobs in [0..0, 0..1, 3..10, 5..45] {
                    let mut taken = Vec::new();
                    let run = |job, slot: &mut usize| *slot = job * job;
                    let mut take = |slot: &mut usize| -> Result<(), ()> {
                        taken.push(*slot);
                        Ok(())
                    };
                    in_order(threads, &mut vec![0; slots], jobs.clone(), &run, &mut take).unwrap();
                    assert!(taken.into_iter().eq(jobs.map(|job| job * job)));
                }
            }
        }
    }

    #[test]
    fn turns_come_in_order() {
        for threads in 1..5 {
            let turns = Turns::new(3, Vec::new());
            let run = |job, slot: &mut usize| {
                *slot = turns.take(job, |taken| {
                    taken.push(job);
                    taken.len()
                })
            };
            in_order(threads, &mut [0; 4], 3..60, &run, &mut |_| Ok::<_, ()>(())).unwrap();
            assert!(turns.take(60, |taken| taken.iter().copied().eq(3..60)));
        }
    }

    #[test]
    fn a_job_comes_to_several_things_in_turn() {
        for threads in 1..5 {
            let turns = [(); 6].map(|()| Turns::new(2, Vec::new()));
            let run = |job, _: &mut ()| {
                let round = Round::new(job, &turns);
                match job % 7 {
                    3 => drop(round),
                    // Ends in a panic at the first.
                    5 => {
                        let work = |taken: &mut Vec<usize>| {
                            taken.push(job);
                            panic!();
                        };
                        catch_unwind(AssertUnwindSafe(|| round.take(work))).unwrap_err();
                    }
                    _ => round.take(|taken| taken.push(job)),
                }
            };
            in_order(threads, &mut [(); 4], 2..60, &run, &mut |()| Ok::<_, ()>(())).unwrap();
            for (number, turns) in turns.iter().enumerate() {
                let expected = (2..60).filter(|job| job % 7 != 3 && (number == 0 || job % 7 != 5));
                turns.take(60, |taken| assert_eq!(*taken, expected.collect::<Vec<_>>(), "{number}"));
            }
        }
    }

    #[test]
    fn an_error_ends_it() {
        for threads in [1, 2, 4] {
            let mut taken = 0;
            let mut take = |slot: &mut usize| {
                taken += 1;
                if *slot == 7 { Err("seven") } else { Ok(()) }
            };
            let run = |job, slot: &mut usize| *slot = job;
            assert_eq!(in_order(threads, &mut [0; 3], 0..1000, &run, &mut take), Err("seven"));
            assert_eq!(taken, 8);
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        for (in_run, in_take) in [(true, false), (false, true)] {
            let run = |job, slot: &mut usize| {
                assert!(!in_run || job != 20);
                *slot = job;
            };
            let mut take = |slot: &mut usize| -> Result<(), ()> {
                assert!(!in_take || *slot != 20);
                Ok(())
            };
            let result = catch_unwind(AssertUnwindSafe(|| in_order(3, &mut [0; 5], 0..100, &run, &mut take)));
            assert!(result.is_err());
        }
    }

    #[test]
    fn no_number_is_one_for_each_processor() {
        assert!(threads(0) >= 1);
        assert_eq!((threads(1), threads(7)), (1, 7));
    }
}
