//! Kernels beside their hand-written twins.

use unite::level::{self, Level};
use unite_benches::twins::{ALL, LEVEL};

#[test]
fn kernels_and_twins_agree_at_every_level() {
    if level::limit(LEVEL) != LEVEL {
        println!("not compared: this machine has no {LEVEL:?}, for which the twins are compiled");
        return;
    }
    for twin in ALL {
        let mut theirs = (twin.prepare)();
        let before = theirs.output();
        theirs.twin();
        assert_ne!(before, theirs.output(), "the twin of {} does nothing", twin.name);
        let mut library = (twin.prepare)();
        if library.library() {
            assert_eq!(library.output(), theirs.output(), "{} through the library", twin.name);
        }
        for level in Level::available() {
            level::limit(level);
            let mut ours = (twin.prepare)();
            ours.ours();
            assert_eq!(ours.output(), theirs.output(), "{} at {level:?}", twin.name);
        }
    }
}
