//! Where of a plane something is written: conditions on both indices, which are linear in neither.

use super::super::random::Random;

/// Which points of a plane there are.
#[derive(Clone, Copy, Debug)]
pub enum Ground {
    /// Those of a circle: its middle, and the square of its radius.
    Circle([i64; 2], i64),
    /// Those so many steps from a point.
    Steps([i64; 2], i64),
    /// Those so far from the diagonal.
    Beside(i64),
    /// Every so many diagonals.
    Turns(i64),
    /// Those whose product is so large.
    Product(i64),
}

impl Ground {
    /// One of them.
    pub fn draw(random: &mut Random) -> Self {
        let middle = [random.between(0, 9), random.between(0, 24)];
        match random.below(5) {
            0 => Ground::Circle(middle, random.between(0, 90)),
            1 => Ground::Steps(middle, random.between(0, 14)),
            2 => Ground::Beside(random.between(0, 6)),
            3 => Ground::Turns(random.between(2, 5)),
            _ => Ground::Product(random.between(0, 60)),
        }
    }

    /// The condition, as kernels have it.
    pub fn text(self) -> String {
        match self {
            Ground::Circle([y, x], most) => {
                format!("(y - {y}) * (y - {y}) + (x - {x}) * (x - {x}) <= {most}")
            }
            Ground::Steps([y, x], most) => format!("(y - {y}).abs() + (x - {x}).abs() <= {most}"),
            Ground::Beside(least) => format!("(y - x).abs() > {least}"),
            Ground::Turns(count) => format!("(y + x) % {count} == 0"),
            Ground::Product(least) => format!("y * x >= {least}"),
        }
    }

    /// Whether a point is one of them.
    pub fn has(self, [y, x]: [i64; 2]) -> bool {
        match self {
            Ground::Circle(middle, most) => (y - middle[0]).pow(2) + (x - middle[1]).pow(2) <= most,
            Ground::Steps(middle, most) => (y - middle[0]).abs() + (x - middle[1]).abs() <= most,
            Ground::Beside(least) => (y - x).abs() > least,
            Ground::Turns(count) => (y + x) % count == 0,
            Ground::Product(least) => y * x >= least,
        }
    }
}
