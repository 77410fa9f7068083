//! Timing several programs in turn, so that a disturbance meets all of them.

mod remote;

use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

pub use remote::Remote;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// The time that the processor spent in this thread.
    Thread,
    /// The time that passed: what several threads are to save.
    Wall,
}

/// What one program did in all rounds.
pub struct Timing {
    /// Seconds of one call: the least of each round.
    pub seconds: Vec<f64>,
}

/// In each round every program runs for about `span`, one after the other.
pub fn in_turn(
    programs: &mut [&mut dyn FnMut()],
    rounds: usize,
    span: Duration,
    clock: Clock,
) -> Vec<Timing> {
    let mut timings: Vec<Timing> = programs.iter().map(|_| Timing { seconds: Vec::new() }).collect();
    programs.iter_mut().for_each(|program| program());
    for _ in 0..rounds {
        for (program, timing) in programs.iter_mut().zip(&mut timings) {
            timing.seconds.push(least(program, span, clock));
        }
    }
    timings
}

/// Seconds of the shortest of all calls in `span`.
fn least(program: &mut dyn FnMut(), span: Duration, clock: Clock) -> f64 {
    shortest(span, 1, &mut || match clock {
        Clock::Thread => of_thread(program),
        Clock::Wall => {
            let start = Instant::now();
            program();
            start.elapsed()
        }
    })
}

/// What a call takes of the processor, in this thread.
pub fn of_thread(program: &mut dyn FnMut()) -> Duration {
    let start = ThreadTime::now();
    program();
    start.elapsed()
}

/// Seconds of the shortest of all calls in `span`, of so many at least: `call` says how long it took.
pub fn shortest(span: Duration, at_least: usize, call: &mut dyn FnMut() -> Duration) -> f64 {
    let begun = Instant::now();
    let (mut least, mut calls) = (Duration::MAX, 0);
    while calls < at_least || begun.elapsed() < span {
        least = least.min(call());
        calls += 1;
    }
    least.as_secs_f64()
}

/// How many times as fast a program is as a reference, from the rounds they shared: least, median, most.
pub fn speed(program: &Timing, reference: &Timing) -> [f64; 3] {
    let pairs = program.seconds.iter().zip(&reference.seconds);
    let mut ratios: Vec<f64> = pairs.map(|(program, reference)| reference / program).collect();
    ratios.sort_by(f64::total_cmp);
    [ratios[0], ratios[ratios.len() / 2], ratios[ratios.len() - 1]]
}

/// The least of all rounds.
pub fn best(timing: &Timing) -> f64 {
    timing.seconds.iter().copied().fold(f64::INFINITY, f64::min)
}
