//! What becomes of a nest that is no lanes, for people.

use super::{Distributed, Innermost, Nest, Order, Site, Steps, Tile};
use crate::ir::Id;

/// What becomes of a nest that is no lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Serial {
    /// Whether it is there without checks under conditions, too.
    pub is_known: bool,
    /// Whether it is there without rules, too.
    pub is_inside: bool,
    /// Whether the type of a tensor, or the caller, says which of its loops is the innermost.
    pub is_asked: bool,
    /// Whether two of its loops may be one.
    pub is_touching: bool,
    /// The variable of a loop around it, where it is written for even and for odd ones.
    pub around: Option<String>,
    /// How many points of its innermost loop are written at a time.
    pub points: Option<i64>,
    /// Of how many points the sums are taken at a time.
    pub tile: Option<Tile>,
    /// Its points that are taken at a time, part by part.
    pub distributed: Option<Distributed>,
    /// Whether the points of its innermost loop that need no rule are apart from others.
    pub has_middle: bool,
}

impl Serial {
    /// What becomes of the nest, each in a few words.
    pub fn shown(&self) -> Vec<String> {
        let mut said = Vec::new();
        let mut say = |is_so: bool, what: &str| said.extend(is_so.then(|| what.to_string()));
        say(self.is_known, "once more without checks, for where all that conditions lead to lies inside");
        say(self.is_inside, "once more without rules, for where all of it lies inside");
        say(self.is_asked, "the innermost loop is along the axis nearer in memory");
        say(self.is_touching, "one loop where rows touch");
        say(self.has_middle, "points near the edges apart");
        said.extend(self.around.as_ref().map(|around| format!("once for even {around} and once for odd")));
        said.extend(self.points.map(|points| format!("{points} points at a time")));
        said.extend(self.tile.as_ref().map(Tile::shown));
        said.extend(self.distributed.as_ref().map(Distributed::shown));
        said
    }

    /// With what is decided of its innermost loop.
    fn with(self, site: &Site<'_>, Innermost { around, steps }: &Innermost) -> Self {
        let around = around.map(|var| site.kernel.vars[var].shown());
        let (has_middle, steps) = match steps {
            Steps::Middle(_, steps) => (true, &**steps),
            steps => (false, steps),
        };
        let said = Serial { around, has_middle, ..self };
        match steps {
            Steps::Groups(points) => Serial { points: Some(*points), ..said },
            Steps::Pairs => Serial { points: Some(2), ..said },
            Steps::Tiles(tile) => Serial { tile: Some(tile.clone()), ..said },
            Steps::Distributed(distributed) => Serial { distributed: Some(distributed.clone()), ..said },
            Steps::Each | Steps::Middle(..) => said,
        }
    }
}

impl Site<'_> {
    /// What becomes of a nest over axes of a view.
    pub fn serial(&self, view: Id, Nest { loops, order, touching }: &Nest, scope: Id) -> Serial {
        let serial = Serial {
            is_asked: matches!(order, Order::Asked { .. }),
            is_touching: touching.is_some(),
            ..self.serial_in(scope)
        };
        let Some(((var, axis), outer)) = loops.split_last() else { return serial };
        let extent = &self.analysis.tensors.views[view].extent[*axis];
        serial.with(self, &self.innermost(*var, extent, scope, outer))
    }

    /// What becomes of a loop over a range.
    pub fn serial_range(&self, var: Id, innermost: Option<&Innermost>) -> Serial {
        let serial = self.serial_in(self.kernel.vars[var].scope);
        match innermost {
            Some(innermost) => serial.with(self, innermost),
            None => serial,
        }
    }

    /// What is known at a site of the accesses in a scope.
    fn serial_in(&self, scope: Id) -> Serial {
        let is_in = |access: Id| self.is_in(self.kernel.accesses[access].scope, scope);
        Serial {
            is_known: self.analysis.is_known_in(scope),
            is_inside: self.analysis.tensors.inside.iter().any(|(access, _)| is_in(*access)),
            ..Serial::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Serial;
    use crate::plans::serial::{Distributed, Strip, Tile};

    #[test]
    fn every_decision_is_said() {
        assert_eq!(Serial::default().shown(), [""; 0]);
        let all = Serial {
            is_known: true,
            is_inside: true,
            is_asked: true,
            is_touching: true,
            around: Some("y".into()),
            points: Some(2),
            tile: Some(Tile { strip: Strip::new(16, false, 8), rows: 4, sums: vec![0] }),
            distributed: Some(Distributed { strip: Strip::new(32, true, 8), in_loops: true }),
            has_middle: true,
        };
        let said = "once more without checks, for where all that conditions lead to lies inside; once more without rules, for where \
                    all of it lies inside; the innermost loop is along the axis nearer in memory; one loop where rows touch; points near \
                    the edges apart; once for even y and once for odd; 2 points at a time; sums of 4 x 16 points at a time; 32 points at a time \
                    inside of the loops, 8 in short rows, the last of a row end with it";
        assert_eq!(all.shown().join("; "), said);
    }
}
