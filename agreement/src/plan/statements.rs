//! Random statements and loops that read what they write.

use super::random::Random;

/// An index on one axis, over the indices `i` and `j` of what is written.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// `i + k` or `j + k`.
    Near(usize, i64),
    /// `m - 1 - i`, from the end.
    Turned(usize),
    /// `i >> 1`.
    Half(usize),
    /// The same for all.
    Fixed(i64),
}

/// One term of the right side.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What it is multiplied with.
    pub factor: i64,
    /// Whether it is read through the permuted view.
    pub permuted: bool,
    /// Where.
    pub at: [At; 2],
}

/// A statement over the middle of a square tensor.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its number.
    pub number: usize,
    /// The element type.
    pub elem: &'static str,
    /// Whether the middle is written through a permuted view.
    pub permuted: bool,
    /// Whether every second row only.
    pub stepped: bool,
    /// `+=` for `=`.
    pub adds: bool,
    /// Whether it is a loop over indices, not an elementwise statement.
    pub is_loop: bool,
    /// What is added up.
    pub terms: Vec<Term>,
}

/// How far from each edge the middle begins.
pub const MARGIN: i64 = 3;

/// Draws a statement.
pub fn statement(number: usize) -> Statement {
    let mut random = Random::new(number as u64 + 7_000_000);
    let at = |random: &mut Random| {
        let axis = random.below(2);
        match random.below(8) {
            0 => At::Turned(axis),
            1 => At::Half(axis),
            2 => At::Fixed(random.between(-2, 2)),
            _ => At::Near(axis, random.between(-2, 2)),
        }
    };
    let terms = (0..random.between(1, 3))
        .map(|_| Term {
            factor: random.between(1, 3),
            permuted: random.chance(30),
            at: if random.chance(30) {
                // Nearly where it is written.
                [At::Near(0, random.between(-1, 1)), At::Near(1, 0)]
            } else {
                [at(&mut random), at(&mut random)]
            },
        })
        .collect();
    Statement {
        number,
        elem: random.pick(&["u8", "i16", "i32"]),
        permuted: random.chance(40),
        stepped: random.chance(20),
        adds: random.chance(25),
        is_loop: random.chance(40),
        terms,
    }
}

impl At {
    fn shown(self, mark: &str) -> String {
        let name = |axis: usize| format!("{mark}{}", ["i", "j"][axis]);
        match self {
            At::Near(axis, k) => format!("{} + {k}", name(axis)),
            At::Turned(axis) => format!("m - 1 - {}", name(axis)),
            At::Half(axis) => format!("({} >> 1)", name(axis)),
            At::Fixed(k) => k.to_string(),
        }
    }

    /// Its value.
    pub fn value(self, at: [i64; 2], m: i64) -> i64 {
        match self {
            At::Near(axis, k) => at[axis] + k,
            At::Turned(axis) => m - 1 - at[axis],
            At::Half(axis) => at[axis] >> 1,
            At::Fixed(k) => k,
        }
    }
}

/// The kernel of a statement, and the function that calls it.
pub fn kernel(s: &Statement) -> String {
    let Statement { number, elem, .. } = s;
    let mark = if s.is_loop { "" } else { "!" };
    let terms: Vec<String> = s
        .terms
        .iter()
        .map(|term| {
            let view = if term.permuted { "turned" } else { "middle" };
            format!("{} * {view}[[{}, {}]]", term.factor, term.at[0].shown(mark), term.at[1].shown(mark))
        })
        .collect();
    let value = format!("({}) & 63", terms.join(" + "));
    let rows = if s.stepped { "middle[[(0..m).step_by(2), ..]]" } else { "middle" };
    let target = if s.permuted { format!("{rows}.permute([1, 0])") } else { rows.to_string() };
    let (op, [i, j]) = (if s.adds { "+=" } else { "=" }, ["i", "j"].map(|name| format!("{mark}{name}")));
    let write = format!("target[[{i}, {j}]] {op} {value};");
    let write = if s.is_loop { format!("for [i, j] in target.indices() {{ {write} }}") } else { write };
    format!(
        "#[kernel]\nfn statement_{number}(t: &mut Tensor<[[{elem}]]>) {{\n    let n = t.extent(0);\n    let m = n - {};\n    \
         let middle = t[[{MARGIN}..n - {MARGIN}, {MARGIN}..n - {MARGIN}]];\n    let turned = middle.permute([1, 0]);\n    \
         let target = {target};\n    let _ = m;\n    {write}\n}}\n\
         fn run_statement_{number}(memory: &mut [i32], n: usize, strides: Strides<2>) {{\n    \
         let mut own: Vec<{elem}> = memory.iter().map(|e| *e as {elem}).collect();\n    \
         statement_{number}(&mut Block::external_strided(&mut own, [n, n], strides).unwrap());\n    \
         memory.iter_mut().zip(own).for_each(|(to, from)| *to = from as i32);\n}}\n\n",
        2 * MARGIN
    )
}
