//! The kernels of the gallery: all forms beside each other, and where their elements lie.

use unite::level::Level;
use unite_benches::gallery::memory::{Memory, PAGE};
use unite_benches::gallery::{ALL, Case, Entry, Fill, Form};

/// All forms at all levels make of a case what plain loops make of it, and nothing else.
fn agree(entry: &Entry, case: &Case) {
    let mut plain = (entry.prepare)(case);
    let (before, around) = (plain.output(), plain.around());
    plain.run(Form::Plain, Level::Baseline, 1);
    assert!(plain.around() == around, "plain loops of {} write outside at {case:?}", entry.name);
    if case.fill == Fill::Random && case.extents == entry.extents {
        assert!(plain.output() != before, "plain loops of {} do nothing", entry.name);
    }
    for form in Form::ALL {
        for level in Level::available() {
            let mut other = (entry.prepare)(case);
            other.run(form, level, 1);
            assert!(
                other.around() == around,
                "{} {form:?} writes outside at {level:?}, {case:?}",
                entry.name
            );
            assert!(other.output() == plain.output(), "{} {form:?} at {level:?}, {case:?}", entry.name);
        }
    }
}

/// How many times as many random cases as usual: what `UNITE_TEST_DEPTH` says.
fn depth() -> u64 {
    std::env::var("UNITE_TEST_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1)
}

#[test]
fn all_forms_agree_at_every_level() {
    for entry in ALL {
        for fill in Fill::ALL {
            let seeds = if matches!(fill, Fill::Random | Fill::Extreme) { 10 * depth() } else { 1 };
            for seed in 0..seeds {
                agree(entry, &Case { fill, seed, extents: entry.extents, aligned: seed % 2 == 0 });
            }
        }
    }
}

#[test]
fn all_forms_agree_at_every_width() {
    for entry in ALL.iter().filter(|entry| !entry.fixed) {
        for width in 1..=70 {
            for (height, fill) in [(1, Fill::Random), (3, Fill::Extreme), (4, Fill::Random)] {
                let extents = [height, width];
                agree(entry, &Case { fill, seed: width as u64, extents, aligned: false });
            }
        }
    }
}

#[test]
fn elements_lie_where_they_should() {
    for anchor in [0, 3, 70] {
        let memory = Memory::new((0..100i16).collect(), anchor, Some(192));
        assert_eq!(memory.as_ptr().wrapping_add(anchor).addr() % PAGE, 192);
        assert_eq!((memory.len(), memory[99]), (100, 99));
    }
    assert_eq!(Memory::new(vec![1, 2, 3], 0, None)[..], [1, 2, 3]);
}
