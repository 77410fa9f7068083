//! How the points of a nest lie in lanes.

use super::Level;
use crate::cost::{AT_A_TIME, HALF, LANES, LITTLE, TOGETHER};
use crate::ir::{Atom, Id, Schedule};

/// How the points of a nest become lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Along the outer of the two innermost loops.
    pub outer: i64,
    /// Along the innermost loop.
    pub inner: i64,
    /// Whether the innermost loop runs along the rows of lanes, because its points lie further apart in memory than what
    /// is read and written side by side.
    pub swapped: bool,
    /// How many rows of lanes are written out one after another, because they read the same elements.
    pub together: i64,
    /// How many rows of lanes are written out one after another, because there is little to do for each; what is left of any number
    /// of rows runs one by one.
    pub at_a_time: i64,
    /// How many long rows are taken at a time, strip by strip, because they read the same elements; what is left of any number of rows
    /// runs one by one.
    pub jammed: i64,
}

/// What is known of the body of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The user asked for lanes along the innermost loop, perhaps for so many.
    Lanes(Option<i64>),
    /// Nobody asked.
    Nothing {
        /// Whether what points of several rows read is the same.
        overlap: bool,
        /// Whether points read several elements side by side, one point after the other: what two of them read is a part of a vector.
        follow: bool,
    },
}

impl Asked {
    /// What an attribute says.
    pub fn of(schedule: Option<&Schedule>, overlap: bool, follow: bool) -> Self {
        match schedule {
            Some(Schedule::Vectorize(_, lanes)) => Asked::Lanes(*lanes),
            _ => Asked::Nothing { overlap, follow },
        }
    }
}

impl Shape {
    /// How many points of one row lie side by side.
    fn row(inner: i64) -> Self {
        Shape { outer: 1, inner, swapped: false, together: 1, at_a_time: 1, jammed: 1 }
    }

    /// How many points are side by side.
    pub fn points(&self) -> i64 {
        self.outer * self.inner
    }

    /// The variable of the outer loop, if it runs along lanes.
    pub fn rows(&self, levels: &[Level]) -> Option<Id> {
        levels.iter().rev().nth(1).filter(|_| self.outer > 1).map(|outer| outer.var)
    }

    /// The same for any number of rows, each of which is one vector with so many operations: with few, counting rows is much of what
    /// there is to do.
    pub fn in_any_rows(self, levels: &[Level], operations: usize) -> Shape {
        let are_any = |rows: &Level| {
            let is_extent = |atom: &Atom| matches!(atom, Atom::Get(..));
            rows.end.any_atom(is_extent) && rows.points().is_none() && rows.multiple == 1
        };
        let is_vector = |row: &Level| {
            row.points() == Some(self.inner) && row.start.as_constant().is_some() && row.whole.is_none()
        };
        match levels {
            [.., rows, row]
                if (self.outer, self.together) == (1, 1)
                    && operations <= LITTLE
                    && are_any(rows)
                    && is_vector(row) =>
            {
                Shape { at_a_time: AT_A_TIME, ..self }
            }
            _ => self,
        }
    }

