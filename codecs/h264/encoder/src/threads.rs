//! Threads that share pieces of work of several jobs: which of them does a piece is left to them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Work that consists of pieces, which several threads may do at a time.
pub trait Job: Send + Sync + 'static {
    /// A piece of it.
    type Piece;

    /// Takes the next piece, if it can be done now: one that others do not keep waiting, unless `any` will do.
    fn take(&self, any: bool) -> Option<Self::Piece>;

    /// Does a piece.
    fn work(&self, piece: Self::Piece);
}

/// The thread that asks, and others, which work as long as there is this.
#[derive(Debug)]
pub struct Threads<J: Job> {
    board: Arc<Board<J>>,
    others: Vec<JoinHandle<()>>,
}

/// What threads look at, and how often something of it was changed.
#[derive(Debug)]
struct Board<J> {
    jobs: Mutex<Jobs<J>>,
    changes: AtomicUsize,
    changed: Condvar,
}

/// What they work on, the first one first; how many sleep, and whether they are to end; what was said in a panic of one of them.
#[derive(Debug)]
struct Jobs<J> {
    jobs: Vec<Arc<J>>,
    sleeping: usize,
    ended: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl<J: Job> Board<J> {
    /// Tells those who wait.
    fn tell(&self, change: impl FnOnce(&mut Jobs<J>)) {
        let mut jobs = lock(&self.jobs);
        change(&mut jobs);
        self.changes.fetch_add(1, Ordering::Release);
        if jobs.sleeping > 0 {
            self.changed.notify_all();
        }
    }

    /// Works until something is so.
    fn work(&self, until: impl Fn(&Jobs<J>) -> bool) {
        let changes = || self.changes.load(Ordering::Acquire);
        loop {
            let seen = changes();
            let jobs = lock(&self.jobs);
            if until(&jobs) {
                return;
            }
            let find = |any| jobs.jobs.iter().find_map(|job| Some((Arc::clone(job), job.take(any)?)));
            let found = find(false).or_else(|| find(true));
            drop(jobs);
            if let Some((job, piece)) = found {
                // What a job is after a panic nobody asks.
                let done = catch_unwind(AssertUnwindSafe(|| job.work(piece)));
                drop(job);
                self.tell(|jobs| {
                    if let Err(panic) = done {
                        jobs.panic = Some(panic);
                    }
                });
            } else if soon(|| (changes() != seen).then_some(())).is_none() {
                let mut jobs = lock(&self.jobs);
                jobs.sleeping += 1;
                while changes() == seen {
                    jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
                }
                jobs.sleeping -= 1;
            }
        }
    }
}

impl<J: Job> Threads<J> {
    /// So many threads, or fewer where the system has no more.
    pub fn new(count: usize) -> Self {
        let jobs = Jobs { jobs: Vec::new(), sleeping: 0, ended: false, panic: None };
        let board = Board { jobs: Mutex::new(jobs), changes: AtomicUsize::new(0), changed: Condvar::new() };
        let board = Arc::new(board);
        let spawn = |_| {
            let board = Arc::clone(&board);
            thread::Builder::new().spawn(move || board.work(|jobs| jobs.ended)).ok()
        };
        let others = (1..count).map_while(spawn).collect();
        Threads { board, others }
    }

    /// Begins a job, after those that there are.
    pub fn begin(&self, job: &Arc<J>) {
        self.board.tell(|jobs| jobs.jobs.push(Arc::clone(job)));
    }

    /// Takes a job away: nobody takes more of it.
    pub fn end(&self, job: &Arc<J>) {
        self.board.tell(|jobs| jobs.jobs.retain(|other| !Arc::ptr_eq(job, other)));
    }

    /// Works until something is so, which is asked between pieces.
    ///
    /// # Panics
    /// If a piece does, or did before.
    pub fn work(&self, until: impl Fn() -> bool) {
        self.board.work(|jobs| jobs.panic.is_some() || until());
        if let Some(said) = &mut lock(&self.board.jobs).panic {
            resume_unwind(std::mem::replace(said, Box::new("a thread panicked before")));
        }
    }
}

impl<J: Job> Drop for Threads<J> {
    fn drop(&mut self) {
        self.board.tell(|jobs| jobs.ended = true);
        // Of panics is told where somebody waits.
        self.others.drain(..).for_each(|other| _ = other.join());
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
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below a limit, of which one is not liked.
    #[derive(Debug, Default)]
    struct Numbers {
        next: AtomicUsize,
        limit: usize,
        bad: usize,
        done: AtomicUsize,
    }

    impl Job for Numbers {
        type Piece = usize;

        fn take(&self, any: bool) -> Option<usize> {
            // Odd ones keep others waiting.
            let allowed =
                |next: usize| (next < self.limit && (any || next.is_multiple_of(2))).then(|| next + 1);
            self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, allowed).ok()
        }

        fn work(&self, piece: usize) {
            thread::sleep(std::time::Duration::from_millis(1));
            assert_ne!(piece, self.bad, "a number that is not liked");
            self.done.fetch_add(1 + piece, Ordering::Relaxed);
        }
    }

    #[test]
    fn any_number_of_threads_does_all() {
        for count in [0, 1, 2, 3, 100] {
            let threads = Threads::new(count);
            let jobs = [0, 7, 20].map(|limit| Arc::new(Numbers { limit, bad: limit, ..Numbers::default() }));
            jobs.iter().for_each(|job| threads.begin(job));
            for job in &jobs {
                let sum = job.limit * (job.limit + 1) / 2;
                threads.work(|| job.done.load(Ordering::Relaxed) == sum);
                threads.end(job);
            }
        }
    }

    #[test]
    fn a_job_that_is_taken_away_is_not_begun() {
        let threads = Threads::new(1);
        let jobs = [(); 2].map(|()| Arc::new(Numbers { limit: 5, bad: 5, ..Numbers::default() }));
        jobs.iter().for_each(|job| threads.begin(job));
        threads.end(&jobs[0]);
        threads.work(|| jobs[1].done.load(Ordering::Relaxed) == 15);
        assert_eq!(jobs[0].next.load(Ordering::Relaxed), 0);
        assert_eq!(Arc::strong_count(&jobs[0]), 1);
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
    fn a_panic_is_told_to_whoever_waits() {
        for count in [1, 3] {
            let threads = Threads::new(count);
            let job = Arc::new(Numbers { limit: 5, bad: 2, ..Numbers::default() });
            threads.begin(&job);
            let wait = || catch_unwind(AssertUnwindSafe(|| threads.work(|| false))).expect_err("a panic");
            assert!(wait().downcast::<String>().is_ok_and(|said| said.contains("not liked")));
            assert_eq!(wait().downcast_ref(), Some(&"a thread panicked before"));
        }
    }
}
