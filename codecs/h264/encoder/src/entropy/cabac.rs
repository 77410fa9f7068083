//! The arithmetic coder (H.264 9.3.1.1, 9.3.4).

use unite_bitstream::syntax::Bits;
use unite_h264::cabac::AFTER_LPS;

use super::cabac_tables::{CONTEXTS, INIT_8X8_I, INIT_8X8_P, INIT_I, INIT_P, RANGE_LPS};

/// A context: `pStateIdx` and `valMPS`.
#[derive(Clone, Copy, Debug)]
struct State {
    index: u8,
    most_probable: bool,
}

/// The contexts of a slice, and the interval that its bins have left.
#[derive(Clone, Debug)]
pub struct Cabac {
    states: [State; CONTEXTS],
    low: u32,
    range: u32,
    outstanding: u32,
    first: bool,
}

impl Cabac {
    /// The coder of a slice at `SliceQPY` (9.3.1.1), with `cabac_init_idc` 0.
    pub fn new(p_slice: bool, qp: i32) -> Self {
        let (init, init_8x8) = if p_slice { (&INIT_P, &INIT_8X8_P) } else { (&INIT_I, &INIT_8X8_I) };
        let mut init = init.iter().chain(init_8x8);
        let states = std::array::from_fn(|_| {
            let (m, n) = init.next().copied().unwrap_or_default();
            let state = ((i32::from(m) * qp.clamp(0, 51)) >> 4) + i32::from(n);
            match state.clamp(1, 126) as u8 {
                state @ ..64 => State { index: 63 - state, most_probable: false },
                state => State { index: state - 64, most_probable: true },
            }
        });
        Cabac { states, low: 0, range: 510, outstanding: 0, first: true }
    }

    /// Codes a bin with a context (9.3.4.2).
    pub fn bin(&mut self, bits: &mut impl Bits, context: usize, bin: bool) {
        let state = &mut self.states[context];
        let least = u32::from(RANGE_LPS[state.index as usize][(self.range >> 6 & 3) as usize]);
        self.range -= least;
        if bin != state.most_probable {
            self.low += self.range;
            self.range = least;
            if state.index == 0 {
                state.most_probable = !state.most_probable;
            }
            state.index = AFTER_LPS[state.index as usize];
        } else {
            state.index = (state.index + 1).min(62);
        }
        self.renormalize(bits);
    }

    /// Codes a bin whose values are as probable as each other (9.3.4.4).
    pub fn bypass(&mut self, bits: &mut impl Bits, bin: bool) {
        self.low <<= 1;
        if bin {
            self.low += self.range;
        }
        if self.low >= 1024 {
            self.put(bits, true);
            self.low -= 1024;
        } else if self.low < 512 {
            self.put(bits, false);
        } else {
            self.low -= 512;
            self.outstanding += 1;
        }
    }

    /// Codes a bin that says whether the slice, or arithmetic coding before samples of I_PCM, ends (9.3.4.5). If it does, the last
    /// bit that is written is 1: `rbsp_stop_one_bit` at the end of a slice.
    pub fn terminate(&mut self, bits: &mut impl Bits, end: bool) {
        self.range -= 2;
        if !end {
            return self.renormalize(bits);
        }
        self.low += self.range;
        self.range = 2;
        self.renormalize(bits);
        self.put(bits, self.low >> 9 & 1 == 1);
        bits.put(u64::from(self.low >> 7 & 3 | 1), 2);
    }

    /// How many 256ths of a bit are coded and not written yet, up to a constant: those that wait, and what the interval is narrower by.
    pub fn pending(&self) -> u64 {
        256 * u64::from(self.outstanding) + u64::from(512 - self.range.min(512))
    }

    /// Begins anew after samples of I_PCM; contexts stay (9.3.1.2).
    pub fn restart(&mut self) {
        (self.low, self.range, self.outstanding, self.first) = (0, 510, 0, true);
    }

    /// `RenormE`.
    fn renormalize(&mut self, bits: &mut impl Bits) {
        while self.range < 256 {
            if self.low < 256 {
                self.put(bits, false);
            } else if self.low >= 512 {
                self.low -= 512;
                self.put(bits, true);
            } else {
                self.low -= 256;
                self.outstanding += 1;
            }
            self.range <<= 1;
            self.low <<= 1;
        }
    }

    /// `PutBit`.
    fn put(&mut self, bits: &mut impl Bits, bit: bool) {
        if self.first {
            self.first = false;
        } else {
            bits.put(bit.into(), 1);
        }
        for _ in 0..std::mem::take(&mut self.outstanding) {
            bits.put((!bit).into(), 1);
        }
    }
}
