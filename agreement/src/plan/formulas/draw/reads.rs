//! What is read, and at which indices: at such that are there, or anywhere, if there is a rule.

use super::super::{AROUND, At, Binary, Channel, Elem, MARGIN, Place, Range, Seen, Tree, Unary};
use super::{Writer, totals, unary};

impl Writer {
    /// An element of a source.
    pub(super) fn read(&mut self) -> (Tree, Range) {
        let source = self.random.below(self.sources.len());
        let at = [0, 1].map(|axis| self.place(source, axis));
        let channel = match self.sources[source].seen {
            Seen::Pixels(count, rule) => Some(self.channel(count as i64, rule.is_some())),
            _ => None,
        };
        (Tree::Read(source, at, channel), self.sources[source].elem.range())
    }

    /// An element of the block of the first stage.
    pub(super) fn local(&mut self) -> (Tree, Range) {
        let local = self.local.expect("there is one");
        let more = if local.is_ruled { 5 } else { AROUND };
        let random = &mut self.random;
        let mut at = || match random.below(8) {
            0 => At::Back,
            1 => At::Part(random.between(2, 4)),
            2 => At::Fixed(0),
            3 | 4 => At::Near(0),
            _ => At::Near(random.between(-more, more)),
        };
        let at = [at(), at()].map(Place::At);
        let at = at.map(|at| if self.is_data() { self.data(AROUND, local.is_ruled) } else { at });
        let channel = local.channels.map(|count| self.channel(count, local.is_ruled));
        let read = Tree::Local(at, channel);
        match local.elem {
            // What 32 bits hold in the block is what they may hold anywhere.
            Elem::I32 => self.limited(read, Range { least: -(1 << 31), greatest: 1 << 31 }, 1 << 13),
            elem => (read, elem.range()),
        }
    }

    /// What a recursive filter makes of elements that it made before, and of a few others.
    pub(super) fn recursion(&mut self) -> (Tree, Range) {
        let (mut all, mut range) = self.tree(1);
        for _ in 0..self.random.between(1, 3) {
            let ((own, first), (read, second)) = (self.own(), self.read());
            let (own, first) = self.limited(own, first, 1 << 14);
            let (read, second) = self.limited(read, second, 1 << 14);
            let by = self.random.between(1, 7);
            let term = Tree::Binary(Binary::Mul, Box::new([own, Tree::Number(by)]));
            let of_term = first.binary(Binary::Mul, Range::of(by));
            let op = self.random.pick(&[Binary::Add, Binary::Sub, Binary::Max]);
            let more = Tree::Binary(op, Box::new([term, read]));
            (all, range) = self.limited(all, range, 1 << 24);
            all = Tree::Binary(Binary::Add, Box::new([all, more]));
            range = range.binary(Binary::Add, of_term.binary(op, second));
        }
        let by = self.random.between(1, 4);
        (unary(Unary::Shr(by), all), range.unary(Unary::Shr(by)))
    }

    /// An element of what is written, there or, by the rule, anywhere.
    pub(super) fn own(&mut self) -> (Tree, Range) {
        let elem = self.own.expect("it is read");
        let random = &mut self.random;
        let first_kind = if self.is_beside { 3 } else { 0 };
        let mut at = |is_summed: bool| match random.between(first_kind, 9) {
            0 => At::Back,
            1 => At::Fixed(random.between(-1, 3)),
            2 => At::Part(2),
            3..=5 if is_summed => At::Summed(random.between(-3, 1)),
            3..=6 => At::Near(0),
            _ => At::Near(random.between(-3, 3)),
        };
        let (mut at, turn) = ([at(self.summed), at(self.summed)], self.random.below(4));
        // What the points before made of theirs.
        if turn < 2 {
            at = [At::Near(0); 2];
            at[turn] = At::Near(self.random.between(-3, -1));
        }
        let at = at.map(Place::At);
        let at = at.map(|at| if turn >= 2 && self.is_data() { self.data(0, true) } else { at });
        let read = Tree::Own(at);
        match elem {
            // What is written of these may be anything.
            Elem::I32 | Elem::F32 => {
                self.limited(read, Range { least: -(1 << 31), greatest: 1 << 31 }, 1 << 13)
            }
            elem => (read, elem.range()),
        }
    }

