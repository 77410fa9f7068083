//! Which scans a progressive frame has (T.81 G.1.1): spectral selection, and successive approximation.

use std::ops::Range;

/// One scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scan {
    /// The components in it, which are interleaved if they are several. Only scans of DC coefficients have several.
    pub components: Range<usize>,
    /// Ss and Se: the first and the last coefficient.
    pub band: [u8; 2],
    /// Ah: the bit position that the scan before it ended at, or 0.
    pub high: u8,
    /// Al: the bit position that it ends at.
    pub low: u8,
}

/// The most scans that there are.
const MOST: usize = 18;

/// The scans of a frame of `components` components, as `cjpeg -progressive` has them. `luminance` says that the first of
/// three is luminance, and the others chrominance.
pub(crate) fn script(components: usize, luminance: bool) -> impl Iterator<Item = Scan> {
    let dc = |high, low| Scan { components: 0..components, band: [0, 0], high, low };
    let ac = |component, band, high, low| Scan { components: component..component + 1, band, high, low };
    let mut scans = std::array::from_fn::<Option<Scan>, MOST, _>(|_| None);
    let mut count = 0;
    let mut add = |scan| {
        scans[count] = Some(scan);
        count += 1;
    };
    if components == 3 && luminance {
        // A first look at luminance; chrominance is small, and comes at once but for its last bit.
        add(dc(0, 1));
        add(ac(0, [1, 5], 0, 2));
        add(ac(2, [1, 63], 0, 1));
        add(ac(1, [1, 63], 0, 1));
        add(ac(0, [6, 63], 0, 2));
        add(ac(0, [1, 63], 2, 1));
        add(dc(1, 0));
        add(ac(2, [1, 63], 1, 0));
        add(ac(1, [1, 63], 1, 0));
        add(ac(0, [1, 63], 1, 0));
    } else {
        add(dc(0, 1));
        (0..components).for_each(|component| add(ac(component, [1, 5], 0, 2)));
        (0..components).for_each(|component| add(ac(component, [6, 63], 0, 2)));
        (0..components).for_each(|component| add(ac(component, [1, 63], 2, 1)));
        add(dc(1, 0));
        (0..components).for_each(|component| add(ac(component, [1, 63], 1, 0)));
    }
    scans.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_every_coefficient_comes_once() {
        for (components, luminance) in [(1, true), (3, true), (3, false), (4, true)] {
            // The lowest bit that has come, of each coefficient.
            let mut known = vec![[None; 64]; components];
            for scan in script(components, luminance) {
                for component in scan.components.clone() {
                    for k in scan.band[0]..=scan.band[1] {
                        let known: &mut Option<u8> = &mut known[component][usize::from(k)];
                        assert_eq!(known.unwrap_or(0), scan.high, "{scan:?}");
                        assert!(scan.high == 0 || scan.low + 1 == scan.high, "{scan:?}");
                        *known = Some(scan.low);
                    }
                }
            }
            assert!(known.iter().flatten().all(|&low| low == Some(0)));
        }
    }
}
