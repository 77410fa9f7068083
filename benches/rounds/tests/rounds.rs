//! Rounds in which programs run in turn.

use std::time::Duration;
use unite_rounds::{Clock, Timing, best, in_turn, speed};

#[test]
fn ratios_are_taken_round_by_round() {
    let [fast, slow] = [[1.0, 2.0, 1.0], [2.0, 4.0, 3.0]].map(|s| Timing { seconds: s.to_vec() });
    assert_eq!(speed(&fast, &slow), [2.0, 2.0, 3.0]);
    assert_eq!(best(&slow), 2.0);
}

#[test]
fn every_program_runs_in_every_round() {
    let (mut a, mut b) = (0, 0);
    let mut programs: [&mut dyn FnMut(); 2] = [&mut || a += 1, &mut || b += 1];
    let timings = in_turn(&mut programs, 2, Duration::from_micros(50), Clock::Thread);
    assert!(timings.iter().all(|timing| timing.seconds.len() == 2));
    assert!(a > 2 && b > 2);
}
