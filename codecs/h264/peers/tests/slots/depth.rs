//! What is drawn for slots of x264, by the depth of their samples.

use crate::call::{Call, Element, Rows, Strides};
use unite_h264_peers::{x264, x264_10, x264_tables};

/// A depth whose numbers can be drawn.
pub trait Depth:
    x264_tables::Depth<Sample: Element, Coefficient: Element + PartialEq, Factor: Element>
{
    /// How many times as large numbers are as those of 8 bits.
    const SCALE: i32;
    /// The largest number that samples are kept in has.
    const BEYOND: i32;
    /// By how many bits coefficients may be larger until what is made of them has no place.
    const ROOM: u32;
    /// More than any coefficient of a residual is.
    const COEFFICIENTS: [i32; 2];

    /// Samples, and now and then, where there are such, numbers that are none.
    fn samples(c: &mut Call, extents: [usize; 2], strides: Strides) -> Rows<Self::Sample> {
        let most = 256 * Self::SCALE - 1;
        let most = if Self::BEYOND > most && c.random.once_in(8) { Self::BEYOND } else { most };
        c.rows(extents, strides, [0, most])
    }

    /// Samples alone, for sums that have 32 bits.
    fn true_samples(c: &mut Call, extents: [usize; 2], strides: Strides) -> Rows<Self::Sample> {
        c.rows(extents, strides, [0, 256 * Self::SCALE - 1])
    }

    /// The thresholds of an edge.
    fn thresholds(c: &mut Call) -> [i32; 2] {
        [c.random.within(1, 255), c.random.within(1, 18)].map(|threshold| Self::SCALE * threshold)
    }

    /// How far samples may change, from `least` on, which is -1 where nothing is filtered. Of chrominance x264 has one more.
    fn tc(c: &mut Call, least: i32, of_chroma: bool) -> Rows<i8> {
        let tc = c.line::<i8>(4, [least, 25]);
        for part in 0..4 {
            // SAFETY: there are four numbers.
            unsafe {
                let tc = tc.element(0, part);
                tc.write(Self::SCALE as i8 * tc.read() + i8::from(of_chroma));
            }
        }
        tc
    }

    /// So many coefficients of any kind.
    fn coefficients(c: &mut Call, len: usize) -> Rows<Self::Coefficient> {
        c.line(len, Self::COEFFICIENTS)
    }
}

impl Depth for x264::EightBits {
    const SCALE: i32 = 1;
    const BEYOND: i32 = 0xFF;
    const ROOM: u32 = 0;
    const COEFFICIENTS: [i32; 2] = [-0x8000, 0x7FFF];
}

impl Depth for x264_10::TenBits {
    const SCALE: i32 = 4;
    const BEYOND: i32 = 0xFFFF;
    const ROOM: u32 = 16;
    const COEFFICIENTS: [i32; 2] = [-0x10_0000, 0x10_0000];
}
