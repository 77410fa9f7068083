//! Syntax elements as the lines of a table, for people.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::{Coder, Descriptor};

/// Prints names, descriptors and values.
///
/// ```
/// use unite_bitstream::syntax;
/// use unite_bitstream::syntax::Printer;
///
/// syntax! {
///     /// A table.
///     pub struct Size / size() {
///         width: u(8) in 1..=255;
///         height: ue() in 1..=100;
///     }
/// }
///
/// let mut printer = Printer::default();
/// let Ok(()) = Size { width: 7, height: 9 }.code(&mut printer);
/// let lines: Vec<_> = printer.text().lines().collect();
/// assert!(lines[0].starts_with("size() {"));
/// assert!(lines[1].starts_with("    width ") && lines[1].ends_with(" u(8)       7"));
/// ```
#[derive(Debug, Default)]
pub struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    /// What was printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A line of its own, with the indentation of the table that it is in.
    pub fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }
}

impl Coder for Printer {
    type Error = std::convert::Infallible;

    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        _range: RangeInclusive<i64>,
        value: i64,
    ) -> Result<i64, Self::Error> {
        let width = 48usize.saturating_sub(4 * self.depth);
        let descriptor = descriptor.to_string();
        self.text.extend(std::iter::repeat_n("    ", self.depth));
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{name:width$} {descriptor:6} {value:5}");
        Ok(value)
    }

    fn begin(&mut self, name: &'static str) {
        self.line(&format!("{name} {{"));
        self.depth += 1;
    }

    fn end(&mut self) {
        self.depth -= 1;
        self.line("}");
    }
}

/// Two coders: what the first one finds is given to the second one. A [`Reader`](super::Reader) and a [`Printer`] print a
/// stream.
#[derive(Debug)]
pub struct Tee<'a, A, B>(
    /// The first one.
    pub &'a mut A,
    /// The second one.
    pub &'a mut B,
);

impl<A: Coder, B: Coder<Error = std::convert::Infallible>> Coder for Tee<'_, A, B> {
    type Error = A::Error;

    const ARITHMETIC: bool = A::ARITHMETIC;

    fn element(
        &mut self,
        name: &'static str,
        descriptor: Descriptor,
        range: RangeInclusive<i64>,
        value: i64,
    ) -> Result<i64, A::Error> {
        let value = self.0.element(name, descriptor, range.clone(), value)?;
        let Ok(value) = self.1.element(name, descriptor, range, value);
        Ok(value)
    }

    fn begin(&mut self, name: &'static str) {
        self.0.begin(name);
        self.1.begin(name);
    }

    fn end(&mut self) {
        self.0.end();
        self.1.end();
    }
}