    /// The shape for a nest, with so many lanes where rows have any length; or how few points there are. `grouped`: several
    /// elements are written side by side for each point.
    pub fn of(levels: &[Level], lanes: i64, grouped: bool, asked: Asked) -> Result<Shape, i64> {
        let inner = levels.last().and_then(Level::points);
        let are_groups = |of: i64| match levels {
            [.., outer, _] => outer.is_multiple_of(of),
            _ => false,
        };
        if let Asked::Lanes(Some(lanes)) = asked
            && inner.is_none_or(|points| points >= lanes)
        {
            return Ok(Shape::row(lanes));
        }
        let Some(points) = inner else { return Ok(Shape::row(lanes)) };
        let (is_free, overlap, follow) = match asked {
            Asked::Lanes(_) => (false, false, false),
            Asked::Nothing { overlap, follow } => (true, overlap, follow),
        };
        let rows = |outer| Shape { outer, ..Shape::row(points) };
        match points {
            2 | 4 if grouped && is_free && are_groups(LANES / points) => {
                Ok(Shape { swapped: true, ..rows(LANES / points) })
            }
            2 if follow && are_groups(HALF) => Ok(rows(HALF)),
            2 if are_groups(4) => Ok(Shape { swapped: grouped && is_free, ..rows(4) }),
            // What several rows read of the same rows is read once.
            LANES if overlap && TOGETHER.into_iter().any(are_groups) => {
                let together = TOGETHER.into_iter().find(|rows| are_groups(*rows)).unwrap_or(1);
                Ok(Shape { together, ..Shape::row(LANES) })
            }
            p if p >= LANES => Ok(Shape::row(LANES)),
            4 | 8 if are_groups(LANES / points) => Ok(rows(LANES / points)),
            4 if are_groups(2) => Ok(rows(2)),
            4 | 8 => Ok(rows(1)),
            9..LANES => Ok(Shape::row(HALF)),
            few => Err(few),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Shape};
    use crate::cost::LITTLE;
    use crate::ir::{Atom, Getter, Index};
    use crate::plans::Level;

    const FREE: Asked = Asked::Nothing { overlap: false, follow: false };

    fn nest(extents: [i64; 2]) -> Vec<Level> {
        let level = |(var, extent)| Level::new(var, Index::constant(0), Index::constant(extent));
        extents.into_iter().enumerate().map(level).collect()
    }

    fn shape(extents: [i64; 2], grouped: bool, asked: Asked) -> Result<[i64; 2], i64> {
        Shape::of(&nest(extents), 16, grouped, asked).map(|shape| [shape.outer, shape.inner])
    }

    #[test]
    fn rows_are_put_together_until_a_vector_is_full() {
        assert_eq!(shape([16, 16], false, FREE), Ok([1, 16]));
        assert_eq!(shape([8, 8], false, FREE), Ok([2, 8]));
        assert_eq!(shape([3, 8], false, FREE), Ok([1, 8]));
        assert_eq!(shape([4, 4], false, FREE), Ok([4, 4]));
        assert_eq!(shape([6, 4], false, FREE), Ok([2, 4]));
        assert_eq!(shape([8, 2], false, FREE), Ok([4, 2]));
        assert_eq!(shape([8, 3], false, FREE), Err(3));
        assert_eq!(shape([8, 12], false, FREE), Ok([1, 8]));
    }

    #[test]
    fn pairs_of_points_that_read_what_follows_fill_a_vector() {
        let asked = Asked::Nothing { overlap: false, follow: true };
        assert_eq!(shape([16, 2], false, asked), Ok([8, 2]));
        assert_eq!(shape([4, 2], false, asked), Ok([4, 2]));
        assert_eq!(shape([16, 4], false, asked), Ok([4, 4]));
    }

    #[test]
    fn rows_that_share_reads_are_written_one_after_another() {
        let together = |rows| {
            let asked = Asked::Nothing { overlap: true, follow: false };
            Shape::of(&nest([rows, 16]), 16, false, asked).map(|shape| shape.together)
        };
        assert_eq!([together(8), together(6), together(5)], [Ok(4), Ok(2), Ok(1)]);
    }

    #[test]
    fn any_rows_with_little_to_do_are_written_a_few_at_a_time() {
        let any = Level::new(0, Index::constant(0), Index::atom(Atom::Get(Getter::Extent, 0, 0)));
        let row = |points| Level::new(1, Index::constant(0), Index::constant(points));
        let at_a_time = |levels: &[Level], operations| {
            let shape = Shape::of(levels, 16, false, FREE).map(|shape| shape.in_any_rows(levels, operations));
            shape.map(|shape| shape.at_a_time)
        };
        assert_eq!(at_a_time(&[any.clone(), row(16)], LITTLE), Ok(4));
        assert_eq!(at_a_time(&[any.clone(), row(16)], LITTLE + 1), Ok(1));
        assert_eq!(at_a_time(&[any, row(32)], LITTLE), Ok(1));
        assert_eq!(at_a_time(&nest([8, 16]), LITTLE), Ok(1));
    }

    #[test]
    fn what_is_asked_for_comes_first() {
        assert_eq!(shape([16, 16], false, Asked::Lanes(Some(8))), Ok([1, 8]));
        assert_eq!(shape([16, 4], false, Asked::Lanes(Some(8))), Ok([4, 4]));
        assert_eq!(Shape::of(&nest([8, 4]), 16, true, FREE).map(|shape| shape.swapped), Ok(true));
        assert_eq!(
            Shape::of(&nest([8, 4]), 16, true, Asked::Lanes(None)).map(|shape| shape.swapped),
            Ok(false)
        );
    }

    #[test]
    fn rows_of_any_length_have_as_many_lanes_as_are_wanted() {
        let long = Level::new(0, Index::constant(0), Index::atom(Atom::Var(7)));
        assert_eq!(Shape::of(&[long], 32, false, FREE).map(|shape| shape.points()), Ok(32));
    }
}
