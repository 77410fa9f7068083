//! Elements that take turns with others, and are apart as numbers of twice their bits.

use unite_ranges::{I16, U16};

use super::Vector;
use crate::known::Known;
use crate::lanes::value::{Op, Step, Type, ValueId};

impl Vector<'_, '_> {
    /// Has bytes that take turns in lanes of 16 bits, where these are computed with.
    pub fn widen_turns(&mut self) {
        for node in self.bytes_in_turn() {
            self.widen(node);
        }
    }

    /// Bytes that take turns with others, both of which are read, and computed with in 16 bits: the halves of numbers of 16 bits, which
    /// are apart as these.
    fn bytes_in_turn(&self) -> Vec<ValueId> {
        let nodes = &self.program.nodes;
        let is_wider = |user: ValueId| matches!(self.key(user), Known::Now(I16 | U16));
        let are_wider = |node: ValueId| {
            let mut users = nodes.entries().filter(|(_, value)| value.args.contains(&node)).peekable();
            users.peek().is_some()
                && users.all(|(user, _)| is_wider(user))
                && self.program.results().all(|result| result != node)
        };
        let read = |step: usize| match &self.program.steps[step] {
            Step::Read(node) if matches!(&nodes[*node].op, Op::Read(read) if read.elem == Some(Type::U8)) => {
                Some(*node)
            }
            _ => None,
        };
        let pairs = self.groups(false).into_values().filter(|(members, _)| members.len() == 2);
        let pairs =
            pairs.filter_map(|(members, _)| members.into_iter().map(read).collect::<Option<Vec<_>>>());
        pairs
            .filter(|pair| self.rows.is_none() && pair.iter().all(|node| are_wider(*node)))
            .flatten()
            .collect()
    }
}
