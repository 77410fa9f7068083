//! The run-length codes of BMP: rows from the bottom up, some of which may be skipped.

use super::fault::{Fault, Place};
use super::input::Seekable;

/// The codes of a picture, as they were read, and where each row begins among them.
pub struct Runs {
    codes: Vec<u8>,
    /// By row from the top: the place of its first code, and the pixel that it begins at.
    starts: Vec<Option<(usize, usize)>>,
    width: usize,
    /// Four bits a pixel, not eight.
    nibbles: bool,
}

/// One code.
enum Code {
    /// So many pixels of one colour, or of two in turn.
    Run(usize, u8),
    /// So many pixels, each with its colour; and where these are.
    Literal(usize, usize),
    /// The end of a row.
    Line,
    /// On by so many pixels, and up by so many rows.
    Move(usize, usize),
    /// The end of the picture.
    End,
}

impl Runs {
    /// Reads codes to the end of the picture.
    pub fn read(
        mut bytes: Seekable,
        offset: u64,
        [width, height]: [u32; 2],
        nibbles: bool,
    ) -> Result<Self, Fault> {
        /// Bytes that are read at a time.
        const PIECE: usize = 1 << 12;
        /// Codes that lead nowhere can go on for ever.
        const MOST: usize = 1 << 30;
        let starts = vec![None; height as usize];
        let mut runs = Self { codes: Vec::new(), starts, width: width as usize, nibbles };
        let (mut at, mut y, mut x) = (0, 0, 0);
        runs.start(0, height, (0, 0));
        loop {
            let place = Place::Row(height - 1 - (y as u32).min(height - 1), height);
            let Some((code, next)) = runs.code(at) else {
                let have = runs.codes.len();
                if have > MOST {
                    return Err(Fault::Memory);
                }
                runs.codes.try_reserve(PIECE).map_err(|_| Fault::Memory)?;
                runs.codes.resize(have + PIECE, 0);
                let read = bytes.read_some_at(offset + have as u64, &mut runs.codes[have..]);
                let read = read.map_err(Fault::Read)?;
                runs.codes.truncate(have + read);
                if read == 0 {
                    return Err(Fault::EndsIn(place));
                }
                continue;
            };
            let before = y;
            match code {
                Code::Run(count, _) | Code::Literal(count, _) => {
                    x += count;
                    if x > runs.width {
                        return Err(Fault::Damaged(place));
                    }
                }
                Code::Line => (x, y) = (0, y + 1),
                Code::Move(right, up) => (x, y) = (x + right, y + up),
                Code::End => return Ok(runs),
            }
            at = next;
            // The codes of the last row may end with its end.
            if y > height as usize || x > runs.width {
                return Err(Fault::Damaged(place));
            }
            if y != before {
                runs.start(y, height, (at, x));
            }
        }
    }

    /// Row `y` from the bottom begins there.
    fn start(&mut self, y: usize, height: u32, start: (usize, usize)) {
        if let Some(row) = (height as usize).checked_sub(1 + y) {
            self.starts[row] = Some(start);
        }
    }

    /// The code at a place, if all of it was read, and the place after it.
    fn code(&self, at: usize) -> Option<(Code, usize)> {
        let &[first, second] = self.codes.get(at..at + 2)? else { return None };
        let at = at + 2;
        Some(match (first, second) {
            (0, 0) => (Code::Line, at),
            (0, 1) => (Code::End, at),
            (0, 2) => {
                let &[right, up] = self.codes.get(at..at + 2)? else { return None };
                (Code::Move(right.into(), up.into()), at + 2)
            }
            (0, count) => {
                let count = usize::from(count);
                let bytes = if self.nibbles { count.div_ceil(2) } else { count };
                let end = at + bytes.next_multiple_of(2);
                self.codes.get(at..end)?;
                (Code::Literal(count, at), end)
            }
            (count, color) => (Code::Run(count.into(), color), at),
        })
    }

    /// Indices of row `y` from the top, packed as in a picture that is not compressed. What has no code is index 0.
    pub fn row(&self, y: u32, line: &mut [u8]) {
        line.fill(0);
        let Some((mut at, mut x)) = self.starts[y as usize] else { return };
        let mut put = |x: usize, index: u8| match self.nibbles {
            true => line[x / 2] |= if x.is_multiple_of(2) { index << 4 } else { index },
            false => line[x] = index,
        };
        // Of a byte of two pixels the upper half comes first.
        let half = |byte: u8, i: usize| match self.nibbles {
            true if i.is_multiple_of(2) => byte >> 4,
            true => byte & 15,
            false => byte,
        };
        while let Some((code, next)) = self.code(at) {
            match code {
                Code::Run(count, color) => {
                    (0..count).for_each(|i| put(x + i, half(color, i)));
                    x += count;
                }
                Code::Literal(count, bytes) => {
                    for i in 0..count {
                        let byte = if self.nibbles { bytes + i / 2 } else { bytes + i };
                        put(x + i, half(self.codes[byte], i));
                    }
                    x += count;
                }
                Code::Move(right, 0) => x += right,
                Code::Line | Code::Move(..) | Code::End => return,
            }
            at = next;
        }
    }
}
