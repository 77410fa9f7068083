//! What becomes of a picture.

use crate::slice::Kinds;

/// A picture that was encoded.
#[derive(Clone, Debug)]
pub struct Packet {
    /// Its NAL units, parameter sets before IDR pictures among them, without start codes.
    pub nals: Vec<Vec<u8>>,
    /// Whether decoding can begin here: an IDR picture.
    pub key: bool,
    /// Its quantiser.
    pub qp: u8,
    /// How many macroblocks of each kind there are.
    pub kinds: Kinds,
}

impl Packet {
    /// The NAL units with start codes (annex B).
    pub fn annex_b(&self) -> Vec<u8> {
        self.nals.iter().map(|nal| [&[0, 0, 0, 1], &nal[..]].concat()).collect::<Vec<_>>().concat()
    }

    /// The NAL units of slices, and of user data, each after its length in four bytes, as MP4 files have them (ISO/IEC 14496-15).
    /// Parameter sets are apart there.
    pub fn avcc(&self) -> Vec<u8> {
        let is_sample = |nal: &&Vec<u8>| nal.first().is_some_and(|header| matches!(header & 31, 1 | 5 | 6));
        let samples = self.nals.iter().filter(is_sample);
        let sized = |nal: &Vec<u8>| [&(nal.len() as u32).to_be_bytes(), &nal[..]].concat();
        samples.map(sized).collect::<Vec<_>>().concat()
    }

    /// How many bytes it has with start codes.
    pub fn len(&self) -> usize {
        self.nals.iter().map(|nal| nal.len() + 4).sum()
    }

    /// Whether there is nothing in it, which is never so.
    pub fn is_empty(&self) -> bool {
        self.nals.is_empty()
    }
}
