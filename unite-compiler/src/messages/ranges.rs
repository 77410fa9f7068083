//! Mistakes in what numbers and tensors are declared to be.

/// `#[range(0..=1)] t: &Tensor<[[f32]]>`.
pub fn range_of_elements(tensor: &str, elem: &str) -> String {
    format!(
        "elements of `{tensor}` are `{elem}`, of which no range is declared: lanes are as narrow as values of `u8`, `i8`, `u16`, `i16` and \
         `i32` allow"
    )
}

/// `#[range(300..=400)] t: &Tensor<[[u8]]>`.
pub fn range_of_other_elements(tensor: &str, elem: &str, [first, last]: [i64; 2]) -> String {
    format!("no element of `{tensor}` is among {first}..={last}: they are `{elem}`")
}

/// `#[range(0..=9)] t: &Tensor<[[i32]], Csr>`.
pub fn range_of_stored(tensor: &str) -> String {
    format!(
        "`{tensor}` is stored, and what is stored is computed without lanes: it has no use for a range of its elements"
    )
}

/// `#[range(5..=3)] by: i32`.
pub fn range_of_nothing([first, last]: [i64; 2]) -> String {
    format!("no number is among {first}..={last}: write the least one first, and the greatest one after it")
}

/// `#[boundary(Nearest)] t: &Tensor<[[u8]]>`.
pub const BOUNDARY_WHAT: &str = "`#[boundary(..)]` lists the boundary rules that a tensor may come with, each once, beside none: `Clamp`, \
    `Mirror`, `Reflect`, `Wrap`, `Constant`";

/// `#[boundary(Clamp)] t: &mut Tensor<[[u8]]>`, `#[boundary(Clamp)] n: i32`.
pub const BOUNDARY_OF_WHAT: &str = "`#[boundary(..)]` stands at a tensor that is read, has an element for each of its points, and is not \
    stored: `#[boundary(Clamp)] t: &Tensor<[[u8]]>`";
