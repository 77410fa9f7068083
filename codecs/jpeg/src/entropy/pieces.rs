//! Memory for tokens that grows without being moved.

/// Tokens of a full piece: some 40 kB of a file.
const PIECE: usize = 1 << 16;

/// Units that a piece has room for when it is begun, if so many are to come.
const UNITS: usize = 8;

/// Tokens that follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    /// The tokens, and after them room for more.
    pub slots: Vec<u16>,
    /// How many tokens there are.
    pub filled: usize,
    /// For each restart marker the number of tokens of this piece before it.
    pub restarts: Vec<usize>,
}

/// A list of tokens, in pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    all: Vec<Piece>,
    /// How many hold tokens. Others are memory that was used before.
    used: usize,
}

impl Pieces {
    /// Forgets all tokens, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// Those that hold tokens.
    pub(super) fn used(&self) -> &[Piece] {
        &self.all[..self.used]
    }

    /// The last piece, and for how many of `units` units, of at most `most` tokens each, it has room: for one at least. There
    /// must be one.
    #[inline(always)]
    pub(super) fn with_room(&mut self, units: usize, most: usize) -> (&mut Piece, usize) {
        let wanted = units.min(UNITS) * most;
        let last = self.used.wrapping_sub(1);
        let has_room = self.all.get(last).is_some_and(|piece| piece.slots.len() - piece.filled >= wanted);
        let last = if has_room { last } else { self.begin(units, most, wanted) };
        let piece = &mut self.all[last];
        let room = (piece.slots.len() - piece.filled) / most;
        (piece, room.min(units))
    }

    /// Begins a piece with at least `wanted` slots, and returns its number. The first has what its units can need, and each
    /// after it twice as much as the one before, up to a full piece: small pictures take little.
    #[cold]
    fn begin(&mut self, units: usize, most: usize, wanted: usize) -> usize {
        let number = self.used;
        let usual = match number.checked_sub(1) {
            Some(last) => 2 * self.all[last].slots.len(),
            None => units * most,
        };
        if number == self.all.len() {
            self.all.push(Piece::default());
        }
        let piece = &mut self.all[number];
        if piece.slots.len() < wanted {
            // New memory is zero as it comes, and a page of it is first touched when a token is put there.
            piece.slots = vec![0; usual.min(PIECE).max(wanted)];
        }
        piece.filled = 0;
        piece.restarts.clear();
        self.used += 1;
        number
    }

    /// Adds copies of all tokens of `other`.
    pub(super) fn append(&mut self, other: &Self) {
        for from in other.used() {
            let (to, _) = self.with_room(1, from.filled.max(1));
            to.restarts.extend(from.restarts.iter().map(|restart| to.filled + restart));
            to.slots[to.filled..][..from.filled].copy_from_slice(&from.slots[..from.filled]);
            to.filled += from.filled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a unit of `tokens`, after a restart if they begin with 0.
    fn add(pieces: &mut Pieces, units: usize, most: usize, tokens: &[u16]) {
        let (piece, room) = pieces.with_room(units, most);
        assert!((1..=units).contains(&room) && piece.slots.len() - piece.filled >= room * most);
        if tokens.first() == Some(&0) {
            piece.restarts.push(piece.filled);
        }
        piece.slots[piece.filled..][..tokens.len()].copy_from_slice(tokens);
        piece.filled += tokens.len();
    }

    /// All tokens, with `u16::MAX` for a restart.
    fn list(pieces: &Pieces) -> Vec<u16> {
        let mut list = Vec::new();
        for piece in pieces.used() {
            let mut start = 0;
            for &restart in &piece.restarts {
                list.extend(&piece.slots[start..restart]);
                list.push(u16::MAX);
                start = restart;
            }
            list.extend(&piece.slots[start..piece.filled]);
        }
        list
    }

    #[test]
    fn tokens_come_back_in_their_order() {
        let mut pieces = Pieces::default();
        let mut joined = Pieces::default();
        // A small picture, a large one, one with large units, and a small one in what memory there is.
        for (units, most) in [(3, 5), (50_000, 7), (40, 3100), (2, 1)] {
            pieces.clear();
            joined.clear();
            let mut expected = Vec::new();
            let mut part = Pieces::default();
            for unit in 0..units {
                let tokens: Vec<u16> = (0..(unit * 31 % (most + 1)) as u16).collect();
                if tokens.first() == Some(&0) {
                    expected.push(u16::MAX);
                }
                expected.extend(&tokens);
                add(&mut pieces, units - unit, most, &tokens);
                add(&mut part, units - unit, most, &tokens);
                if unit % 100 == 99 || unit == units - 1 {
                    joined.append(&part);
                    part.clear();
                }
            }
            assert!(list(&pieces) == expected, "{units} units of {most}");
            assert!(list(&joined) == expected, "{units} units of {most}");
            assert!(pieces.used().iter().all(|piece| piece.slots.len() <= PIECE.max(UNITS * most)));
        }
    }
}
