//! Statements that look like those of kernels, right and wrong.

use crate::bytes::Bytes;

/// Draws source text. Names are few, so that they often mean something.
pub struct Grammar<'a, 'b> {
    bytes: &'a mut Bytes<'b>,
    depth: usize,
}

const TENSORS: [&str; 7] = ["a", "b", "c", "row", "s", "t", "u"];
const NUMBERS: [&str; 8] = ["x", "y", "n", "m", "i", "v", "N", "K"];

impl<'a, 'b> Grammar<'a, 'b> {
    pub fn new(bytes: &'a mut Bytes<'b>) -> Self {
        Grammar { bytes, depth: 0 }
    }

    pub fn statements(&mut self) -> String {
        let count = 1 + self.bytes.below(if self.depth == 0 { 8 } else { 3 });
        (0..count).map(|_| self.statement()).collect()
    }

    /// Up to four of something.
    fn list(&mut self, of: fn(&mut Self) -> String) -> String {
        let count = [2, 2, 2, 1, 1, 3, 0, 4][self.bytes.below(8)];
        (0..count).map(|_| of(self)).collect::<Vec<_>>().join(", ")
    }

    /// Deeper in, only leaves.
    fn kind(&mut self, leaves: usize, all: usize) -> usize {
        self.bytes.below(if self.depth > 4 { leaves } else { all })
    }

    fn statement(&mut self) -> String {
        self.depth += 1;
        let text = match self.kind(5, 14) {
            0 => format!("{} = {};", self.element(), self.value()),
            1 => format!("let {} = {};", self.bytes.choice(&TENSORS), self.tensor()),
            2 => format!("let {} = {};", self.bytes.choice(&NUMBERS), self.value()),
            3 => format!("let mut {} = {};", self.bytes.choice(&NUMBERS), self.value()),
            4 => format!(
                "{} {} {};",
                self.element(),
                self.bytes.choice(&["+=", "-=", "<<=", "|="]),
                self.value()
            ),
            5 => format!(
                "for [{}] in {}.indices() {{ {} }}",
                self.list(Self::name),
                self.tensor(),
                self.statements()
            ),
            6 => {
                let order = self.bytes.choice(&["zigzag()", "raster()", "zigzag().enumerate()", "hilbert()"]);
                format!("for (i, [y, x]) in {}.{order} {{ {} }}", self.tensor(), self.statements())
            }
            7 => format!("for {} in {} {{ {} }}", self.name(), self.range(), self.statements()),
            8 => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.condition(),
                self.statements(),
                self.statements()
            ),
            9 => format!("f({});", self.list(Self::argument)),
            10 => format!("let {} = {};", self.bytes.choice(&TENSORS), self.block()),
            11 => format!("while {} {{ {} break; }}", self.condition(), self.statements()),
            12 => format!("let g = |{}: i32| {}; {} = g(1);", self.name(), self.value(), self.element()),
            _ => format!(
                "{} = match {} {{ 0 | 2 => {}, -1 => {}, _ => {} }};",
                self.element(),
                self.value(),
                self.value(),
                self.value(),
                self.value()
            ),
        };
        self.depth -= 1;
        text + " "
    }

    fn name(&mut self) -> String {
        self.bytes.choice(&NUMBERS).to_lowercase()
    }

    fn argument(&mut self) -> String {
        match self.bytes.below(4) {
            0 => self.value(),
            1 => format!("&mut {}", self.tensor()),
            _ => self.tensor(),
        }
    }

    fn block(&mut self) -> String {
        let text = match self.bytes.below(4) {
            0 => "Block::<[[i32; 4]; 4]>::stack()".into(),
            1 => "Block::<[u8; N]>::stack()".into(),
            2 => format!("Block::<u8>::zeros([{}])", self.list(Self::index)),
            _ => format!("Block::zeros([{}])", self.list(Self::index)),
        };
        if self.bytes.flag() { text } else { format!("{text}.with_origin([{}])", self.list(Self::index)) }
    }

    fn tensor(&mut self) -> String {
        self.depth += 1;
        let text = match self.kind(2, 10) {
            0 | 1 => self.bytes.choice(&TENSORS).to_string(),
            2 => format!("{}.permute([{}])", self.tensor(), self.list(Self::literal)),
            3 => format!("{}.coarsen([{}])", self.tensor(), self.list(Self::literal)),
            4 => format!("{}.refine([{}])", self.tensor(), self.list(Self::literal)),
            5 => format!("{}[{}]", self.tensor(), self.tensor()),
            6 | 7 => format!("{}[[{}]]", self.tensor(), self.list(Self::part)),
            8 => format!("{}.to_block()", self.tensor()),
            _ => format!("({}).block_copy()", self.tensor()),
        };
        self.depth -= 1;
        text
    }

    fn part(&mut self) -> String {
        match self.bytes.below(4) {
            0 => self.index(),
            1 => format!("({}).step_by({})", self.range(), self.literal()),
            _ => self.range(),
        }
    }

    fn range(&mut self) -> String {
        match self.bytes.below(5) {
            0 => "..".into(),
            1 => format!("{}..", self.index()),
            2 => format!("..{}", self.index()),
            3 => format!("{}..={}", self.index(), self.index()),
            _ => format!("{}..{}", self.index(), self.index()),
        }
    }

    fn element(&mut self) -> String {
        format!("{}[[{}]]", self.tensor(), self.list(Self::index))
    }

    fn literal(&mut self) -> String {
        self.bytes.choice(&["0", "1", "2", "3", "16", "-1", "0xFFFF_FFFF_FFFF", "n"]).to_string()
    }

    fn index(&mut self) -> String {
        self.depth += 1;
        let text = match self.kind(5, 11) {
            0 | 1 => self.literal(),
            2 => self.name(),
            3 => format!("!{}", self.name()),
            4 => self.bytes.choice(&NUMBERS).to_string(),
            5 => format!("({}) as isize", self.index()),
            6 => format!(
                "{}.{}({})",
                self.tensor(),
                self.bytes.choice(&["extent", "origin", "step"]),
                self.literal()
            ),
            7 => format!(
                "({}).{}({})",
                self.index(),
                self.bytes.choice(&["min", "max", "div_euclid"]),
                self.index()
            ),
            8 => format!("table[{}]", self.index()),
            _ => {
                let operator = self.bytes.choice(&["+", "-", "*", "/", "%", ">>", "<<", "&"]);
                format!("({} {operator} {})", self.index(), self.index())
            }
        };
        self.depth -= 1;
        text
    }

    fn condition(&mut self) -> String {
        match self.bytes.below(4) {
            0 => format!("{} == {} && {} < {}", self.index(), self.index(), self.index(), self.index()),
            1 => format!("let Some({}) = {}", self.name(), self.value()),
            2 => format!("({}..{}).contains(&{})", self.index(), self.index(), self.index()),
            _ => format!("{} >= {}", self.value(), self.index()),
        }
    }

    fn value(&mut self) -> String {
        self.depth += 1;
        let text = match self.kind(2, 9) {
            0 => self.index(),
            1 => self.literal(),
            2 | 3 => self.element(),
            4 => format!("f({})", self.list(Self::argument)),
            5 => format!(
                "if {} {{ {} {} }} else {{ {} }}",
                self.condition(),
                self.statements(),
                self.value(),
                self.value()
            ),
            6 => {
                let word = self.bytes.choice(&["sum", "product", "max", "any", "count"]);
                format!("{word}(|{}| {})", self.list(Self::name), self.value())
            }
            _ => format!("({} + {})", self.value(), self.value()),
        };
        self.depth -= 1;
        text
    }
}
