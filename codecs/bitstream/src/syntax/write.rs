//! Syntax elements to bits.

use std::convert::Infallible;
use std::ops::RangeInclusive;

use super::{Coder, Descriptor, put_signed, put_unsigned};
use crate::BitWriter;

/// Where bits go.
pub trait Bits {
    /// Appends the `length` low bits of `code`; those above are zero. `length` is at most
    /// [`BitWriter::MAX_LENGTH`].
    fn put(&mut self, code: u64, length: u32);
}

impl Bits for BitWriter<'_> {
    #[inline(always)]
    fn put(&mut self, code: u64, length: u32) {
        BitWriter::put(self, code, length);
    }
}

/// Writes the elements of a table.
#[derive(Debug)]
pub struct Writer<'a, B>(
    /// Where they go.
    pub &'a mut B,
);

impl<B: Bits> Coder for Writer<'_, B> {
    type Error = Infallible;

    #[inline(always)]
    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        range: RangeInclusive<i64>,
        value: i64,
    ) -> Result<i64, Infallible> {
        debug_assert!(range.contains(&value), "{name} is {value}, and has to be in {range:?}");
        match descriptor {
            Descriptor::U(length) => self.0.put(value as u64, length),
            Descriptor::Ue => put_unsigned(self.0, value as u32),
            Descriptor::Se => put_signed(self.0, value as i32),
            Descriptor::Te(1) => self.0.put(u64::from(value == 0), 1),
            Descriptor::Te(_) => put_unsigned(self.0, value as u32),
            Descriptor::Me(table) => put_unsigned(self.0, table[value as usize].into()),
            Descriptor::Ae(_) => {
                unreachable!("{name} is asked for with ae(v), and this coder is not arithmetic")
            }
        }
        Ok(value)
    }
}