    /// One of so many channels: any, if there is a rule, and one that is there otherwise.
    fn channel(&mut self, count: i64, is_ruled: bool) -> Channel {
        let (written, random) = (self.channels, &mut self.random);
        let Some(written) = written else {
            let [least, greatest] = if is_ruled { [-2, count + 1] } else { [0, count - 1] };
            return Channel::Fixed(random.between(least, greatest));
        };
        match random.below(8) {
            0 => Channel::Fixed(random.below(count as usize) as i64),
            1 if is_ruled => Channel::Fixed(random.between(-2, count + 1)),
            2 if is_ruled => Channel::Back(random.between(0, 4)),
            3..=5 if is_ruled => Channel::Near(random.between(-2, 3)),
            _ if is_ruled => Channel::Near(0),
            1 if count >= written => Channel::Back(written - 1),
            2 if count >= written => Channel::Near(count - written),
            _ if count >= written => Channel::Near(0),
            _ => Channel::Fixed(random.below(count as usize) as i64),
        }
    }

    /// Whether an index is data.
    fn is_data(&mut self) -> bool {
        self.is_anywhere && !self.in_index && self.random.chance(35)
    }

    /// An index of a source, which may be data.
    pub(super) fn place(&mut self, source: usize, axis: usize) -> Place {
        if !self.is_data() {
            return Place::At(self.at(source, axis));
        }
        let (reach, is_ruled) = match self.sources[source].seen {
            Seen::Ruled(_) | Seen::Pixels(_, Some(_)) => (0, true),
            _ if self.in_stage => (0, false),
            Seen::Means => (0, false),
            Seen::Stepped => (1, false),
            Seen::Inside | Seen::Turned | Seen::Refined(_) | Seen::Channel(..) | Seen::Pixels(_, None) => {
                (MARGIN, false)
            }
        };
        self.data(reach, is_ruled)
    }

    /// An index that is data: anywhere, if there is a rule, and as far outside as there are elements otherwise.
    fn data(&mut self, reach: i64, is_ruled: bool) -> Place {
        let (tree, range) = self.index();
        let random = &mut self.random;
        if !is_ruled && (reach == 0 || random.chance(30)) {
            return Place::Held(Box::new(tree));
        }
        let by = random.pick(&[1, 1, 1, -1, 2, 3]);
        if is_ruled {
            let at = random.pick(&[At::Near(0), At::Near(2), At::Near(-1), At::Fixed(0), At::Back]);
            return Place::Data(at, by, Box::new(tree));
        }
        let by = by.min(reach);
        let around = reach / by.abs();
        let more = reach - around * by.abs();
        let at = random.pick(&[At::Near(0), At::Near(more), At::Near(-more), At::Fixed(0), At::Fixed(-more)]);
        let is_small = range.is_in(Range { least: -around, greatest: around });
        let op = match random.below(3) {
            _ if is_small && random.chance(50) => return Place::Data(at, by, Box::new(tree)),
            0 => Unary::Mask(if around > 2 { 3 } else { 1 }),
            1 => Unary::Rem(around + 1),
            _ => Unary::Clamp(-around, around),
        };
        Place::Data(at, by, Box::new(unary(op, tree)))
    }

    /// An index of a source that is there, or has a rule.
    fn at(&mut self, source: usize, axis: usize) -> At {
        let seen = self.sources[source].seen;
        let is_counted = self.counted == Some(axis) && !self.in_index && totals::goes_anywhere(seen);
        if is_counted && self.random.chance(60) {
            return At::Counted;
        }
        let random = &mut self.random;
        if self.in_stage {
            // Where the block has `AROUND` more before and behind.
            return match seen {
                Seen::Ruled(_) | Seen::Pixels(_, Some(_)) => At::Near(random.between(-AROUND - 3, 3)),
                Seen::Means | Seen::Stepped => At::Fixed(0),
                _ => At::Near(-AROUND + random.between(-1, 1)),
            };
        }
        let reach = match seen {
            Seen::Means => {
                return random.pick(&[At::Near(0), At::Near(0), At::Back, At::Part(2), At::Part(3)]);
            }
            Seen::Stepped => 1,
            Seen::Ruled(_) | Seen::Pixels(_, Some(_)) => 5,
            Seen::Inside | Seen::Turned | Seen::Refined(_) | Seen::Channel(..) | Seen::Pixels(_, None) => {
                MARGIN - 1
            }
        };
        if self.summed && reach > 1 && random.chance(50) {
            // Up to four more.
            return At::Summed(-2);
        }
        let first_kind = if self.is_beside { 3 } else { 0 };
        match random.between(first_kind, 11) {
            0 => At::Back,
            1 => At::Part(random.pick(&[2, 2, 2, 3, 4, 8])),
            2 => At::Fixed(random.between(-reach, reach.min(MARGIN - 1))),
            3..=6 => At::Near(0),
            _ => At::Near(random.between(-reach, reach)),
        }
    }
}
